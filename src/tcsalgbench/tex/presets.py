r"""What the classes that papers use declare, written as TeX: counters, what resets them, statements, appendices.

Only these facts are here. The classes themselves are never read, even where a paper ships one of them.
"""

import re

from tcsalgbench.tex.words import words

BASE = r"""
\newcounter{part}\newcounter{section}\newcounter{subsection}[section]\newcounter{subsubsection}[subsection]
\newcounter{paragraph}[subsubsection]\newcounter{subparagraph}[paragraph]
\newcounter{secnumdepth}\setcounter{secnumdepth}{3}\newcounter{tocdepth}
\newcounter{figure}\newcounter{table}\newcounter{equation}\newcounter{footnote}\newcounter{mpfootnote}\newcounter{page}
\newcounter{enumi}\newcounter{enumii}\newcounter{enumiii}\newcounter{enumiv}\newcounter{ALG@line}\newcounter{lstlisting}
\newcounter{listing}\newcounter{parentequation}\newcounter{subfigure}[figure]\newcounter{subtable}[table]
\gdef\thesubfigure{\alph{subfigure}}\gdef\thesubtable{\alph{subtable}}
\gdef\thepart{\Roman{part}}\gdef\thesubsection{\thesection.\arabic{subsection}}
\gdef\thesubsubsection{\thesubsection.\arabic{subsubsection}}\gdef\theparagraph{\thesubsubsection.\arabic{paragraph}}
\gdef\thesubparagraph{\theparagraph.\arabic{subparagraph}}
\gdef\theenumii{\alph{enumii}}\gdef\theenumiii{\roman{enumiii}}\gdef\theenumiv{\Alph{enumiv}}
\gdef\p@enumii{\theenumi}\gdef\p@enumiii{\theenumi(\theenumii)}\gdef\p@enumiv{\p@enumiii\theenumiii}
\gdef\appendix{\setcounter{section}{0}\setcounter{subsection}{0}\gdef\thesection{\Alph{section}}}
\gdef\theoremname{Theorem}\gdef\lemmaname{Lemma}\gdef\propositionname{Proposition}\gdef\corollaryname{Corollary}
\gdef\definitionname{Definition}\gdef\remarkname{Remark}\gdef\examplename{Example}\gdef\claimname{Claim}
\gdef\assumptionname{Assumption}\gdef\proofname{Proof}\gdef\conjecturename{Conjecture}\gdef\factname{Fact}
"""

_BOOK = r"""
\newcounter{chapter}\@addtoreset{section}{chapter}\setcounter{secnumdepth}{2}
\gdef\thesection{\thechapter.\arabic{section}}
\@addtoreset{equation}{chapter}\@addtoreset{figure}{chapter}\@addtoreset{table}{chapter}\@addtoreset{footnote}{chapter}
\gdef\theequation{\ifnum\c@chapter>0 \thechapter.\fi\arabic{equation}}
\gdef\thefigure{\ifnum\c@chapter>0 \thechapter.\fi\arabic{figure}}
\gdef\thetable{\ifnum\c@chapter>0 \thechapter.\fi\arabic{table}}
\gdef\appendix{\setcounter{chapter}{0}\setcounter{section}{0}\gdef\thechapter{\Alph{chapter}}}
"""
_AMS_BOOK = r"""
\newcounter{chapter}\@addtoreset{section}{chapter}\gdef\thesection{\arabic{section}}
\gdef\appendix{\setcounter{chapter}{0}\setcounter{section}{0}\gdef\thechapter{\Alph{chapter}}}
"""
_AMS = r"""
\gdef\thepart{\arabic{part}}
\gdef\appendix{\setcounter{section}{0}\setcounter{subsection}{0}\gdef\thesection{\Alph{section}}}
"""
_KOMA = r"\gdef\autodot{}"
_LNCS = r"""
\setcounter{secnumdepth}{2}
\newcounter{chapter}\gdef\@thmcountersep{}
\spnewtheorem*{claim}{Claim}{}{}
"""
_LNCS_SHARED = words(
    "Case Conjecture Corollary Definition Example Exercise Lemma Note Problem Property Proposition Question Solution Remark"
)
_LIPICS = r"""
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}\newtheorem{corollary}[theorem]{Corollary}\newtheorem{proposition}[theorem]{Proposition}
\newtheorem{exercise}[theorem]{Exercise}\newtheorem{definition}[theorem]{Definition}
\newtheorem{conjecture}[theorem]{Conjecture}\newtheorem{observation}[theorem]{Observation}
\newtheorem{example}[theorem]{Example}\newtheorem{note}[theorem]{Note}\newtheorem*{note*}{Note}
\newtheorem{remark}[theorem]{Remark}\newtheorem*{remark*}{Remark}
\newtheorem{claim}[theorem]{Claim}\newtheorem*{claim*}{Claim}
\newenvironment{romanenumerate}{\begin{enumerate}[(i)]}{\end{enumerate}}
\newenvironment{alphaenumerate}{\begin{enumerate}[(a)]}{\end{enumerate}}
\newenvironment{bracketenumerate}{\begin{enumerate}[(1)]}{\end{enumerate}}
\gdef\proofsubparagraph{\subparagraph}
"""
_ACM = r"""
\newtheorem{theorem}{Theorem}[section]
\newtheorem{conjecture}[theorem]{Conjecture}\newtheorem{proposition}[theorem]{Proposition}\newtheorem{lemma}[theorem]{Lemma}
\newtheorem{corollary}[theorem]{Corollary}\newtheorem{example}[theorem]{Example}\newtheorem{definition}[theorem]{Definition}
"""
_SIAM = r"""
\RequirePackage{ntheorem}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}\newtheorem{corollary}[theorem]{Corollary}\newtheorem{proposition}[theorem]{Proposition}
\newtheorem{definition}[theorem]{Definition}
\RequirePackage{algorithm}\newcounter{proof}
"""
_OLD_SIAM = r"""
\newtheorem{theorem}{Theorem}[section]
\newtheorem{lemma}[theorem]{Lemma}\newtheorem{corollary}[theorem]{Corollary}\newtheorem{proposition}[theorem]{Proposition}
\newtheorem{definition}[theorem]{Definition}
\@addtoreset{equation}{section}\gdef\theequation{\thesection.\arabic{equation}}
\@addtoreset{figure}{section}\gdef\thefigure{\thesection.\arabic{figure}}
\@addtoreset{table}{section}\gdef\thetable{\thesection.\arabic{table}}
"""
_EJP = r"\newtheorem{theorem}{Theorem}[section]\numberwithin{equation}{section}" + "".join(
    f"\\newtheorem{{{name}}}[theorem]{{{name.capitalize()}}}"
    for name in words(
        "assumptions assumption claim condition conjecture corollary definitions definition facts fact heuristics hypothesis "
        "hypotheses lemma notations notation proposition example exercise problem question remark"
    )
)
_JMLR = r"""
\newtheorem{example}{Example}\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}\newtheorem{proposition}[theorem]{Proposition}\newtheorem{remark}[theorem]{Remark}
\newtheorem{corollary}[theorem]{Corollary}\newtheorem{definition}[theorem]{Definition}
\newtheorem{conjecture}[theorem]{Conjecture}\newtheorem{axiom}[theorem]{Axiom}
\gdef\floatconts#1#2#3{#2\label{#1}#3}
"""
_JMLR_STYLE = r"""
\newtheorem{example}{Example}\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}\newtheorem{proposition}[theorem]{Proposition}\newtheorem{remark}[theorem]{Remark}
\newtheorem{corollary}[theorem]{Corollary}\newtheorem{definition}[theorem]{Definition}
\newtheorem{conjecture}[theorem]{Conjecture}\newtheorem{axiom}[theorem]{Axiom}
"""
_IEEE = r"""
\setcounter{secnumdepth}{4}
\gdef\thesection{\Roman{section}}\gdef\thesubsection{\thesection-\Alph{subsection}}
\gdef\thesubsubsection{\thesubsection\arabic{subsubsection}}\gdef\theparagraph{\thesubsubsection\alph{paragraph}}
\gdef\thetable{\Roman{table}}
\newcommand{\appendix}[1][]{\setcounter{section}{0}\setcounter{subsection}{0}\setcounter{subsubsection}{0}%
\gdef\thesection{A}\gdef\thesubsection{\Alph{subsection}}\refstepcounter{section}\@oneappendix}
\gdef\appendices{\setcounter{section}{0}\setcounter{subsection}{0}\setcounter{subsubsection}{0}%
\gdef\thesection{\Alph{section}}}
"""
_IEEE_ARABIC = r"""
\gdef\thesection{\arabic{section}}\gdef\thesubsection{\thesection.\arabic{subsection}}
\gdef\thesubsubsection{\thesubsection.\arabic{subsubsection}}\gdef\theparagraph{\thesubsubsection.\arabic{paragraph}}
\gdef\thetable{\arabic{table}}
"""
_IEEE_ROMAN = r"\gdef\appendices{\setcounter{section}{0}\setcounter{subsection}{0}\gdef\thesection{\Roman{section}}}"
_ELSEVIER = r"""
\gdef\appendixname{Appendix }
\gdef\appendix{\setcounter{section}{0}\setcounter{subsection}{0}\setcounter{equation}{0}%
\gdef\thefigure{\Alph{section}.\arabic{figure}}\gdef\thetable{\Alph{section}.\arabic{table}}%
\gdef\thesection{\appendixname~\Alph{section}}\@addtoreset{equation}{section}%
\gdef\theequation{\Alph{section}.\arabic{equation}}}
"""
_REVTEX = r"""
\gdef\thesection{\Roman{section}}\gdef\thesubsection{\Alph{subsection}}\gdef\p@subsection{\thesection\,}
\gdef\thesubsubsection{\arabic{subsubsection}}\gdef\p@subsubsection{\thesection\,\thesubsection\,}
\gdef\thetable{\Roman{table}}
\gdef\appendix{\setcounter{section}{0}\setcounter{subsection}{0}\setcounter{subsubsection}{0}%
\gdef\thesubsection{\arabic{subsection}}\gdef\thesubsubsection{\alph{subsubsection}}\@addtoreset{equation}{section}%
\@ifstar{\gdef\thesection{}\gdef\theequation{A.\arabic{equation}}}%
{\gdef\thesection{\Alph{section}}\gdef\theequation{\thesection\arabic{equation}}}}
"""

_CC_STATEMENTS = words(
    "answer assumption claim conjecture convention corollary counterexample definition example exercise fact hypothesis lemma "
    "notation note observation open openquestion problem proposition question remark result theorem thesis warning"
)
_CC = r"\numberwithin{equation}{section}\numberwithin{figure}{section}\numberwithin{table}{section}" + "".join(
    f"\\newtheorem{{{name}}}[equation]{{{title}}}\\newtheorem*{{{name}*}}{{{title}}}"
    for name in _CC_STATEMENTS
    for title in ("Open Question" if name.startswith("open") else name.capitalize(),)
)

_CLASSES: tuple[tuple[str, str], ...] = (
    (r"memoir", _BOOK + r"\setcounter{secnumdepth}{1}"),
    (r"book|report|scrbook|scrreprt|extbook|extreport|amsbookx|thesis|.*[-_]?thesis", _BOOK),
    (r"amsbook", _AMS_BOOK),
    (r"ejpecp", _EJP),
    (r"amsart|amsproc|ijmart|aomart|amsart-x|.*amsart", _AMS),
    (r"scrartcl|scrarticle", _KOMA),
    (r"llncs|svmult|svproc|svmono", _LNCS),
    (r"svjour\d?", _LNCS + r"\setcounter{secnumdepth}{3}"),
    (r"lipics(?:-v\d+)?|oasics(?:-v\d+)?|dagrep.*|tgdk-v\d+|socg-lipics.*|lipicsmaster.*", _LIPICS),
    (r"acmart|acmsmall|sig-alternate.*|acmlarge", _ACM),
    (r"siamart\w*|siamonline\w*", _SIAM),
    (r"siamltex.*|siam(?:10)?|soda.*|ltexpprt", _OLD_SIAM),
    (r"jmlr|pmlr|colt\d*|alt\d*|aabi.*", _JMLR),
    (r"IEEEtran", _IEEE),
    (r"cc", _CC),
    (r"elsarticle|cas-[sd]c", _ELSEVIER),
    (r"revtex4(?:-[12])?", _REVTEX),
    (
        r"article|extarticle|standalone|minimal|subfiles|quantumarticle|easychair|eptcs|dmtcs\w*|proc|letter|tufte-handout"
        r"|elsart|ecta|imsart|mdpi|wlscirep|sn-jnl|informs\d?|interact|toc|stoc|beamer|paper|arxiv",
        "",
    ),
)

_PROOFS_AT_END = "".join(
    f"\\newEndThm{{{short}E}}{{{env}}}"
    for short, env in (
        *((name, name) for name in words("thm lemma theorem corollary proposition")),
        *((name, "proposition") for name in words("property fact")),
    )
)

_PACKAGES: tuple[tuple[str, str], ...] = (
    (r"jmlr2e|colt\d*e?|jmlrutils", _JMLR_STYLE),
    (r"icml\d*", r"\RequirePackage{algorithm}"),
    (r"cases", r"\newenvironment{subnumcases}[1]{\subequations#1\numcases{}}{\endnumcases}"),
    (r"proof-at-the-end", _PROOFS_AT_END),
)
# Styles known to declare no statements, or so well known that reading a copy would tell nothing new.
_KNOWN_STYLES = re.compile(
    r"(?:neurips|nips|iclr|aistats|aaai|acl|emnlp|ijcai|kdd|icml|uai|jmlr|colt)[\w-]*|fancyhdr|natbib|algorithm(?:ic|2e|icx)?|"
    r"algpseudocode|cleveref|hyperref|thmtools|thm-\w+|cite|times|amsmath|amsthm|amssymb|amsfonts|enumitem|graphicx|tikz|"
    r"pgf\w*|xcolor|mathtools|subfig(?:ure)?|subcaption|caption|float|bm|bbm|dsfont|stmaryrd|geometry|microtype|url|booktabs|"
    r"multirow|comment|apxproof|todonotes|etoolbox|xparse|aliascnt|mdframed|tcolorbox|ntheorem|complexity|qcircuit|quantikz|"
    r"blueprint|fullpage|lineno|newtxmath|soul|siunitx|listings|minted|biblatex|physics|braket|nicefrac|wrapfig"
)


# What an option of a class changes.
_OPTIONS: tuple[tuple[str, str, str], ...] = (
    (r"acmart", "sigchi", r"\setcounter{secnumdepth}{1}"),
    (r"acmart", "sigchi-a", r"\setcounter{secnumdepth}{1}"),
    (r"IEEEtran", "compsoc", _IEEE_ARABIC),
    (r"IEEEtran", "romanappendices", _IEEE_ROMAN),
    (r"revtex4.*", "prl", r"\setcounter{secnumdepth}{-9}"),
    (r"revtex4.*", "aip", r"\setcounter{secnumdepth}{0}"),
)


def class_preset(name: str, options: set[str]) -> str | None:
    """The declarations of a class, or None where the class is not known."""
    for pattern, text in _CLASSES:
        if re.fullmatch(pattern, name):
            return text + _class_options(name, options)
    return None


def _class_options(name: str, options: set[str]) -> str:
    if re.fullmatch(r"llncs|svmult|svproc|svmono|svjour\d?", name):
        return _springer_options(options)
    if name.startswith(("lipics", "oasics")) and "numberwithinsect" in options:
        return r"\@addtoreset{theorem}{section}\gdef\thetheorem{\thesection.\arabic{theorem}}"
    if name.startswith(("siamart", "siamonline")):
        counted = {"equation": "oneeqnum", "table": "onetabnum", "figure": "onefignum", "algorithm": "onealgnum"}
        counted["theorem"] = "onethmnum"
        return "".join(f"\\numberwithin{{{c}}}{{section}}" for c, option in counted.items() if option not in options)
    return "".join(text for pattern, option, text in _OPTIONS if option in options and re.fullmatch(pattern, name))


def _springer_options(options: set[str]) -> str:
    within = "[section]" if "envcountsect" in options else ""
    text = r"\gdef\@thmcountersep{.}" if within else ""
    text += f"\\newtheorem{{theorem}}{{Theorem}}{within}"
    for title in _LNCS_SHARED:
        env = title.lower()
        if "envcountsame" in options:
            text += f"\\newtheorem{{{env}}}[theorem]{{{title}}}"
        else:
            text += f"\\newtheorem{{{env}}}{{{title}}}{within}"
        if "envcountreset" in options:
            text += f"\\@addtoreset{{{env}}}{{section}}"
    return text + (r"\@addtoreset{theorem}{section}" if "envcountreset" in options else "")


def package_preset(name: str, options: set[str]) -> str:
    """What a package adds that numbering depends on."""
    for pattern, text in _PACKAGES:
        if re.fullmatch(pattern, name):
            return text
    within = next((option for option in ("part", "chapter", "section", "subsection") if option in options), "")
    if name == "algorithm":
        body = f"\\the{within}." if within else ""
        return f"\\newcounter{{algorithm}}[{within}]\\gdef\\thealgorithm{{{body}\\arabic{{algorithm}}}}"
    if name == "algorithm2e":
        within = {"algochapter": "chapter", "algopart": "part", "algosection": "section"}.get(
            next((option for option in options if option.startswith("algo") and option != "algo2e"), ""), ""
        )
        body = f"\\the{within}." if within else ""
        given = f"\\newcounter{{AlgoLine}}\\@algorithmoptions{{{','.join(sorted(options))}}}"
        return f"{given}\\newcounter{{algocf}}[{within}]\\gdef\\thealgocf{{{body}\\arabic{{algocf}}}}"
    return ""


def is_known_style(name: str) -> bool:
    """Whether a style that a paper ships is one of the well-known ones, which are not read."""
    return bool(_KNOWN_STYLES.fullmatch(name))

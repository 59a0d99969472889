"""Commands of running text: what they print, which element they become, and how many arguments are passed over."""

from tcsalgbench.tex.words import words

# Commands that are a character or a few.
PRINTS = {
    "ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—", "ss": "ß", "o": "ø", "O": "Ø",
    "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "S": "§",
    "P": "¶", "dag": "†", "ddag": "‡", "textdagger": "†", "copyright": "©", "pounds": "£", "textbackslash": "\\",
    "textasciitilde": "~", "textasciicircum": "^", "textbar": "|", "textless": "<", "textgreater": ">",
    "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”", "lbrack": "[",
    "rbrack": "]", "textbullet": "•", "LaTeX": "LaTeX", "TeX": "TeX", "quad": "\u2003", "qquad": "\u2003\u2003",
    "enspace": "\u2002", "thinspace": "\u2009", "slash": "/", "textunderscore": "_", "textdegree": "°", "eg": "e.g.",
    "ie": "i.e.", "qed": "□", "qedhere": "", "qedsymbol": "□", "checkmark": "✓", "hfill": "\u2003", "hfil": "\u2003",
    "par": "", "space": " ", "textregistered": "®", "texttrademark": "™", "colon": ":", "to": "to",
}  # fmt: skip
SYMBOLS = {
    "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", ",": "\u2009", ";": "\u2005", ":": "\u2005",
    ">": "\u2005",
    "!": "", " ": " ", "\n": " ", "\t": " ", "/": "", "-": "\u00ad", "@": "", "*": "",
}  # fmt: skip
# Accents put a combining character after the letter.
ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307", "u": "\u0306",
    "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
# `\emph{...}`: an element around the argument, with a class.
WRAPS = {
    "emph": ("em", ""), "textit": ("em", ""), "textsl": ("em", ""), "textbf": ("strong", ""), "texttt": ("code", ""),
    "textsc": ("span", "tcs-sc"), "underline": ("u", ""), "uline": ("u", ""), "textsuperscript": ("sup", ""),
    "textsubscript": ("sub", ""), "enquote": ("span", "tcs-quote"), "footnote": ("span", "tcs-foot"),
    "textsf": ("span", ""), "textrm": ("span", ""), "textup": ("span", ""), "textnormal": ("span", ""), "text": ("span", ""),
    "mbox": ("span", ""), "hbox": ("span", ""), "textmd": ("span", ""), "fbox": ("span", ""), "uppercase": ("span", ""),
    "MakeUppercase": ("span", ""), "caption": ("figcaption", ""), "paragraph": ("strong", ""), "subparagraph": ("strong", ""),
    "section": ("strong", ""), "subsection": ("strong", ""), "subsubsection": ("strong", ""), "defn": ("em", ""),
    "thanks": ("span", "tcs-foot"), "footnotetext": ("span", "tcs-foot"),
}  # fmt: skip
# `{\em ...}`: the same until the group ends.
SWITCHES = {
    "em": ("em", ""), "it": ("em", ""), "sl": ("em", ""), "itshape": ("em", ""), "slshape": ("em", ""), "bf": ("strong", ""),
    "bfseries": ("strong", ""),
    "tt": ("code", ""), "ttfamily": ("code", ""), "sc": ("span", "tcs-sc"), "scshape": ("span", "tcs-sc"),
}  # fmt: skip
# Commands without a meaning on a page, with the number of arguments that go with them.
DROPPED = {
    **dict.fromkeys(
        words(
            "noindent indent centering raggedright raggedleft smallskip medskip bigskip newline linebreak nolinebreak "
            "pagebreak "
            "nopagebreak newpage clearpage rm sf up upshape mdseries normalfont rmfamily sffamily tiny scriptsize "
            "footnotesize small normalsize large Large LARGE huge Huge xspace protect relax leavevmode null hline toprule "
            "midrule bottomrule maketitle displaystyle textstyle allowbreak samepage sloppy fussy ignorespaces "
            "unskip strut onehalfspacing singlespacing doublespacing vfill smallbreak medbreak bigbreak break itemsep parskip "
            "makeatletter makeatother footnotemark appendix leanok mathlibok notready boldmath unboldmath null "
            "onecolumn twocolumn phantomsection raggedbottom smallish frenchspacing EndProof DontPrintSemicolon SetAlgoLined "
            "LinesNumbered SetAlgoNoLine SetAlgoNoEnd SetKwInOut nllabel"
        ),
        0,
    ),
    **dict.fromkeys(
        words(
            "label vspace hspace index pagestyle thispagestyle bibliographystyle bibliography phantom vphantom hphantom "
            "lean uses proves discussion input include setlist todo cline thlabel htmlonly hypertarget pdfbookmark vskip"
        ),
        1,
    ),
    **dict.fromkeys(words("setlength addtolength setcounter addtocounter rule SetKwFunction SetKw SetKwInput cmidrule"), 2),
    "SetKwInOut": 2,
    "addcontentsline": 3,
}
REFERENCES = frozenset(
    words("ref eqref cref Cref cpageref autoref pageref labelcref nameref vref Vref thmref namecref Cpageref refeq")
)
CITATIONS = frozenset(
    words(
        "cite citep citet citeauthor citeyear citealt citealp Citet Citep parencite textcite autocite fullcite footcite citen "
        "onlinecite citeyearpar citenum Cite cites nocite"
    )
)
LISTS = {"itemize": "ul", "enumerate": "ol", "description": "ul", "compactitem": "ul", "compactenum": "ol"}
LISTS |= {"itemize*": "ul", "enumerate*": "ol", "inparaenum": "ol", "inparaitem": "ul", "list": "ul", "trivlist": "ul"}
LISTS |= {"asparaenum": "ol", "asparaitem": "ul", "enumerateroman": "ol", "properties": "ol", "compactdesc": "ul"}
PLAIN = frozenset(
    words("document abstract minipage subequations small footnotesize singlespace samepage sloppypar raggedright onehalfspace")
)
CENTRED = frozenset(words("center flushleft flushright centering"))
QUOTES = frozenset(words("quote quotation verse displayquote"))
FIGURES = frozenset(
    words("figure figure* table table* algorithm algorithm* algorithm2e mdframed framed tcolorbox wrapfigure boxed shaded")
)
TABLES = frozenset(words("tabular tabular* tabularx longtable array tabulary"))
VERBATIM = frozenset(
    words("verbatim verbatim* Verbatim lstlisting minted alltt tikzpicture tikzcd forest pgfpicture filecontents")
)
HIDDEN = frozenset(words("comment CCSXML"))
# With these, an argument of sizes or columns comes first.
WITH_SPEC = {"minipage": 1, "tabular": 1, "tabular*": 2, "tabularx": 2, "longtable": 1, "array": 1, "tabulary": 2}
WITH_SPEC |= {"wrapfigure": 2, "list": 2}

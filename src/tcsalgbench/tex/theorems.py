r"""Declarations of statements: `\newtheorem` and all its relatives."""

from tcsalgbench.tex.counters import STYLES
from tcsalgbench.tex.frames import Argument
from tcsalgbench.tex.keyvals import key_values, split_list
from tcsalgbench.tex.macros import make_macro
from tcsalgbench.tex.proofs import begin_proof, end_proof
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.statements import Theorem, end_theorem, theorem_handler
from tcsalgbench.tex.words import words


def declare(
    reader: Reader,
    env: str,
    title: str,
    *,
    sibling: str | None = None,
    within: str | None = None,
    numbered: bool = True,
) -> None:
    """Declare an environment for statements; one whose title is `Proof` is a proof."""
    if not env or _is_taken(reader, env):
        return
    if title.strip().lower().rstrip(".:").startswith("proof"):
        define_environment(reader, env, begin_proof, end_proof)
        return
    counter = _counter(reader, env, sibling, within) if numbered else None
    blank = "thmtools" in reader.packages or "thm-restate" in reader.packages
    define_environment(reader, env, theorem_handler(Theorem(env, title, counter, blank=blank)), end_theorem)
    reader.theorems[env] = counter
    if not reader.in_preset:
        reader.declared[env] = reader.meaning(env)


def _is_taken(reader: Reader, env: str) -> bool:
    """LaTeX refuses to declare an environment twice: the first declaration stands, unless its name was freed before."""
    before = reader.declared.get(env)
    if before is None or reader.meaning(env) is not before:
        return False
    reader.warn(reader.here(), f"the environment {env} is declared twice: LaTeX refuses that, and the first declaration counts")
    return True


def define_environment(reader: Reader, env: str, begin: Handler, end: Handler) -> None:
    r"""Give `\begin{env}` and `\end{env}` a meaning, everywhere."""
    reader.define(env, begin, everywhere=True)
    reader.define("end" + env, end, everywhere=True)


def _counter(reader: Reader, env: str, sibling: str | None, within: str | None) -> str:
    reader.without_counter.discard(env)
    if sibling:
        shared = reader.theorems.get(sibling) or sibling
        if not reader.counters.exists(shared):
            reader.warn(reader.here(), f"{env} shares the counter {sibling}, which nothing declares")
            reader.counters.new(shared)
        if shared != env:
            reader.define("the" + env, make_macro("the" + env, (), f"\\the{shared}"), everywhere=True)
        if shared != env and not reader.counters.exists(env):
            reader.counters.alias(env, shared)
            if "thmtools" not in reader.packages and "thm-restate" not in reader.packages:
                reader.without_counter.add(env)
        return shared
    if within and not reader.counters.exists(within):
        reader.warn(reader.here(), f"{env} is numbered within {within}, which nothing declares")
        within = None
    reader.counters.new_alone(env, within)
    style = reader.theorem_style
    body = f"\\the{within}.\\{style}{{{env}}}" if within else f"\\{style}{{{env}}}"
    reader.define("the" + env, make_macro("the" + env, (), body), everywhere=True)
    return env


def new_theorem(reader: Reader, name: str, _start: int) -> None:
    r"""`\newtheorem{env}[sibling]{Title}[within]`, starred or not, and the commands that take the same arguments."""
    starred = reader.star()
    reader.optional()  # how it looks: mdframed's options, aomart's fonts
    env = reader.text_of(reader.group())
    if name == "renewtheorem":
        reader.declared.pop(env, None)
    sibling = reader.text_of(reader.optional())
    title = reader.text_of(reader.group())
    within = reader.text_of(reader.optional())
    declare(reader, env, title, sibling=sibling or None, within=within or None, numbered=not starred)
    if name == "mdtheorem":
        declare(reader, env + "*", title, numbered=False)
    if "ntheorem" in reader.packages and not starred and env in reader.theorems:
        # ntheorem gives every statement a form with a star, left out of lists only
        handler = theorem_handler(Theorem(env, title, reader.theorems[env]))
        define_environment(reader, env + "*", handler, end_theorem)
    if name == "newtheoremrep":
        reader.define(env + "rep", reader.meaning(env), everywhere=True)
        reader.define("end" + env + "rep", end_theorem, everywhere=True)


def springer_theorem(reader: Reader, _name: str, _start: int) -> None:
    r"""`\spnewtheorem{env}[sibling]{Title}[within]{head font}{body font}`."""
    starred = reader.star()
    env = reader.text_of(reader.group())
    sibling = reader.text_of(reader.optional())
    title = reader.text_of(reader.group())
    within = reader.text_of(reader.optional())
    reader.group()
    reader.group()
    declare(reader, env, title, sibling=sibling or None, within=within or None, numbered=not starred)
    if within and not sibling and not starred:  # the classes put a dot between the numbers only where an option asks for it
        between = "\\@thmcountersep" if reader.meaning("@thmcountersep") is not None else "."
        body = f"\\the{within}{between} \\arabic{{{env}}}"
        reader.define("the" + env, make_macro("the" + env, (), body), everywhere=True)


def siam_theorem(reader: Reader, _name: str, _start: int) -> None:
    r"""`\newsiamthm{env}{Title}` and `\newsiamremark`: counted with the theorems."""
    env = reader.text_of(reader.group())
    title = reader.text_of(reader.group())
    declare(reader, env, title, sibling="theorem")


def declare_theorem(reader: Reader, _name: str, _start: int) -> None:
    r"""`\declaretheorem[keys]{env, env}[keys]` of thmtools."""
    before = reader.optional()
    names = reader.text_of(reader.group())
    after = reader.optional()
    keys = {k: v for given in (before, after) if given for k, v in key_values(reader.text_of(given)).items()}
    for env in split_list(names):
        title = keys.get("name") or keys.get("title") or keys.get("heading") or env.capitalize()
        sibling = keys.get("sibling") or keys.get("numberlike") or keys.get("sharenumber") or keys.get("sharecounter")
        within = keys.get("numberwithin") or keys.get("within") or keys.get("parent")
        numbered = _is_numbered(reader, env, keys.get("numbered", "yes").strip())
        declare(reader, env, title, sibling=sibling, within=within, numbered=numbered)


def _is_numbered(reader: Reader, env: str, numbered: str) -> bool:
    r"""`numbered=unless unique` counts statements only where there are two or more of them."""
    if numbered != "unless unique":
        return numbered not in ("no", "false")
    opening = f"\\begin{{{env}}}"
    return sum(source.text.count(opening) for source in reader.sources.values()) > 1


def box_theorem(reader: Reader, _name: str, _start: int) -> None:
    r"""`\newtcbtheorem[counter]{env}{Title}{options}{prefix}`: used as `\begin{env}{Name}{label}`."""
    settings = reader.optional()
    env = reader.text_of(reader.group())
    title = reader.text_of(reader.group())
    reader.group()
    prefix = reader.text_of(reader.group())
    keys = key_values(reader.text_of(settings))
    sibling = keys.get("use counter from") or keys.get("use counter*") or keys.get("use counter")
    if sibling in reader.theorems:
        sibling = reader.theorems[sibling]
    counter = None
    if "no counter" not in keys:
        counter = _counter(reader, env, sibling, keys.get("number within"))
    separator = keys.get("label separator", ":")
    theorem = Theorem(env, title, counter, boxed=True, prefix=prefix + separator if prefix else "")
    define_environment(reader, env, theorem_handler(theorem), end_theorem)
    define_environment(reader, env + "*", theorem_handler(Theorem(env + "*", title, None, boxed=True)), end_theorem)
    reader.theorems[env] = counter


def numbering_style(reader: Reader, _name: str, _start: int) -> None:
    r"""`\theoremnumbering{Roman}` of ntheorem: how statements declared from here on are counted."""
    style = reader.text_of(reader.group())
    reader.theorem_style = style if style in STYLES else "arabic"


def alias_counter(reader: Reader, _name: str, _start: int) -> None:
    r"""`\newaliascnt{lemma}{theorem}`: one value, two names."""
    new, old = reader.text_of(reader.group()), reader.text_of(reader.group())
    old = reader.theorems.get(old) or old
    reader.without_counter.discard(new)
    if new and reader.counters.exists(old):
        reader.counters.alias(new, old)
        reader.define("the" + new, make_macro("the" + new, (), f"\\the{old}"), everywhere=True)


def restatable(reader: Reader, name: str, start: int) -> None:
    r"""`\begin{restatable}[Name]{env}{macro}`: one statement; `\macro` prints it again."""
    begin, caller = reader.frame.place(start), reader.frame
    title = reader.optional()
    env = reader.text_of(reader.group())
    if name == "theoremEnd":
        reader_title = reader.optional()
        title = reader_title or (title if title and "=" not in title.text and "end" not in title.text else None)
    else:
        macro = reader.text_of(reader.group()).lstrip("\\")
        reader.restatable = (macro, name.endswith("*")) if macro else None
    _wrap(reader, env, title, begin, caller, name)


def _wrap(reader: Reader, env: str, title: Argument | None, begin: object, caller: object, name: str) -> None:
    from tcsalgbench.tex.expansion import expansion_frame  # noqa: PLC0415

    pieces = (f"\\begin{{{env}}}[", 1, "]") if title is not None else (f"\\begin{{{env}}}",)
    reader.define("end" + name, make_macro("end" + name, (), f"\\end{{{env}}}"))
    reader.push_expansion(expansion_frame(pieces, [title]), caller, begin)  # type: ignore[arg-type]


def end_theorem_alias(reader: Reader, _name: str, _start: int) -> None:
    r"""`\newEndThm[options]{thmE}{thm}` of proof-at-the-end: `thm` with options after its name."""
    reader.optional()
    env, inner = reader.text_of(reader.group()), reader.text_of(reader.group())
    if not env or not inner:
        return

    def begin_alias(again: Reader, _name: str, start: int) -> None:
        begin, caller = again.frame.place(start), again.frame
        title = again.optional()
        again.optional()
        _wrap(again, inner, title if title and title.text.strip() else None, begin, caller, env)

    reader.define(env, begin_alias, everywhere=True)
    reader.define("end" + env, make_macro("end" + env, (), f"\\end{{{inner}}}"), everywhere=True)


def undeclared_statement(reader: Reader, name: str, start: int) -> None:
    """A statement in an environment that nothing here declares: the class or package that does is not at hand."""
    bare = name.rstrip("*")
    title = bare.capitalize()
    if name not in reader.theorems:
        reader.warn(
            reader.frame.place(start),
            f"nothing declares the environment {name}; it was read as a statement and counted alone",
        )
    declare(reader, name, title, numbered=not name.endswith("*"))
    handler = reader.meaning(name)
    if handler is not None:
        handler(reader, name, start)  # type: ignore[operator]


def skip_style(reader: Reader, name: str, _start: int) -> None:
    r"""`\newtheoremstyle` and `\declaretheoremstyle` say how statements look."""
    reader.optional()
    for _ in range(9 if name == "newtheoremstyle" else 1):
        if reader.peek() == "{":
            reader.group()


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(
        words(
            "newtheorem renewtheorem newmdtheoremenv mdtheorem newframedtheorem newshadedtheorem newshadetheorem newtheoremrep "
            "newdefinition newproof"
        ),
        new_theorem,
    ),
    "spnewtheorem": springer_theorem,
    "newsiamthm": siam_theorem,
    "newsiamremark": siam_theorem,
    "declaretheorem": declare_theorem,
    "newkeytheorem": declare_theorem,
    "newtcbtheorem": box_theorem,
    "NewTcbTheorem": box_theorem,
    "renewtcbtheorem": box_theorem,
    "newaliascnt": alias_counter,
    "restatable": restatable,
    "restatable*": restatable,
    "theoremEnd": restatable,
    "newEndThm": end_theorem_alias,
    "undeclared statement": undeclared_statement,
    "theoremnumbering": numbering_style,
    "newtheoremstyle": skip_style,
    "declaretheoremstyle": skip_style,
}

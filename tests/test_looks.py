"""Classes and attributes: what templates and scripts give is read, and what is read is given."""

import re

from companion.runtime import places

ROOT = places.STATIC.parent
PART = re.compile(r"\{[{%].*?[}%]\}", re.DOTALL)  # what Jinja makes
ASKED = re.compile(r'(?:[=!]= |\()"[^"]*"')  # of what is told apart there
CLASSES = re.compile(r'\bclass="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"', re.DOTALL)
TOGGLED = re.compile(r'(?:classList\.(?:add|toggle)\(|className = )"([\w-]+)"')
SELECTED = re.compile(r"\.([a-z][\w-]*)")
ASKED_FOR = re.compile(
    r"""(?:All|Selector|closest|matches|find)\??\.?\(\s*(?:"(.*?)"|'(.*?)'|`(.*?)`)"""
)
READ = re.compile(r"dataset\.(\w+)\b(?! (?:\?\?)?= )")
ATTRIBUTE = re.compile(r"\bdata-[a-z-]+\b(?!-)")


def read(*files: str) -> str:
    """These files as one text, without comments."""
    paths = (path for each in files for path in sorted(ROOT.glob(each)))
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return re.sub(r"\{#.*?#\}|/\*.*?\*/|^ *//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z][\w-]*", text))


TEMPLATES, STYLE = read("templates/**/*.html"), read("static/style/**/*.css")
SCRIPTS, PYTHON = read("static/app/**/*.js", "static/local/*js"), read("companion/**/*.py")
IN_STYLE, IN_SCRIPTS = set(SELECTED.findall(STYLE)), set(SELECTED.findall(SCRIPTS))


def test_each_class_that_is_given_is_read() -> None:
    """By the style or a script; a test may find a part of a page by one too."""
    given = set[str]()
    for said in CLASSES.findall(TEMPLATES):
        made = ASKED.sub("", " ".join(PART.findall(said)))
        parts = " ".join(re.findall('"([^"]*)"', made))
        given |= {each for each in words(f"{PART.sub(' ', said)} {parts}") if each[-1] != "-"}
    tests = read("tests/[bow]*/*.py")
    found = {*SELECTED.findall(tests), *re.findall(r'classed\("([\w-]+)', tests)}
    assert given <= IN_STYLE | IN_SCRIPTS | found
    assert set(TOGGLED.findall(SCRIPTS)) <= IN_STYLE | IN_SCRIPTS


def test_each_class_of_the_style_is_given() -> None:
    named = words(TEMPLATES + SCRIPTS + PYTHON)
    for name in IN_STYLE - named:
        begins = (name[: dash.end()] for dash in re.finditer("-", name))
        assert named & {*begins}, name


def is_read(name: str) -> bool:
    """Whether the style, a script or the app reads this attribute, in whatever way it is named."""
    short, begins = name.removeprefix("data-"), re.sub(r"(?<=\w-)[^-]*$", "${", name)
    own = re.sub("-(.)", lambda letter: letter[1].upper(), short)  # of a dataset
    ways = rf'\.{own}\b|{{[^{{}}();]*\b{own}\b[^{{}}();]*}}|"({own}|{short})"'
    by_script = re.search(ways, SCRIPTS) or f"`{begins}" in SCRIPTS
    return bool(by_script) or name in STYLE + SCRIPTS + PYTHON


def test_each_attribute_of_a_template_is_read() -> None:
    assert [name for name in {*ATTRIBUTE.findall(TEMPLATES)} if not is_read(name)] == []


def test_each_part_that_a_script_looks_for_is_given() -> None:
    """By its id or an attribute: under another name in a template nothing happens to it."""
    asked = " ".join(["".join(each) for each in ASKED_FOR.findall(SCRIPTS)])
    named = {*re.findall(r"#([a-z][\w-]*)", asked), *re.findall(r'ById\("(.+?)"', SCRIPTS)}
    assert named <= {*re.findall(r'\bid(?:=|: | = )"([\w-]+)"', TEMPLATES + SCRIPTS)}
    read_there = {re.sub("([A-Z])", r"-\1", each).lower() for each in READ.findall(SCRIPTS)}
    for name in read_there | {*re.findall(r"\[data-([\w-]+)", asked)}:
        own = re.sub("-(.)", lambda letter: letter[1].upper(), name)
        given = re.search(rf"\bdata-{name}\b(?!-)", TEMPLATES + PYTHON)
        assert given or re.search(
            rf"dataset\.{own} (\?\?)?= |data-{name}=|Style\(\"{name}", SCRIPTS
        ), name


def test_what_is_tapped_or_stands_for_more_has_a_name() -> None:
    """In words, by a label or from a script: a sign or a field says nothing to who hears a page."""
    drawn = re.sub(r"\{\{-? icon\(.*?\}\}", "<svg>", re.sub(r"(?s)\{%.*?%\}", "", TEMPLATES))
    plain = re.sub(r"(?s)\{\{.*?\}\}", "x", drawn)
    tapped = re.findall(r"(?s)<(a|button|label)\b([^>]*)>(.*?)</\1>", plain)
    fields = re.sub(r'(?s)<label.*?</label>|<input type="hidden"', "", plain)
    role = '[^>]* role="(?:alertdialog|group|img|radiogroup|region)"'
    named = rf"<(?:nav|dialog|progress|input|textarea|\w+(?={role}))\b([^>]*)>"
    # A word, or a place for one
    told = re.compile(r"(?:^|>)[^<\w]*\w|<(\w+)[^>]*></\1>|aria-label")
    nameless = [said for _, said, within in tapped if within and not told.search(within)]
    nameless += re.findall(named, fields)
    assert [said for said in nameless if "aria-label" not in said] == []


def test_what_stands_beside_a_part_is_chosen_within_its_parent() -> None:
    """`.part ~ *` would hide or move what any game has beside a part with that class."""
    chosen = re.findall(r"[^\n{},]*[~+] \*", STYLE)
    assert chosen
    assert not [each for each in chosen if ">" not in each], "begin with its parent: `.parent > …`"

"""Parsers of deck list layouts: text in, rows of (card name, count) by zone out.

Two grammars cover all of them. *Lines*: Arena and MTGO text, `.dck` of XMage and of Forge, `.dec`, plain lists of
names. *XML*: Cockatrice's `.cod`. A line is a comment (`//`, `#`, `>`), a section header, a line about the deck, or

    [SB:] [count[x]] [[set:number]] name [(set) [number]] [*F*] [|set|art]

where a name without a count is one card.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from xml.parsers import expat

from ecs_game.errors import DeckError

MAX_COUNT = 1000
MAX_NAME = 200
MAX_LINE = 400

Row = tuple[str, int]

_SECTIONS = {
    **dict.fromkeys(("deck", "main", "main deck", "maindeck", "mainboard"), "main"),
    **dict.fromkeys(("sideboard", "side", "side deck", "sideboard cards"), "sideboard"),
    **dict.fromkeys(("contraptions", "contraption", "contraption deck"), "contraptions"),
    "conspiracies": "conspiracies",
    **dict.fromkeys(("maybeboard", "considering", "tokens"), "ignored"),
    **dict.fromkeys(("commander", "commanders", "oathbreaker", "signature spell", "attractions"), "refused"),
    "companion": "companion",
}
_ABOUT = dict.fromkeys(("about", "metadata", "general"), "about")
# "Conspiracy" alone on a line is a card; in brackets it is a section of Forge's.
_BRACKETED = {"conspiracy": "conspiracies"} | dict.fromkeys(("avatar", "planes", "schemes", "dungeon"), "refused")
_ALL_SECTIONS = _SECTIONS | _ABOUT | _BRACKETED
_KINDS = frozenset(
    f"{prefix}{kind}"
    for prefix in ("", "basic ", "nonbasic ", "other ")
    for kind in (
        *("artifact", "artifacts", "battle", "battles", "creature", "creatures", "enchantment", "enchantments"),
        *("instant", "instants", "land", "lands", "planeswalker", "planeswalkers", "sorcery", "sorceries"),
        *("spell", "spells", "instants and sorceries"),
    )
)

_TITLE = re.compile(r"([^\W\d_][^:()\d]*?)\s*:?\s*(?:\(?[0-9]+\)?)?\s*:?")
_BRACKET = re.compile(r"\[([^\]:]*)\]")
_DECK_NAME = re.compile(r"name\s*:\s*(.*)", re.IGNORECASE)
_ABOUT_NAME = re.compile(r"name\s*[=: ]\s*(.*)", re.IGNORECASE)
_OTHER_DATA = re.compile(r"(?:author|layout (?:main|sideboard))\s*:.*", re.IGNORECASE)
_SIDE_MARK = re.compile(r"sb:\s*", re.IGNORECASE)
_COUNTED = re.compile(r"([0-9]+)(?:[xX]?\s+|(?=\[)|[xX]?$)(.*)")
_XMAGE_PRINTING = re.compile(r"^(?:SB:\s*)?[0-9]+\s*\[\w+:[^\]]*\]", re.MULTILINE)
_FORGE_SECTION = re.compile(r"^\[(?:metadata|main|sideboard)\]", re.MULTILINE | re.IGNORECASE)
# A set code without a collector number counts as one only in one case throughout: "Hazmat Suit (Used)" is a name.
_PRINTING = re.compile(r"(.+?)(?:\s*\((?:[A-Za-z0-9_]{2,6}\)\s+[^\s()*]+|(?:[A-Z0-9_]{2,6}|[a-z0-9_]{2,6})\)))?(?:\s+\*\w+\*)*")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_QUOTES = str.maketrans("\u2018\u2019\u02bc\u00b4`\u201c\u201d", "'''''\"\"")
# The halves of a split card begin with a capital; "SP//dr" is one word.
_SLASHES = re.compile(r"\s*/{1,3}+\s*+(?![a-z])")
_UNFIT = re.compile(r"[\x00-\x1f\x7f<>{}\[\]|=#^~\\\ufffd]")
_NUMBER = re.compile(r"-|[0-9]+(?:$|[.,;:xX])")


@dataclass(slots=True)
class Listing:
    """What a deck file says: the deck's name, empty where it gives none, and the rows of each zone as written."""

    name: str = ""
    main: list[Row] = field(default_factory=list)
    sideboard: list[Row] = field(default_factory=list)
    contraptions: list[Row] = field(default_factory=list)
    conspiracies: list[Row] = field(default_factory=list)

    def zone(self, name: str) -> list[Row]:
        """The rows of the zone `main`, `sideboard`, `contraptions` or `conspiracies`."""
        return {"main": self.main, "sideboard": self.sideboard, "contraptions": self.contraptions, "conspiracies": self.conspiracies}[name]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a list: its number, its text, its kind (blank, heading, section, name, card) and what it says."""

    number: int
    text: str
    kind: str
    value: str = ""


def detect(text: str) -> str:
    """The layout that a text shows by itself: `cod`, `dck`, or else `text`."""
    if text.lstrip().startswith("<"):
        return "cod"
    if _XMAGE_PRINTING.search(text) or _FORGE_SECTION.search(text):
        return "dck"
    return "text"


def clean_name(name: str) -> str:
    """A card's name in one spelling: composed letters, straight quotes, single spaces, halves parted by ` // `."""
    name = _INVISIBLE.sub("", unicodedata.normalize("NFC", name)).translate(_QUOTES)
    return " ".join(_SLASHES.sub(" // ", name).split())


def parse_lines(text: str, where: str, blank_line_parts: bool) -> Listing:
    """The listing of a list of lines.

    With `blank_line_parts`, a list without any header or `SB:` mark has its sideboard after its one blank line (blank
    lines before a comment or a heading such as `Lands (17)` part nothing). A companion stands in the sideboard; a
    maybeboard and tokens are left out. Raises DeckError, which begins with `where`, for lines that cannot be read.
    """
    lines = [_classify(number, line, where) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1)]
    marked = any(line.kind == "section" or (line.kind == "card" and _SIDE_MARK.match(line.text)) for line in lines)
    if blank_line_parts and not marked:
        lines = _part_at_blank_line(lines, where)
    listing = Listing()
    companions: list[Row] = []
    section, zone = "deck", "main"
    for line in lines:
        if line.kind == "section":
            section, zone = line.value, _ALL_SECTIONS[line.value]
        elif line.kind == "name":
            listing.name = listing.name or line.value
        elif line.kind != "card" or zone == "ignored":
            continue
        elif zone == "about":
            about = _ABOUT_NAME.fullmatch(line.text)
            listing.name = listing.name or (about[1].strip() if about else "")
        elif zone == "refused":
            why = f"cards of a section {section.title()!r} cannot be played here; leave the section out"
            raise _error(where, line.number, line.text, why)
        elif _SIDE_MARK.match(line.text):
            listing.sideboard.append(_row(line, where))
        elif zone == "companion":
            companions.append(_row(line, where))
        else:
            listing.zone(zone).append(_row(line, where))
    # Arena lists a companion twice: under its own header and in the sideboard.
    in_sideboard = {name for name, _ in listing.sideboard}
    listing.sideboard += [row for row in companions if row[0] not in in_sideboard]
    return listing


def parse_cod(text: str, where: str) -> Listing:
    """The listing of a Cockatrice deck: zones `main`, `side`, `contraptions`; `tokens` are left out.

    Raises DeckError, which begins with `where`, for what is no such XML and for any document type declaration.
    """
    listing = Listing()
    parser = expat.ParserCreate("UTF-8")
    elements: list[str] = []
    zones: list[str] = []

    def error(said: str, why: str) -> DeckError:
        return _error(where, parser.CurrentLineNumber, said, why)

    def refuse_doctype(name: str, *_: object) -> None:
        raise error(f"<!DOCTYPE {name}", "a deck file has no document type declaration; remove it")

    def start(tag: str, attributes: dict[str, str]) -> None:
        if not elements and tag != "cockatrice_deck":
            raise error(f"<{tag}>", "this is no Cockatrice deck; its first element would be <cockatrice_deck>")
        elements.append(tag)
        if tag == "zone":
            title = attributes.get("name", "").casefold()
            if _SECTIONS.get(title) not in ("main", "sideboard", "contraptions", "ignored"):
                raise error(f'<zone name="{title}">', "no known zone; known are main, side, contraptions and tokens")
            zones.append(_SECTIONS[title])
        elif tag == "card" and zones and zones[-1] != "ignored":
            number, name = attributes.get("number", ""), clean_name(attributes.get("name", ""))
            said = f'<card number="{number}" name="{name}"/>'
            if not _is_name(name, counted=True):
                raise error(said, 'no card name; a card is written like <card number="4" name="Shock"/>')
            count = _count(number)
            if count is None:
                raise error(said, f"a count is a whole number from 1 to {MAX_COUNT}")
            listing.zone(zones[-1]).append((name, count))

    def end(tag: str) -> None:
        elements.pop()
        if tag == "zone":
            zones.pop()

    def data(characters: str) -> None:
        if elements == ["cockatrice_deck", "deckname"]:
            listing.name += characters

    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as fault:
        reason = expat.ErrorString(fault.code)
        raise DeckError(f"{where}, line {fault.lineno}: not well-formed XML ({reason})") from None
    listing.name = " ".join(listing.name.split())
    return listing


def _error(where: str, number: int, line: str, why: str) -> DeckError:
    """A DeckError that names the file, the line and what would have been right."""
    shown = line if len(line) <= 80 else line[:77] + "..."
    return DeckError(f"{where}, line {number}: {shown!r}: {why}")


def _title(line: str) -> str:
    """A header's title in lower case, without a colon and a number of cards; empty where the line has no such form."""
    title = _TITLE.fullmatch(line)
    return title[1].casefold() if title else ""


def _classify(number: int, line: str, where: str) -> _Line:
    """The line with its kind: all that can be said of it without the lines around it."""
    line = " ".join(_INVISIBLE.sub("", line).split())
    if not line:
        return _Line(number, line, "blank")
    if line.startswith(">"):
        return _Line(number, line, "heading")
    comment = line.startswith(("//", "#"))
    said = line.lstrip("/# ") if comment else line
    title = _title(said)
    if title in _SECTIONS or (title in _ABOUT and not comment):
        return _Line(number, line, "section", title)
    if name := _DECK_NAME.fullmatch(said):
        return _Line(number, line, "name", name[1].strip())
    if comment or title in _KINDS or _OTHER_DATA.fullmatch(line):
        return _Line(number, line, "heading")
    if bracket := _BRACKET.fullmatch(line):
        title = bracket[1].strip().casefold()
        if title not in _ALL_SECTIONS:
            raise _error(where, number, line, "no known section; known are [Main], [Sideboard] and [Contraptions]")
        return _Line(number, line, "section", title)
    return _Line(number, line, "card")


def _part_at_blank_line(lines: list[_Line], where: str) -> list[_Line]:
    """The lines with a sideboard header at the one blank line that parts them, if there is one."""
    parted: list[_Line] = []
    cards = gap = side = False
    for line in lines:
        if line.kind == "card" and cards and gap:
            if side:
                why = "a second blank line before cards; put a line 'Deck', 'Sideboard' or 'Contraptions' on each part"
                raise _error(where, line.number, line.text, why)
            side = True
            parted.append(_Line(line.number, "", "section", "sideboard"))
        cards = cards or line.kind == "card"
        gap = line.kind == "blank"
        parted.append(line)
    return parted


def _row(line: _Line, where: str) -> Row:
    """The card and count of a card line; DeckError where it has none."""
    said = line.text[mark.end() :] if (mark := _SIDE_MARK.match(line.text)) else line.text
    counted = _COUNTED.fullmatch(said)
    count = _count(counted[1]) if counted else 1
    name = re.sub(r"^\[[^\]]*\]\s*", "", counted[2] if counted else said)
    if "|" in name:
        name = name.split("|", 1)[0].rstrip().removesuffix("+")
    printing = _PRINTING.fullmatch(name) if len(name) <= MAX_LINE else None
    name = clean_name(printing[1]) if printing else ""
    if not _is_name(name, counted is not None):
        why = "no card line; one is written like '4 Shock' or '4 Shock (M12) 154'"
        raise _error(where, line.number, line.text, why)
    if count is None:
        why = f"a count is from 1 to {MAX_COUNT}; a name that begins with a number needs one before it, like '1 {said}'"
        raise _error(where, line.number, line.text, why)
    return name, count


def _is_name(name: str, counted: bool) -> bool:
    """Whether a cleaned text can be a card's name; only one that follows a count may begin like a number."""
    fit = re.search(r"\w", name) and not _UNFIT.search(name) and len(name) <= MAX_NAME
    return bool(fit) and (counted or not _NUMBER.match(name))


def _count(digits: str) -> int | None:
    """The number of copies that is written, or None if it is none from 1 to MAX_COUNT."""
    count = int(digits) if re.fullmatch(r"[0-9]{1,9}", digits) else 0
    return count if 1 <= count <= MAX_COUNT else None

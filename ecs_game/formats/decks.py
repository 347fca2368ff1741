"""Deck lists: reading, writing and judging them, and the bundled decks. The layouts are those of `deck_parsers`."""

import difflib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path

from ecs_game.catalogue import Catalogue, default
from ecs_game.errors import CardError, DeckError, OptionError
from ecs_game.formats.deck_parsers import detect, parse_cod, parse_lines

DECK_LAYOUTS = ("text", "dck", "dec", "cod")
DECK_FORMATS = ("auto", "constructed", "limited", "none")
MAX_BYTES = 1 << 20
FIRST_PAIR = ("widgets", "explosioneers")  # what plays where no decks are named
FACTIONS = ("order-of-the-widget", "agents-of-sneak", "league-of-dastardly-doom", "goblin-explosioneers", "crossbreed-labs")  # bundled decks of Unstable's
# Conspiracies that change what a limited deck may be: by how many cards it may be smaller, and those that bar basic lands from it.
SMALLER_DECKS = {"advantageous proclamation": 5}
WITHOUT_BASICS = ("sovereign's realm",)

Cards = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck list: for each zone its card names in order of first appearance, each once, with their counts.

    `conspiracies` are those that begin the game in the command zone (CR 905.4); one that is not used stands in the sideboard.
    `source` tells where it was read from; decks that differ in it alone are equal.
    """

    name: str
    main: Cards
    sideboard: Cards = ()
    contraptions: Cards = ()
    conspiracies: Cards = ()
    source: str = field(default="", compare=False)


def read_deck(path: str | os.PathLike[str]) -> Deck:
    """The deck in a file; its name is the one that the file gives, or else the file's own without its ending.

    Raises DeckError, which names the file, if it is missing, no file, empty, no UTF-8 text, or malformed.
    """
    where = os.fspath(path)
    file = Path(where)
    if file.is_dir():
        raise DeckError(f"{where}: a folder, not a deck file")
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise DeckError(f"{where}: no such deck file") from None
    except (OSError, ValueError) as fault:
        raise DeckError(f"{where}: cannot be read ({getattr(fault, 'strerror', None) or fault})") from None
    if len(content) > MAX_BYTES:
        raise DeckError(f"{where}: too large for a deck file; the limit is {MAX_BYTES:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise DeckError(f"{where}: not UTF-8 text (byte {fault.start}); save the list as UTF-8") from None
    ending = file.suffix.casefold().removeprefix(".")
    layout = ending if ending in DECK_LAYOUTS and detect(text) == "text" else None
    return replace(_parse(text, file.stem, layout, where), source=where)


def parse_deck(text: str, name: str, format: str | None = None) -> Deck:
    """The deck in a text; `name` is used where the text gives none.

    `format` is one of DECK_LAYOUTS; without it the text shows its layout. Raises DeckError if the text is empty or
    malformed, OptionError for another layout.
    """
    if format is not None and format not in DECK_LAYOUTS:
        raise OptionError(f"no deck layout {format!r}; there are {', '.join(DECK_LAYOUTS)}")
    return _parse(text, name, format, name)


def write_deck(deck: Deck) -> str:
    """The deck in the project's own layout, which `parse_deck` reads back as an equal deck.

    Raises DeckError for names that no list can hold.
    """
    lines = [f"Name: {deck.name}"]
    zones = (("Deck", deck.main), ("Contraptions", deck.contraptions), ("Conspiracies", deck.conspiracies), ("Sideboard", deck.sideboard))
    for header, cards in zones:
        if cards:
            lines += ["", header, *(f"{count} {name}" for name, count in cards)]
    text = "\n".join(lines) + "\n"
    if parse_deck(text, deck.name) != deck:
        raise DeckError(f"deck {deck.name!r} cannot be written: it has names or counts that a list cannot hold")
    return text


def split_contraptions(deck: Deck, is_contraption: Callable[[str], bool]) -> Deck:
    """The deck with the Contraptions of its sideboard as its Contraption deck, unless it has one already.

    Contraptions of the main deck stay there, for `check_deck` to refuse (C1).
    """
    if deck.contraptions:
        return deck
    contraptions = tuple(row for row in deck.sideboard if is_contraption(row[0]))
    sideboard = tuple(row for row in deck.sideboard if not is_contraption(row[0]))
    return replace(deck, sideboard=sideboard, contraptions=contraptions)


def check_deck(deck: Deck, format: str, is_basic: Callable[[str], bool], is_contraption: Callable[[str], bool], is_conspiracy: Callable[[str], bool]) -> None:
    """Nothing for a legal deck; otherwise a DeckError that names every problem (C1, C2, C11, CR 100.2, 100.4, 314, 905.4).

    `auto` judges a main deck of 60 or more as constructed, a shorter one as limited; `none` asks only that Contraptions,
    conspiracies and other cards be in their own zones. Raises OptionError for another format.
    """
    if format not in DECK_FORMATS:
        raise OptionError(f"no deck format {format!r}; there are {', '.join(DECK_FORMATS)}")
    size = _size(deck.main)
    judged = format if format != "auto" else "constructed" if size >= 60 else "limited"
    problems = []
    if strays := [name for name, _ in deck.main if is_contraption(name)]:
        problems.append(f"Contraptions in the main deck, which belong in a Contraption deck (C1): {_listed(strays)}")
    if strays := [name for name, _ in deck.contraptions if not is_contraption(name)]:
        problems.append(f"cards in the Contraption deck that are no Contraptions (C1): {_listed(strays)}")
    if strays := [name for name, _ in deck.main if is_conspiracy(name)]:
        problems.append(f"conspiracies in the main deck, which begin in the command zone (CR 314.3): {_listed(strays)}")
    if strays := [name for name, _ in deck.conspiracies if not is_conspiracy(name)]:
        problems.append(f"cards among the conspiracies that are none (CR 905.4): {_listed(strays)}")
    if judged == "constructed":
        problems += _constructed_problems(deck, size, is_basic)
    elif judged == "limited":
        problems += _limited_problems(deck, size, is_basic, format == "auto")
    if problems:
        raise DeckError(f"deck {deck.name!r} is not legal ({judged}): {'; '.join(problems)}")


def least_size(conspiracies: Cards) -> int:
    """The fewest cards that a limited deck may have beside these conspiracies (CR 100.2b): 40, or what they say."""
    return max(0, 40 - sum(SMALLER_DECKS.get(name.casefold(), 0) * count for name, count in conspiracies))


def bundled_decks() -> dict[str, Deck]:
    """The decks that come with the package, by the names under which `load_deck` knows them."""
    return {stem: _bundled(stem) for stem in _bundled_stems()}


def load_deck(name_or_path: str | os.PathLike[str]) -> Deck:
    """The bundled deck of that name, or else the deck in the file of that path (`./name` is always a path).

    Raises DeckError as `read_deck` does; for a missing file it lists the bundled decks.
    """
    stems = _bundled_stems()
    if name_or_path in stems:
        return _bundled(str(name_or_path))
    path = os.fspath(name_or_path)
    if not os.path.lexists(path):
        close = difflib.get_close_matches(path, stems, 1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise DeckError(f"{path!r}: no such deck file{hint} (bundled decks: {', '.join(stems)})")
    return read_deck(name_or_path)


def ready_deck(name_or_path: str | os.PathLike[str], format: str = "auto", catalogue: Catalogue | None = None) -> Deck:
    """The deck of `load_deck`, fit to be played: its Contraptions in a deck of their own, each card supported, the whole legal in the format.

    Raises CardError, which lists every card that is not supported with the mechanisms it lacks and every unknown one with the closest names, DeckError as `load_deck` and `check_deck` do.
    """
    cards = catalogue or default()
    deck = split_contraptions(load_deck(name_or_path), cards.is_contraption)
    missing = cards.missing(name for name, _ in deck.main + deck.contraptions + deck.conspiracies + deck.sideboard)
    if missing:
        many = f"{len(missing)} cards are" if len(missing) > 1 else "1 card is"
        raise CardError(f"{name_or_path}: {many} unknown or not supported:\n  " + "\n  ".join(map(str, missing)))
    check_deck(deck, format, cards.is_basic, cards.is_contraption, cards.is_conspiracy)
    return deck


def _parse(text: str, name: str, layout: str | None, where: str) -> Deck:
    """The deck in a text of the given or a detected layout; `where` begins what is said of errors in it."""
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise DeckError(f"{where}: a binary file, not a deck list")
    if not text.strip():
        raise DeckError(f"{where}: empty; a deck list has lines like '4 Shock'")
    layout = layout or detect(text)
    listing = parse_cod(text, where) if layout == "cod" else parse_lines(text, where, layout == "text")
    zones = (_merged(listing.main), _merged(listing.sideboard), _merged(listing.contraptions), _merged(listing.conspiracies))
    if not any(zones):
        raise DeckError(f"{where}: no cards in it; a deck list has lines like '4 Shock'")
    return Deck(listing.name or " ".join(name.split()), *zones)


def _merged(rows: Iterable[tuple[str, int]]) -> Cards:
    """The rows with equal names (upper and lower case alike) in one, spelled as at first."""
    totals: dict[str, tuple[str, int]] = {}
    for name, count in rows:
        spelled, before = totals.get(name.casefold(), (name, 0))
        totals[name.casefold()] = (spelled, before + count)
    return tuple(totals.values())


def _limited_problems(deck: Deck, size: int, is_basic: Callable[[str], bool], auto: bool) -> list[str]:
    """What keeps a deck from being legal in limited, where the zones of its cards are not at stake."""
    problems = []
    if size < (least := least_size(deck.conspiracies)):
        smaller = f" with {_listed([name for name, _ in deck.conspiracies if name.casefold() in SMALLER_DECKS])}" if least < 40 else ""
        said = "40 in limited, 60 in constructed" if auto and not smaller else f"{least}{smaller}"
        problems.append(f"the main deck has {_cards(size)}; the least is {said} (CR 100.2)")
    barring = [name for name, _ in deck.conspiracies if name.casefold() in WITHOUT_BASICS]
    if barring and (basics := [name for name, _ in deck.main if is_basic(name)]):
        problems.append(f"basic lands in a deck beside {_listed(barring)}: {_listed(basics)}")
    return problems


def _constructed_problems(deck: Deck, size: int, is_basic: Callable[[str], bool]) -> list[str]:
    """What keeps a deck from being legal in constructed, where C1 is not at stake."""
    problems = []
    if deck.conspiracies:
        problems.append(f"conspiracies, which are for limited play (CR 314.1): {_listed([name for name, _ in deck.conspiracies])}")
    if size < 60:
        problems.append(f"the main deck has {_cards(size)}; the least is 60 (CR 100.2a)")
    kinds = _merged(deck.main + deck.sideboard)
    if many := [f"{count} {name}" for name, count in kinds if count > 4 and not is_basic(name)]:
        problems.append(f"more than four of a kind in main deck and sideboard (CR 100.2a): {_listed(many)}")
    if (side := _size(deck.sideboard)) > 15:
        problems.append(f"the sideboard has {_cards(side)}; the most is 15 (CR 100.4a)")
    if 0 < (assembled := _size(deck.contraptions)) < 15:
        problems.append(f"the Contraption deck has {_cards(assembled)}; the least is 15, or none (C2)")
    if twice := [f"{count} {name}" for name, count in _merged(deck.contraptions) if count > 1]:
        problems.append(f"a Contraption deck holds no two of the same (C2): {_listed(twice)}")
    return problems


def _size(cards: Cards) -> int:
    return sum(count for _, count in cards)


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _listed(names: list[str]) -> str:
    """Names in one line, parted so that `Finders, Keepers` stays one."""
    return " | ".join(names)


def _bundled_stems() -> list[str]:
    """The names of the bundled decks in alphabetical order."""
    folder = resources.files("ecs_game") / "decks"
    return sorted(file.name.removesuffix(".txt") for file in folder.iterdir() if file.name.endswith(".txt"))


def _bundled(stem: str) -> Deck:
    """The bundled deck of that name."""
    text = (resources.files("ecs_game") / "decks" / f"{stem}.txt").read_text(encoding="utf-8")
    return replace(parse_deck(text, stem), source=stem)

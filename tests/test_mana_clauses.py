"""Tests beside a list of clauses from elsewhere: ``facts/cards_mana.md`` and ``cases.md`` beside the folder that ``COGWORK_CARD_DATA`` names, or beside ``shared/data``.

The list is no part of the project. For each card it names the rules that the card tests; each is to be cited by a scenario, or stand in a test, in which that
card is. Each card is to have a scenario file, and each case of the list's ids is to be named.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SHARED = Path(os.environ.get("COGWORK_CARD_DATA", TESTS.parents[1] / "shared" / "data")).parent
CARDS, CASES = SHARED / "facts" / "cards_mana.md", SHARED / "cases.md"
RULE = re.compile(r"(?<![\w.])([1-9]\d\d)(?:\.(\d+)([a-z])?((?:\s?[/,–]\s?[a-z](?![a-z]))*))?(?![\d.]*\d)")
IDS = re.compile(r"\b([KM]\d+|KP|KQ)\b")
LAST_CASE, LAST_RULING = 117, 14
NO_CARD = {"107.3h"}  # has a player pay the mana cost of an object for an effect; no supported card does

pytestmark = pytest.mark.skipif(
    not CARDS.exists() or not CASES.exists(), reason="no cards_mana.md to compare with; COGWORK_CARD_DATA names a folder beside facts"
)


@dataclass(frozen=True)
class Evidence:
    """A scenario case or a test function: the rules and ids that it cites, and its text, in which cards are named."""

    cites: frozenset[str]
    text: str

    def shows(self, rule: str, card: str) -> bool:
        """Whether it cites a rule, or a part of it, and has the card in it."""
        return any(covers(cited, rule) for cited in self.cites) and named(card, self.text)


def covers(cited: str, rule: str) -> bool:
    """Whether citing one rule cites another: itself, or a subrule of it."""
    return cited == rule or cited.startswith(rule + ".") or "." in rule and cited[:-1] == rule and cited[-1].isalpha()


@cache
def pattern(card: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(card)}(?!\w)")


def named(card: str, text: str) -> bool:
    """Whether a text names a card, not one whose name only ends like it."""
    return pattern(card).search(text) is not None


def rules_in(text: str) -> Iterator[str]:
    """The rule numbers of a text: ``106.12 / a / b`` are three, ``605.3a–c`` three, ``106.8–106.11`` four, ``614/616`` two sections."""
    for first, last in re.findall(r"(\d+\.\d+)–\d+\.(\d+)", text):
        section, number = first.split(".")
        yield from (f"{section}.{n}" for n in range(int(number), int(last) + 1))
    for section, number, letter, more in RULE.findall(text):
        if not number:
            yield section
            continue
        base = f"{section}.{number}"
        yield base + letter
        following = re.findall(r"([/,–])\s?([a-z])", more)
        for sign, other in following:
            since = ord(letter or "a") + 1 if sign == "–" else ord(other)
            yield from (base + chr(code) for code in range(since, ord(other) + 1))


def rows(heading: str = "") -> Iterator[list[str]]:
    """The cells of the lines of the tables: of the cards', or of the one under a heading."""
    inside = not heading
    for line in CARDS.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            inside = line.startswith(f"## {heading}") if heading else not line.startswith("## Clause")
        elif inside and line.startswith("|") and not set(line) <= set("|-"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


@cache
def clauses() -> dict[str, tuple[str, ...]]:
    """Of each card of the list the rules that it tests."""
    return {cells[0].removeprefix("★").strip(): tuple(dict.fromkeys(rules_in(cells[-1]))) for cells in rows() if cells[0] != "Name"}


def full_names(cell: str) -> list[str]:
    """The cards that a cell of the index means, by their names or, where an item of it begins so, by the first word of it that no other card begins with."""
    items = [item.strip() for item in re.split(r";|\+|:| vs |, (?=[A-Z])", cell)]
    found = []
    for card in clauses():
        short = re.split(r"[,' ]", card)[0]
        alone = sum(re.split(r"[,' ]", other)[0] == short for other in clauses()) == 1
        if named(card, cell) or alone and any(re.fullmatch(rf"{short}( \(.*)?", item) for item in items):
            found.append(card)
    return [card for card in found if not any(card != other and card in other and named(other, cell) for other in found)]


@cache
def evidence() -> tuple[Evidence, ...]:
    """Every case of every scenario file, and every test function, with what it cites."""
    found = []
    for path in sorted((TESTS / "scenarios").rglob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", ()):
            found.append(Evidence(frozenset(case.get("cites", ())), json.dumps(case, ensure_ascii=False)))
    for path in sorted(TESTS.glob("*.py")):
        if path != Path(__file__):
            for text in re.split(r"^(?=def |class |[A-Z_]+ = )", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
                found.append(Evidence(frozenset((*rules_in(text), *IDS.findall(text))), text))
    return tuple(found)


def shown(rule: str, card: str) -> bool:
    return any(one.shows(rule, card) for one in evidence())


def kebab(card: str) -> str:
    """A card's name as its scenario file is called."""
    return re.sub(r"[^a-z0-9]+", "-", card.casefold().replace("'", "").replace("û", "u")).strip("-")


def unshown_cells() -> list[str]:
    """Cards with a rule of their own line that nothing shows."""
    return [f"{card}: {rule}" for card, rules in clauses().items() for rule in rules if not shown(rule, card)]


def unshown_index() -> list[str]:
    """Lines of the index with a rule that none of its cards shows, or a card that shows none of its rules."""
    missing = []
    for clause, cell in (cells for cells in rows("Clause") if cells[0] != "Clause"):
        rules, cards = list(dict.fromkeys(rules_in(clause))), full_names(cell)
        missing += [
            f"{rule}: by none of {', '.join(cards)}" for rule in rules if cards and rule not in NO_CARD and not any(shown(rule, card) for card in cards)
        ]
        missing += [f"{clause}: not by {card}" for card in cards if not any(shown(rule, card) for rule in rules)]
    return missing


def without_scenarios() -> list[str]:
    """Cards without a scenario file."""
    return [name for card in clauses() if not (TESTS / "scenarios" / "mana" / "cards" / (name := f"{kebab(card)}.toml")).exists()]


def unnamed_ids() -> list[str]:
    """Ids of cases and rulings that nothing cites."""
    listed = dict.fromkeys(IDS.findall(CASES.read_text(encoding="utf-8")))
    wanted = [one for one in listed if one[0] == "K" and (one in ("KP", "KQ") or int(one[1:]) <= LAST_CASE)]
    wanted += [f"M{n}" for n in range(1, LAST_RULING + 1)]
    cited = {one for found in evidence() for one in found.cites}
    return [one for one in wanted if one not in cited]


def told(missing: list[str]) -> str:
    return f"{len(missing)} missing:\n" + "\n".join(missing)


def test_the_list_is_read() -> None:
    assert len(clauses()) > 150
    assert clauses()["Basalt Monolith"] == ("605.5",)
    assert list(rules_in("106.12 / a / b; 605.3a–c, 614/616 and 107.3a,b,d; 106.8–106.10")) == [
        *("106.8", "106.9", "106.10", "106.12", "106.12a", "106.12b", "605.3a", "605.3b", "605.3c", "614", "616"),
        *("107.3a", "107.3b", "107.3d", "106.8", "106.10"),
    ]  # fmt: skip
    assert set(full_names("Omnath; Chrome Mox (none) + Snow-Covered Forest")) == {"Omnath, Locus of Mana", "Chrome Mox", "Snow-Covered Forest"}
    assert (
        covers("605.1a", "605.1") and covers("605.1a", "605") and covers("605.1a", "605.1a") and not covers("605.1", "605.1a") and not covers("605.12", "605.1")
    )


@pytest.mark.parametrize("missing", [unshown_cells, unshown_index, without_scenarios, unnamed_ids], ids=lambda found: found.__name__)
def test_nothing_of_the_list_is_missing(missing) -> None:
    found = missing()
    assert not found, told(found)


if __name__ == "__main__":
    for what in (unshown_cells, unshown_index, without_scenarios, unnamed_ids):
        print(f"{what.__name__}: {told(what())}\n")

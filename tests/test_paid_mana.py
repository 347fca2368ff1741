"""Mana abilities that cost mana, {Q} or a permanent, with cards made for them: against a brute-force twin, and by hand (CR 601.2g, 605.3, 107.6, 701.21)."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from ecs_game import log as logs
from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import (
    ARTIFACT,
    CREATURE,
    YOU,
    Artifact,
    Cost,
    Creature,
    Land,
    Sorcery,
    Spell,
    activated,
    add,
    card,
    damage,
    draw,
    gain_life,
    read_cost,
)
from ecs_game.declare.components import Card
from ecs_game.errors import CardError
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.formats.scenarios import run_case
from ecs_game.log import Logged
from ecs_game.vocabulary import MANA, RUNNING, Choice, Ending

CARDS = [
    card("Gem", Artifact(), activated("{T}", add("WUBRG"), sacrifice=True)),
    card("Petal", Artifact(), activated("", add("G"), sacrifice=True)),
    card("Altar", Artifact(), activated("", add("C", 2), sacrifice=CREATURE.yours())),
    card("Furnace", Artifact(), activated("{T}", add("R", 3), sacrifice=ARTIFACT.yours().others())),
    card("Signet", Artifact(), activated("{1}, {T}", add("W"), add("U"))),
    card("Kiln", Artifact(), activated("{R}, {T}", add("B", 3))),
    card("Prism", Creature("Scarecrow", 1, 1, artifact=True), activated("{2}, {Q}", add("WUBRG"))),
    card("Sphere", Artifact(), activated("{1}, {T}", add("WUBRG"), sacrifice=True)),
    card("Trinket", Artifact(), activated("{T}", add("WUBRG", 3))),
    card("Spring", Artifact(), activated("{Q}", add("G"))),
    card("Elf", Creature("Elf", 1, 1), activated("{T}", add("G"))),
    card("Bear", Creature("Bear", 2, 2)),
    card("Toy", Cost("{2}"), Artifact()),
    card("Cub", Cost("{1}{G}"), Creature("Bear", 2, 2)),
    card("Wurm", Cost("{5}{G}"), Creature("Wurm", 6, 4)),
]


@dataclass(frozen=True)
class Use:
    """One thing that a source could do: what it takes and gives, jokers last; whether it taps or untaps it; what kind of permanent it sacrifices."""

    gives: tuple[int, ...]
    takes: str = ""
    symbol: str = "T"
    sacrifices: str = ""


def units(letters: str) -> tuple[int, ...]:
    return tuple(letters.count(letter) for letter in MANA + "*")


USES = {
    "Mountain": [Use(units("R"))], "Forest": [Use(units("G"))], "Island": [Use(units("U"))],
    "Cascading Cataracts": [Use(units("C")), Use(units("*****"), "{5}")],
    "Gem": [Use(units("*"), sacrifices="itself")], "Petal": [Use(units("G"), symbol="", sacrifices="itself")],
    "Altar": [Use(units("CC"), symbol="", sacrifices="creature")], "Furnace": [Use(units("RRR"), sacrifices="artifact")],
    "Signet": [Use(units("WU"), "{1}")], "Kiln": [Use(units("BBB"), "{R}")], "Prism": [Use(units("*"), "{2}", symbol="Q")],
    "Sphere": [Use(units("*"), "{1}", sacrifices="itself")], "Trinket": [Use(units(3 * letter)) for letter in "WUBRG"],
    "Spring": [Use(units("G"), symbol="Q")], "Elf": [Use(units("G"))], "Bear": [],
}  # fmt: skip
KINDS = {"creature": {"Elf", "Bear", "Prism"}, "artifact": {"Gem", "Petal", "Altar", "Furnace", "Signet", "Kiln", "Prism", "Sphere", "Trinket", "Spring"}}
TAPPED, UNTAPPED, GONE = range(3)
Position = tuple[tuple[int, ...], tuple[int, ...]]


def ways_to_pay(pool: tuple[int, ...], text: str) -> set[tuple[int, ...]]:
    """Every pool that is left after a cost has been paid from one."""
    cost, _ = read_cost(text)
    left = {pool}
    for k, n in enumerate(cost.pips):
        for _ in range(n):
            left = {tuple(p - (i == j) for i, p in enumerate(one)) for one in left for j in ({k, 6} if k < 5 else {k}) if one[j]}
    for _ in range(cost.generic):
        left = {tuple(p - (i == j) for i, p in enumerate(one)) for one in left for j in range(7) if one[j]}
    return left


def fewest_sacrifices(names: list[str], tapped: list[bool], text: str, most: int = 4) -> int:
    """The fewest sacrifices among all sequences of uses after which a cost can be paid; -1 if none lets it be paid."""
    state = tuple(TAPPED if one else UNTAPPED for one in tapped)
    return next((limit for limit in range(most + 1) if can_pay(names, text, (0,) * 7, state, limit, set())), -1)


def can_pay(names: list[str], text: str, pool: tuple[int, ...], state: tuple[int, ...], left: int, seen: set[tuple[Position, int]]) -> bool:
    """Whether a position has a sequence of uses with at most so many sacrifices that pays a cost; ``seen``: positions from which none has."""
    if ((pool, state), left) in seen:
        return False
    seen.add(((pool, state), left))
    if ways_to_pay(pool, text):
        return True
    for i, name in enumerate(names):
        for use in USES[name] if state[i] != GONE else ():
            if (use.symbol == "T" and state[i] != UNTAPPED) or (use.symbol == "Q" and state[i] != TAPPED) or (use.sacrifices and not left):
                continue
            after = list(state)
            after[i] = {"T": TAPPED, "Q": UNTAPPED, "": state[i]}[use.symbol]
            gone = [-1]
            if use.sacrifices == "itself":
                gone = [i]
            elif use.sacrifices:
                gone = [j for j, other in enumerate(names) if other in KINDS[use.sacrifices] and state[j] != GONE and (name == "Altar" or j != i)]
            for j in gone:
                then = tuple(GONE if k == j else one for k, one in enumerate(after))
                for rest in ways_to_pay(pool, use.takes or "{0}"):
                    more = tuple(r + m for r, m in zip(rest, use.gives, strict=True))
                    if can_pay(names, text, more, then, left - bool(use.sacrifices), seen):
                        return True
    return False


def catalogue_with(*more: Card) -> Catalogue:
    made = Catalogue()
    for one in [*declared(), *CARDS, *more]:
        made.add(one)
    return made


def boards(rng: random.Random, count: int) -> tuple[Catalogue, list[tuple[str, list[str], list[bool], str]]]:
    """A catalogue with a probe for each of some boards; the cost of each, the permanents, which are tapped, and the position as text."""
    made, probes = [], []
    for i in range(count):
        names = [rng.choice(list(USES)) for _ in range(rng.randint(2, 6))]
        tapped = [name in ("Spring", "Prism") if rng.random() < 0.85 else rng.random() < 0.5 for name in names]
        symbols = "".join("{" + rng.choice("WUBRGC") + "}" for _ in range(rng.randint(0, 4)))
        generic = rng.randint(0, 4)
        text = ("{" + str(generic) + "}" if generic or not symbols else "") + symbols
        probes.append(card(f"Probe {i}", Cost(text), Sorcery(), Spell(draw(1))))
        entries = ", ".join(f'{{ card = "{name}", tapped = {str(one).lower()} }}' for name, one in zip(names, tapped, strict=True))
        start = f'[case.start]\nA.hand = ["Probe {i}"]\nA.library = ["Plains"]\nA.battlefield = [{entries}]\n'
        made.append((text, names, tapped, f'version = 1\n[[case]]\ntitle = "x"\n{start}[[case.step]]\nby = "A"\n'))
    return catalogue_with(*probes), made


@pytest.mark.parametrize("seed", range(8))
def test_planner_is_exact(seed: int) -> None:
    """Offered means exactly: some sequence pays it. Auto then pays it with the fewest sacrifices, each named in a decision or the only one."""
    rng = random.Random(seed)
    catalogue, made = boards(rng, 30)
    for i, (text, names, tapped, position) in enumerate(made):
        batch, _ = build(parse_cases(position)[0], catalogue)
        batch.advance(0)
        fewest = fewest_sacrifices(names, tapped, text)
        labels = batch.labels(0)
        assert (f"cast Probe {i}" in labels) == (fewest >= 0), (text, position, labels)
        if fewest < 0:
            continue
        page = logs.page()
        batch.step(0, int(batch.legal(0)[labels.index(f"cast Probe {i}")]), page)
        while batch.games["winner"][0] == RUNNING and batch.games["frame_count"][0]:
            assert batch.games["choice"][0] == Choice.SACRIFICE, (text, position, batch.labels(0))
            batch.step(0, int(rng.choice(batch.legal(0))), page)
        rows = page["row"][0][: int(page["count"][0])]
        assert batch.games["ending"][0] != Ending.CAPACITY and (rows["kind"] == Logged.CAST).sum() == 1, (text, position)
        assert (rows["kind"] == Logged.SACRIFICED).sum() == fewest, (text, position)


@pytest.mark.parametrize("seed", range(4))
def test_no_window_is_a_dead_end(seed: int) -> None:
    """601.2g: whatever a seat chooses among what is offered, in the end it can pay."""
    rng = random.Random(100 + seed)
    catalogue, made = boards(rng, 30)
    for i, (text, _, _, position) in enumerate(made):
        batch, _ = build(parse_cases(position)[0], catalogue)
        batch.games["manual"] = 1
        batch.advance(0)
        labels = batch.labels(0)
        if f"cast Probe {i}" in labels:
            page = logs.page()
            batch.step(0, int(batch.legal(0)[labels.index(f"cast Probe {i}")]), page)
            while batch.games["winner"][0] == RUNNING and batch.games["frame_count"][0]:
                assert batch.games["option_count"][0] > 1, (text, position)
                batch.step(0, int(rng.choice(batch.legal(0))), page)
            rows = page["row"][0][: int(page["count"][0])]
            assert batch.games["ending"][0] != Ending.CAPACITY and (rows["kind"] == Logged.CAST).sum() == 1, (text, position)


OWN = catalogue_with()


def run(start: str, *steps: str) -> None:
    run_case(parse_cases(f"version = 1\n[[case]]\n[case.start]\n{start}" + "".join(f"\n[[case.step]]\n{step}" for step in steps))[0], OWN)


def test_auto_sacrifices_last_and_what_the_seat_names() -> None:
    """601.2g: no sacrifice where tapping pays; else the fewest, each named."""
    run(
        'A.hand = ["Shock"]\nA.battlefield = ["Gem", "Mountain"]',
        'do = ["cast Shock", "target B"]\nexpect = { "Gem.zone" = "battlefield", "Mountain.tapped" = true }',
    )
    run(
        'A.hand = ["Shock"]\nA.battlefield = ["Gem", "Forest"]',
        'do = ["cast Shock", "target B", "sacrifice Gem"]\nexpect = { "Gem.zone" = "graveyard", "Forest.tapped" = false }',
    )
    run(
        'A.hand = ["Toy"]\nA.battlefield = ["Altar", { card = "Elf", id = "elf" }, { card = "Bear", id = "bear" }]',
        'do = ["cast Toy"]', 'legal = ["sacrifice elf", "sacrifice bear"]\nillegal = ["sacrifice Altar"]',
    )  # fmt: skip


def test_auto_taps_what_it_is_about_to_sacrifice() -> None:
    """601.2g: both mana of an Elf that is sacrificed, where both are needed."""
    run(
        'A.hand = ["Cub"]\nA.battlefield = ["Altar", { card = "Elf", id = "elf" }]',
        'do = ["cast Cub"]\nexpect = { "elf.zone" = "graveyard", "A.pool" = "{C}", "stack" = ["Cub"] }',
    )  # fmt: skip


def test_mana_that_hangs_on_what_is_sacrificed_is_made_first() -> None:
    """A source that counts creatures is tapped before one of them is sacrificed."""
    run(
        'A.hand = ["Wurm"]\nA.battlefield = ["Altar", "Bear", "Bear", "Gaea\'s Cradle", "Forest", "Forest"]',
        'do = ["cast Wurm", "sacrifice Bear#1"]\nexpect = { "Bear#1.zone" = "graveyard", "Bear#2.zone" = "battlefield", "A.pool" = "", "stack" = ["Wurm"] }',
    )  # fmt: skip


def test_sacrifices_by_hand() -> None:
    """602.2b, 605.3b: with priority and in the window, where only what leaves the cost payable is offered."""
    manual = 'mana = "manual"\n'
    run(manual + 'A.battlefield = ["Gem"]', 'do = ["activate Gem", "color R"]\nexpect = { "Gem.zone" = "graveyard", "A.pool" = "{R}" }')
    run(
        manual + 'A.battlefield = ["Altar", "Elf", "Bear"]',
        'do = ["activate Altar", "sacrifice Bear"]\nexpect = { "Bear.zone" = "graveyard", "A.pool" = "{C}{C}" }', 'legal = ["activate Altar"]\ndo = ["activate Altar"]',
        'illegal = ["activate Altar"]\nexpect = { "A.pool" = "{C}{C}{C}{C}" }',
    )  # fmt: skip
    run(
        manual + 'A.hand = ["Cub"]\nA.battlefield = ["Altar", { card = "Elf", id = "elf" }, { card = "Bear", id = "bear" }]',
        'do = ["cast Cub"]', 'legal = ["activate Altar", "activate elf"]\ndo = ["activate Altar"]\nexpect = { "bear.zone" = "graveyard", "elf.zone" = "battlefield", "elf.tapped" = true }',
        'do = ["pay"]\nexpect = { "A.pool" = "{C}", "stack" = ["Cub"] }',
    )  # fmt: skip


def test_what_an_ability_costs_is_not_sacrificed_for_its_mana() -> None:
    """601.2h: all costs of an ability are paid; a creature that it sacrifices makes no mana for it."""
    ritual = card("Ritualist", Creature("Human", 1, 1), activated("{2}", gain_life(3), sacrifice=CREATURE.yours().others()))
    catalogue = catalogue_with(ritual)
    text = 'version = 1\n[[case]]\n[case.start]\nA.battlefield = ["Altar", "Ritualist", "Bear"]\n[[case.step]]\nillegal = ["activate Ritualist"]'
    run_case(parse_cases(text)[0], catalogue)


def test_untapping_for_mana() -> None:
    """M13, M14: the planner untaps what was tapped, and not what is new."""
    run(
        'A.hand = ["Llanowar Elves"]\nA.battlefield = [{ card = "Spring", tapped = true }]',
        'do = ["cast Llanowar Elves"]\nexpect = { "Spring.tapped" = false, "stack" = ["Llanowar Elves"] }',
    )  # fmt: skip
    run('A.hand = ["Llanowar Elves"]\nA.battlefield = ["Spring"]', 'illegal = ["cast Llanowar Elves"]')
    run(
        'A.hand = ["Shock"]\nA.battlefield = [{ card = "Prism", tapped = true, sick = true }, "Forest", "Forest"]',
        'illegal = ["cast Shock"]',
    )  # fmt: skip


REFUSED = {
    "{X} in the cost": activated("{X}, {T}", add("C", 2)),
    "any number of times": activated("{G}", add("WUBRG", 2)),
    "both in the cost": activated("{1}", add("C", 3), sacrifice=CREATURE.yours()),
    "several add": activated("{T}", add("WU"), add("BR")),
}


@pytest.mark.parametrize("mechanism", REFUSED)
def test_what_the_planner_could_not_count_is_refused_by_name(mechanism: str) -> None:
    """Nothing plays as a blank: the message says which mechanism is missing."""
    with pytest.raises(CardError, match=mechanism.replace("{", "\\{")):
        Catalogue().add(card("Odd Engine", Artifact(), REFUSED[mechanism]))


def test_an_engine_without_end_and_a_land_with_two_amounts_are_refused() -> None:
    with pytest.raises(CardError, match="in turn any number of times"):
        Catalogue().add(card("Odd Engine", Artifact(), activated("{T}", add("G")), activated("{Q}", add("G"))))
    with pytest.raises(CardError, match="several add"):
        Catalogue().add(card("Odd Land", Land(), activated("{1}, {T}", add("W"), add("U"))))
    Catalogue().add(card("Even Land", Land(), activated("{T}", add("WU"), damage(1, YOU))))

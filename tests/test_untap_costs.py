"""{Q} in a cost (107.6, 302.6; M13, M14) where no supported card shows it alone: without mana, on what becomes a creature, on what changes controllers, on tokens."""

import pytest

from ecs_game.catalogue import Catalogue
from ecs_game.declare import (
    ARTIFACT,
    CREATURE,
    Artifact,
    Color,
    Cost,
    Creature,
    Sorcery,
    Spell,
    activated,
    add,
    card,
    create,
    gain_life,
    gets,
    keywords,
    tap,
    target,
    token,
)
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenarios import run_case
from ecs_game.vocabulary import Keyword, Type

GAIN = gain_life(2)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    made = Catalogue()
    made.add(card("Clockwork", Artifact(), activated("{Q}", GAIN)))
    made.add(card("Sprite", Creature("Faerie", 1, 1), activated("{Q}", GAIN), activated("{Q}", add("G"))))
    made.add(card("Hasty Sprite", Creature("Faerie", 1, 1), keywords(Keyword.HASTE), activated("{Q}", GAIN)))
    made.add(card("Waker", Artifact(), activated("{0}", gets(target(ARTIFACT), 1, 1, types=int(Type.CREATURE))), activated("{0}", tap(target(CREATURE)))))
    made.add(card("Seizure", Cost("{0}"), Sorcery(), Spell(gets(target(CREATURE), control=True))))
    made.add(
        card("Hatchery", Artifact(), activated("{0}", create(1, token("Mite", Color("G"), Creature("Faerie", 1, 1), activated("{Q}", GAIN)), tapped=True)))
    )
    made.add(card("Growth", Cost("{G}"), Sorcery(), Spell(GAIN)))
    return made


def run(catalogue: Catalogue, start: str, *steps: str) -> None:
    run_case(parse_cases(f"version = 1\n[[case]]\n[case.start]\n{start}" + "".join(f"\n[[case.step]]\n{step}" for step in steps))[0], catalogue)


def test_it_untaps_the_permanent_and_one_that_is_untapped_cannot_pay(catalogue: Catalogue) -> None:
    """M13: as it is activated, not as the ability resolves."""
    start = 'A.battlefield = [{ card = "Clockwork", id = "one", tapped = true }, { card = "Clockwork", id = "two" }]'
    run(
        catalogue, start,
        'legal = ["activate one"]\nillegal = ["activate two"]\ndo = ["activate one"]\nexpect = { "one.tapped" = false, "A.life" = 20 }',
        'illegal = ["activate one"]\nresolve = 1\nexpect = { "A.life" = 22 }',
    )  # fmt: skip


def test_a_creature_needs_continuous_control(catalogue: Catalogue) -> None:
    """M14: as for {T}, mana abilities included; haste exempts, and what is no creature does not wait."""
    tapped = [("Sprite", "new", "true"), ("Sprite", "old", "false"), ("Hasty Sprite", "hasty", "true"), ("Clockwork", "thing", "true")]
    cards = ", ".join(f'{{ card = "{name}", id = "{id}", tapped = true, sick = {sick} }}' for name, id, sick in tapped)
    run(
        catalogue, f'mana = "manual"\nA.battlefield = [{cards}]',
        'legal = ["activate old", "activate old: 2", "activate hasty", "activate thing"]\nillegal = ["activate new", "activate new: 2"]',
        'do = ["activate old: 2"]\nexpect = { "old.tapped" = false, "A.pool" = "{G}" }',
    )  # fmt: skip


@pytest.mark.parametrize(("tapped", "sick", "castable"), [("true", "false", True), ("false", "false", False), ("true", "true", False)])
def test_the_planner_counts_mana_for_untapping(catalogue: Catalogue, tapped: str, sick: str, castable: bool) -> None:
    """M13, M14: only of a source that is tapped and may untap; used, it is untapped."""
    start = f'A.hand = ["Growth"]\nA.battlefield = [{{ card = "Sprite", tapped = {tapped}, sick = {sick} }}]'
    if castable:
        run(catalogue, start, 'legal = ["cast Growth"]\ndo = ["cast Growth"]\nexpect = { "Sprite.tapped" = false, "A.pool" = "" }')
    else:
        run(catalogue, start, 'illegal = ["cast Growth"]')


def test_what_becomes_a_creature_waits_from_then_on(catalogue: Catalogue) -> None:
    """M14, 302.6: what a permanent is as the ability is activated counts; one that was there all turn need not wait."""
    cards = '[{ card = "Clockwork", id = "new", tapped = true, sick = true }, { card = "Clockwork", id = "old", tapped = true }, "Waker"]'
    run(
        catalogue, f"A.battlefield = {cards}",
        'legal = ["activate new", "activate old"]\ndo = ["activate Waker: 1", "target new"]',
        'resolve = 1\nexpect = { "new.types" = ["Artifact", "Creature"], "new.sick" = true }',
        'illegal = ["activate new"]\nlegal = ["activate old"]\ndo = ["activate Waker: 1", "target old"]',
        "resolve = 1",
        'illegal = ["activate new"]\nlegal = ["activate old"]',
    )  # fmt: skip


@pytest.mark.parametrize("name", ["Sprite", "Hasty Sprite"])
def test_a_new_controller_waits(catalogue: Catalogue, name: str) -> None:
    """M14, 613.1b: control since one's most recent turn began is one's own; haste exempts."""
    legal = "legal" if name == "Hasty Sprite" else "illegal"
    run(
        catalogue, f'A.hand = ["Seizure"]\nB.battlefield = [{{ card = "{name}", id = "it", tapped = true }}]',
        'illegal = ["activate it"]\ndo = ["cast Seizure"]',
        'resolve = 1\nexpect = { "it.controller" = "A", "it.tapped" = true }',
        f'{legal} = ["activate it"]',
    )  # fmt: skip


def test_a_token_waits_a_turn_too(catalogue: Catalogue) -> None:
    """M14, K73: and in its controller's next untap step it untaps, so that it has to be tapped again."""
    run(
        catalogue, 'A.battlefield = ["Hatchery", "Waker"]\nA.library = ["Growth", "Growth"]\nB.library = ["Growth", "Growth"]',
        'do = ["activate Hatchery"]',
        'resolve = 1\nexpect = { "Mite.tapped" = true, "Mite.sick" = true }',
        'illegal = ["activate Mite"]\nuntil = "A.upkeep"\nexpect = { "Mite.tapped" = false, "Mite.sick" = false }',
        'illegal = ["activate Mite"]\ndo = ["activate Waker: 2"]',
        "resolve = 1",
        'legal = ["activate Mite"]\ndo = ["activate Mite"]\nexpect = { "Mite.tapped" = false }',
        'resolve = 1\nexpect = { "A.life" = 22 }',
    )  # fmt: skip

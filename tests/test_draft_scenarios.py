"""Scenarios of drafts: what is refused and how, labels cut short, chance that is set (docs/scenarios.md)."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ecs_game.catalogue import default
from ecs_game.errors import ScenarioError
from ecs_game.formats.draft_scenarios import DraftRun
from ecs_game.formats.scenario_files import Case, parse_cases
from ecs_game.formats.scenarios import run_case
from ecs_game.pods import loops
from ecs_game.pods.names import draft_text

START = 'version = 1\n[[case]]\ntitle = "T"\n[case.draft]\n'
ROUNDS = 'rounds = [{ A = ["Shock", "Cogwork Librarian"], B = ["Negate", "Shock"] }, { A = ["Fog"], B = ["Swamp"] }]\n'


def case(start: str, *steps: str) -> Case:
    """A case from the lines of its draft and of each step."""
    return parse_cases(START + start + "".join(f"\n[[case.step]]\n{step}" for step in steps), "f.toml")[0]


def refusal(start: str, *steps: str) -> str:
    """What is said of a case that is wrong."""
    with pytest.raises(ScenarioError) as caught:
        run_case(case(start, *steps))
    return str(caught.value)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("", "rounds is a list with, for each round, a table of every seat's booster"),
        ("rounds = []", "rounds is a list with"),
        ('rounds = [["Shock"]]', "draft, round 1: a table of A, B is needed"),
        ('rounds = [{ A = ["Shock"] }]', "round 1: B opens no booster; each seat opens one a round (905.1a)"),
        ('rounds = [{ A = ["Shock"], B = [] }]', "B: a booster holds 1 to 24 cards, not 0"),
        (f'rounds = [{{ A = ["Shock"], B = {["Shock"] * 25} }}]', "B: a booster holds 1 to 24 cards, not 25"),
        ('rounds = [{ A = ["Shock"], B = ["Shock"], C = ["Shock"] }]', "round 1: unknown key 'C'; possible: A, B"),
        ('rounds = [{ A = ["Shock"], B = "Shock" }]', "B is a list of texts"),
        ("seats = ['A']\n" + ROUNDS, "a draft has 2 to 12 seats, not 1"),
        (f"seats = {list('ABCDEFGHIJKLM')}\n" + ROUNDS, "a draft has 2 to 12 seats, not 13"),
        ("seats = ['A', 'A']\n" + ROUNDS, "seats are different names of letters"),
        ("seats = ['A1', 'B']\n" + ROUNDS, "seats are different names of letters"),
        ("seats = ['pick', 'B']\n" + ROUNDS, "that are no other query"),
        ('extra = ["Shock"]\n' + ROUNDS, "booster 1 of extra is a list of texts"),
        ("extra = 3\n" + ROUNDS, "extra is a list of boosters, not 3"),
        ("seed = -1\n" + ROUNDS, "seed is a whole number from 0"),
        ('rounds = [{ A = ["Cogwork Libarian"], B = ["Shock"] }]', "draft: no such card: 'Cogwork Libarian' (did you mean 'Cogwork Librarian'?)"),
        ("turn = 1\n" + ROUNDS, "draft: unknown key 'turn'; possible: seats, rounds, extra, seed"),
        (f"extra = {[['Shock']] * 125}\n" + ROUNDS, "draft: a pod has 1 to 128 boosters, not 129"),
        (f"extra = {[['Shock'] * 24] * 43}\n" + ROUNDS, "draft: a pod has 1 to 1,024 cards, not 1,038"),
    ],
)
def test_drafts_that_are_none(start: str, said: str) -> None:
    text = refusal(start)
    assert text.startswith("f.toml, case 1 (T)") and said in text


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('until = "A.upkeep"', "step 1: unknown key 'until'; possible: by, do, expect, legal, illegal, random"),
        ("rolls = [1]", "unknown key 'rolls'"),
        ('by = "C"', "by is one of A, B"),
        ('by = "B"', "B is to decide, but A decides (round 1, pick 1); possible: pick Cogwork Librarian face up, pick Shock"),
        ('do = ["pick Negate"]', "'pick Negate' is out of order: B has that card, and the seats choose in the order A, B; A decides (round 1, pick 1)"),
        ('do = ["pick Fog"]', "'pick Fog' is not possible; A decides (round 1, pick 1); possible: pick Cogwork Librarian face up, pick Shock"),
        ('do = ["pick Shock", "pick Cogwork Librarian face up"]', "'pick Cogwork Librarian face up' is out of order: A has that card"),
        ('do = ["use Cogwork Librarian: Shock"]', "'use Cogwork Librarian: Shock' is out of order: B has that card"),
        ('do = ["turn down Whispergear Sneak"]', "'turn down Whispergear Sneak' is not possible"),
        ('legal = ["decline"]', "'decline' is not legal; A decides (round 1, pick 1)"),
        ('illegal = ["pick Shock"]', "'pick Shock' is legal, as 'pick Shock'"),
        ('illegal = ["pick Cogwork"]', "is legal, as 'pick Cogwork Librarian face up'"),
        ('illegal = ["cast Shock"]', "'cast Shock' is no label; labels begin with pick, decline, add, use, turn"),
        (
            'illegal = ["pick Shok"]',
            "'pick Shok' could be no label of this draft (did you mean 'pick Shock'?); with pick there are pick, pick Cogwork Librarian",
        ),
        *(
            (f'illegal = ["{label}"]', f"'{label}' could be no label of this draft")
            for label in (
                "pick Nothing Such",
                "pick Shock face down",
                "use Nothing: Shock",
                "use Shock: Fog",
                "use Cogwork Librarian: Nothing",
                "turn Cogwork Librarian",
                "turn down Shock",
                "look C",
                "look A3",
                "look extra A1#1",
                "seat Z",
                "remove Xyzzy",
                "color X",
                "guess Zzz",
                "offer Zzz",
                "accept Zzz",
                "accept Shock from C",
                "decline it",
                "add one",
            )
        ),
        ('random = ["Nope"]', "random: 'Nope' is no card or seat of this draft; there are Cogwork Librarian, Fog, Negate, Shock, Swamp, A, B"),
        ('random = ["Shock", "C"]', "random: 'C' is no card or seat of this draft"),
        ('random = ["Fog"]\ndo = ["pick Shock"]', "random: chance had nothing to decide for Fog"),
        ('expect = { "A.pool" = ["Shock"] }', 'A.pool is [], not ["Shock"]'),
        ('expect = { "A.pol" = 1 }', "a seat has no 'pol' (did you mean 'pool'?); possible: pool, faceup, removed, booster, notes, seen, saw"),
        ('expect = { "C.pool" = 1 }', "no query 'C.pool'; possible: round, pick, decider, trace, 'booster A1', a seat's such as A.pool"),
        ("expect = { rond = 1 }", "no query 'rond' (did you mean 'round'?)"),
        ('expect = { "booster A3" = 1 }', "no booster 'A3'"),
        ('expect = { trace = ["905.2c"] }', 'trace: ["905.2c"] not used'),
        ('random = ["Fog"]\ndo = ["pick Cogwork Librarian", "pick Shock"]\nexpect = { pick = 1 }', "pick is 2, not 1"),
    ],
)
def test_steps_that_are_not_so(step: str, said: str) -> None:
    text = refusal(ROUNDS, step)
    assert text.startswith("f.toml, case 1 (T), step 1: ") and said in text


def test_what_chance_had_nothing_to_decide_for_is_told_where_more_is_set() -> None:
    assert "step 2: random: chance had nothing to decide for Fog" in refusal(ROUNDS, 'random = ["Fog"]\ndo = ["pick Shock"]', 'random = ["Swamp"]')


@pytest.mark.parametrize("label", [
    "pick Shock", "pick Cogwork Librarian face up", "pick Cog", "use Cogwork Librarian", "use Cogwork Librarian: Sh", "turn down Cogwork Librarian", "look B", "look A1",
    "look extra B2#1", "seat A", "remove Negate", "remove Negate face up", "color U", "guess Swamp", "offer Fog", "accept Fog", "accept Fog from A", "decline", "add booster",
])  # fmt: skip
def test_what_is_not_possible_now_could_be_a_label(label: str) -> None:
    """Not on offer to B after A's pick, but every part of it is something of this draft."""
    start = 'extra = [["Island"]]\nrounds = [{ A = ["Shock", "Cogwork Librarian"], B = ["Fog", "Swamp"] }, { A = ["Fog"], B = ["Negate"] }]\n'
    run_case(case(start, f'do = ["pick Cogwork Librarian"]\nby = "A"\n[[case.step]]\nby = "B"\nillegal = ["{label}"]'))


def test_what_was_possible_when_a_draft_is_over() -> None:
    done = 'do = ["pick Shock", "pick Negate", "pick Shock", "pick Cogwork Librarian", "pick Fog", "pick Swamp"]'
    assert "step 2: 'pick Shock' is not possible; the draft is over" in refusal(ROUNDS, done, 'do = ["pick Shock"]')
    assert "B is to decide, but the draft is over" in refusal(ROUNDS, done, 'by = "B"')


def test_labels_may_be_cut_short_and_names_written_in_any_case() -> None:
    start = 'rounds = [{ A = ["cogwork librarian", "SHOCK", "Island"], B = ["Negate", "Fog", "Swamp"] }]'
    run_case(case(start, 'do = ["pick Cog", "pick Neg"]\nexpect = { "A.faceup" = ["Cogwork Librarian"] }', 'do = ["use Cogwork Librarian: F", "pick I"]'))
    run_case(case(start, 'do = ["pick S", "pick N"]\nexpect = { "A.pool" = ["Shock"], "B.pool" = ["Negate"] }'))


def test_a_label_that_fits_several() -> None:
    start = 'rounds = [{ A = ["Goblin Piker", "Goblin Arsonist"], B = ["Negate", "Fog"] }]'
    assert "'pick Goblin' fits several: pick Goblin Arsonist, pick Goblin Piker" in refusal(start, 'do = ["pick Goblin"]')


def test_a_forced_choice_may_be_left_out_and_a_forced_pick_is_made_for_nobody() -> None:
    start = 'rounds = [{ A = ["Shock"], B = ["Negate"] }, { A = ["Fog", "Swamp"], B = ["Island", "Plains"] }]'
    run_case(
        case(
            start,
            'do = ["pick Shock"]\nexpect = { "B.pool" = [], decider = "B" }',
            'do = ["pick Fog"]\nexpect = { "A.pool" = ["Shock"], round = 2, decider = "B" }',
        )
    )
    run_case(case(start, 'do = ["pick Swamp"]\nexpect = { "B.pool" = ["Negate"] }'))


def test_what_cannot_be_had_by_chance() -> None:
    start = 'rounds = [{ A = ["Archdemon of Paliano", "Shock"], B = ["Negate", "Fog"] }]'
    first = 'do = ["pick Archdemon of Paliano", "pick Negate"]'
    assert "random: Shock cannot be had; chance decides among cards and seats such as Fog" in refusal(
        start, first, 'random = ["Shock"]\ndo = ["pick", "pick Shock"]'
    )


def test_seats_go_by_their_own_names() -> None:
    start = """seats = ["Ann", "Bob"]
rounds = [{ Ann = ["Whispergear Sneak"], Bob = ["Negate"] }, { Ann = ["Fog"], Bob = ["Cogwork Tracker", "Flight"] }, { Ann = ["Island"], Bob = ["Plains"] }]"""
    run_case(
        case(
            start,
            'do = ["pick Whispergear Sneak", "pick Negate"]\nexpect = { "booster Bob2" = ["Cogwork Tracker", "Flight"] }',
            'by = "Ann"\ndo = ["turn down Whispergear Sneak"]',
            'legal = ["look Ann", "look Bob", "look Bob3", "look Bob2"]\ndo = ["look Bob3", "pick Fog", "pick Flight"]\nexpect = { "Ann.seen" = ["Cogwork Tracker", "Fog", "Plains", "Whispergear Sneak"] }',
            'do = ["pick Cogwork Tracker"]\nexpect = { "Ann.notes" = { "Cogwork Tracker" = { seats = ["Bob"] } } }',
        )
    )


def test_a_file_of_drafts_runs_by_itself(tmp_path: Path) -> None:
    """Nothing else of the package has been used before, as on a command line."""
    file = tmp_path / "draft.toml"
    file.write_text(START + ROUNDS + "\n[[case.step]]\ndo = ['pick Shock']\n")
    run = subprocess.run([sys.executable, "-m", "ecs_game.cli", "scenario", str(file)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


USED = [
    ("Aether Searcher", ["pick Aether Searcher", "pick Negate", "pick Swamp", "pick Shock"], 2),  # revealed; the next card revealed and noted
    ("Animus of Predation", ["pick Animus of Predation", "pick Negate", "pick Swamp", "pick Shock", "remove Swamp face up"], 1),
    ("Agent of Acquisitions", ["pick Agent of Acquisitions", "pick Negate", "use Agent of Acquisitions: Swamp", "pick Shock", "pick Plains"], 1),
    ("Archdemon of Paliano", ["pick Archdemon of Paliano", "pick Negate", "pick", "pick Shock", "pick", "pick Plains"], 2),
    ("Canal Dredger", ["pick Canal Dredger", "pick Negate", "pick Swamp", "pick Shock", "pick Duress", "pick Plains"], 2),  # both last cards
    ("Cogwork Grinder", ["pick Cogwork Grinder", "pick Negate", "pick Swamp", "pick Shock", "remove Swamp", "pick Fog", "pick Plains", "remove Fog"], 2),
    ("Cogwork Librarian", ["pick Cogwork Librarian", "pick Negate", "use Cogwork Librarian: Swamp", "pick Shock", "pick Plains"], 1),
    ("Cogwork Spy", ["pick Cogwork Spy", "pick Negate", "pick Swamp", "pick Shock"], 2),  # revealed; the next card of the booster seen
    ("Cogwork Tracker", ["pick Shock", "pick Negate", "pick Swamp", "pick Cogwork Tracker"], 1),
    ("Custodi Peacekeeper", ["pick Custodi Peacekeeper", "pick Negate"], 1),
    ("Deal Broker", ["pick Deal Broker", "pick Negate", "pick Swamp", "pick Shock", "pick Fog", "pick Plains", "offer Swamp"], 1),
    ("Garbage Fire", ["pick Garbage Fire", "pick Negate"], 1),
    ("Illusionary Informant", ["pick Illusionary Informant", "pick Negate", "turn down Illusionary Informant", "seat B", "pick Swamp", "pick Shock"], 2),
    ("Leovold's Operative", ["pick Leovold's Operative", "pick Negate", "use Leovold's Operative: Swamp", "pick Shock", "pick Plains"], 1),
    ("Lore Seeker", ["pick Lore Seeker", "pick Negate", "add booster"], 2),
    ("Lore Seeker", ["pick Lore Seeker", "pick Negate", "decline"], 1),
    ("Lurking Automaton", ["pick Lurking Automaton", "pick Negate"], 1),
    ("Noble Banneret", ["pick Noble Banneret", "pick Negate", "pick Goblin Piker", "pick Shock", "use Noble Banneret: Goblin Piker"], 1),
    ("Paliano Vanguard", ["pick Paliano Vanguard", "pick Negate", "pick Goblin Piker", "pick Shock", "use Paliano Vanguard: Goblin Piker"], 1),
    ("Paliano, the High City", ["pick Paliano, the High City", "pick Negate", "color W", "color U", "color B"], 1),
    ("Pyretic Hunter", ["pick Pyretic Hunter", "pick Negate"], 1),
    ("Regicide", ["pick Regicide", "pick Negate", "color W", "color U", "color B"], 1),
    ("Smuggler Captain", ["pick Smuggler Captain", "pick Negate", "pick Swamp", "pick Shock", "use Smuggler Captain: Swamp"], 1),
    ("Spire Phantasm", ["pick Spire Phantasm", "pick Negate", "guess Shock", "pick Swamp", "pick Shock"], 2),  # revealed; the next card of the booster revealed and noted
    ("Spire Phantasm", ["pick Spire Phantasm", "pick Negate", "guess Fog", "pick Swamp", "pick Shock"], 2),
    ("Spire Phantasm", ["pick Spire Phantasm", "pick Negate", "guess Fog", "pick Swamp"], 1),
    ("Whispergear Sneak", ["pick Whispergear Sneak", "pick Negate", "turn down Whispergear Sneak", "look A1", "pick Swamp"], 1),
]  # fmt: skip


@pytest.mark.parametrize(("name", "labels", "uses"), USED, ids=[f"{name} {i}" for i, (name, *_) in enumerate(USED)])
def test_how_often_a_draft_text_did_something(name: str, labels: list[str], uses: int) -> None:
    """What the summary counts: each time, reveals and notes included, a reveal with the note that it brings once; of every card that has one."""
    start = f'rounds = [{{ A = ["{name}", "Shock", "Duress", "Fog"], B = ["Negate", "Swamp", "Plains", "Goblin Piker"] }}]\nextra = [["Island"]]\n'
    run = DraftRun(case(start, f"do = {labels}"), default())
    run.play()
    counts = np.zeros((3, len(run.catalogue.names)), np.int64)
    loops.tally(run.pods, run.catalogue.tables, run.quiet, counts)
    assert dict(zip(run.catalogue.rows, counts[2].tolist(), strict=True)) == dict.fromkeys(run.catalogue.rows, 0) | {name: uses}


def test_every_draft_text_is_among_them() -> None:
    assert {name for name, *_ in USED} == {card.name for card in default().cards if draft_text(card.name, default())}

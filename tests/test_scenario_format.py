"""The scenario format itself: what is refused and how, names, labels, what `until`, `resolve` and set dice do (docs/scenarios.md)."""

from pathlib import Path

import pytest

from ecs_game.catalogue import Catalogue
from ecs_game.declare import Artifact, Land, activated, card, gain_life
from ecs_game.errors import ScenarioError
from ecs_game.formats.scenario_files import Case, parse_cases
from ecs_game.formats.scenarios import run_case, run_paths, run_scenarios

START = 'version = 1\n[[case]]\ntitle = "T"\n[case.start]\n'


def case(start: str, *steps: str) -> Case:
    """A case from the lines of its start and of each step."""
    return parse_cases(START + start + "".join(f"\n[[case.step]]\n{step}" for step in steps), "f.toml")[0]


def refusal(start: str, *steps: str) -> str:
    """What is said of a case that is wrong."""
    with pytest.raises(ScenarioError) as caught:
        run_case(case(start, *steps))
    return str(caught.value)


def holds(start: str, *steps: str) -> None:
    run_case(case(start, *steps))


# --- what cannot be read ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "version = 1"),
        ("version = 2\n[[case]]", "version = 1 is what can be read, not 2"),
        ("version = true\n[[case]]", "version = 1"),
        ("version = 1", "one [[case]] or more"),
        ("version = 1\ncase = 3", "one [[case]] or more"),
        ("version = 1\n[[cases]]", "unknown key 'cases' (did you mean 'case'?); possible: version, case"),
        ("version = ", "no TOML"),
        ("version = 1\n[[case]]\nstart = 1", "[case.start] is a table"),
        ("version = 1\n[[case]]\nstep = 1", "[[case.step]]"),
        ("version = 1\n[[case]]\ntitle = 1", "title is a text"),
        ('version = 1\n[[case]]\ntitle = "T"\n[case.draft]\n[case.start]', "case 1 (T): a case starts from [case.start] or from [case.draft], not from both"),
    ],
)
def test_files_that_are_no_scenarios(text: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_cases(text, "f.toml")
    assert str(caught.value).startswith("f.toml") and said in str(caught.value)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ('seats = ["A", "B", "C", "D", "E", "F", "G", "H", "I"]', "start: 9 seats; a game has 2 to 8"),
        ('seats = ["A"]', "1 seat; a game has 2 to 8"),
        ('seats = ["A", "A"]', "different names"),
        ('seats = ["turn", "B"]', "no other key"),
        ('active = "C"', "active is one of A, B, not 'C'"),
        ('step = "main"', "step is one of untap, upkeep, draw, main1"),
        ("turn = 0", "turn is a whole number from 1 to"),
        ('mana = "none"', "mana is one of auto, manual"),
        ("life = 20", "unknown key 'life'; possible: seats, active, step, turn, seed, mana, A, B"),
        ("A.live = 20", "start, A: unknown key 'live' (did you mean 'life'?); possible: life, pool, crank"),
        ('A.pool = "GG"', "pool is a text such as '{G}{C}'"),
        ("A.crank = 4", "crank is a whole number from 1 to 3, not 4"),
        ("A.notes = 3", 'notes are a table such as { "Lurking Automaton" = { numbers = [6] } }, not 3'),
        ('A.notes = { "Lurking Automaton" = { number = 3 } }', "unknown key 'number' (did you mean 'numbers'?)"),
        ('A.notes = { "Lurking Automaton" = { numbers = 3 } }', "numbers is a list of numbers, not 3"),
        ('A.notes = { "Lurking Automaton" = { numbers = [-1] } }', "each of numbers is a whole number from 0 to 1000, not -1"),
        ('A.notes = { "Lurking Automaton" = { seats = ["B"] } }', "notes for 'Lurking Automaton': it notes no seats; what it notes: numbers"),
        ('A.notes = { "Shock" = { numbers = [1] } }', "notes for 'Shock': it notes no numbers; what it notes: nothing"),
        ('A.notes = { "Lurking Automatn" = { numbers = [1] } }', "'Lurking Automatn' is unknown; the closest is 'Lurking Automaton'"),
        ('A.notes = { "Regicide" = { colors = "WC" } }', "colors is a text of different letters of WUBRG, not 'WC'"),
        ('A.notes = { "Noble Banneret" = { names = ["Shokk"] } }', "'Shokk' is unknown; the closest is 'Shock'"),
        ('A.notes = { "Paliano Vanguard" = { types = ["Gobelin"] } }', "no card has the type 'Gobelin'"),
        ('A.notes = { "Spire Phantasm" = { right = 1 } }', "right is true or false, not 1"),
        ('A.notes = { "Animus of Predation" = { removed = 2 } }', "removed is a list of names, since it removes cards face up"),
        (f'A.notes = {{ "Lurking Automaton" = {{ numbers = {list(range(23))} }} }}', "a game holds 22 notes of the draft"),
        ('A.hand = [{ card = "Shock", exiled = ["Forest"] }]', "Shock has exiled nothing"),
        ('A.hand = [{ card = "Arcane Savant", exiled = ["Silvercoat Lion"] }]', "Arcane Savant exiles no card like Silvercoat Lion before the game begins"),
        ('A.hand = "Shock"', "a zone is a list of cards"),
        ("A.hand = [3]", "start, A, hand, card 1: a card is a name or a table"),
        ('A.hand = [{ id = "x" }]', 'card = "…" is missing'),
        ('A.hand = [{ card = "Shock", tapped = true }]', "tapped: only a permanent has it"),
        ('A.battlefield = [{ card = "Forest", taped = true }]', "unknown key 'taped' (did you mean 'tapped'?)"),
        ('A.battlefield = [{ card = "Forest", tapped = 1 }]', "tapped is true or false"),
        ('A.battlefield = [{ card = "Forest", counters = { charge = 1 } }]', "counters: unknown key 'charge'; possible: +1/+1, -1/-1, loyalty"),
        ('A.battlefield = [{ card = "Forest", sprocket = 4 }]', "sprocket is a whole number from 0 to 3"),
        ('A.battlefield = [{ card = "Forest", id = "a.b" }]', "an id has none of . # :"),
        ('A.battlefield = [{ card = "Forest", id = "x" }, { card = "Forest", id = "x" }]', "the id 'x' is given twice"),
        ('A.battlefield = [{ card = "Forest", id = "B" }]', "the id 'B' has another meaning"),
        ('A.hand = ["Llanowr Elves"]', "start: 'Llanowr Elves' is unknown; the closest is 'Llanowar Elves'"),
        ('A.battlefield = ["Shock"]', "Shock is no permanent card"),
        ('A.battlefield = [{ card = "Forest", sprocket = 1 }]', "Forest is no Contraption"),
        ('A.contraptions = ["Sol Ring"]', "only Contraptions are in a zone contraptions (C1, C5)"),
        ('A.scrapyard = ["Copy Artifact"]', "only Contraptions are in a zone scrapyard (C1, C5)"),
        ('A.battlefield = [{ card = "Wild Growth", on = "wood" }]', "is on 'wood', which is no permanent; possible: nothing"),
        ('A.library = ["Forest", "Boomflinger"]', "Boomflinger is a Contraption, and none is ever in a zone library (C1, C6)"),
        ('A.hand = ["Boomflinger"]', "none is ever in a zone hand"),
        ('A.graveyard = ["Boomflinger"]', "none is ever in a zone graveyard"),
        ('A.battlefield = ["Forest", "Forest", { card = "Wild Growth", on = "Forest" }]', "several permanents; possible: Forest#1, Forest#2"),
        ('A.battlefield = [{ card = "Gauntlet of Power", chosen = "C" }]', "one of W, U, B, R, G, not 'C'"),
        ('A.battlefield = [{ card = "Forest", chosen = "G" }]', "nothing is chosen as Forest enters"),
        (
            'A.command = [{ card = "Summoner\'s Bond", chosen = ["Shock", "shock"] }]',
            "different names are chosen for Summoner's Bond (702.106f), not Shock and shock",
        ),
        (f"A.library = {['Forest'] * 81}", "a duel holds 80 cards in a zone library"),
        (f"A.battlefield = {['Forest'] * 97}", "a duel holds 96 permanents"),
        (f"A.exile = {['Forest'] * 161}", "a duel holds 160 other cards"),
    ],
)
def test_starts_that_are_no_positions(start: str, said: str) -> None:
    text = refusal(start)
    assert text.startswith("f.toml, case 1 (T)") and said in text


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ('dos = ["pass"]', "step 1: unknown key 'dos' (did you mean 'do'?); possible: by, do, expect"),
        ('do = "pass"', "do is a list of texts"),
        ('by = "C"', "by is one of A, B"),
        ('until = "A.main"', "until is a seat and a step such as 'A.upkeep'"),
        ('until = "upkeep"', "until is a seat and a step"),
        ('until = "B.untap"', "502.4"),
        ("resolve = 0", "resolve is a whole number from 1"),
        ("rolls = [0]", "each of rolls is a whole number from 1"),
        ('flips = ["edge"]', "each of flips is one of tails, heads"),
        ("expect = 3", "expect is a table"),
        ('by = "B"', "B is to decide, but A decides (turn 1, A.main1); possible: pass, cast Shock"),
        ('do = ["cast Shok"]', "'cast Shok' is not possible; A decides (turn 1, A.main1); possible: pass, cast Shock"),
        ('legal = ["play Forest"]', "'play Forest' is not legal; A decides (turn 1, A.main1); possible: pass, cast Shock"),
        ('illegal = ["cast Shock"]', "'cast Shock' is legal, as 'cast Shock'"),
        ('illegal = ["cast Sh"]', "'cast Sh' is legal, as 'cast Shock'"),
        ('illegal = ["cats Shock"]', "'cats Shock' is no label; labels begin with pass, keep"),
        ('illegal = ["done 3"]', "'done 3' is no label"),
        ('illegal = ["attack Goblin -> B"]', "nothing is called 'Goblin'; there are A, B, Shock, Mountain#1"),
        ('illegal = ["damage Goblin 2"]', "nothing is called 'Goblin'"),
        ('expect = { "A.live" = 20 }', "a seat has no 'live' (did you mean 'life'?); possible: life, pool"),
        ('expect = { "Shock.taped" = true }', "an object has no 'taped' (did you mean 'tapped'?); possible: zone, controller"),
        ('expect = { "Shok.tapped" = true }', "'Shok' is nobody here; possible: A, B, Shock, Mountain#1, Mountain#2"),
        ('expect = { "Mountain.tapped" = true }', "'Mountain' is more than one object here"),
        ("expect = { sturn = 1 }", "no query 'sturn' (did you mean 'turn'?); possible: stack, turn, active"),
        ('expect = { "A.life" = 19 }', "step 1: A.life is 20, not 19"),
        ('expect = { "A.life" = "20" }', 'A.life is 20, not "20"'),
        ('expect = { "Mountain#1.tapped" = 0 }', "Mountain#1.tapped is false, not 0"),
        ('expect = { "A.battlefield" = ["Mountain"] }', 'A.battlefield is ["Mountain", "Mountain"], not ["Mountain"]'),
        ('expect = { trace = ["106.4"] }', 'trace: ["106.4"] not used; used were 500.1'),
    ],
)
def test_steps_that_are_not_so(step: str, said: str) -> None:
    text = refusal('A.hand = ["Shock"]\nA.battlefield = ["Mountain", "Mountain"]', step)
    assert text.startswith("f.toml, case 1 (T), step 1: ") and said in text


def test_what_was_possible_when_a_game_has_ended() -> None:
    start = 'A.hand = ["Shock"]\nA.battlefield = ["Mountain"]\nB.life = 2'
    assert "the game has ended (winner A, life)" in refusal(start, 'do = ["cast Shock", "target B"]\nresolve = 1', 'do = ["pass"]')
    holds(
        start, 'do = ["cast Shock", "target B"]\nresolve = 1', 'expect = { winner = "A", ending = "life", "B.lost" = true, "A.lost" = false, decider = "none" }'
    )


def test_files_and_command(tmp_path: Path) -> None:
    good, bad, broken = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "broken.toml"
    good.write_text(START + "[[case.step]]\nexpect = { turn = 1 }\n")
    bad.write_text(START + "[[case.step]]\nexpect = { turn = 2 }\n" + good.read_text().partition("\n")[2])
    broken.write_bytes(b"\xff")
    assert [result.holds for result in run_scenarios([good, bad])] == [True, False, True]
    assert [result.holds for result in run_scenarios(good)] == [result.holds for result in run_scenarios(str(good))] == [True]
    said: list[str] = []
    faults: list[str] = []

    def run(*paths: Path) -> tuple[bool, bool]:
        return run_paths(paths, said.append, lambda fault: faults.append(str(fault)))

    assert run(good) == (True, True) and run(bad, broken, tmp_path / "none.toml") == (False, False)
    assert said == [f"ok     {good}, case 1 (T)", f"FAILS  {bad}, case 1 (T), step 1: turn is 1, not 2", f"ok     {bad}, case 2 (T)"]
    assert faults == [f"{broken}: not UTF-8 text (byte 0)", f"{tmp_path / 'none.toml'}: no such scenario file"]
    assert run(tmp_path) == (False, False) and len(said) == 6 and len(faults) == 3
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run(empty) == (True, False) and faults[-1] == f"{empty}: no scenario file in this folder; their names end in .toml"
    broken.rename(tmp_path / "broken.txt")
    assert [result.holds for result in run_scenarios([tmp_path])] == [False, True, True]


# --- positions ---


def test_defaults() -> None:
    holds(
        'A.battlefield = ["Llanowar Elves"]',
        'expect = { active = "A", step = "main1", turn = 1, "A.life" = 20, "B.life" = 20, "A.crank" = 3, decider = "A", stack = [] }',
        'expect = { "Llanowar Elves.tapped" = false, "Llanowar Elves.sick" = false, "A.library" = 0, "B.hand" = [], "A.pool" = "", winner = "none" }',
    )


def test_every_zone_and_state() -> None:
    holds(
        """
turn = 7
active = "B"
step = "main2"
A.life = 3
A.pool = "{W}{U}{U}{C}"
A.crank = 2
A.hand = ["Shock", "Forest", "Shock"]
A.library = ["Island", "Negate", "Plains"]
A.graveyard = ["Divination", "Mind Rot"]
A.exile = ["Duress"]
A.command = ["Sol Ring"]
A.sideboard = ["Naturalize"]
A.contraptions = ["Boomflinger", "Buzz Buggy"]
A.scrapyard = ["Gift Horse"]
B.battlefield = [{ card = "Llanowar Elves", id = "elf", sick = true, tapped = true, counters = { "+1/+1" = 2 }, damage = 1, controller = "A" },
                 { card = "Tread Mill", sprocket = 2 }, { card = "Warlord's Axe", on = "elf" },
                 { card = "Chandra, Torch of Defiance", id = "chandra", counters = { loyalty = 2 }, exiled = ["Doom Blade"] }]
""",
        'expect = { turn = 7, active = "B", step = "main2", "A.life" = 3, "A.pool" = "{W}{U}{U}{C}", "A.crank" = 2, decider = "B" }',
        'expect = { "A.hand" = ["Forest", "Shock", "Shock"], "A.library" = ["Island", "Negate", "Plains"], "A.graveyard" = ["Mind Rot", "Divination"] }',
        'expect = { "A.exile" = ["Duress"], "A.command" = ["Sol Ring"], "A.sideboard" = 1, "A.contraptions" = ["Boomflinger", "Buzz Buggy"] }',
        'expect = { "A.scrapyard" = ["Gift Horse"], "B.exile" = ["Doom Blade"], "A.battlefield" = ["Llanowar Elves"], "B.battlefield" = 3 }',
        'expect = { "elf.sick" = true, "elf.tapped" = true, "elf.counters" = { "+1/+1" = 2 }, "elf.damage" = 1, "elf.owner" = "B", "elf.controller" = "A" }',
        'expect = { "elf.power" = 6, "elf.toughness" = 4, "Warlord\'s Axe.attached" = "elf", "Tread Mill.sprocket" = 2, "chandra.counters" = { loyalty = 2 } }',
        'expect = { elf.colors = "G", elf.types = ["Creature"], chandra.types = ["Legendary", "Planeswalker", "Chandra"], elf.keywords = [] }',
        'expect = { "elf.attacking" = "none", "elf.blocking" = "", "elf.attached" = false, "elf.note" = "none", "elf.x" = 0, "Duress.tapped" = "none" }',
    )


def test_library_order_wrong_way_round_does_not_hold() -> None:
    assert 'A.library is ["Island", "Plains"]' in refusal('A.library = ["Island", "Plains"]', 'expect = { "A.library" = ["Plains", "Island"] }')


@pytest.mark.parametrize(
    ("step", "first"),
    [
        ("untap", 'expect = { step = "upkeep", "A.crank" = 1, "Sol Ring.tapped" = false, "Forest.sick" = false, turn = 4, stack = [] }'),
        ("upkeep", 'expect = { step = "upkeep", "A.crank" = 1, "Sol Ring.tapped" = true, turn = 4, stack = [] }'),
        ("draw", 'expect = { step = "draw", "A.hand" = [], "A.crank" = 3 }'),
        ("main1", 'expect = { step = "main1", "A.hand" = [] }'),
        ("combat", 'expect = { step = "combat" }'),
        ("attackers", 'legal = ["attack Llanowar Elves -> B", "done"]'),
        ("blockers", 'by = "B"\nlegal = ["done"]'),
        ("damage", 'expect = { step = "damage", decider = "A" }'),
        ("end-combat", 'expect = { step = "end-combat" }'),
        ("main2", 'expect = { step = "main2" }'),
        ("end", 'expect = { step = "end" }'),
    ],
)
def test_a_start_step_begins_with_its_own_choices(step: str, first: str) -> None:
    start = f"""step = "{step}"
turn = 4
A.library = ["Shock"]
A.battlefield = [{{ card = "Sol Ring", tapped = true }}, {{ card = "Forest", sick = true }}, "Llanowar Elves", {{ card = "Tread Mill", sprocket = 1 }}]"""
    holds(start, 'expect = { active = "A" }', first)


def test_cleanup_begins_with_its_discard() -> None:
    hand = ["Shock", "Forest", "Island", "Plains", "Swamp", "Mountain", "Negate", "Duress", "Sleep"]
    holds(
        f'step = "cleanup"\nA.hand = {hand}\nA.battlefield = [{{ card = "Siege Mastodon", damage = 2 }}]\nB.library = ["Shock"]',
        'by = "A"\nlegal = ["discard Sleep", "discard Shock"]\ndo = ["discard Sleep", "discard Island", "done"]',
        'expect = { "A.graveyard" = ["Island", "Sleep"], "Siege Mastodon.damage" = 0, active = "B", step = "upkeep" }',
    )


# --- names ---


def test_names_count_over_all_zones_in_the_order_written() -> None:
    start = """B.battlefield = ["Forest", { card = "Forest", id = "wood" }]
A.hand = ["Forest", "Shock"]
A.battlefield = ["Forest"]
B.hand = ["Forest"]"""
    holds(
        start,
        'expect = { "Forest#1.zone" = "battlefield", "Forest#1.owner" = "B", "wood.zone" = "battlefield", "Forest#2.zone" = "battlefield" }',
        'expect = { "Forest#3.zone" = "hand", "Forest#3.owner" = "A", "Forest#4.zone" = "battlefield", "Forest#4.owner" = "A", "Forest#5.owner" = "B" }',
        'legal = ["play Forest#3"]\ndo = ["play Forest"]\nexpect = { "Forest#3.zone" = "battlefield", "Shock.zone" = "hand" }',
    )


def test_an_id_follows_its_card_through_the_zones() -> None:
    holds(
        'A.hand = [{ card = "Goblin Piker", id = "piker" }, { card = "Shock", id = "bolt" }]\nA.battlefield = ["Mountain", "Mountain", "Mountain"]',
        'do = ["cast piker"]\nexpect = { "piker.zone" = "stack", "piker.controller" = "A", stack = ["Goblin Piker"] }',
        'resolve = 1\nexpect = { "piker.zone" = "battlefield", "piker.sick" = true }',
        'do = ["cast bolt", "target piker"]\nexpect = { "bolt.zone" = "stack" }',
        'resolve = 1\nexpect = { "piker.zone" = "graveyard", "bolt.zone" = "graveyard", "piker.power" = 2, "piker.damage" = "none" }',
    )


def test_ids_survive_a_shuffle() -> None:
    holds(
        """A.hand = [{ card = "Diabolic Tutor", id = "tutor" }]
A.battlefield = ["Swamp", "Swamp", "Swamp", "Swamp"]
A.library = [{ card = "Negate", id = "no" }, { card = "Shock", id = "one" }, { card = "Shock", id = "two" }, { card = "Doom Blade", id = "doom" }]""",
        'do = ["cast tutor"]\nresolve = 1',
        'do = ["choose doom"]\nexpect = { "doom.zone" = "hand", "A.hand" = ["Doom Blade"], "A.library" = 3 }',
        'expect = { "no.zone" = "library", "one.zone" = "library", "two.zone" = "library" }',
    )


def test_tokens_count_on_and_are_gone_when_they_leave() -> None:
    holds(
        """step = "upkeep"
A.battlefield = [{ card = "Gnomeball Machine", sprocket = 1 }]
B.hand = ["Shock"]
B.battlefield = ["Mountain"]""",
        'do = ["crank Gnomeball Machine", "done"]\nresolve = 1',
        'expect = { "Gnome#1.zone" = "battlefield", "Gnome#2.owner" = "A" }',
        'do = ["pass", "cast Shock", "target Gnome#2"]\nresolve = 1',
        'expect = { "Gnome#2.zone" = "none", "Gnome#2.power" = "none", "A.battlefield" = ["Gnome", "Gnomeball Machine"], "A.graveyard" = [] }',
    )


def test_an_ability_stands_under_its_source_that_is_gone() -> None:
    start = """A.hand = ["Shock"]
A.battlefield = ["Mountain"]
B.battlefield = [{ card = "Goblin Arsonist", id = "arsonist" }]"""
    holds(
        start,
        'do = ["cast Shock", "target arsonist"]\nresolve = 1',
        'by = "B"\ndo = ["target A"]\nexpect = { "arsonist.zone" = "graveyard", stack = ["Goblin Arsonist"] }',
        "resolve = 1",
        'by = "B"\nlegal = ["yes", "no"]\ndo = ["yes"]\nexpect = { "A.life" = 19 }',
    )


# --- labels ---


def test_labels_may_be_cut_short_where_only_one_fits() -> None:
    start = 'A.hand = ["Shock", "Siege Mastodon", "Silvercoat Lion"]\nA.battlefield = ["Plains", "Plains", "Plains", "Plains", "Mountain"]'
    assert "'cast S' fits several: cast Shock, cast Siege Mastodon, cast Silvercoat Lion" in refusal(start, 'do = ["cast S"]')
    holds(start, 'do = ["cast Sie"]\nexpect = { stack = ["Siege Mastodon"] }')


def test_an_exact_label_wins_over_a_longer_one() -> None:
    lands = ", ".join(['"Mountain"'] * 12)
    holds(f'A.hand = ["Earthquake"]\nA.battlefield = [{lands}]', 'do = ["cast Earthquake", "x = 1"]\nexpect = { "Earthquake.x" = 1 }')


def test_a_number_is_never_cut_short() -> None:
    lands = ", ".join(['"Mountain"'] * 6)
    start = f'A.hand = ["Steamfloggery"]\nA.battlefield = [{lands}]'
    names = ", ".join(['"Boomflinger"'] * 11)
    assert "is not legal" in refusal(f"{start}\nA.contraptions = [{names}]", 'do = ["cast Steamfloggery"]\nresolve = 1', 'rolls = [1]\nlegal = ["sprocket 11"]')


def test_equal_cards_are_told_apart_by_number() -> None:
    start = 'A.hand = ["Shock", "Shock"]\nA.battlefield = ["Mountain"]'
    assert "'cast Shock' fits several: cast Shock#1, cast Shock#2" in refusal(start, 'do = ["cast Shock"]')
    holds(start, 'do = ["cast Shock#2", "target B"]\nexpect = { "Shock#1.zone" = "hand", "Shock#2.zone" = "stack" }')


def test_abilities_are_numbered_printed_first_then_intrinsic_in_color_order() -> None:
    start = 'mana = "manual"\nA.battlefield = ["Tropical Island", "Adarkar Wastes"]'
    holds(
        start, 'legal = ["activate Tropical Island", "activate Tropical Island: 1", "activate Tropical Island: 2"]\nillegal = ["activate Tropical Island: 3"]'
    )
    holds(start, 'do = ["activate Tropical Island"]\nexpect = { "A.pool" = "{U}" }')
    holds(start, 'do = ["activate Tropical Island: 2"]\nexpect = { "A.pool" = "{G}" }')
    holds(start, 'do = ["activate Adarkar Wastes: 2", "color W"]\nexpect = { "A.pool" = "{W}", "A.life" = 19 }')


def test_where_only_the_second_ability_is_possible_the_first_is_not_meant() -> None:
    catalogue = Catalogue()
    catalogue.add(card("Forest", Land("Forest", basic=True)))
    catalogue.add(card("Two Ways", Artifact(), activated("{2}", gain_life(1)), activated("{1}", gain_life(2))))
    start = 'A.battlefield = ["Forest", "Two Ways"]'
    for steps in (
        ['legal = ["activate Two Ways: 2"]\nillegal = ["activate Two Ways"]'],
        ['do = ["activate Two Ways: 2"]', 'resolve = 1\nexpect = { "A.life" = 22 }'],
    ):
        run_case(case(start, *steps), catalogue)
    with pytest.raises(ScenarioError, match=r"'activate Two Ways' is not possible; .* possible: pass, activate Two Ways: 2"):
        run_case(case(start, 'do = ["activate Two Ways"]'), catalogue)


def test_planeswalkers_abilities_are_counted_by_what_they_are() -> None:
    start = 'A.battlefield = [{ card = "Chandra, Torch of Defiance", id = "chandra", counters = { loyalty = 3 } }]\nB.battlefield = ["Llanowar Elves"]'
    holds(start, 'legal = ["activate chandra: 3"]\nillegal = ["activate chandra: 4"]\ndo = ["activate chandra: 3"]\nexpect = { "chandra.zone" = "graveyard" }')


def test_the_mana_window_of_a_manual_payment() -> None:
    holds(
        'mana = "manual"\nA.hand = ["Goblin Piker"]\nA.battlefield = ["Mountain", "Forest", "Mountain"]',
        'do = ["cast Goblin Piker"]',
        'legal = ["activate Mountain#1", "activate Forest"]\nillegal = ["pay"]\ndo = ["activate Forest"]',
        'illegal = ["pay"]\ndo = ["activate Mountain#2"]',
        'legal = ["pay", "activate Mountain#1"]\ndo = ["pay"]\nexpect = { "A.pool" = "", stack = ["Goblin Piker"], "Mountain#1.tapped" = false }',
    )


def test_blocks_and_damage_are_pairs_in_any_order() -> None:
    start = """step = "attackers"
A.battlefield = [{ card = "Crumbling Colossus", id = "colossus" }, "Elite Vanguard"]
B.battlefield = ["Siege Mastodon", { card = "Silvercoat Lion", id = "lion" }, "Palace Guard"]"""
    attack = 'do = ["attack Elite Vanguard -> B", "attack colossus -> B", "done"]\nuntil = "A.blockers"'
    holds(
        start,
        attack,
        'by = "B"\nlegal = ["block lion -> colossus", "block Palace Guard -> Elite Vanguard", "done"]\nillegal = ["block lion -> B"]',
        'do = ["block Palace Guard -> Elite Vanguard", "block lion -> colossus", "block Siege Mastodon -> colossus", "block Palace Guard -> colossus", "done"]',
        'expect = { "lion.blocking" = "colossus", "Palace Guard.blocking" = ["Elite Vanguard", "colossus"], "colossus.attacking" = "B" }',
        'do = ["pass", "pass"]\nexpect = { decider = "A" }',
        'do = ["damage Palace Guard 4", "damage lion 2", "damage Siege Mastodon 1", "damage B 0", "damage colossus 1", "damage Elite Vanguard 0"]',
        'expect = { "lion.zone" = "graveyard", "Siege Mastodon.damage" = 1, "Palace Guard.zone" = "graveyard", "Elite Vanguard.damage" = 0, "B.life" = 20 }',
    )


def test_the_second_blocker_of_a_menacing_creature_may_be_named_first() -> None:
    start = """step = "attackers"
A.battlefield = ["Stormblood Berserker"]
B.battlefield = ["Siege Mastodon", "Silvercoat Lion"]"""
    menace = 'do = ["attack Stormblood Berserker -> B", "done"]\nuntil = "A.blockers"'
    both = ["block Silvercoat Lion -> Stormblood Berserker", "block Siege Mastodon -> Stormblood Berserker"]
    holds(start, menace, f"legal = {both}", f'do = {[*both, "done"]}\nexpect = {{ "Siege Mastodon.blocking" = "Stormblood Berserker" }}')
    holds(start, menace, f'do = ["{both[1]}"]\nexpect = {{ "Silvercoat Lion.blocking" = "none", decider = "B" }}')  # a forced block is made for nobody


# --- choices with one option, until, resolve ---


def test_where_resolve_stopped_is_said_with_what_does_not_hold() -> None:
    """At a choice that offers no pass: after how many, and which labels would go on; until another choice is made, and not where all was done."""
    start = 'A.hand = ["Wrench-Rigger"]\nA.battlefield = ["Mountain", "Mountain"]\nA.contraptions = ["Gift Horse", "Tread Mill"]'
    stopped = "; resolve = 3 stopped after 1: A decides (turn 1, A.main1); possible: sprocket 1, sprocket 2, sprocket 3"
    cast = 'do = ["cast Wrench-Rigger"]\nresolve = 3'
    assert refusal(start, cast + '\nexpect = { "B.life" = 1 }').endswith(f"step 1: B.life is 20, not 1{stopped}")
    assert refusal(start, cast, 'expect = { "B.life" = 1 }').endswith(f"step 2: B.life is 20, not 1{stopped}")
    assert refusal(start, cast, 'expect = { trace = ["905.2"] }').endswith(stopped)
    assert refusal(start, cast, 'do = ["sprocket 1"]\nexpect = { "B.life" = 1 }').endswith("B.life is 20, not 1")
    assert "stopped" not in refusal(start, cast.replace("3", "1") + '\nexpect = { "B.life" = 1 }')
    over = 'do = ["cast Shock", "target B"]\nresolve = 2\nexpect = { "B.life" = 1 }'
    told = refusal('A.hand = ["Shock"]\nA.battlefield = ["Mountain"]\nB.life = 2', over)
    assert told.endswith("B.life is 0, not 1; resolve = 2 stopped after 1: the game has ended (winner A, life)")


def test_a_choice_with_one_option_is_named_or_left_out() -> None:
    start = 'A.hand = ["Assassinate"]\nA.battlefield = ["Swamp", "Swamp", "Swamp"]\nB.battlefield = [{ card = "Llanowar Elves", tapped = true }]'
    holds(start, 'do = ["cast Assassinate", "target Llanowar Elves", "pass"]', 'by = "B"\nlegal = ["pass"]')
    holds(start, 'do = ["cast Assassinate"]\nexpect = { stack = ["Assassinate"] }', 'resolve = 1\nexpect = { "B.graveyard" = ["Llanowar Elves"] }')


def test_by_takes_what_is_forced_and_no_more() -> None:
    start = 'A.hand = ["Shock"]\nA.battlefield = ["Mountain"]\nB.hand = ["Shock"]\nB.battlefield = ["Mountain"]'
    assert "A is to decide, but B decides" in refusal(start, 'do = ["cast Shock#1", "target B", "pass"]', 'by = "A"')
    holds(start, 'do = ["cast Shock#1", "target B"]', 'do = ["pass"]', 'by = "B"\ndo = ["cast Shock#2", "target A"]\nexpect = { decider = "B" }', "resolve = 2")


def test_a_forced_attack_is_made_for_nobody() -> None:
    start = 'step = "combat"\nA.battlefield = ["Berserkers of Blood Ridge"]'
    holds(
        start,
        'do = ["pass", "pass"]\nexpect = { step = "attackers", "Berserkers of Blood Ridge.attacking" = "none" }',
        'until = "A.main2"\nexpect = { "B.life" = 16 }',
    )


def test_until_stops_at_the_first_choice_of_the_step() -> None:
    start = 'A.battlefield = ["Elite Vanguard", { card = "Division Table", sprocket = 1 }]\nA.library = ["Shock", "Shock"]\nB.library = ["Shock", "Shock"]'
    holds(start, 'until = "A.attackers"\nexpect = { step = "attackers", decider = "A" }', 'legal = ["attack Elite Vanguard -> B"]')
    holds(
        start,
        'until = "A.upkeep"\nexpect = { turn = 3, "A.crank" = 1 }',
        'legal = ["crank Division Table"]',
        'until = "A.draw"\nexpect = { "A.hand" = ["Shock"], turn = 3 }',
    )
    holds(start, 'until = "A.main1"\nexpect = { turn = 3 }')
    assert "until A.damage: that step is left out or has no choice in it" in refusal(start + "\nB.life = 20", 'until = "A.damage"')
    assert "until A.cleanup: that step is left out or has no choice in it" in refusal(start, 'until = "A.cleanup"')


def test_until_says_what_cannot_be_declined() -> None:
    hand = ["Shock", "Forest", "Island", "Plains", "Swamp", "Mountain", "Negate", "Duress"]
    start = f'A.hand = {hand}\nB.library = ["Shock"]'
    assert "until B.upkeep: this cannot be declined; A decides (turn 1, A.cleanup); possible: discard Shock#1, discard Forest" in refusal(
        start, 'until = "B.upkeep"'
    )


def test_resolve_stops_when_enough_has_left_the_stack_or_something_is_asked() -> None:
    start = 'A.hand = ["Shock", "Wrench-Rigger"]\nA.battlefield = ["Mountain", "Mountain"]\nA.contraptions = ["Gift Horse", "Tread Mill"]'
    holds(
        start,
        'do = ["cast Wrench-Rigger"]\nresolve = 1\nexpect = { stack = ["Wrench-Rigger"] }',
        'do = ["cast Shock", "target B"]\nexpect = { stack = ["Shock", "Wrench-Rigger"] }',
        'resolve = 2\nexpect = { "B.life" = 18, "A.contraptions" = 2 }',
        'legal = ["sprocket 1"]\ndo = ["sprocket 1"]\nexpect = { stack = [] }',
    )


def test_a_countered_spell_has_left_the_stack_too() -> None:
    start = """A.hand = ["Divination"]
A.battlefield = ["Island", "Island", "Island"]
B.hand = ["Negate"]
B.battlefield = ["Island", "Island"]"""
    holds(
        start,
        'do = ["cast Divination"]',
        'by = "A"\ndo = ["pass", "cast Negate"]',
        'resolve = 2\nexpect = { stack = [], "A.graveyard" = ["Divination"], "A.hand" = [] }',
    )


# --- chance ---


def test_dice_are_set_across_choices_and_steps() -> None:
    start = """step = "upkeep"
A.battlefield = [{ card = "Boomflinger", sprocket = 1, id = "one" }, { card = "Boomflinger", sprocket = 1, id = "two" }]"""
    holds(
        start,
        'rolls = [6, 1, 3, 3]\ndo = ["crank one", "crank two", "done", "order one", "target B", "order two", "target B"]\nexpect = { "B.life" = 20 }',
        'resolve = 1\nexpect = { "B.life" = 15 }',
        'resolve = 1\nexpect = { "B.life" = 15 }',
    )
    holds(start, 'rolls = [1, 3]\ndo = ["crank one", "done", "target A"]', 'resolve = 1\nexpect = { "A.life" = 18 }')


@pytest.mark.parametrize(("side", "after"), [("heads", 'B.life" = 18'), ("tails", 'Goblin Bangchuckers.zone" = "graveyard')])
def test_coins_are_set(side: str, after: str) -> None:
    start = 'A.battlefield = ["Goblin Bangchuckers"]'
    quoted = after if after.endswith("18") else after + '"'
    holds(start, f'flips = ["{side}"]\ndo = ["activate Goblin Bangchuckers", "target B"]\nresolve = 1\nexpect = {{ "{quoted} }}')


def test_a_die_shows_what_it_can() -> None:
    start = 'step = "upkeep"\nA.battlefield = [{ card = "Boomflinger", sprocket = 1 }]'
    assert "a die with 6 sides cannot show 7" in refusal(start, 'rolls = [7, 1]\ndo = ["crank Boomflinger", "done", "target B"]\nresolve = 1')


def test_without_set_dice_a_seed_gives_the_same_again() -> None:
    start = 'seed = 5\nstep = "upkeep"\nA.battlefield = [{ card = "Gift Horse", sprocket = 1 }]'
    steps = ('do = ["crank Gift Horse", "done"]\nresolve = 1',)
    found = [n for n in range(6) if _holds(start, *steps, f'expect = {{ "A.battlefield" = {n + 1} }}')]
    assert len(found) == 1
    assert _holds(start, *steps, f'expect = {{ "A.battlefield" = {found[0] + 1} }}')


def _holds(start: str, *steps: str) -> bool:
    try:
        run_case(case(start, *steps))
    except ScenarioError:
        return False
    return True


# --- trace ---


def test_trace_forgets_what_a_step_has_asked_about() -> None:
    start = 'mana = "manual"\nA.battlefield = ["Forest", "Adarkar Wastes"]'
    holds(start, 'do = ["activate Forest"]', 'do = ["activate Adarkar Wastes"]\nexpect = { trace = ["106.4", "107.5"] }', "expect = { trace = [] }")
    assert 'trace: ["106.4"] not used; used were nothing' in refusal(
        start, 'do = ["activate Forest"]\nexpect = { trace = "106.4" }', 'expect = { trace = "106.4" }'
    )

"""Continuous effects, prevention and copies: CR 611, 613, 615, 616, 707."""

from positions import Position

from ecs_game.log import Logged
from ecs_game.vocabulary import Choice, Step, Zone


def test_an_effect_on_the_rules_outlives_the_target_of_its_spell():
    """611.2: creatures without flying can't block this turn, although the land that was the target is gone."""
    p = Position()
    p.lands(0, "Mountain", 4)
    p.put(0, "Tectonic Rift", Zone.HAND)
    p.put(0, "Goblin Piker")
    land = p.put(1, "Swamp")
    p.put(1, "Silvercoat Lion")
    p.put(1, "Serra Angel")
    p.go().do("cast Tectonic Rift", "target Swamp").until(Choice.ATTACKER)
    assert p.where(land) == Zone.NONE
    p.do("attack Goblin Piker").until(Choice.BLOCKER)
    assert p.labels == ["done", "block Serra Angel"]


def shielded(target: str, source_stays: bool = True) -> tuple[Position, int, int]:
    """Seat A has a shield of Vengeful Archon for 2 aimed at ``target``; B can Shock twice. The Archon's and Chandra's slots."""
    p = Position(active=1)
    archon = p.put(0, "Vengeful Archon")
    chandra = p.put(1, "Chandra, Torch of Defiance", counters=[0, 0, 1, 0])
    p.lands(0, "Plains", 2)
    p.lands(1, "Mountain", 3)
    for _ in range(3):
        p.put(1, "Shock", Zone.HAND)
    if not source_stays:
        p.put(1, "Swamp")
        p.put(1, "Swamp")
        p.put(1, "Doom Blade", Zone.HAND)
        p.put(1, "Forest", Zone.HAND)
    p.go().do("pass", "activate Vengeful Archon", "x = 2", f"target {target}").resolve()
    return p, archon, chandra


def test_a_shield_outlives_the_planeswalker_it_is_aimed_at():
    """615.7: the target is not checked again; a planeswalker that is gone is dealt nothing."""
    p, _, chandra = shielded("Chandra")
    p.do("cast Shock", "target Chandra").resolve()
    assert p.where(chandra) == Zone.NONE
    p.do("cast Shock", "target A").resolve()
    assert p.game["life"].tolist() == [20, 20]
    p.do("cast Shock", "target A").resolve()
    assert p.game["life"].tolist() == [18, 20]


def test_a_shield_deals_damage_as_its_source_last_was():
    """608.2h: the Archon is gone and its slot is not given away; a used-up shield is gone from the table."""
    p, archon, _ = shielded("B", source_stays=False)
    p.do("cast Doom Blade").resolve().do("play Forest")
    assert p.where(archon) == Zone.NONE
    p.do("cast Shock", "target A").resolve()
    assert p.game["life"].tolist() == [20, 18]
    assert [e[2] for e in p.events(Logged.DAMAGE)] == [archon]
    assert p.game["effect_count"] == 0


def cranked(p: Position, *labels: str) -> Position:
    """Seat A's upkeep begins; the Contraptions on sprocket 1 are cranked by these labels."""
    p.game["step"], p.game["began"] = Step.UPKEEP, 0
    return p.go().do(*labels)


def test_the_size_a_token_was_created_with_is_copied():
    """111.3, 707.2: Rapid Prototyper's Construct keeps its size in a copy, and loses it in becoming one."""
    p = Position()
    p.put(0, "Sol Ring", tapped=1)
    p.put(0, "Rapid Prototyper")
    p.put(0, "Duplication Device", sprocket=2)
    lion = p.put(0, "Silvercoat Lion")
    p.put(0, "Copy Artifact", Zone.HAND)
    p.lands(0, "Island", 2)
    p.hold(0)
    cranked(p, "crank Rapid Prototyper").resolve()
    token = int(p.game["field"][int(p.game["field_count"]) - 1])
    assert (p.game["power"][token], p.game["toughness"][token]) == (3, 3)
    p.at(Step.MAIN1).do("cast Copy Artifact").resolve().do("choose Construct")
    copy = int(p.game["field"][int(p.game["field_count"]) - 1])
    assert (p.game["power"][copy], p.game["toughness"][copy], p.game["types"][copy]) == (3, 3, 7)
    p.at(Step.UPKEEP)
    p.until(Choice.CRANK).do("crank Duplication Device", "target Construct").resolve().do("choose Silvercoat Lion")
    assert (p.game["power"][token], p.game["toughness"][token], p.game["face"][token]) == (2, 2, p.game["card"][lion])

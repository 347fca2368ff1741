"""Combat: CR 506–511."""

from positions import Position

from ecs_game.log import Logged
from ecs_game.vocabulary import Choice, Step, Zone


def test_a_rule_about_opponents_needs_an_opponent_who_makes_it():
    """613.11: one's own Angelic Arbiter binds nobody but opponents, whatever other rules their permanents make."""
    p = Position()
    p.put(0, "Angelic Arbiter")
    p.put(1, "Steamflogger Boss")
    p.put(0, "Shock", Zone.HAND)
    p.put(0, "Shock", Zone.HAND)
    p.put(0, "Silvercoat Lion")
    p.lands(0, "Mountain", 2)
    p.go().do("cast Shock", "target B").until(Choice.ATTACKER)
    p.do("attack Silvercoat Lion").until(Choice.PRIORITY)
    assert "cast Shock" in p.labels


def test_angelic_arbiter_lets_an_opponent_cast_or_attack():
    """613.11: an opponent who cast a spell this turn can't attack; one who attacked can't cast."""
    for attack in (False, True):
        p = Position()
        p.put(1, "Angelic Arbiter")
        p.put(0, "Shock", Zone.HAND)
        p.put(0, "Silvercoat Lion")
        p.lands(0, "Mountain", 1)
        p.go()
        if attack:
            p.until(Choice.ATTACKER).do("attack Silvercoat Lion", "done")
            assert p.game["life"][1] == 18 and p.game["active"] == 1
        else:
            p.do("cast Shock", "target B").until(Choice.ATTACKER)
            assert p.decider == 1


def test_an_attacker_whose_planeswalker_is_gone_goes_on_attacking():
    """506.4c: it may be blocked by that planeswalker's controller; unblocked it deals no combat damage."""
    for block in (True, False):
        p = Position()
        chandra = p.put(1, "Chandra, Torch of Defiance", counters=[0, 0, 3, 0])
        p.put(0, "Goblin Piker")
        lion = p.put(1, "Silvercoat Lion")
        p.put(0, "Lightning Bolt", Zone.HAND)
        p.lands(0, "Mountain", 1)
        p.hold(0, 1).go().until(Choice.ATTACKER).do("attack Goblin Piker", "attack Goblin Piker -> Chandra")
        p.do("cast Lightning Bolt", "target Chandra").until(Choice.BLOCKER)
        assert p.where(chandra) == Zone.NONE and p.decider == 1
        p.do("block Silvercoat Lion" if block else "done")
        p.at(Step.END_COMBAT)
        assert (p.where(lion) == Zone.NONE) == block and p.game["life"][1] == 20


def test_steps_of_combat_are_left_out_only_if_nothing_was_declared():
    """508.8: an attacker that died before blocks does not undo the declaration."""
    for bolted in (True, False):
        p = Position()
        p.put(0, "Goblin Piker")
        p.put(1, "Lightning Bolt", Zone.HAND)
        p.put(1, "Shock", Zone.HAND)
        p.lands(1, "Mountain", 2)
        p.go().until(Choice.ATTACKER).do("attack Goblin Piker" if bolted else "done")
        if bolted:
            p.until(Choice.PRIORITY).do("cast Lightning Bolt", "target Goblin Piker")
        while p.game["step"] < Step.MAIN2:
            p.do("pass")
        steps = [e[3] for e in p.events(Logged.STEP)]
        assert (Step.BLOCKERS in steps) == (Step.DAMAGE in steps) == bolted

"""Cards of one's own that would fail, or play as something else than they read: each is refused by name as it is added (K133)."""

# ruff: noqa: F403, F405 -- the words of cards as a card file imports them

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from ecs_game import CardError, Catalogue, load_cards
from ecs_game.catalogue import declared
from ecs_game.declare import *
from ecs_game.declare.fields import FIELDS
from ecs_game.vocabulary import *

COST, BODY = Cost("{R}"), Creature("Goblin", 1, 1)


def instant(*effects: Any, cost: str = "{R}") -> Card:
    return card("Wrong", Cost(cost), Instant(), Spell(*effects))


def creature(*parts: Any, cost: str = "{R}") -> Card:
    return card("Wrong", Cost(cost), BODY, *parts)


WRONG: list[tuple[Card, str]] = [
    # types and ranges
    (card(3, COST, BODY), "card 3: a card's name is a text"),
    (card("", COST, BODY), "card '': a card's name is a text"),
    (card(" Wrong", COST, BODY), "a card's name is a text"),
    (card("Wrong\n", COST, BODY), "a card's name is a text"),
    (card("W" * 201, COST, BODY), "a card's name is a text"),
    (creature("R"), "Wrong"),
    (card("Wrong", COST, Creature("Goblin", 99999, 1)), "Size: power is a whole number from -32,000 to 32,000, not 99,999"),
    (card("Wrong", COST, Creature("Goblin", 1, "1")), "Size: toughness is a whole number"),
    (card("Wrong", COST, Creature("Goblin", 1, True)), "Size: toughness is a whole number"),
    (card("Wrong", COST, Creature("Goblin", 1.0, 1)), "Size: power is a whole number"),
    (card("Wrong", COST, Planeswalker("Chandra", 10**6)), "Loyalty: value is a whole number"),
    (creature(enters("draw")), "trigger ENTERS: effect is effects, as words such as draw(1) make them, not 'draw'"),
    (creature(enters(5)), "not 5"),
    (creature(enters(may("draw"))), "effect is effects"),
    (instant(draw(10**9)), "Spell, draw: number is a whole number from 0 to 32,000 or a number such as X"),
    (instant(draw(-1)), "Spell, draw: number is"),
    (instant(draw("1")), "Spell, draw: number is"),
    (instant(draw(True)), "Spell, draw: number is"),
    (instant(draw(1, "you")), "Spell, draw: sel is what it applies to"),
    (instant(move(target(CREATURE), "hand")), "move: zone is one of Zone"),
    (instant(put_counters(1, target(CREATURE), 9)), "put_counters: kind of counters is one of Counter"),
    (instant(roll(3)), "roll: number of dice is a whole number from 1 to 2"),
    (instant(roll(1, 0)), "roll: number of sides is a whole number"),
    (instant(create(1, card("Not a token", BODY))), "create: token is a token, as token(…) makes it"),
    (instant(create(1, token("Bad", Creature("Plant", 10**6, 1)))), "create, Size: power is a whole number"),
    (instant(create(1, token("Bad", Creature("Plant", 1, 1), Instant()))), "its token Bad: more than one TypeLine"),
    (instant(gets(target(CREATURE), 10**6)), "gets: power is a whole number"),
    (instant(gets(target(CREATURE), keywords="flying")), "gets, Modifier: keywords is some of Keyword"),
    (instant(gets(target(CREATURE), colors="Q")), "Modifier: colors is a text of the letters"),
    (instant(destroy(target("creature"))), "Selector: filter is nothing or a filter"),
    (instant(destroy(target(CREATURE, 2, 1))), "at least 2 and at most 1 targets"),
    (instant(destroy(target(CREATURE, 0, 256))), "Selector: most is a whole number from 1 to 255"),
    (instant(destroy(target(CREATURE.that(tapped=2)))), "Filter: tapped is a whole number"),
    (instant(destroy(target(CREATURE.that(zone=11)))), "Filter: zone is one of Zone"),
    (instant(damage(count("x"), YOU)), "Number: filter is nothing or a filter"),
    (creature(whenever("dies", draw(1))), "event is one of Event"),
    (creature(whenever(Event.UPKEEP, draw(1), who=3)), "who is a whole number from 0 to 2"),
    (creature(rule("tax")), "Modifier: rule is one of Rule"),
    (creature(loyalty("1", draw(1))), "loyalty is nothing or a whole number"),
    (creature(Color("X")), "Color: colors is one or more of the letters"),
    (creature(Keywords(1 << 60)), "Keywords: bits is some of Keyword"),
    (creature(Drafted(-1)), "Drafted: bits is some of Draft"),
    # what instructions speak of
    (instant(add_cost_of(YOU)), "add_cost_of: it is about permanents alone"),
    (instant(add("G", count_of_target(CREATURE))), "it counts what its first target controls, and that is no player"),
    (instant(later(Event.END_STEP, draw(1), n=VALUE_OF_TARGET)), "the mana value of its target is asked for, and no target is always chosen"),
    (instant(when(Condition.REGISTER_AT_LEAST, 3, draw(1))), "it asks for a number that was rolled or noted"),
    (instant(when(Condition.TARGET_CONTROLS, CREATURE, draw(1))), "TARGET_CONTROLS needs a first target that is a player"),
    (instant(create(1, token("Spirit", BODY), for_target=True)), "for_target needs a first target that is a player"),
    (instant(forgo_entering()), "it is what happens instead of entering"),
    (instant(exile_until(CREATURE)), "it speaks of the spell that triggered it, and none did"),
    (instant(lose_mana(target(CREATURE))), "lose_mana: it is about players alone"),
    (instant(may_pay("{X}", draw(1), life=1)), "of X, hybrid symbols, and life or several times a cost on resolution has one at most"),
    (instant(unless_any_pays("{X}", draw(1))), "what any player may pay is a cost without X and hybrid symbols"),
    (creature(whenever(Event.UPKEEP, draw(1), condition=Condition.TARGET_CONTROLS)), "no number is noted before it triggers"),
    (creature(whenever(Event.CAST, draw(1), condition=Condition.NOT_THEIR_TURN)), "it asks whose turn it is, and is about no player"),
    (creature(whenever(Event.CAST, damage(1, THAT_PLAYER))), "THAT_PLAYER is the player that a trigger is about"),
    (instant(destroy(target(SPELL.that(globe=True)))), "counters are asked of permanents alone"),
    # other costs
    (creature(Enters(put_counters(KICKED, SELF))), "how often it was kicked is asked for"),
    (creature(Enters(put_counters(COLORS_SPENT, SELF))), "it has no sunburst"),
    (instant(when(Condition.KICKED, 0, draw(1))), "it asks whether it was kicked"),
    (creature(kicker("{X}")), "a kicker has no {X}"),
    (creature(kicker("{1}"), kicker("{2}")), "there are two such costs"),
    (creature(kicker("{1}", discard=CREATURE)), "what is discarded is in a hand"),
    (creature(Way(int(Cast.FACE_DOWN), "{1}", repeated=True)), "a card to discard is of a kicker"),
    (creature(flashback("{1}{R}")), "it is for instants and sorceries"),
    (creature(morph("{X}")), "what is cast face down is a creature"),
    (card("Wrong", BODY, morph("{1}")), "a card without a mana cost is not cast"),
    (creature(turned_up(put_counters(1, SELF))), "it is never face down"),
    (creature(turned_up(damage(1, target(ANY_TARGET))), morph("{1}")), "nothing is targeted there"),
    (card("Wrong", Cost("{R/G}" * 7), BODY), "6 hybrid or Phyrexian ones"),
    # costs
    (card("Wrong", Cost("R"), BODY), "Cost: text is a text of symbols such as '{2}{R}'"),
    (card("Wrong", Cost(""), BODY), "Cost: text is a text of symbols"),
    (card("Wrong", Cost("{R} "), BODY), "Cost: text is"),
    (card("Wrong", Cost("{99999}"), BODY), "Cost: text is"),
    (card("Wrong", Cost("{" + "9" * 5000 + "}"), BODY), "Cost: text is"),
    (card("Wrong", Cost("{R}" * 101), BODY), "Cost: text is"),
    (card("Wrong", Cost("{W/M}"), BODY), "Cost: text is"),
    (card("Wrong", Cost("{T}"), BODY), "Cost: text is"),
    (card("Wrong", Cost(2), BODY), "Cost: text is"),
    (card("Wrong", Cost("{R}", x_only="R"), BODY), "x_only is for a cost with {X} in it"),
    (card("Wrong", COST, COST, BODY), "more than one Cost"),
    (creature(activated("foo", gain_life(1))), "cost is a text of symbols such as '{2}{R}, {T}'"),
    (creature(activated("{T}{T}", gain_life(1))), "{T} and {Q} in turn"),
    (creature(activated("2", gain_life(1))), "cost is a text of symbols"),
    (creature(activated("", gain_life(1))), "a cost is missing; where nothing is paid it is '{0}'"),
    (creature(activated("{1}")), "it has no effect"),
    (creature(activated("{1}", draw(1), sacrifice="this")), "sacrifice is true or false or a filter"),
    (creature(activated("{1}", draw(1), sacrifice=in_graveyard(CREATURE))), "what is sacrificed is on the battlefield"),
    (creature(attacks(may_pay("one", draw(1)))), "cost is a text of symbols"),
    # the type line, and what goes with it
    (card("Wrong", COST), "it has no card type"),
    (card("Wrong", COST, Spell(draw(1))), "it has no card type"),
    (card("Wrong", COST, Instant()), "it lacks a Spell(…) with its effect"),
    (card("Wrong", COST, Sorcery(), Spell()), "Spell: it has no effect"),
    (card("Wrong", COST, Instant(), Sorcery(), Spell(draw(1))), "more than one TypeLine"),
    (card("Wrong", COST, TypeLine(Type.INSTANT | Type.SORCERY), Spell(draw(1))), "an instant is nothing else, nor is a sorcery"),
    (card("Wrong", COST, TypeLine(Type.INSTANT | Type.CREATURE), Size(1, 1), Spell(draw(1))), "an instant is nothing else"),
    (creature(Spell(gain_life(5))), "it has a Spell(…) with its effect, which instants and sorceries have and nothing else"),
    (card("Wrong", COST, Enchantment(), Spell(gain_life(5))), "it has a Spell"),
    (card("Wrong", COST, Enchantment("Aura")), "it lacks an Enchant(…)"),
    (card("Wrong", COST, Enchantment(), Enchant(CREATURE)), "it has an Enchant(…)"),
    (card("Wrong", COST, Enchantment("Aura"), Enchant(PLAYER)), "players cannot be meant here"),
    (card("Wrong", COST, Enchantment("Aura"), Enchant(in_graveyard(CREATURE))), "what is enchanted is on the battlefield"),
    (card("Wrong", COST, Artifact("Aura"), Enchant(CREATURE)), "with the subtype Aura it is an enchantment"),
    (card("Wrong", COST, Artifact(), Size(1, 1)), "it has a size"),
    (card("Wrong", COST, TypeLine(Type.CREATURE)), "it lacks a size"),
    (card("Wrong", COST, Artifact(), Loyalty(3)), "it has a loyalty"),
    (card("Wrong", COST, TypeLine(Type.PLANESWALKER)), "it lacks a loyalty"),
    (card("Wrong", COST, Land()), "lands, tokens, Contraptions and conspiracies have no mana cost"),
    (card("Wrong", COST, Contraption(), cranked(draw(1))), "lands, tokens, Contraptions and conspiracies have no mana cost"),
    (card("Wrong", COST, Creature("Forest", 1, 1)), "Forest is a land type"),
    (creature(loyalty(1, draw(1))), "a loyalty ability is a planeswalker's"),
    (creature(*[activated("{1}", draw(1))] * 17), "it has 17 abilities, and a card has up to 16"),
    # what is not there
    (instant(destroy(THAT)), "THAT is a target, and no target(…) is chosen"),
    (instant(tap(every_of_that_player(CREATURE))), "every_of_that_player(…) needs a target(…) that is always chosen"),
    (instant(aim(target(CREATURE)), tap(every_of_that_player(CREATURE))), "needs a first target that is a player"),
    (instant(gain_life(1, ITS_CONTROLLER)), "ITS_CONTROLLER needs a target(…) that is always chosen"),
    (instant(destroy(target(CREATURE, 0, 1)), gain_life(1, ITS_CONTROLLER)), "that is always chosen"),
    (instant(choose(in_hand(Filter()), discard_chosen(), of_that_player=True)), "of_that_player needs a first target that is a player"),
    (instant(mark(every(CREATURE), Mark.STAY_TAPPED, for_that_player=True)), "for_that_player needs a first target that is a player"),
    (instant(mark(every(CREATURE), Mark.STAY_TAPPED)), "STAY_TAPPED is of one player's next untap step"),
    (instant(aim(target(PLAYER)), mark(every(CREATURE), Mark.NO_REGENERATION, for_that_player=True)), "no other mark is a player's"),
    (instant(damage(1, target(CREATURE), marking=Mark.STAY_TAPPED)), "STAY_TAPPED is of one player's next untap step"),
    (instant(draw(X)), "X is used, and no cost that it could be chosen for has {X} in it"),
    (creature(attacks(draw(X)), cost="{X}{R}"), "X is used"),
    (creature(enters(later(Event.END_STEP, draw(X))), cost="{X}{R}"), "X is used"),
    (instant(damage(SHARE_OF_X, YOU), cost="{X}"), "a share of X needs targets"),
    (instant(to_hand(target(PERMANENT.that(value_is_x=True)))), "a mana value of X is asked for"),
    (instant(draw(ROLLED)), "nothing before it rolls, flips or moves anything"),
    (instant(draw(ROLLED), roll()), "nothing before it rolls"),
    (instant(when(Condition.REGISTER, 1, draw(1))), "nothing before it rolls"),
    (instant(draw(ITS_POWER)), "the power of what triggered is used, and no object did"),
    (creature(whenever(Event.UPKEEP, draw(ITS_POWER))), "the power of what triggered is used"),
    (creature(whenever(Event.UPKEEP, damage(1, YOU, by_it=True))), "by_it is the object that triggered"),
    (instant(tap(IT)), "IT is what a trigger is about"),
    (creature(whenever(Event.LEAVES, exile(IT))), "nothing of the kind that could still be found"),
    (creature(enters(later(Event.END_STEP, sacrifice(IT)))), "IT is what a trigger is about"),
    (instant(tap(CHOSEN)), "CHOSEN is what was chosen, moved or exiled before, and nothing was"),
    (instant(may_cast_chosen(draw(1))), "it needs a choose(…) or exile_top() before it"),
    (instant(tap(SELF)), "SELF is a permanent, and this is none while it resolves"),
    (instant(tap(ENCHANTED)), "ENCHANTED and EQUIPPED are for abilities of an Aura or Equipment"),
    (creature(static(ENCHANTED, 1, 1)), "ENCHANTED and EQUIPPED are for abilities of an Aura or Equipment"),
    (creature(equip("{1}")), "what is attached is an Aura or Equipment"),
    (creature(static(every(CREATURE.that(chosen_color=True)), 1)), "a chosen colour is asked for"),
    (creature(tapped_for_mana(add(COLORS, of=Types.CHOSEN))), "a chosen colour is asked for"),
    (creature(tapped_for_mana()), "it has no effect"),
    (creature(tapped_for_mana(draw(1))), "it adds mana once, before anything else"),
    (creature(tapped_for_mana(add("G"), add("R"))), "it adds mana once, before anything else"),
    (instant(add(MANA, of=Types.PRODUCED)), "it does not trigger on mana"),
    (instant(add(COLORS, of=Types.AMONG)), "the permanents that tell the colours are said by among"),
    (instant(add(COLORS, among=CREATURE)), "the permanents that tell the colours are said by among"),
    (creature(mana_replaced()), "one of to, chosen, by_type and times"),
    (creature(mana_replaced(times=2, one=True)), "one of to, chosen, by_type and times"),
    (creature(mana_replaced(to="GX")), "Produces: to is"),
    (creature(mana_replaced(by_type="RGW")), "Produces: by_type is five of the letters"),
    (creature(mana_replaced(LAND, chosen=True)), "a chosen colour is asked for"),
    (creature(mana_replaced(LAND, to="W", always=True)), "becomes one type, whatever it comes from"),
    (creature(rule(Rule.MANA_REPLACED)), "both are said by mana_replaced(…)"),
    (creature(enters(choose_color())), "a colour is chosen as a permanent enters"),
    (creature(Enters(destroy(target(CREATURE)))), "nothing is targeted there"),
    (instant(when(Condition.USED_AT_LEAST, 2, draw(1))), "this is no permanent's"),
    # what is about others than it can be
    (instant(gain_life(3, target(CREATURE))), "it is about players alone, and could be about others here"),
    (instant(gain_life(3, target(ANY_TARGET))), "it is about players alone"),
    (instant(draw(1, SELF)), "SELF is a permanent"),
    (creature(enters(draw(1, SELF))), "it is about players alone"),
    (instant(draw(1, NOBODY)), "it is about players, and is about nothing here"),
    (instant(destroy(YOU)), "it is about permanents alone"),
    (instant(destroy(target(PLAYER))), "it is about permanents alone"),
    (instant(tap(target(in_graveyard(CREATURE)))), "it is about permanents alone"),
    (instant(aim(target(SPELL)), draw(1)), "it is about permanents and players alone"),
    (instant(choose(in_library(CREATURE), tap(CHOSEN))), "it is about permanents alone"),
    (instant(exile(target(CREATURE)), tap(CHOSEN)), "it is about permanents alone"),
    (instant(counter(target(CREATURE))), "it is about spells alone"),
    (creature(whenever(Event.CAST, destroy(IT), watch=SPELL)), "it is about permanents alone"),
    (instant(destroy(target(in_hand(CREATURE)))), "cards in hidden zones are not targeted"),
    (instant(destroy(every(in_graveyard(CREATURE)))), "everything that matches is on the battlefield"),
    (instant(to_hand(every(CREATURE))), "moving everything that matches is not supported"),
    (instant(destroy(target(in_graveyard(CREATURE.that(keywords=int(Keyword.FLYING)))))), "asked of permanents alone"),
    (instant(gain_life(count(CREATURE.that(power_most=X)))), "what is counted or affected are permanents"),
    (instant(gain_life(count(in_graveyard(CREATURE)))), "what is counted or affected are permanents"),
    (instant(gain_life(count(ANY_TARGET))), "players cannot be meant here"),
    (instant(draw(-count(CREATURE))), "a negative number means nothing here"),
    (creature(whenever(Event.UPKEEP, draw(1), watch=CREATURE)), "the event is about no object"),
    (creature(whenever(Event.CAST, draw(1), watch=CREATURE)), "what it watches for is a spell, such as SPELL"),
    (creature(whenever(Event.DIES, draw(1), watch=in_graveyard(CREATURE))), "what it watches for is on the battlefield"),
    (creature(whenever(Event.TAPPED_FOR_MANA, draw(1))), "is made by tapped_for_mana(…)"),
    (creature(enters()), "it has no effect"),
    (creature(static(every(CREATURE.that(tapped=1)), 1, 1)), "cannot ask what is tapped or attacks"),
    (creature(static(SELF, count(CREATURE.that(attacking=True)), 0)), "cannot ask what is tapped or attacks"),
    (creature(static(SELF, X, X), cost="{X}"), "X is used"),
    (creature(static(SELF)), "it changes nothing"),
    (creature(static(YOU, 1, 1)), "a static ability affects SELF, ENCHANTED, EQUIPPED or every(…)"),
    (card("Wrong", COST, Enchantment("Aura"), Enchant(CREATURE), static(ENCHANTED, control=True)), "control and copies come from effects"),
    (creature(rule(Rule.PREVENT_NEXT)), "PREVENT_NEXT is no rule that a static ability changes"),
    (instant(this_turn(Rule.ATTACK_TAX)), "ATTACK_TAX is no rule that an effect changes for a turn"),
    (creature(static(every(CREATURE), colored="R", sized=True)), "a static ability defines its own size, or adds to that of permanents"),
    (creature(static(SELF, colored="", everywhere=True)), "what is said of spells and cards everywhere is the colours of every(…)"),
    (creature(static(every(LAND), land_types="Gate")), "land_types is basic land types, such as 'Mountain', not 'Gate'"),
    (creature(grants(every(LAND), tapped_for_mana(add("G")))), "a triggered mana ability cannot be given to permanents"),
    (creature(rule(Rule.ABILITY_CHEAPER, 2)), "ABILITY_CHEAPER is for permanents that match"),
    (creature(rule(Rule.ABILITY_TAX)), "ABILITY_TAX has a number from 1"),
    (instant(gets(target(CREATURE), colored="", everywhere=True)), "a continuous effect changes permanents alone"),
    (instant(counter(target(ABILITY.that(colors="R")))), "nothing else is asked of it but whose it is"),
    (creature(enters(choose_name())), "a name is chosen as a permanent enters: Enters(choose_name())"),
    (creature(enters(emblem(draw(1)))), "an emblem has"),
    (creature(enters(emblem(static(SELF, 1)))), "an emblem's static ability gives an ability to every(…), and nothing else"),
    (creature("flying"), "str is no component of a card"),
    (card("Wrong", COST, Instant(), draw(1)), "tuple is no component of a card"),
    (creature(SELF), "Selector is no component of a card"),
    (card("Wrong", 7), "int is no component of a card"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[f"{i}" for i in range(len(WRONG))])
def test_what_cannot_be_meant_is_refused_by_name(wrong: Card, message: str) -> None:
    catalogue = Catalogue()
    with pytest.raises(CardError) as caught:
        catalogue.add(wrong)
    told = str(caught.value)
    assert message in told and (str(wrong.name).strip()[:5] in told or "card" in told) and "\n" not in told.replace("\\n", "")
    assert catalogue.rows == {}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: keywords("flying"), "keywords: each is one of Keyword"),
        (lambda: add("purple"), "add: different letters among W, U, B, R, G, C"),
        (lambda: add(""), "add: different letters"),
        (lambda: Creature(("Goblin",), 1, 1), "subtypes are words in one text"),
        (lambda: printed(7), "sets are words in one text"),
        (lambda: drafted("revealed"), "drafted: each is one of Draft"),
    ],
)
def test_words_that_put_things_together_say_so_at_once(make: Any, message: str) -> None:
    with pytest.raises(CardError, match=message):
        make()


def test_a_file_tells_the_line(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text('from ecs_game.declare import *\n\nCARDS = [card("Odd", Land(), activated("{T}", add("purple")))]\n')
    with pytest.raises(CardError, match=r"own\.py, line 3: add: different letters"):
        load_cards(path)
    path.write_text("import sys\nsys.exit(3)\n")
    with pytest.raises(CardError, match=r"own\.py, line 2: SystemExit: 3"):
        load_cards(path)


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(CardError, match="'Shock' is no card"):
        Catalogue().add("Shock")  # type: ignore[arg-type]


GARBAGE = ("x", "", 10**9, -(10**9), 10**30, None, 1.5, True, (), ("x",), [], object(), -1, 255, 3, YOU, CREATURE, X, draw(1), "W", "{X}")


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a declaration, as a path of field names and indices."""
    if is_dataclass(value):
        for one in fields(value):
            yield (*path, one.name)
            yield from spots(getattr(value, one.name), (*path, one.name))
    elif isinstance(value, tuple):
        for i, one in enumerate(value):
            yield (*path, i)
            yield from spots(one, (*path, i))


def changed(value: Any, path: tuple[Any, ...], to: Any) -> Any:
    """The declaration with something else in one place."""
    if not path:
        return to
    step, *rest = path
    if isinstance(step, int):
        return (*value[:step], changed(value[step], tuple(rest), to), *value[step + 1 :])
    inner = changed(getattr(value, step), tuple(rest), to)
    if isinstance(value, Spell | Enters):
        return type(value)(inner)
    return replace(value, **{step: inner})


def test_whatever_stands_in_a_declaration_it_is_a_card_or_a_card_error() -> None:
    """Anything in any place of any supported card: no other error, and no card that is not compiled in full."""
    chance, catalogue, refused = random.Random(7), Catalogue(), 0
    cards = declared()
    for number in range(3000):
        one = replace(chance.choice(cards), name=f"Mutant {number}")
        wrong = changed(one, chance.choice([path for path in spots(one) if path[0] == "components"]), chance.choice(GARBAGE))
        if number % 100 == 0:
            catalogue = Catalogue()
        try:
            catalogue.add(wrong)
        except CardError as fault:
            refused += 1
            assert f"Mutant {number}" in str(fault)
    assert 2000 < refused < 2900


def test_every_field_of_a_declaration_is_checked() -> None:
    for kind, checked in FIELDS.items():
        operands = {"n", "a", "b", "c", "d"} if kind is Instruction else set()  # what these are depends on the instruction
        assert set(checked) | operands == {field.name for field in fields(kind)}, kind

"""Effects in the words of cards: each makes instructions of a program (CR 608.2c, 701)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ecs_game.declare.components import Activated, Card, Effect, Instruction, Modifier, Produces, Spend, Static, Triggered, sequence, token
from ecs_game.declare.operands import ANY_CARD, CHOSEN, NOBODY, YOU, Filter, Number, Selector
from ecs_game.errors import CardError
from ecs_game.vocabulary import MANA, Cast, Choice, Condition, Counter, Creating, Event, Looking, Mark, Op, Rule, Sel, Types, Zone


def _plain(value: Any) -> Any:
    """A whole number without its name or as one for a truth value; what is none stays as it is, to be told when the card is added."""
    return int(value) if isinstance(value, int) else value


def _one(op: Op, sel: Selector = NOBODY, n: Number | int | None = None, **operands: Any) -> Effect:
    return (Instruction(int(op), sel, n, **operands),)


def damage(n: Number | int, to: Selector, by_it: bool = False, marking: Mark | int = 0) -> Effect:
    """Damage by the source, or by what triggered; what is dealt damage is marked."""
    return _one(Op.DAMAGE, to, n, a=_plain(by_it), b=_plain(marking))


def gain_life(n: Number | int, who: Selector = YOU) -> Effect:
    """Players gain life."""
    return _one(Op.GAIN_LIFE, who, n)


def lose_life(n: Number | int, who: Selector, noting: bool = False) -> Effect:
    """Players lose life; how much they have lost in all is noted if asked for."""
    return _one(Op.LOSE_LIFE, who, n, a=_plain(noting))


def add_cost_of(what: Selector) -> Effect:
    """Add mana equal to a permanent's mana cost (106.8 to 106.11)."""
    return _one(Op.MANA_OF_COST, what)


def tap_lands_like(what: Selector) -> Effect:
    """Tap every land of a land's controller that could produce a type of mana that it could produce (106.7)."""
    return _one(Op.TAP_ALIKE, what)


def forgo_entering() -> Effect:
    """Instead of entering, this is put into its owner's graveyard (614.6)."""
    return _one(Op.FORGO)


def lose_mana(who: Selector) -> Effect:
    """Players lose all unspent mana (106.4)."""
    return _one(Op.LOSE_MANA, who)


def exile_until(kind: Filter) -> Effect:
    """Exile cards from the top of your library until one matches, of a lesser mana value than the spell that triggered this; it is the chosen object.

    The others go under the library in a random order.
    """
    return _one(Op.EXILE_UNTIL, Selector(int(Sel.ALL), replace(kind, zone=int(Zone.LIBRARY))))


def drain_lands(who: Selector) -> Effect:
    """A player activates a mana ability of each land they control."""
    return _one(Op.DRAIN_LANDS, who)


def take_mana(of: Selector) -> Effect:
    """A player loses all unspent mana, and you add what was lost (106.13)."""
    return _one(Op.TAKE_MANA, of)


def reveal_tops(counting: Filter) -> Effect:
    """Each player reveals the top card of their library; how many of them match is noted (701.20)."""
    return _one(Op.REVEAL_TOPS, Selector(int(Sel.ALL), replace(counting, zone=int(Zone.LIBRARY))))


def draw(n: Number | int, who: Selector = YOU) -> Effect:
    """Players draw cards."""
    return _one(Op.DRAW, who, n)


def discard(n: Number | int, who: Selector) -> Effect:
    """Players discard cards of their choice."""
    return _one(Op.DISCARD, who, n)


def discard_chosen() -> Effect:
    """The chosen card is discarded."""
    return _one(Op.DISCARD_CHOSEN, CHOSEN)


def mill(n: Number | int, who: Selector) -> Effect:
    """Players mill cards (701.17)."""
    return _one(Op.MILL, who, n)


def destroy(what: Selector) -> Effect:
    """Destroy permanents."""
    return _one(Op.DESTROY, what)


def sacrifice(what: Selector) -> Effect:
    """You sacrifice permanents you control."""
    return _one(Op.SACRIFICE, what)


def move(
    what: Selector, zone: Zone, under_you: bool = False, bottom: bool = False, tapped: bool = False, as_well: Modifier | None = None, counter: bool = False
) -> Effect:
    """Put objects into a zone, ``counter``: with a +1/+1 counter; what it became is the chosen object, what its toughness was is noted."""
    how = 1 if bottom else 2 if tapped else 3 if counter else 0
    return _one(Op.MOVE, what, None, a=_plain(zone), b=_plain(under_you), c=how, d=as_well if as_well else -1)


def to_hand(what: Selector) -> Effect:
    """Put objects into their owners' hands."""
    return move(what, Zone.HAND)


def exile(what: Selector) -> Effect:
    """Exile objects."""
    return move(what, Zone.EXILE)


def tap(what: Selector) -> Effect:
    """Tap permanents."""
    return _one(Op.TAP, what)


def untap(what: Selector) -> Effect:
    """Untap permanents."""
    return _one(Op.UNTAP, what)


def put_counters(n: Number | int, on: Selector, kind: Counter = Counter.PLUS) -> Effect:
    """Put counters, +1/+1 unless said otherwise."""
    return _one(Op.COUNTERS, on, n, a=_plain(kind))


def double_counters(on: Selector) -> Effect:
    """Double each kind of counter on permanents (701.10e)."""
    return _one(Op.DOUBLE_COUNTERS, on)


def gets(what: Selector, power: Number | int = 0, toughness: Number | int = 0, lasting: bool = False, **fields: Any) -> Effect:
    """A continuous effect on objects, until end of turn unless lasting; ``fields`` as of a Modifier."""
    return _one(Op.CONTINUOUS, what, power, a=Modifier(**fields), b=toughness, c=_plain(lasting))


def this_turn(rule: Rule, n: Number | int = 0, spend: Spend | None = None) -> Effect:
    """A change of the rules until end of turn; ``spend``: what mana that it lets a player make may be spent on."""
    return _one(Op.CONTINUOUS, NOBODY, n, a=Modifier(rule=_plain(rule), spend=spend), b=0)


def create(
    n: Number | int,
    token: Card,
    size: Number | int | None = None,
    tapped: bool = False,
    for_that_player: bool = False,
    together: bool = False,
    for_target: bool = False,
) -> Effect:
    """Create tokens, of a size read now where ``size`` is given; tapped; under the control of the player that the trigger is about, or of the first target.

    ``together``: the first of them is the chosen object, and what is said later of it can be said of THEM all.
    """
    how = (
        Creating.TAPPED * bool(tapped)
        + Creating.FOR_THAT_PLAYER * bool(for_that_player)
        + Creating.TOGETHER * bool(together)
        + Creating.FOR_TARGET * bool(for_target)
        if for_that_player or together or for_target
        else _plain(tapped)
    )
    return _one(Op.TOKEN, NOBODY, n, a=token, b=-1 if size is None else size, c=Modifier(copies=True), d=how)


def create_copy(of: Selector) -> Effect:
    """Create a token that is a copy of a card (707.2)."""
    return _one(Op.TOKEN, of, 1, a=token("Copy"), b=-1, c=Modifier(copies=True))


def assemble(n: Number | int = 1, itself: bool = False) -> Effect:
    """You assemble Contraptions, or the source itself does."""
    return _one(Op.ASSEMBLE, NOBODY, n, a=_plain(itself))


def reassemble(what: Selector) -> Effect:
    """Move a Contraption to another sprocket."""
    return _one(Op.REASSEMBLE, what)


def advance_crank() -> Effect:
    """Move the CRANK! counter and crank any number of Contraptions there."""
    return _one(Op.CRANK)


def roll(dice: int = 1, sides: int = 6) -> Effect:
    """Roll a die, or two for the difference of their results."""
    return _one(Op.ROLL, a=dice, b=sides)


def store_result(noted: bool = True) -> Effect:
    """Store the result of a die on the source, or take off what is stored there."""
    return _one(Op.STORE, a=_plain(noted))


def flip() -> Effect:
    """Flip a coin: 1 noted if it is won."""
    return _one(Op.FLIP)


def fight(other: Selector) -> Effect:
    """The source fights another creature (701.14)."""
    return _one(Op.FIGHT, other)


def win() -> Effect:
    """You win the game (104.2b)."""
    return _one(Op.WIN)


def look(n: Number | int, kind: Filter = ANY_CARD, to: Zone = Zone.HAND, optional: bool = False, revealed: bool = False, shuffled: bool = False) -> Effect:
    """Look at the top cards of your library, or reveal them; one like this goes to a zone, the rest under the library in a random order, or shuffled into it."""
    how = Looking.OPTIONAL * bool(optional) + Looking.REVEALED * bool(revealed) + Looking.SHUFFLED * bool(shuffled)
    return _one(Op.LOOK, Selector(int(Sel.ALL), replace(kind, zone=int(Zone.LIBRARY))), n, a=_plain(to), b=how)


def shuffle() -> Effect:
    """Shuffle your library."""
    return _one(Op.SHUFFLE)


def counter(what: Selector) -> Effect:
    """Counter a spell."""
    return _one(Op.COUNTER, what)


def add(
    symbols: str, n: Number | int = 1, kept: bool = False, combination: bool = False, noted: bool = False, to: Selector = NOBODY, each: bool = False,
    of: Types = Types.ANY, among: Filter | None = None,
) -> Effect:  # fmt: skip
    """Add ``n`` mana of one type among the letters (WUBRGC), in any combination of them, or of ``each``; kept: not lost until end of turn; noted: of a noted colour.

    ``to``: a player other than you who adds it, and chooses its type. ``of``: which of these types it may be; ``among``: the permanents that tell.
    """
    if not isinstance(symbols, str) or not symbols or len(set(symbols)) < len(symbols) or set(symbols) - set(MANA):
        raise CardError(f"add: different letters among {', '.join(MANA)} in one text, such as 'WU', not {symbols!r}")
    mask = sum(1 << MANA.index(letter) for letter in symbols)
    how = 2 * bool(each) or _plain(combination)
    return _one(Op.MANA, Selector(int(Sel.NONE), among) if among else to, n, a=mask, b=_plain(kept), c=how, d=int(Types.NOTED) if noted else _plain(of))


def aim(at: Selector) -> Effect:
    """Only choose a target, which a later instruction speaks of."""
    return _one(Op.MARK, at)


def emblem(ability: Triggered | Static) -> Effect:
    """You get an emblem with a triggered ability, or with a static one that gives permanents an ability."""
    return _one(Op.EMBLEM, a=token("Emblem", replace(ability, delayed=True) if isinstance(ability, Triggered) else ability))


def regenerate(what: Selector) -> Effect:
    """A regeneration shield."""
    return _one(Op.REGENERATE, what)


def mark(what: Selector, bits: Mark, for_that_player: bool = False, for_controller: bool = False) -> Effect:
    """Something remembered of permanents, of the target player, or of each one's controller, if the mark is one of a seat."""
    return _one(Op.MARK, what, a=_plain(bits), b=2 if for_controller else _plain(for_that_player))


def exile_top(of: Selector = YOU) -> Effect:
    """Exile the top card of a player's library; it is the chosen object."""
    return _one(Op.EXILE_TOP, of)


def may_play(what: Selector, free: bool = False) -> Effect:
    """Until end of turn you may play a card in exile (601.3, 305.1), without paying its mana cost if ``free``."""
    return _one(Op.CONTINUOUS, what, int(Cast.FREE) if free else 0, a=Modifier(rule=int(Rule.MAY_PLAY)), b=0)


def shield(what: Selector, n: Number | int) -> Effect:
    """The next so much damage that would be dealt to permanents this turn is prevented (615.7)."""
    return _one(Op.CONTINUOUS, what, n, a=Modifier(rule=int(Rule.SHIELD)), b=0)


def attach(to: Selector) -> Effect:
    """Attach the source to something."""
    return _one(Op.ATTACH, to)


def becomes_copy(what: Selector, lasting: bool = False, types: int = 0, keeping: bool = False) -> Effect:
    """It becomes a copy of the chosen object, with these types as well, and keeping this ability."""
    return _one(Op.BECOME_COPY, what, a=Modifier(copies=True, types=types), b=_plain(keeping), c=_plain(lasting))


def reveal(what: Selector) -> Effect:
    """Reveal cards (701.20)."""
    return _one(Op.REVEAL, what)


def choose_color(by: Selector = NOBODY) -> Effect:
    """Choose a colour as this enters; or a player chooses one, which is noted."""
    return _one(Op.CHOOSE_COLOR, by)


def choose_player() -> Effect:
    """Choose a player, who is the chosen one."""
    return _one(Op.CHOOSE_PLAYER)


def imprint() -> Effect:
    """The chosen card in exile is exiled with the source (607.2a)."""
    return _one(Op.IMPRINT)


def produce(of: Filter | None = None, n: Number | int = 0, lasting: bool = False, **fields: Any) -> Effect:
    """What is tapped for mana produces something else, until end of turn unless lasting (106.12b); a target is the only thing that does, ``n`` is the noted colour."""
    changed = Modifier(rule=int(Rule.MANA_REPLACED), produces=Produces(of, **fields))
    return _one(Op.CONTINUOUS, NOBODY, n, a=changed, b=0, c=_plain(lasting))


def for_this_turn(ability: Triggered) -> Effect:
    """Until end of turn there is a triggered mana ability (603.7c, 605.1b)."""
    return _one(Op.CONTINUOUS, NOBODY, 0, a=Modifier(grants=ability), b=0)


def choose_type() -> Effect:
    """Choose a creature type as this enters (205.3m)."""
    return _one(Op.CHOOSE_TYPE)


def double_x() -> Effect:
    """Double the X of the spell that triggered this (107.3)."""
    return _one(Op.DOUBLE_X, Selector(int(Sel.OBJECT)))


def choose_name() -> Effect:
    """Choose the name of a card as this enters (201.4)."""
    return _one(Op.CHOOSE_NAME)


def copy_spell() -> Effect:
    """Copy the spell that triggered this; you may choose new targets for the copy (707.10)."""
    return _one(Op.COPY_SPELL)


# --- effects that ask, branch or wait ---


def may(*effects: Effect, otherwise: Effect = ()) -> Effect:
    """You may do this; if you do not, that."""
    body = sequence(*effects)
    if not otherwise:
        return (*_one(Op.MAY, d=len(body)), *body)
    return (*_one(Op.MAY, d=len(body) + 1), *body, *_one(Op.JUMP, d=len(otherwise)), *otherwise)


def when(condition: Condition, number: int | Filter, then: Effect, otherwise: Effect = ()) -> Effect:
    """If a condition holds, this; otherwise that."""
    if not otherwise:
        return (*_one(Op.UNLESS, a=_plain(condition), b=number, d=len(then)), *then)
    return (*_one(Op.UNLESS, a=_plain(condition), b=number, d=len(then) + 1), *then, *_one(Op.JUMP, d=len(otherwise)), *otherwise)


def _or_else(asking: Instruction, body: Effect, otherwise: Effect) -> Effect:
    """An instruction that jumps over what follows if it is answered with no, and what happens then."""
    if not otherwise:
        return (replace(asking, d=len(body)), *body)
    return (replace(asking, d=len(body) + 1), *body, *_one(Op.JUMP, d=len(otherwise)), *otherwise)


def may_pay(cost: str, *effects: Effect, life: int = 0, times: Number | None = None, otherwise: Effect = (), x_only: str = "") -> Effect:
    """You may pay a cost in mana and life, once or so many times, X with one type of mana alone; if you do, this, otherwise that."""
    return _or_else(Instruction(int(Op.PAY), n=times, a=Activated(cost, x_only=x_only), b=life), sequence(*effects), otherwise)


def unless_any_pays(cost: str, *effects: Effect, choosing: str = "") -> Effect:
    """Any player may pay a cost, one after another; if nobody does, this, with mana of the type that you choose before (WUBRGC)."""
    body = sequence(*effects)
    return (*_one(Op.UNLESS_PAID, a=Activated(cost), b=sum(1 << MANA.index(letter) for letter in choosing), d=len(body)), *body)


def when_you_do(*effects: Effect, n: Number | int = 0) -> Effect:
    """A reflexive triggered ability (603.12); ``n`` is read now, and is THAT_MANY then."""
    return _one(Op.WHEN_DONE, NOBODY, n, a=Triggered(int(Event.DONE_JUST_NOW), sequence(*effects), delayed=True))


def choose(
    kind: Filter, *effects: Effect, asks: Choice = Choice.CHOOSE, optional: bool = False, of_that_player: bool = False, otherwise: Effect = ()
) -> Effect:
    """Choose an object (of your own, or the target player's, outside the battlefield); if there is one, this, otherwise that."""
    asking = Instruction(int(Op.CHOOSE), Selector(int(Sel.ALL), kind), None, _plain(of_that_player), _plain(optional), _plain(asks))
    return _or_else(asking, sequence(*effects), otherwise)


def choose_at_random(kind: Filter, *effects: Effect) -> Effect:
    """An object is chosen at random; if there is one, this."""
    body = sequence(*effects)
    return (Instruction(int(Op.CHOOSE_AT_RANDOM), Selector(int(Sel.ALL), kind), None, d=len(body)), *body)


def search(kind: Filter, most: int = 1, to: Zone = Zone.HAND) -> Effect:
    """Search your library for up to so many cards (255: any number), put them into a zone, and shuffle (701.23)."""
    return (*_one(Op.SEARCH, Selector(int(Sel.ALL), replace(kind, zone=int(Zone.LIBRARY))), most, a=_plain(to)), *shuffle())


def one_of(first: Effect, second: Effect) -> Effect:
    """Choose one of two as the effect happens."""
    return (*_one(Op.MODE, a=2), *_one(Op.JUMP, d=1), *_one(Op.JUMP, d=len(first) + 1), *first, *_one(Op.JUMP, d=len(second)), *second)


def may_cast_chosen(otherwise: Effect = (), paying: bool = True, copy: bool = False) -> Effect:
    """You may cast the chosen card, or a copy of it, paying its mana cost or not; if you do not, this."""
    how = (0 if paying else int(Cast.FREE)) | (int(Cast.COPY) if copy else 0)
    return (*_one(Op.CAST_CHOSEN, a=how, d=len(otherwise)), *otherwise)


def later(event: Event, *effects: Effect, about: Selector = NOBODY, who: int = 0, n: Number | None = None, this_turn: bool = False) -> Effect:
    """A delayed triggered ability about an object, at the next such event, or the next of yours (``who=1``), of ``this_turn`` alone; ``n`` is read now, and is THAT_MANY then."""
    return _one(Op.DELAY, about, n, a=Triggered(event, sequence(*effects), who=who, delayed=True), b=_plain(this_turn))


def modes(count: int, *each: Effect) -> Effect:
    """Choose so many different ones of these as the spell is cast (601.2b, 700.2); each may have targets of its own."""
    program: list[Instruction] = []
    for number, effect in enumerate(each, 1):
        program += _one(Op.UNLESS, a=int(Condition.MODE), b=number, c=count, d=len(effect))
        program += [replace(one, sel=replace(one.sel, mode=number)) if one.sel.sel == Sel.TARGET else one for one in effect]
    return tuple(program)

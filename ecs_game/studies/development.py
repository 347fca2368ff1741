"""The compiled loop behind ``cogwork mana``: one seat develops its mana against an idle opponent, and each of its turns is looked at."""

from __future__ import annotations

import numpy as np

from ecs_game.actions import PASS, SLOT
from ecs_game.agents.greedy import greedy_action
from ecs_game.agents.greedy_priority import land_value, mana_mask
from ecs_game.kernels import Entry, kernel
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING, Choice, Step, Type, Zone
from systems.game.choices import choose
from systems.game.loop import tick
from systems.game.mana.spending import NO_SPELL
from systems.game.payments.costs import GENERIC, SYMBOLS, price_card, total
from systems.game.payments.hybrid import can_pay_spell, hybrid_of, hybrids_of
from systems.game.payments.payable import payable
from systems.game.payments.supply import gather_for, lacking

SEAT = 0  # the seat that develops
SHORT, WRONG_COLORS, CASTABLE = 0, 1, 2  # of a card in a turn: not enough mana, enough of it but the wrong types, it could be cast
LANDS, SPELLS, STUCK = 0, 1, 2  # of a turn: lands on the battlefield, nonland cards drawn, whether a card in hand has mana enough of the wrong types
SEEN = 3
UNSEEN = -1
PRODUCER, TAPPED, FETCH = 1, 2, 4  # what a card is for the policy, bits: a spell that makes mana as a permanent; a land that enters tapped, that fetches one
ROLE, CURVE = 0, 1  # columns of the policy: those bits; the turn whose land drop pays for a card
ANY = 31  # types of mana that a land may stand for which fetches another
HAND = -1  # an aim: lands are played for the cards in hand, not for one card
FIRST = 1 << 12  # more than any other reason to play a land


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


@kernel
def copy_of(g, card):
    """A slot of the seat's that holds a card, in its hand or library if there is one: payments ask what they are for."""
    found = -1
    for s in range(g.top_high):
        if g.card[s] == card and g.owner[s] == SEAT and g.zone[s] != Zone.NONE:
            found = s
            if g.zone[s] == Zone.HAND or g.zone[s] == Zone.LIBRARY:
                break
    return found


@kernel
def pays(g, cat, log, slot, x):
    """What the mana that the seat could make now does for the card in a slot: ``CASTABLE``, ``WRONG_COLORS`` or ``SHORT``."""
    card = int(g.card[slot])
    spell = int(cat.card[card].spell)
    gather_for(g, cat, log, SEAT, slot, NO_SPELL, -1)
    g.sparing = spell >= 0 and cat.ability[spell].sacrifices > 0
    price_card(g, cat, log, g.need, card, SEAT, x, 0)
    mana = total(g.need) + hybrids_of(cat, card, -1)
    found = CASTABLE
    if not can_pay_spell(g, cat, log, card, SEAT, x, 0, 0):
        for symbol in range(SYMBOLS):
            g.need[symbol] = 0
        g.need[GENERIC] = mana
        found = WRONG_COLORS if payable(g, cat, log, g.need) else SHORT
    g.sparing = 0
    return found


@kernel
def look_at(g, cat, log, slot, before):
    """What is known of the card in a slot in a turn, raised to what it is now."""
    return before if before == CASTABLE else max(before, pays(g, cat, log, slot, int(cat.card[int(g.card[slot])].x > 0)))


@kernel
def lands_in_play(g):
    """Lands that the seat controls."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        n += (g.controller[s] == SEAT) & (g.types[s] & Type.LAND != 0)
    return n


@kernel
def look_at_board(g, cat, log, seen):
    """What a turn is like once its land has been played."""
    spells = stuck = 0
    for s in range(g.top_high):
        zone = int(g.zone[s])
        if g.owner[s] == SEAT and zone != Zone.NONE and zone != Zone.LIBRARY:
            spells += not cat.card[int(g.card[s])].types & Type.LAND and not cat.card[int(g.card[s])].token
    for i in range(g.hand_count[SEAT]):
        slot = int(g.hand[SEAT, i])
        if not stuck and cat.card[int(g.card[slot])].castable:
            stuck = look_at(g, cat, log, slot, SHORT) == WRONG_COLORS
    seen[LANDS], seen[SPELLS], seen[STUCK] = lands_in_play(g), spells, stuck


# --- the policy ---


@kernel
def spell_waits(g, cat, policy):
    """Whether a card in hand costs just what the lands in play and one more would make."""
    mana = lands_in_play(g) + 1
    for i in range(g.hand_count[SEAT]):
        card = int(g.card[int(g.hand[SEAT, i])])
        if cat.card[card].castable and policy[card, CURVE] == mana:
            return True
    return False


@kernel
def lacking_with(g, cat, card, mask):
    """How many coloured symbols of a card, priced in ``need``, could not be paid with the mana that ``gather`` counted and one more of some types."""
    g.supply[mask] += 1  # of no type: of no use
    short = int(lacking(g.supply, g.need))
    g.supply[mask] -= 1
    for i in range(hybrids_of(cat, card, -1)):
        types = hybrid_of(cat, card, -1, i) & ANY
        have = types & mask
        for color in range(5):
            have |= (g.can[color] > 0) & types >> color
        short += types != 0 and have == 0
    return short


@kernel
def best_land(g, cat, log, policy, aim, zone):
    """The land to play, or to search for, of the options that lie in a zone; PASS if there is none.

    For a card: the land that leaves fewest of its coloured symbols unpaid. One that enters tapped comes first as long as the turns left until the card's own
    are enough for the colours that it lacks, else last of equal ones. For the hand: greedy's choice, tapped lands first where no spell waits for the mana.
    """
    best, most = PASS, -(1 << 20)
    early = False
    for i in range(g.option_count):
        slot = int(g.options[i]) - SLOT
        card = int(g.card[slot])
        if g.options[i] < SLOT or g.zone[slot] != zone or not cat.card[card].types & Type.LAND:
            continue
        if best == PASS:
            if aim == HAND:
                early = not spell_waits(g, cat, policy)
            else:
                gather_for(g, cat, log, SEAT, copy_of(g, aim), NO_SPELL, -1)
                price_card(g, cat, log, g.need, aim, SEAT, int(cat.card[aim].x > 0), 0)
                early = lacking_with(g, cat, aim, 0) <= policy[aim, CURVE] - own_turn(g)
        role = int(policy[card, ROLE])
        mask = ANY if role & FETCH else int(mana_mask(cat, card))
        value = int(land_value(g, cat, slot, SEAT)) if aim == HAND else -2 * lacking_with(g, cat, aim, mask)
        if role & (TAPPED | FETCH):
            value += FIRST if early else -FIRST if aim == HAND else -1
        if value > most:
            best, most = SLOT + slot, value
    return best


@kernel
def fetching_land(g, policy):
    """A land that can fetch another now; PASS if there is none."""
    for i in range(1, int(g.option_count)):
        slot = int(g.options[i]) - SLOT
        if g.zone[slot] == Zone.BATTLEFIELD and policy[int(g.card[slot]), ROLE] & FETCH:
            return SLOT + slot
    return PASS


@kernel
def best_producer(g, cat, policy):
    """The spell to cast: of those that make mana as permanents the one with the greatest mana value; PASS if there is none."""
    best, most = PASS, -1
    for i in range(1, int(g.option_count)):
        slot = int(g.options[i]) - SLOT
        if g.zone[slot] == Zone.HAND and policy[int(g.card[slot]), ROLE] & PRODUCER and cat.card[int(g.card[slot])].value > most:
            best, most = SLOT + slot, int(cat.card[int(g.card[slot])].value)
    return best


@kernel
def in_main_phase(g):
    """Whether the seat has priority in its first main phase with nothing on the stack."""
    return g.decider == SEAT and g.choice == Choice.PRIORITY and g.active == SEAT and g.step == Step.MAIN1 and g.stack_count == 0


@kernel
def own_turn(g):
    """The seat's own turn under way, or the last one that was."""
    return (int(g.turn) + (g.starting == SEAT)) // 2


@kernel
def other_choice(g, cat, log, policy, aim, mulligans):
    """What is chosen elsewhere: as greedy would, but nothing is done with priority, nobody attacks, and the opponent does nothing that it may leave.

    A land that is searched for is the one that would be played.
    """
    if g.decider == SEAT and g.choice == Choice.CHOOSE:
        land = best_land(g, cat, log, policy, aim, int(Zone.LIBRARY))
        if land != PASS:
            return land
    idle = g.decider != SEAT or g.choice == Choice.PRIORITY or g.choice == Choice.ATTACKER or g.choice == Choice.MULLIGAN and not mulligans
    return int(g.options[0]) if idle or g.option_count == 1 else greedy_action(g, cat, log)


def _develop(games, cat, log, policy, aim, mulligans, found, seen):
    """Play duels until seat ``SEAT`` has had its turns, and look at each in its first main phase.

    ``policy``, shape (catalogue rows, 2): of each card its ``ROLE`` and ``CURVE``. ``aim``: the catalogue row of the card for which lands are played; ``found``, shape
    (n, turns), gets what could be done about it in each turn, after the land and again after every producer. Or ``HAND``: ``seen``, shape
    (n, turns, SEEN), gets the board after the land, before anything is cast; ``UNSEEN`` of turns that did not come.
    """
    c, page = cat[0], log[0]
    for i in range(len(games)):
        g = games[i]
        looked = 0  # the last of the seat's own turns that has been looked at
        while g.winner == RUNNING:
            if g.decider < 0:
                tick(g, c, page)
                continue
            if not in_main_phase(g):
                choose(g, page, other_choice(g, c, page, policy, aim, mulligans))
                continue
            turn = own_turn(g)
            action = best_land(g, c, page, policy, aim, int(Zone.HAND))
            if action == PASS:
                action = fetching_land(g, policy)
            if action == PASS:
                if aim != HAND:
                    found[i, turn - 1] = look_at(g, c, page, copy_of(g, aim), int(found[i, turn - 1]) if turn == looked else SHORT)
                elif turn > looked:
                    look_at_board(g, c, page, seen[i, turn - 1])
                looked = turn
                action = best_producer(g, c, policy)
                if action == PASS and turn == found.shape[1]:
                    break
            choose(g, page, action)


develop = Entry(_develop, _shape, ("rules", "greedy"))

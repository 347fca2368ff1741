"""After the last round (905.1d, 905.2a): each Deal Broker's drafter may reveal a card, others may offer one for it, and an offer may be taken."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.actions import NAME, PASS, SEAT
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import CHANCE, Draft, DraftChoice, DraftSystem, Place
from ecs_game.rng import draw
from systems.draft.cards import did, publish
from systems.draft.choices import ask, offer, offer_pool, offer_seat, overflow
from systems.draft.processors import processor
from systems.game.choices import answered, take

CR_905_1D = cite("905.1d")
CR_905_2A = cite("905.2a")


@kernel
def line_up(g, cat, log):
    """The cards that allow an exchange, in random order (905.2a); every card is turned down, since the draft is over (905.2c)."""
    n = 0
    for i in range(g.up_count):
        s = int(g.up[i])
        if g.place[s] == Place.PILE:
            if cat.entry[int(g.card[s])].text & Draft.TRADE:
                if n >= len(g.traders):
                    overflow(g)
                    return
                k = draw(g, CHANCE, n + 1)
                g.traders[n] = g.traders[k]
                g.traders[k] = s
                n += 1
            g.face_up[s] = 0
    for i in range(n if n > 1 else 0):
        event(g, log, DraftLogged.CHANCE, -1, -1, 0, int(g.drafter[int(g.traders[i])]), CR_905_2A)
    for seat in range(g.seat_count):
        g.powers[seat] = 0
    g.up_count = 0
    g.trader_count = n


@kernel
def find_in_pool(g, seat, row):
    """A card of this name in a seat's pile."""
    s = 0
    while g.place[s] != Place.PILE or g.holder[s] != seat or g.card[s] != row:
        s += 1
    return s


@kernel
def has_another(g, seat, slot):
    """Whether a seat has a second card named as one that it has."""
    for s in range(g.slot_count):
        if s != slot and g.place[s] == Place.PILE and g.holder[s] == seat and g.card[s] == g.card[slot]:
            return True
    return False


@kernel
def share_notes(g, giver, slot, taker, other):
    """Notes go with two traded cards: each new owner has all that the old one noted for the name, who keeps them for copies that are left."""
    giver_keeps, taker_keeps = has_another(g, giver, slot), has_another(g, taker, other)
    for i in range(int(g.note_count)):
        given = g.note_seat[i] == giver and g.note_card[i] == g.card[slot]
        if not given and not (g.note_seat[i] == taker and g.note_card[i] == g.card[other]):
            continue
        to = taker if given else giver
        if not (giver_keeps if given else taker_keeps):
            g.note_seat[i] = to
        elif g.note_count < len(g.note_seat):
            n = int(g.note_count)
            g.note_seat[n] = to
            g.note_card[n] = g.note_card[i]
            g.note_kind[n] = g.note_kind[i]
            g.note_value[n] = g.note_value[i]
            g.note_name[n] = g.note_name[i]
            g.note_count = n + 1
        else:
            overflow(g)


@kernel
def swap(g, log, seat, slot, other, offered):
    """Two cards change owners. They are not drafted by it."""
    share_notes(g, seat, slot, other, offered)
    g.holder[slot], g.holder[offered] = other, seat
    event(g, log, DraftLogged.TRADED, slot, int(g.card[offered]), other, seat, CR_905_1D)


@kernel
def ask_next_offer(g, cat, owner):
    """Stop for the offer of the next other seat; False if all have been asked."""
    while g.cursor < g.seat_count:
        if g.cursor != owner:
            offer_pool(g, cat, int(g.cursor))
            ask(g, int(g.cursor), DraftChoice.OFFER, int(g.revealed))
            return True
        g.cursor += 1
    return False


@kernel
def ask_acceptance(g, log, owner):
    """Offers are revealed together, and the owner takes one or none."""
    g.option_count = 0
    offer(g, PASS)
    for other in range(g.seat_count):
        if g.offers[other] >= 0:
            publish(g, int(g.offers[other]))
            event(g, log, DraftLogged.REVEALED, int(g.offers[other]), -1, 0, other, CR_905_1D)
            offer_seat(g, other)
    ask(g, owner, DraftChoice.ACCEPT, int(g.revealed))


@kernel
def next_trade(g):
    """This exchange is over."""
    g.trade += 1
    g.noted_before = g.note_count
    g.revealed = -1
    g.cursor = 0
    for seat in range(g.seat_count):
        g.offers[seat] = -1


@part("draft")
def trading(g, cat, log) -> None:
    """One exchange after another."""
    if answered(g):
        action = take(g)
        by = int(g.traders[int(g.trade) - 1])
        owner = int(g.drafter[by])
        if g.choice == DraftChoice.REVEAL:
            if action == PASS:
                next_trade(g)
            else:
                did(g, by)
                g.revealed = find_in_pool(g, owner, action - NAME)
                publish(g, int(g.revealed))
                event(g, log, DraftLogged.REVEALED, int(g.revealed), -1, 0, owner, CR_905_1D)
        elif g.choice == DraftChoice.OFFER:
            g.offers[int(g.cursor)] = find_in_pool(g, int(g.cursor), action - NAME) if action != PASS else -1
            g.cursor += 1
        else:
            if action != PASS:
                swap(g, log, owner, int(g.revealed), action - SEAT, int(g.offers[action - SEAT]))
            next_trade(g)
    elif g.trade == 0:
        line_up(g, cat, log)
        next_trade(g)
    while g.trade <= g.trader_count:
        by = int(g.traders[int(g.trade) - 1])
        owner = int(g.drafter[by])
        if g.holder[by] != owner:
            next_trade(g)
        elif g.revealed < 0:
            offer_pool(g, cat, owner)
            ask(g, owner, DraftChoice.REVEAL, by)
            return
        elif ask_next_offer(g, cat, owner):
            return
        else:
            ask_acceptance(g, log, owner)
            return
    g.phase = DraftSystem.OVER


Trading = processor(DraftSystem.TRADING, trading)

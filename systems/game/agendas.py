"""What conspiracies do before a game begins (CR 103, 315.2, 702.106, 905.4): which are used, what is named for them, who starts, with which hand."""

from ecs_game.actions import NAMES, PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance, draw, shuffles
from ecs_game.vocabulary import Choice, Kind, Note, Rule, SetUp, Super, Zone
from systems.game.choices import answered, ask, ask_number, name_action, number_action, offer, take
from systems.game.conspiracies import NO_CARD, conspiracy, face_down, functioning, ruled
from systems.game.effects import draw_card, shuffle
from systems.game.naming import nth_name, offer_names
from systems.game.notes import add_note
from systems.game.zones import TOP, move

CR_103_1C, CR_905_4 = cite("103.1c"), cite("905.4")
OPENING_HAND = 7
LEAST_DECK = 40
NUMBERS = 3  # the numbers from 1 that may be chosen before the opening hand
ELSEWHERE = 1 << 29  # numbers of a stream that no game comes to
NAMED = 1  # register: the index of the last name chosen for the conspiracy under way, plus one


@kernel
def turn_seat(g, i):
    """The i-th seat in turn order."""
    return (int(g.starting) + i) % len(g.life)


# --- which conspiracies are used ---


@kernel
def scatter(g, seat):
    """A seat's conspiracies change places over its slots, so that a slot tells nothing; by numbers that its shuffles do not use, so that they move no card."""
    seats, stream, n = len(g.life), shuffles(seat), 0
    used = int(g.draws[stream])
    g.draws[stream] = ELSEWHERE
    while n * seats + seat < g.conspiracy_slots and g.zone[int(g.conspiracy_first) + n * seats + seat] != Zone.NONE:
        n += 1
    for i in range(n - 1, 0, -1):
        a = int(g.conspiracy_first) + i * seats + seat
        b = int(g.conspiracy_first) + draw(g, stream, i + 1) * seats + seat
        card = int(g.card[a])
        g.card[a] = g.card[b]
        g.card[b] = card
    g.draws[stream] = used


@kernel
def deck_rule(g, cat, slot, rule):
    """The number of a rule about the deck that a card makes; 0 if it makes none."""
    c = cat.card[int(g.card[slot])]
    for a in range(c.first, c.first + c.count):
        if cat.ability[a].kind == Kind.STATIC and cat.modifier[int(cat.ability[a].modifier)].rule == rule:
            return int(cat.modifier[int(cat.ability[a].modifier)].number)
    return 0


@kernel
def smaller_by(g, cat, seat, after):
    """By how many cards a seat's deck may be smaller than usual with what it uses so far and all that lies behind a slot (100.2b)."""
    n = 0
    for k in range(seat, g.conspiracy_slots, len(g.life)):
        slot = int(g.conspiracy_first) + k
        if g.zone[slot] == Zone.COMMAND or g.zone[slot] == Zone.SIDEBOARD and slot > after:
            n += deck_rule(g, cat, slot, int(Rule.SMALLER_DECK))
    return n


@kernel
def has_basics(g, cat, seat):
    """Whether a seat's deck has basic lands in it."""
    for i in range(g.library_count[seat]):
        if cat.card[int(g.card[int(g.library[seat, i])])].supers & Super.BASIC:
            return True
    return False


@kernel
def offer_conspiracies(g, cat, log, f, seat):
    """Ask for the next conspiracy to use, in slot order, up to the first that the deck needs so as not to be too small; to stop, if it needs none."""
    short = min(LEAST_DECK - int(g.library_count[seat]), smaller_by(g, cat, seat, -1))
    basics = has_basics(g, cat, seat)
    g.option_count = 0
    offer(g, log, PASS)
    for k in range(seat, g.conspiracy_slots, len(g.life)):
        slot = int(g.conspiracy_first) + k
        if g.zone[slot] != Zone.SIDEBOARD or slot <= g.frame_object[f] or basics and deck_rule(g, cat, slot, int(Rule.NO_BASICS)):
            continue
        offer(g, log, SLOT + slot)
        if short > 0 and deck_rule(g, cat, slot, int(Rule.SMALLER_DECK)) and smaller_by(g, cat, seat, slot) < short:
            for i in range(1, int(g.option_count)):
                g.options[i - 1] = g.options[i]
            g.option_count -= 1
            break
    ask(g, seat, Choice.SEVERAL, -1, -1)


@kernel
def use_conspiracy(g, cat, log, f, seat, slot):
    """Put a conspiracy from the sideboard into the command zone; face down, if names are to be chosen for it (702.106a)."""
    g.zone[slot] = Zone.COMMAND
    event(g, log, Logged.MOVE, slot, slot, int(Zone.COMMAND), seat, CR_905_4)
    g.frame_object[f] = slot
    g.frame_amount[f] = cat.card[int(g.card[slot])].agenda


# --- names ---


@kernel
def choose_name(g, cat, log, f, seat, index):
    """Keep a secretly chosen name with its conspiracy (702.106b)."""
    slot = int(g.frame_object[f])
    add_note(g, log, seat, int(g.card[slot]), int(Note.AGENDA), 0, nth_name(g, cat, log, index), slot)
    g.frame_amount[f] -= 1
    g.frame_register[f, NAMED] = min(index + 1, NAMES - 1) if g.frame_amount[f] else 0


@part("rules")
def conspire(g, cat, log, f, seats) -> int:
    """Each seat in turn order, from the one chosen to start, chooses the conspiracies that it uses, and names for them (905.4, 905.4a). 0 while it is asked."""
    if g.frame_step[f] == SetUp.CONSPIRE:
        g.starting = g.active = chance(g, seats)
        for seat in range(seats):
            scatter(g, seat)
        g.frame_step[f] = SetUp.CONSPIRING
    while g.frame_mode[f] < len(g.life):
        seat = turn_seat(g, int(g.frame_mode[f]))
        if answered(g):
            action = take(g)
            if g.frame_amount[f] > 0:
                choose_name(g, cat, log, f, seat, action - name_action(g, 0))
            elif action == PASS:
                g.frame_mode[f] += 1
                g.frame_object[f] = -1
                continue
            else:
                use_conspiracy(g, cat, log, f, seat, action - SLOT)
        if g.frame_amount[f] > 0:
            offer_names(g, cat, log, seat, int(g.frame_object[f]), int(g.frame_register[f, NAMED]))  # of two names the second comes after the first (702.106f)
        else:
            offer_conspiracies(g, cat, log, f, seat)
        return 0
    settle(g, cat, log)
    g.frame_mode[f] = g.frame_register[f, NAMED] = 0
    apply_starting(g, cat, log)
    return 1


@kernel
def settle(g, cat, log):
    """Conspiracies that are not used are nowhere any more; the others close ranks, so that their slots tell nothing of those. Lands from outside need a reason."""
    seats, most = len(g.life), 0
    for seat in range(seats):
        used = left = 0
        for k in range(seat, g.conspiracy_slots, seats):
            slot, to = int(g.conspiracy_first) + k, int(g.conspiracy_first) + used * seats + seat
            if g.zone[slot] == Zone.COMMAND:
                close_up(g, slot, to, seat)
                used += 1
            elif g.zone[slot] == Zone.SIDEBOARD:
                g.zone[slot] = Zone.NONE
                left += 1
        most = max(most, used)
        if left:
            add_note(g, log, seat, -1, int(Note.APART), left, -1, -1)
        if not plays_from_outside(g, cat, seat):
            for slot in range(len(g.tapped), g.top_high):
                if g.zone[slot] == Zone.SIDEBOARD and g.owner[slot] == seat and cat.card[int(g.card[slot])].supers & Super.BASIC:
                    g.zone[slot] = Zone.NONE
    g.conspiracy_slots = most * seats


@kernel
def close_up(g, slot, to, seat):
    """Move a conspiracy, with what is noted of it, to another slot of its seat's."""
    if slot == to:
        return
    g.card[to] = g.card[slot]
    g.owner[to] = seat
    g.zone[to] = Zone.COMMAND
    g.zone[slot] = Zone.NONE
    for i in range(g.note_count):
        if g.note_object[i] == slot:
            g.note_object[i] = to


@kernel
def plays_from_outside(g, cat, seat):
    """Whether a seat uses a conspiracy that lets it play basic lands from outside the game."""
    for k in range(seat, g.conspiracy_slots, len(g.life)):
        slot = conspiracy(g, cat, k)
        if slot >= 0 and cat.card[int(g.card[slot])].outside:
            return True
    return False


# --- who starts, and with which hand ---


@kernel
def apply_starting(g, cat, log):
    """The player whom a conspiracy makes the starting player, one of them at random if there are several (103.1c)."""
    n = 0
    for seat in range(len(g.life)):
        n += ruled(g, cat, log, int(Rule.STARTS), seat, NO_CARD, 0) > 0
    if n == 0:
        return
    which = chance(g, n) if n > 1 else 0
    for seat in range(len(g.life)):
        if ruled(g, cat, log, int(Rule.STARTS), seat, NO_CARD, 0) > 0:
            if which == 0:
                g.starting = g.active = seat
            which -= 1


@kernel
def hand_size(g, cat, seat):
    """The starting hand size of a seat (103.5)."""
    n = OPENING_HAND
    for k in range(seat, g.conspiracy_slots, len(g.life)):
        slot = functioning(g, cat, int(g.field_count) + k)
        if slot >= 0 and deck_rule(g, cat, slot, int(Rule.HAND_SIZE)):
            n = deck_rule(g, cat, slot, int(Rule.HAND_SIZE))
    return n


@part("rules")
def choose_numbers(g, cat, log, f) -> int:
    """Before opening hands are drawn, a number is chosen for each conspiracy that asks for one, in turn order. 0 while a seat is asked."""
    seats = len(g.life)
    if answered(g):
        slot = int(g.about)
        n = take(g) - number_action(g, 0)
        add_note(g, log, int(g.owner[slot]), int(g.card[slot]), int(Note.NUMBER), n, -1, slot)
        event(g, log, Logged.CHOSEN, slot, -1, n, int(g.owner[slot]), 0)
        g.frame_mode[f] += 1
    while g.frame_mode[f] < g.conspiracy_slots:
        each, i = int(g.conspiracy_slots) // seats, int(g.frame_mode[f])
        slot = conspiracy(g, cat, i % each * seats + turn_seat(g, i // each))
        if slot >= 0 and deck_rule(g, cat, slot, int(Rule.CHOOSES_NUMBER)) and not face_down(g, slot):
            ask_number(g, log, int(g.owner[slot]), int(Choice.NUMBER), slot, -1, 1, NUMBERS)
            return 0
        g.frame_mode[f] += 1
    return 1


@kernel
def draw_hands(g, cat, log, seat):
    """Draw the opening hand, and a further one of seven for each effect that gives one (103.5)."""
    for _ in range(hand_size(g, cat, seat)):
        draw_card(g, cat, log, seat)
    for _ in range(OPENING_HAND * ruled(g, cat, log, int(Rule.EXTRA_HAND), seat, NO_CARD, 0)):
        draw_card(g, cat, log, seat)


@part("rules")
def keep_one_hand(g, cat, log, f) -> int:
    """Whoever has drawn several hands shuffles all but one of them into the library before mulligans. 0 while a seat is asked which."""
    while g.frame_mode[f] < len(g.life):
        seat = turn_seat(g, int(g.frame_mode[f]))
        hands = 1 + int(ruled(g, cat, log, int(Rule.EXTRA_HAND), seat, NO_CARD, 0)) if g.conspiracy_slots else 1
        if answered(g):
            shuffle_others(g, cat, log, seat, take(g) - number_action(g, 1))
        elif hands > 1:
            g.frame_x[f] = hand_size(g, cat, seat)
            ask_number(g, log, seat, int(Choice.HAND), -1, -1, 1, hands)
            return 0
        g.frame_mode[f] += 1
    return 1


@kernel
def shuffle_others(g, cat, log, seat, kept):
    """Shuffle every hand but one into the library; they lie in the order in which they were drawn."""
    first = hand_size(g, cat, seat) + OPENING_HAND * (kept - 1) if kept > 0 else 0
    behind = first + OPENING_HAND if kept > 0 else hand_size(g, cat, seat)
    for i in range(int(g.hand_count[seat]) - 1, -1, -1):
        if i < first or i >= behind:
            move(g, cat, log, int(g.hand[seat, i]), int(Zone.LIBRARY), seat, TOP, 0)
    shuffle(g, cat, log, seat)

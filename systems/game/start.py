"""Starting a game (CR 103): shuffling, who begins, opening hands, mulligans."""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance
from ecs_game.vocabulary import Choice, Progress, SetUp, Step, System, Zone
from systems.game.agendas import choose_numbers, conspire, draw_hands, hand_size, keep_one_hand
from systems.game.before_shuffling import exile_from_pools
from systems.game.choices import answered, ask, ask_yes_no, offer, take
from systems.game.effects import draw_card, shuffle, shuffle_contraptions
from systems.game.objects import pop, touch
from systems.game.seats import seated
from systems.game.zones import BOTTOM, TOP, move
from systems.processors import processor

CR_103_5 = cite("103.5")


@part("rules")
def start(g, cat, log) -> None:
    """Choose who begins and which conspiracies are used, shuffle, draw; then rounds in which each seat in turn order keeps or takes a mulligan (103.5).

    Where a deck comes with conspiracies (905.4), or holds cards that do something before it is shuffled (103.2), set-up begins with that.
    """
    f = int(g.frame_count) - 1
    seats = seated(g)
    if g.frame_step[f] == SetUp.CONSPIRE or g.frame_step[f] == SetUp.CONSPIRING:
        if not conspire(g, cat, log, f, seats):
            return
        g.frame_step[f] = SetUp.BEFORE_SHUFFLING
    if g.frame_step[f] == SetUp.BEFORE_SHUFFLING:
        if not exile_from_pools(g, cat, log, f, seats):
            return
        g.frame_step[f] = SetUp.SHUFFLE
    if g.frame_step[f] == SetUp.SHUFFLE:
        if g.conspiracy_first == 0:
            g.starting = g.active = chance(g, seats)
        for seat in range(seats):
            shuffle(g, cat, log, seat)
            shuffle_contraptions(g, cat, log, seat)
        g.frame_step[f] = SetUp.NUMBERS
        g.frame_mode[f] = 0
    if g.frame_step[f] == SetUp.NUMBERS:
        if not choose_numbers(g, cat, log, f):
            return
        for seat in range(seats):
            draw_hands(g, cat, log, seat)
        g.frame_step[f] = SetUp.HANDS
        g.frame_mode[f] = 0
    if g.frame_step[f] == SetUp.HANDS:
        if not keep_one_hand(g, cat, log, f):
            return
        begin_round(g, f)
    while True:
        seat = (int(g.starting) + int(g.frame_mode[f])) % seats
        if g.frame_step[f] == SetUp.DECLARE:
            if not declare(g, cat, log, f, seat):
                return
        elif g.frame_step[f] == SetUp.DRAW_AGAIN:
            if not draw_again(g, cat, log, f, seat):
                return
        elif not to_bottom(g, cat, log, f, seat):
            return


Start = processor(System.START, start)


@kernel
def begin_round(g, f):
    """Every seat that has not kept declares."""
    g.frame_step[f] = SetUp.DECLARE
    g.frame_mode[f] = 0


@kernel
def free_mulligans(g):
    """How many mulligans cost no card: the first one in a multiplayer game (103.5c)."""
    return 1 if seated(g) > 2 else 0


@kernel
def declare(g, cat, log, f, seat):
    """Ask a seat to keep or take a mulligan; a hand of no cards is kept. False while it is asked."""
    if g.frame_mode[f] == seated(g):
        g.frame_mode[f] = 0
        g.frame_step[f] = SetUp.DRAW_AGAIN
        return True
    if not g.kept_hand[seat]:
        if not answered(g):
            if g.mulligans[seat] - free_mulligans(g) >= hand_size(g, cat, seat):
                g.kept_hand[seat] = 1
                g.frame_mode[f] += 1
                return True
            ask_yes_no(g, log, seat, int(Choice.MULLIGAN), -1)
            return False
        if take(g) == PASS:
            g.kept_hand[seat] = 1
    g.frame_mode[f] += 1
    return True


@kernel
def draw_again(g, cat, log, f, seat):
    """Those who did not keep shuffle their hands away and draw as many as they begin with; all kept: the first turn begins."""
    if g.frame_mode[f] == seated(g):
        all_kept = True
        for other in range(seated(g)):
            if not g.kept_hand[other]:
                all_kept = False
        if all_kept:
            pop(g)
            g.turn = 1
            g.step = Step.UPKEEP
            g.began = Progress.NOT_BEGUN
            touch(g)
            return False
        begin_round(g, f)
        return True
    if g.kept_hand[seat]:
        g.frame_mode[f] += 1
        return True
    event(g, log, Logged.MULLIGAN, -1, -1, int(g.mulligans[seat]) + 1, seat, CR_103_5)
    while g.hand_count[seat] > 0:
        move(g, cat, log, int(g.hand[seat, int(g.hand_count[seat]) - 1]), int(Zone.LIBRARY), seat, TOP, CR_103_5)
    shuffle(g, cat, log, seat)
    for _ in range(hand_size(g, cat, seat)):
        draw_card(g, cat, log, seat)
    g.mulligans[seat] += 1
    g.frame_amount[f] = min(int(g.mulligans[seat]) - free_mulligans(g), int(g.hand_count[seat]))
    g.frame_step[f] = SetUp.TO_BOTTOM
    return True


@kernel
def to_bottom(g, cat, log, f, seat):
    """Put one card for each mulligan on the bottom, in any order. False while the seat is asked."""
    if answered(g):
        move(g, cat, log, take(g) - SLOT, int(Zone.LIBRARY), seat, BOTTOM, CR_103_5)
        g.frame_amount[f] -= 1
    if g.frame_amount[f] <= 0:
        g.frame_step[f] = SetUp.DRAW_AGAIN
        g.frame_mode[f] += 1
        return True
    g.option_count = 0
    for slot in range(g.top_high):
        if g.zone[slot] == Zone.HAND and g.owner[slot] == seat:
            offer(g, log, SLOT + slot)
    ask(g, seat, Choice.BOTTOM, -1, -1)
    return False

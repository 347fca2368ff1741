"""The turn (CR 500–514): steps in order, their turn-based actions, their ends."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import DRAWN, RUNNING, STAY_TAPPED_ALL, Ending, Event, Keyword, Mark, Note, Progress, Rule, Step, System, Type
from systems.game.conspiracies import NO_CARD, ruled
from systems.game.crank import controls_contraption
from systems.game.delayed import end_this_turn
from systems.game.effects import draw_card, drop_effects
from systems.game.events import post
from systems.game.mana.pools import empty_pools, stop_keeping
from systems.game.mana.tapping import untap
from systems.game.notes import add_note, forget
from systems.game.objects import finish, push, stir, stir_seat
from systems.game.seats import next_seat, seated, still_in
from systems.processors import processor

CR_500_1, CR_502_3, CR_514_2 = cite("500.1"), cite("502.3"), cite("514.2")
HAND_SIZE = 7


@part("rules")
def turn(g, cat, log) -> None:
    """Begin the step with its turn-based actions (703), or end it and go to the next."""
    if g.began == Progress.WEARS_OFF and g.step == Step.CLEANUP:
        wear_off(g, cat)
        return
    if g.began != Progress.NOT_BEGUN:
        end_step(g, cat, log)
    if g.began == Progress.NOT_BEGUN and g.winner == RUNNING:
        begin_step(g, cat, log)


Turn = processor(System.TURN, turn)


@kernel
def begin_step(g, cat, log):
    """The turn-based actions of a step; what needs choices is a frame. A turn whose player has left goes on without them (800.4j)."""
    seat = int(g.active)
    g.began = Progress.BEGUN
    g.over = 0
    g.passes = 0
    g.priority = still_in(g, seat)
    event(g, log, Logged.STEP, -1, int(g.turn), int(g.step), seat, CR_500_1)
    if g.step == Step.UPKEEP:
        post(g, cat, log, int(Event.UPKEEP), -1, seat, 0)
        if controls_contraption(g, cat, seat):
            push(g, cat, log, int(System.CRANK), seat)
    elif g.step == Step.DRAW:
        if g.conspiracy_slots:
            g.upkeeps = int(g.upkeeps) | 1 << seat
        if not g.lost[seat] and (g.turn > 1 or seated(g) > 2):
            draw_card(g, cat, log, seat)
            post(g, cat, log, int(Event.DRAW_STEP), -1, seat, 0)
    elif g.step == Step.COMBAT:
        post(g, cat, log, int(Event.BEGIN_COMBAT), -1, seat, 0)
    elif g.step == Step.MAIN1 or g.step == Step.MAIN2:
        post(g, cat, log, int(Event.MAIN_PHASE), -1, seat, 0)
        if g.step == Step.MAIN1:
            post(g, cat, log, int(Event.PRECOMBAT_MAIN_PHASE), -1, seat, 0)
    elif g.step == Step.ATTACKERS and not g.lost[seat]:
        push(g, cat, log, int(System.ATTACKERS), seat)
    elif g.step == Step.BLOCKERS:
        push(g, cat, log, int(System.BLOCKERS), next_seat(g, seat))
    elif g.step == Step.FIRST_STRIKE or g.step == Step.DAMAGE:
        push(g, cat, log, int(System.DAMAGE), seat)
    elif g.step == Step.END_COMBAT:
        post(g, cat, log, int(Event.END_COMBAT), -1, seat, 0)
    elif g.step == Step.END:
        post(g, cat, log, int(Event.END_STEP), -1, seat, 0)
    elif g.step == Step.CLEANUP:
        g.began = Progress.WEARS_OFF
        if g.hand_count[seat] > HAND_SIZE and not (g.rules & Rule.NO_HAND_LIMIT and ruled(g, cat, log, int(Rule.NO_HAND_LIMIT), seat, NO_CARD, 0) > 0):
            f = push(g, cat, log, int(System.DISCARD), seat)
            g.frame_amount[f] = int(g.hand_count[seat]) - HAND_SIZE


@kernel
def wear_off(g, cat):
    """514.2: damage wears off, and "this turn" and "until end of turn" end, all at once."""
    g.began = Progress.SETTLED
    for i in range(g.field_count):
        s = int(g.field[i])
        g.damage[s] = 0
        g.shields[s] = 0
        g.marks[s] &= STAY_TAPPED_ALL
    stop_keeping(g)
    g.check = 1
    if g.delayed_count:
        end_this_turn(g)
    if g.effect_count:
        drop_effects(g, cat, True)
        stir(g)


@kernel
def end_step(g, cat, log):
    """Pools empty (106.4) and the next step begins; steps for which nothing was declared are left out (508.8, 510.4)."""
    empty_pools(g, cat, log, g.step != Step.CLEANUP)
    step = int(g.step)
    if step == Step.CLEANUP:
        if g.began == Progress.PRIORITY_GIVEN:
            g.began = Progress.NOT_BEGUN
            return
        next_turn(g, cat, log)
        return
    step += 1
    if step == Step.BLOCKERS and not g.battle:
        step = int(Step.END_COMBAT)
    elif step == Step.FIRST_STRIKE and not any_first_striker(g):
        step = int(Step.DAMAGE)
    elif step == Step.MAIN2:
        end_combat(g)
    g.step = step
    g.began = Progress.NOT_BEGUN
    g.over = 0


@kernel
def any_first_striker(g):
    """Whether an attacking or blocking creature has first or double strike (510.4)."""
    words = int(Keyword.FIRST_STRIKE) | int(Keyword.DOUBLE_STRIKE)
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.attacking[s] != -1 and g.keywords[s] & words:
            return True
    for i in range(g.pair_count):
        if g.keywords[int(g.blocker[i])] & words:
            return True
    return False


@kernel
def end_combat(g):
    """511.3: everything leaves combat."""
    for i in range(g.field_count):
        s = int(g.field[i])
        g.attacking[s] = -1
        g.marks[s] &= ~(int(Mark.BLOCKED) | int(Mark.STRUCK_FIRST))
    g.pair_count = 0
    g.battle = 0


@part("rules")
def next_turn(g, cat, log) -> None:
    """The next seat's turn begins: its untap step (502.3), without priority (502.4)."""
    if g.turn >= g.turn_limit:
        finish(g, log, DRAWN, Ending.TURNS)
        return
    g.turn += 1
    g.active = next_seat(g, int(g.active))
    begin_turn(g, cat, log)


@kernel
def untapped_lands(g, seat):
    """How many untapped lands a seat controls."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        n += g.controller[s] == seat and g.tapped[s] == 0 and g.types[s] & Type.LAND != 0
    return n


@kernel
def note_untapped(g, cat, log):
    """Which of the permanents that ask for it are untapped as the turn begins, before any of them untaps."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if cat.card[int(g.face[s])].remembers:
            forget(g, Note.UNTAPPED, s)
            if not g.tapped[s]:
                add_note(g, log, int(g.owner[s]), -1, int(Note.UNTAPPED), 0, -1, s)


@kernel
def begin_turn(g, cat, log):
    """Counts of the last turn end; the active seat's permanents untap and are under its control from the start of its turn."""
    seat = int(g.active)
    for other in range(len(g.life)):
        g.lands[other] = 0
        g.drawn[other] = 0
        g.spells[other] = 0
        g.creature_spells[other] = 0
        g.attacked[other] = 0
        g.damaged[other] = 0
    event(g, log, Logged.STEP, -1, int(g.turn), int(Step.UNTAP), seat, CR_500_1)
    if g.looks_back:
        g.untapped_lands = untapped_lands(g, seat)
        note_untapped(g, cat, log)
    used = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        used |= int(g.used[s])
        g.used[s] = 0
        stays = int(g.marks[s]) & int(Mark.STAY_TAPPED) << seat  # in this seat's next untap step, whoever controls it by then
        g.marks[s] &= ~stays
        if g.controller[s] == seat:
            g.sick[s] = 0
            if not stays and not g.keywords[s] & Keyword.DOESNT_UNTAP:
                untap(g, log, s, CR_502_3)
    g.step = Step.UPKEEP
    g.began = Progress.NOT_BEGUN
    g.over = 0
    stir_seat(g, seat)
    if g.rules or used:
        stir(g)  # what was counted in the last turn may have kept others from acting

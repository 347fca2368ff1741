"""What a drafted card's text asks for (905.2b): three colours from three players, a guess, whether a booster is added."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.actions import COLOR, NAME, YES
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import Draft, DraftChoice, DraftSystem, Hook, Place, Stage
from ecs_game.vocabulary import Note
from systems.draft.cards import blind, did, holds_more, hook, note
from systems.draft.choices import ask, ask_yes_no, insert, offer, offer_names
from systems.draft.opening import beside
from systems.draft.processors import processor
from systems.game.choices import answered, take

CR_905_2B = cite("905.2b")
FIVE = 5


@kernel
def begin_noting(g, text):
    """Begin with the first thing that the text asks for."""
    g.phase = DraftSystem.NOTING
    g.stage = Stage.FIRST_COLOR if text & Draft.NOTE_COLORS else Stage.GUESS if text & Draft.GUESS else Stage.ADD
    g.first_color = g.second_color = -1


@kernel
def ask_color(g, seat):
    """Stop for a colour that has not been chosen yet."""
    g.option_count = 0
    for color in range(FIVE):
        if color != g.first_color and color != g.second_color:
            offer(g, COLOR + color)
    ask(g, seat, DraftChoice.COLOR, int(g.current))


@kernel
def ask_guess(g, cat, seat):
    """Stop for a name: one of the booster's or of what goes into it, or of the whole list where the seat has not seen it; others nobody would choose."""
    g.option_count = 0
    if blind(g, seat):
        for row in range(cat.names):
            offer(g, NAME + row)
    else:
        offer_names(g, int(g.source))
        for i in range(g.up_count):
            if g.place[g.up[i]] == Place.ASIDE and g.holder[g.up[i]] == g.source:
                insert(g, NAME + int(g.card[g.up[i]]))
    ask(g, seat, DraftChoice.GUESS, int(g.current))


@kernel
def supply(g, seat):
    """How many boosters a seat may still add, whatever others add in the same instant."""
    return int(g.booster_count) - int(g.next_extra) - int(g.adds[seat])


@part("draft")
def noting(g, cat, log) -> None:
    """Ask one thing after the other."""
    seat, slot = int(g.cursor), int(g.current)
    stage = int(g.stage)
    if answered(g):
        action = take(g)
        if stage == Stage.FIRST_COLOR:
            g.first_color = action - COLOR
            g.stage = Stage.SECOND_COLOR
        elif stage == Stage.SECOND_COLOR:
            g.second_color = action - COLOR
            g.stage = Stage.THIRD_COLOR
        elif stage == Stage.THIRD_COLOR:
            colors = 1 << int(g.first_color) | 1 << int(g.second_color) | 1 << (action - COLOR)
            note(g, log, seat, slot, Note.COLORS, colors, -1)
            g.stage = Stage.DONE
        elif stage == Stage.GUESS:
            hook(g, Hook.GUESS, seat, int(g.source), action - NAME, slot)
            event(g, log, DraftLogged.GUESSED, slot, action - NAME, 0, seat, CR_905_2B)
            g.stage = Stage.DONE
        else:
            if action == YES:
                g.adds[seat] += 1
                did(g, slot)
            g.stage = Stage.DONE
    stage = int(g.stage)
    if stage == Stage.FIRST_COLOR:
        ask_color(g, beside(g, seat, -1))
    elif stage == Stage.SECOND_COLOR:
        ask_color(g, seat)
    elif stage == Stage.THIRD_COLOR:
        ask_color(g, beside(g, seat, 1))
    elif stage == Stage.GUESS and holds_more(g, int(g.source)):
        ask_guess(g, cat, seat)
    elif stage == Stage.ADD and supply(g, seat) > 0:
        ask_yes_no(g, seat, DraftChoice.ADD_BOOSTER, slot)
    else:
        g.phase = DraftSystem.USING


Noting = processor(DraftSystem.NOTING, noting)

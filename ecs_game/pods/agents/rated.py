"""The rated agent: takes what is worth most to it, and uses every draft ability by a simple rule of value.

It knows what its seat may know: the names on offer, and its own cards by their colours (column ``leaning``). A card is *good* if one name in four of the list
is rated as high, *fair* if half of them are, *poor* if three in four are rated higher.
"""

from ecs_game.kernels import kernel, part
from ecs_game.pods.actions import ABILITY, COLOR, NAME, PASS, SEAT, YES
from ecs_game.pods.agents.exchanges import accept_action, offer_action, reveal_action
from ecs_game.pods.agents.worth import lean, one_of, rating, second_lean, worth
from ecs_game.pods.vocabulary import Draft, DraftAction, DraftChoice
from ecs_game.vocabulary import Type

GAIN = 8  # points by which a second card must be worth more than the Librarian that is given for it
FEW = 6  # options near the end of a round: cards, and what could be used with them


@kernel
def best_name(g, cat, seat):
    """The name on offer that is worth most to a seat; what is on offer besides names is passed over."""
    second = second_lean(g, seat)
    best, most, equals = -1, 0, 0
    for k in range(g.option_count):
        action = int(g.options[k])
        if action < NAME:
            continue
        value = worth(g, cat, seat, action - NAME, second)
        if best < 0 or value > most:
            best, most, equals = action, value, 1
        elif value == most:
            equals += 1
            if one_of(g, seat, equals):
                best = action
    return best


@kernel
def second_worth(g, cat, seat, but, second):
    """What the best name on offer but one is worth."""
    found, most = False, 0
    for k in range(g.option_count):
        action = int(g.options[k])
        if action >= NAME and action != but:
            value = worth(g, cat, seat, action - NAME, second)
            if not found or value > most:
                found, most = True, value
    return most


@kernel
def librarian_rating(g, cat, seat):
    """The rating of the face-up card that would go into the booster: the seat's first drafted one."""
    best = -1
    for i in range(g.up_count):
        s = int(g.up[i])
        if g.holder[s] == seat and cat.entry[int(g.card[s])].text & Draft.EXTRA_RETURNED and (best < 0 or g.order[s] < g.order[best]):
            best = s
    return rating(cat, int(g.card[best]))


@kernel
def is_worth_whole(g, cat, seat, second):
    """Whether two thirds of a booster are fair to a seat, or two of its last few cards not poor: what it would draft instead is then seldom better."""
    usable, names = 0, 0
    enough = int(cat.poor) if g.option_count <= FEW else int(cat.fair)
    for k in range(g.option_count):
        action = int(g.options[k])
        if action >= NAME:
            names += 1
            usable += worth(g, cat, seat, action - NAME, second) >= enough
    return usable >= 2 and (g.option_count <= FEW or 3 * usable >= 2 * names)


@kernel
def pick_action(g, cat, seat):
    """Look and watch as soon as possible; a whole booster or a second card if it is worth it; else the best card."""
    offered = 0
    for k in range(g.option_count):
        action = int(g.options[k])
        if ABILITY <= action < SEAT:
            offered |= 1 << (action - ABILITY)
    if offered >> DraftAction.LOOK & 1:
        return ABILITY + DraftAction.LOOK
    if offered >> DraftAction.WATCH & 1:
        return ABILITY + DraftAction.WATCH
    best = best_name(g, cat, seat)
    if best < 0:
        return YES
    if offered:
        second = second_lean(g, seat)
        another = second_worth(g, cat, seat, best, second)
        if offered >> DraftAction.AGENT & 1 and is_worth_whole(g, cat, seat, second):
            return ABILITY + DraftAction.AGENT
        if offered >> DraftAction.LIBRARIAN & 1 and another >= librarian_rating(g, cat, seat) + GAIN:
            return ABILITY + DraftAction.LIBRARIAN
        if offered >> DraftAction.OPERATIVE & 1 and another >= cat.good:
            return ABILITY + DraftAction.OPERATIVE
    return best


@kernel
def use_action(g, cat, seat):
    """Note a good card, in the last round a fair one; remove a poor one, face up if it is a creature; else neither."""
    row = int(g.card[int(g.current)])
    value = worth(g, cat, seat, row, second_lean(g, seat))
    enough = int(cat.fair) if g.round_now == g.rounds else int(cat.good)
    removal = PASS
    for k in range(g.option_count):
        action = int(g.options[k])
        index = action - ABILITY
        if action >= ABILITY and index >= DraftAction.NOTE_CREATURE and value >= enough:
            return action
        if action >= ABILITY and index <= DraftAction.REMOVE_FACE_UP and value < cat.poor and not cat.entry[row].text & Draft.FACE_UP:
            if removal == PASS or cat.entry[row].types & Type.CREATURE:
                removal = action
    return removal


@kernel
def color_action(g, cat, seat):
    """A land that makes mana is for one's own colours, removal for those of others; who chooses for a neighbour keeps to the same."""
    sign = 1 if cat.entry[int(g.card[int(g.current)])].types & Type.LAND else -1
    best, most, equals = -1, 0, 0
    for k in range(g.option_count):
        action = int(g.options[k])
        value = sign * lean(g, seat, action - COLOR)
        if best < 0 or value > most:
            best, most, equals = action, value, 1
        elif value == most:
            equals += 1
            if one_of(g, seat, equals):
                best = action
    return best


@kernel
def guess_action(g, cat):
    """The name that is rated highest: whose colours the next drafter leans to is not known."""
    best = int(g.options[0])
    for k in range(1, g.option_count):
        action = int(g.options[k])
        if rating(cat, action - NAME) > rating(cat, best - NAME):
            best = action
    return best


@kernel
def pass_action(g, seat):
    """A last card to oneself if that may be, else to any that takes last cards."""
    for k in range(g.option_count):
        if g.options[k] == SEAT + seat:
            return SEAT + seat
    return int(g.options[draw_any(g, seat)])


@kernel
def draw_any(g, seat):
    """The place of one of the options, by chance."""
    place = 0
    for k in range(1, g.option_count):
        if one_of(g, seat, k + 1):
            place = k
    return place


@part("rated")
def rated_action(g, cat, log) -> int:
    """The action that the rated agent chooses; draws only from the stream of its seat."""
    seat, choice = int(g.decider), int(g.choice)
    if choice == DraftChoice.PICK or choice == DraftChoice.MEANWHILE:
        return pick_action(g, cat, seat)
    if choice == DraftChoice.PICK_WITH:
        return best_name(g, cat, seat) if g.options[0] != YES else YES
    if choice == DraftChoice.USE:
        return use_action(g, cat, seat)
    if choice == DraftChoice.COLOR:
        return color_action(g, cat, seat)
    if choice == DraftChoice.GUESS:
        return guess_action(g, cat)
    if choice == DraftChoice.ADD_BOOSTER:
        return YES
    if choice == DraftChoice.PASS_TO:
        return pass_action(g, seat)
    if choice == DraftChoice.REVEAL:
        return reveal_action(g, cat, seat)
    if choice == DraftChoice.OFFER:
        return offer_action(g, cat, seat)
    if choice == DraftChoice.ACCEPT:
        return accept_action(g, cat, seat)
    return int(g.options[draw_any(g, seat)])

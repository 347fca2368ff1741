"""What may help to pay for a spell: creatures (convoke, CR 702.51) and cards of the graveyard (delve, CR 702.66).

``helping`` says what may help with the cost that is asked about: bits, and from FROM on the first slot that may.
"""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Keyword, Kind, Mark, Trait, Type
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.tapping import mana_usable
from systems.game.payments.costs import GENERIC
from systems.game.query import meets

CONVOKE, DELVE, POOL, FROM = 1, 2, 4, 8  # POOL: all mana abilities are over, so mana is what the pool holds


@kernel
def helps(cat, card):
    """What helps to pay for a card."""
    words = int(cat.card[card].keywords)
    return (CONVOKE if words & Keyword.CONVOKE else 0) | (DELVE if words & Keyword.DELVE else 0)


@kernel
def may_help(g, slot, seat):
    """Whether a permanent is an untapped creature of a seat's; one that came this turn is as good (702.51a, 302.6)."""
    return slot >= int(g.helping) // FROM and g.controller[slot] == seat and g.tapped[slot] == 0 and g.types[slot] & Type.CREATURE != 0


@part("rules")
def exerts_itself(g, cat, log, slot) -> int:
    """1 if a permanent could use a mana ability that taps, untaps or gives up itself, so that it either makes mana or helps; once mana abilities are over, 0."""
    if g.traits[slot] & Trait.MANA and not g.helping & POOL:
        for place in range(abilities_of(g, cat, log, slot)):
            a = nth_ability(g, cat, log, slot, place)
            row = cat.ability[a]
            if row.kind == Kind.MANA and (row.tap or row.untap or row.sacrifice_self) and mana_usable(g, cat, log, slot, a):
                return 1
    return 0


@part("rules")
def may_be_used_up(g, cat, log, slot) -> int:
    """1 if a mana ability of another permanent could give up or tap a creature, so that it helps with that or with the spell."""
    for i in range(g.field_count if not g.helping & POOL else 0):
        s = int(g.field[i])
        if s == slot or g.controller[s] != g.controller[slot] or not g.traits[s] & Trait.PAID_MANA:
            continue
        for place in range(abilities_of(g, cat, log, s)):
            row = cat.ability[nth_ability(g, cat, log, s, place)]
            wanted = int(row.sacrifice) if row.sacrifice >= 0 else int(row.taps_filter) if row.taps else -1
            if row.kind == Kind.MANA and wanted >= 0 and meets(g, cat, log, wanted, slot, int(g.controller[s]), s, 0):
                return 1
    return 0


@kernel
def makes_mana(g, cat, log, slot):
    """Whether a creature could make mana or be used up for some, and has not been set aside to help."""
    return not g.marks[slot] & Mark.HELPING and (exerts_itself(g, cat, log, slot) != 0 or may_be_used_up(g, cat, log, slot) != 0)


@kernel
def buried(g, seat):
    """How many cards of a seat's graveyard may help."""
    n = 0
    for i in range(g.graveyard_count[seat]):
        n += int(g.graveyard[seat, i]) >= int(g.helping) // FROM
    return n


@part("rules")
def colorless_helpers(g, cat, log) -> int:
    """How many colourless creatures that make no mana help the seat whose mana was counted: each pays {1} and nothing else."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if may_help(g, s, int(g.counted_seat)) and g.colors[s] == 0 and not makes_mana(g, cat, log, s):
            n += 1
    return n


@kernel
def has_generic(types, sets):
    """Whether a set of symbols, one of 64 or of 256, has generic in it (``sequences``)."""
    return types == 63 if sets == 64 else types & 64 != 0


@kernel
def relieve(g, cat, log, excess, sets):
    """Take what helps off the demands of a cost, by sets of types: it meets them alone, not what mana abilities cost."""
    generic = int(g.trial[GENERIC])
    if g.helping & DELVE:
        generic -= min(generic, buried(g, int(g.counted_seat)))
    if g.helping & CONVOKE:
        generic -= min(generic, int(colorless_helpers(g, cat, log)))
    for types in range(sets):
        if has_generic(types, sets):
            excess[types] -= int(g.trial[GENERIC]) - generic
    for i in range(g.field_count if g.helping & CONVOKE else 0):
        s = int(g.field[i])
        if g.colors[s] and may_help(g, s, int(g.counted_seat)) and not makes_mana(g, cat, log, s):
            for types in range(sets):
                if types & g.colors[s] or has_generic(types, sets):
                    excess[types] -= 1

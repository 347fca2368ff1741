"""Cards of a draft: moving them, making them public, face-up cards and what they let their drafter do (905.2b, 905.2c), notes (607.2e)."""

from ecs_game.kernels import kernel
from ecs_game.log import cite, event
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.shape import POD, PUBLIC
from ecs_game.pods.vocabulary import Draft, Hook, Place
from systems.draft.choices import overflow

CR_905_2B = cite("905.2b")
CR_905_2C = cite("905.2c")
MOST_USES = 127
BOOSTER_SIZE = POD.booster_size


@kernel
def everybody(g):
    """Bits of all seats."""
    return (1 << int(g.seat_count)) - 1


@kernel
def publish(g, slot):
    """Everybody sees a card; what comes of it within this instant does not count on that."""
    g.seen[slot] |= PUBLIC


@kernel
def did(g, slot):
    """A card's draft text did something."""
    g.uses[slot] = min(int(g.uses[slot]) + 1, MOST_USES)


@kernel
def able(g, slot, seat):
    """Whether a face-up card of a seat lends its ability now: one that is being drafted does from the next card on (G1)."""
    return g.place[slot] == Place.PILE and g.holder[slot] == seat and g.face_up[slot] and slot != g.current


@kernel
def with_text(g, cat, seat, text):
    """The first drafted of a seat's able face-up cards with a text, else -1."""
    best = -1
    for i in range(g.up_count):
        s = int(g.up[i])
        if able(g, s, seat) and cat.entry[int(g.card[s])].text & text and (best < 0 or g.order[s] < g.order[best]):
            best = s
    return best


@kernel
def take_stock(g, cat, seat):
    """Derive what a seat's able face-up cards let it do."""
    powers = 0
    for i in range(g.up_count):
        s = int(g.up[i])
        if able(g, s, seat):
            powers |= int(cat.entry[int(g.card[s])].text)
    g.powers[seat] = powers


@kernel
def blind(g, seat):
    """Whether a seat may not look at boosters and drafts at random."""
    return g.powers[seat] & Draft.AT_RANDOM != 0


@kernel
def turn_up(g, slot):
    """A card lies face up (905.2c)."""
    g.face_up[slot] = 1
    g.up[int(g.up_count)] = slot
    g.up_count += 1


@kernel
def leave_table(g, slot):
    """A card lies face up no more, or not for its drafter: the others stay in the order in which they were drafted."""
    n = 0
    for i in range(g.up_count):
        if g.up[i] != slot:
            g.up[n] = g.up[i]
            n += 1
    g.up_count = n


@kernel
def turn_down(g, cat, log, slot):
    """A face-up card is turned face down: its ability is spent (905.2c)."""
    g.face_up[slot] = 0
    g.turned[slot] = g.instant
    leave_table(g, slot)
    event(g, log, DraftLogged.TURNED_DOWN, slot, -1, 0, int(g.holder[slot]), CR_905_2C)
    take_stock(g, cat, int(g.holder[slot]))


@kernel
def note(g, log, seat, slot, kind, value, name):
    """A seat notes something for cards named as the one in a slot."""
    n = int(g.note_count)
    if n >= len(g.note_seat):
        overflow(g)
        return
    g.note_seat[n] = seat
    g.note_card[n] = g.card[slot]
    g.note_kind[n] = kind
    g.note_value[n] = value
    g.note_name[n] = name
    g.note_count = n + 1
    event(g, log, DraftLogged.NOTED, slot, name, value, seat, CR_905_2B)


@kernel
def hook(g, kind, seat, about, name, slot):
    """Something waits for a next card; to see the same card or booster twice is to see it once."""
    n = int(g.hook_count)
    if kind == Hook.WATCH or kind == Hook.LOOK:
        for i in range(n):
            if g.hook_kind[i] == kind and g.hook_seat[i] == seat and g.hook_about[i] == about:
                return
    if n >= len(g.hook_kind):
        overflow(g)
        return
    g.hook_kind[n] = kind
    g.hook_seat[n] = seat
    g.hook_about[n] = about
    g.hook_name[n] = name
    g.hook_slot[n] = slot
    g.hook_count = n + 1


@kernel
def unhook(g, i):
    """What waited has had its card; the others stay in order."""
    for k in range(i, g.hook_count - 1):
        g.hook_kind[k] = g.hook_kind[k + 1]
        g.hook_seat[k] = g.hook_seat[k + 1]
        g.hook_about[k] = g.hook_about[k + 1]
        g.hook_name[k] = g.hook_name[k + 1]
        g.hook_slot[k] = g.hook_slot[k + 1]
    g.hook_count -= 1


@kernel
def put_into(g, cat, booster, slot):
    """A card goes into a booster, in its place in the order of the catalogue."""
    n = int(g.contents_count[booster])
    if n >= BOOSTER_SIZE:
        overflow(g)
        return
    k = n
    while k > 0 and g.rows[booster, k - 1] > g.card[slot]:
        g.contents[booster, k] = g.contents[booster, k - 1]
        g.rows[booster, k] = g.rows[booster, k - 1]
        k -= 1
    g.contents[booster, k] = slot
    g.rows[booster, k] = g.card[slot]
    g.contents_count[booster] = n + 1
    g.place[slot] = Place.BOOSTER
    g.holder[slot] = booster


@kernel
def holds_more(g, booster):
    """Whether another card can be drafted from a booster: one in it, or one that goes into it."""
    if g.contents_count[booster] > 0:
        return True
    for i in range(g.up_count):
        if g.place[g.up[i]] == Place.ASIDE and g.holder[g.up[i]] == booster:
            return True
    return False


@kernel
def take_out(g, booster, k):
    """The card at a place of a booster leaves it."""
    slot = int(g.contents[booster, k])
    n = int(g.contents_count[booster]) - 1
    for i in range(n):  # all of them: where a random card lies cannot be predicted, and a loop that ends there costs more
        j = i + (1 if i >= k else 0)
        g.contents[booster, i] = g.contents[booster, j]
        g.rows[booster, i] = g.rows[booster, j]
    g.contents[booster, n] = g.rows[booster, n] = -1
    g.contents_count[booster] = n
    return slot


@kernel
def place_of(g, booster, row):
    """Where in a booster the first card of a name lies."""
    k = 0
    for i in range(g.contents_count[booster]):
        k += 1 if g.rows[booster, i] < row else 0
    return k

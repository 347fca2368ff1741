"""The named constants of the game: what the numbers in records and tables mean."""

from enum import IntEnum

THAT_PLAYERS = 3  # value of a filter's controller beside 0 anybody, 1 you, 2 an opponent: the player that the trigger is about


class Creating(IntEnum):
    """How tokens are created, bits: tapped, for the player that the trigger is about, knowing the first of them, for the target player."""

    TAPPED = 1
    FOR_THAT_PLAYER = 2
    TOGETHER = 4
    FOR_TARGET = 8


class Looking(IntEnum):
    """How cards of a library are looked at, bits: none has to be taken, they are revealed, the rest is shuffled into the library."""

    OPTIONAL = 1
    REVEALED = 2
    SHUFFLED = 4


class Zone(IntEnum):
    """Where a slot's object is (CR 400). ``NONE``: the slot is free."""

    NONE = 0
    LIBRARY = 1
    HAND = 2
    BATTLEFIELD = 3
    GRAVEYARD = 4
    STACK = 5
    EXILE = 6
    COMMAND = 7
    CONTRAPTIONS = 8
    SCRAPYARD = 9
    SIDEBOARD = 10


class Step(IntEnum):
    """Steps and phases of a turn in order (CR 500)."""

    UNTAP = 0
    UPKEEP = 1
    DRAW = 2
    MAIN1 = 3
    COMBAT = 4
    ATTACKERS = 5
    BLOCKERS = 6
    FIRST_STRIKE = 7
    DAMAGE = 8
    END_COMBAT = 9
    MAIN2 = 10
    END = 11
    CLEANUP = 12


class Progress(IntEnum):
    """How far the step under way is, the column ``began``; the last three only in cleanup (CR 514)."""

    NOT_BEGUN = 0
    BEGUN = 1
    WEARS_OFF = 2
    PRIORITY_GIVEN = 3
    SETTLED = 4


class Type(IntEnum):
    """Card types (CR 205.2a)."""

    ARTIFACT = 1
    CREATURE = 2
    ENCHANTMENT = 4
    INSTANT = 8
    LAND = 16
    PLANESWALKER = 32
    SORCERY = 64
    CONSPIRACY = 128


BASIC_LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")  # the basic land types (305.6)
LAND_TYPES = 8  # bit of Plains in a column of types; the other basic land types follow in the order WUBRG (205.3i)
BASIC_LAND_TYPES = 31 << LAND_TYPES
LAND_TYPES_SET = 1 << 13  # there: its other land types are lost (305.7)
PERMANENT_TYPES = int(Type.ARTIFACT | Type.CREATURE | Type.ENCHANTMENT | Type.LAND | Type.PLANESWALKER)


class Super(IntEnum):
    """Supertypes (CR 205.4a)."""

    BASIC = 1
    LEGENDARY = 2
    SNOW = 4
    HOST = 8
    WORLD = 16


COLORS = "WUBRG"
MANA = "WUBRGC"
COLORLESS = 5


class Keyword(IntEnum):
    """Keyword abilities (CR 702), and what effects say of a creature in the same breath."""

    FLYING = 1 << 0
    REACH = 1 << 1
    FIRST_STRIKE = 1 << 2
    DOUBLE_STRIKE = 1 << 3
    TRAMPLE = 1 << 4
    DEATHTOUCH = 1 << 5
    LIFELINK = 1 << 6
    VIGILANCE = 1 << 7
    HASTE = 1 << 8
    MENACE = 1 << 9
    DEFENDER = 1 << 10
    INDESTRUCTIBLE = 1 << 11
    HEXPROOF = 1 << 12
    SHROUD = 1 << 13
    INTIMIDATE = 1 << 14
    FLASH = 1 << 15
    CANT_ATTACK = 1 << 16
    CANT_BLOCK = 1 << 17
    UNBLOCKABLE = 1 << 18
    MUST_ATTACK = 1 << 19
    MUST_BLOCK = 1 << 20
    MUST_BE_BLOCKED = 1 << 21
    BLOCKS_ANY_NUMBER = 1 << 22
    CANT_BE_COUNTERED = 1 << 23
    PLAINSWALK = 1 << 24
    ISLANDWALK = 1 << 25
    SWAMPWALK = 1 << 26
    MOUNTAINWALK = 1 << 27
    FORESTWALK = 1 << 28
    PROTECTION_FROM_WHITE = 1 << 29
    PROTECTION_FROM_BLUE = 1 << 30
    PROTECTION_FROM_BLACK = 1 << 31
    PROTECTION_FROM_RED = 1 << 32
    PROTECTION_FROM_GREEN = 1 << 33
    HEXPROOF_FROM_WHITE = 1 << 34
    HEXPROOF_FROM_BLUE = 1 << 35
    HEXPROOF_FROM_BLACK = 1 << 36
    HEXPROOF_FROM_RED = 1 << 37
    HEXPROOF_FROM_GREEN = 1 << 38
    ATTACKS_NOTED = 1 << 39  # attacks a player noted for cards of its name
    CONVOKE = 1 << 44
    DELVE = 1 << 45
    SUNBURST = 1 << 46
    SPLIT_SECOND = 1 << 40  # of a spell
    AS_THOUGH_HASTY = 1 << 41  # its abilities may be activated as though it had haste
    CANT_ACTIVATE = 1 << 42  # its activated abilities can't be activated
    ONLY_MANA_ABILITIES = 1 << 43  # its activated abilities can't be activated unless they are mana abilities
    DOESNT_UNTAP = 1 << 49  # in its controller's untap step


LANDWALK = 24  # bit of PLAINSWALK; the others follow in the order WUBRG
PROTECTION = 29  # bit of PROTECTION_FROM_WHITE; the others follow in the order WUBRG
HEXPROOF_FROM = 34  # bit of HEXPROOF_FROM_WHITE; the others follow in the order WUBRG


class Counter(IntEnum):
    """Kinds of counters (CR 122): columns of ``Counters.counters``, but for the last two, which are kept as notes, as few permanents ever have one."""

    PLUS = 0
    MINUS = 1
    LOYALTY = 2
    OTHER = 3
    TOUGHNESS = 4  # -0/-1
    GLOBE = 5


class Origin(IntEnum):
    """What mana remembers of its source, bits (106.3)."""

    SNOW = 1
    CREATURE = 2
    ARTIFACT = 4
    TREASURE = 8
    CONTRAPTION = 16


class Spending(IntEnum):
    """What a restriction or rider of mana says beside the spells it names, bits of ``tables.SPENDING.how`` (106.6)."""

    SPELLS = 1  # only to cast spells
    ABILITIES_TOO = 2  # and to activate abilities of sources that match
    WITH_X = 4  # only on costs with {X}
    NO_GENERIC = 8  # not on generic costs


class Trait(IntEnum):
    """What systems must know of a permanent at a glance: derived from the card it shows, but for ``MODIFIED`` and ``GRANTED``."""

    ACTIVATED = 1  # has an activated ability that is no mana ability
    MANA = 2  # has a mana ability
    STATIC = 4  # has a static ability that changes objects
    WATCHES = 8  # has triggered abilities
    RULES = 16  # changes the rules
    CONTRAPTION = 32
    AURA = 64
    LEGENDARY = 128
    MODIFIED = 256  # something has changed what it shows
    KEEPS = 512  # as a copy it has an ability besides those of the card it shows
    PAID_MANA = 1024  # has a mana ability whose cost is not just {T}
    GRANTED = 2048  # static abilities, effects or land types give it abilities
    PRINTED_LOST = 4096  # it has lost the abilities of the card it shows (305.7, 613.1f)
    WORLD = 16384
    ONLY_MANA = 8192  # of those and of its land types' it has mana abilities alone; with PRINTED_LOST: none


class Losing(IntEnum):
    """Which abilities an effect takes away (613.1f)."""

    NONE = 0
    OTHERS = 1  # all but mana abilities
    ALL = 2


class Mark(IntEnum):
    """What is remembered of a permanent: for this turn, but for ``STAY_TAPPED``, of which each seat has a bit: ``STAY_TAPPED << seat``."""

    DEATHTOUCHED = 1
    NO_REGENERATION = 2
    KEPT = 4  # chosen to stay by the legend rule, or to be sacrificed with others
    STRUCK_FIRST = 8
    BLOCKED = 16
    STAY_TAPPED = 32
    DONE = 8192  # has done what it does once each turn
    HELPING = 1 << 14  # set aside to be tapped for the spell that is being paid for (702.51)


STAY_TAPPED_ALL = 255 * int(Mark.STAY_TAPPED)  # the bits of all seats


class SetUp(IntEnum):
    """How far the start of a game is (CR 103): the step of its frame."""

    SHUFFLE = 0
    DECLARE = 1
    DRAW_AGAIN = 2
    TO_BOTTOM = 3
    BEFORE_SHUFFLING = 4
    CONSPIRE = 5
    NUMBERS = 6
    HANDS = 7
    CONSPIRING = 8


class Event(IntEnum):
    """What abilities can trigger on; bit numbers of ``Watch.watching``."""

    ENTERS = 0
    DIES = 1
    LEAVES = 2
    CAST = 3
    ATTACKS = 4
    COMBAT_DAMAGE_TO_PLAYER = 5
    GAIN_LIFE = 6
    UPKEEP = 7
    END_STEP = 8
    END_COMBAT = 9
    TAPPED_FOR_MANA = 10
    CRANKED = 11
    BEGIN_COMBAT = 12
    ROLLED = 13
    MIRACLE = 16  # the first card drawn in a turn is revealed (702.94a)
    BECOMES_TAPPED = 18
    MAIN_PHASE = 19
    PRECOMBAT_MAIN_PHASE = 20
    DEALS_DAMAGE_TO_PLAYER = 21
    DONE_JUST_NOW = 22  # of reflexive abilities alone, which never wait for it (603.12)
    WAS_TAPPED_FOR_MANA = 25  # for abilities that use the stack; ``TAPPED_FOR_MANA`` is for triggered mana abilities
    DRAW_STEP = 17
    ACTIVATED = 24  # an ability that is no mana ability


class Choice(IntEnum):
    """Kinds of decision: what the seat that decides is asked."""

    NONE = 0
    PRIORITY = 1
    MULLIGAN = 2
    BOTTOM = 3
    ABILITY = 4
    X = 5
    TARGET = 6
    MODE = 7
    MAY = 8
    PAY = 9
    COLOR = 10
    ATTACKER = 11
    DEFENDER = 12
    BLOCKER = 13
    BLOCKED = 14
    ASSIGNED = 15
    DAMAGE = 16
    DISCARD = 17
    SACRIFICE = 18
    CHOOSE = 19
    ORDER = 20
    SPROCKET = 21
    CRANK = 22
    LEGEND = 23
    MANA = 24
    SEVERAL = 25
    NAME = 26
    NUMBER = 27
    HAND = 28
    EXILE = 29
    HELP = 30
    DIE = 31
    RESULT = 32
    WAY = 33
    HYBRID = 34
    CONVOKE = 35
    DELVE = 36
    KICK = 37
    DRAIN = 39
    TAP = 47
    TYPE = 48


class System(IntEnum):
    """The systems in the order of a tick; also the kinds of frames, each owned by the system of that number."""

    FLOW = 0
    START = 1
    CASTING = 2
    PAYMENT = 3
    RESOLUTION = 4
    ENTERING = 5
    ASSEMBLY = 6
    CRANK = 7
    ATTACKERS = 8
    BLOCKERS = 9
    DAMAGE = 10
    DISCARD = 11
    CHARACTERISTICS = 12
    STATE_BASED = 13
    TRIGGERS = 14
    PRIORITY = 15
    TURN = 16


class Kind(IntEnum):
    """Kinds of ability rows (CR 113.3)."""

    SPELL = 0
    ACTIVATED = 1
    MANA = 2
    TRIGGERED = 3
    TRIGGERED_MANA = 4
    STATIC = 5
    ENTERS = 6
    COST = 7  # what is paid for another way to cast the card, or besides (118.8, 118.9)
    DELAYED = 8
    TURNED_UP = 9


class Op(IntEnum):
    """Instructions of effect programs; operands are named in ``tables.INSTRUCTION``."""

    END = 0
    DAMAGE = 1
    GAIN_LIFE = 2
    LOSE_LIFE = 3
    DRAW = 4
    DISCARD = 5
    MILL = 6
    DISCARD_CHOSEN = 7
    DESTROY = 8
    MOVE = 9
    SACRIFICE = 10
    TAP = 11
    UNTAP = 12
    COUNTERS = 13
    CONTINUOUS = 14
    TOKEN = 15
    ASSEMBLE = 16
    REASSEMBLE = 17
    CRANK = 18
    ROLL = 19
    FLIP = 20
    FIGHT = 21
    SHUFFLE = 22
    COUNTER = 23
    MANA = 24
    MAY = 25
    UNLESS = 26
    PAY = 27
    CHOOSE = 28
    DELAY = 29
    REGENERATE = 30
    MARK = 31
    EMBLEM = 32
    EXILE_TOP = 33
    CAST_CHOSEN = 34
    ATTACH = 35
    MODE = 36
    JUMP = 37
    BECOME_COPY = 38
    CHOOSE_COLOR = 39
    SEARCH = 40
    COPY_SPELL = 41
    CHOOSE_AT_RANDOM = 42
    REVEAL = 43
    LOOK = 44
    WIN = 45
    STORE = 46
    DOUBLE_X = 55
    CHOOSE_NAME = 47
    DOUBLE_COUNTERS = 50
    LOSE_MANA = 60
    REVEAL_TOPS = 61
    MANA_OF_COST = 62
    TAP_ALIKE = 63
    FORGO = 64
    WHEN_DONE = 65
    DRAIN_LANDS = 66
    TAKE_MANA = 67
    EXILE_UNTIL = 68
    UNLESS_PAID = 69
    CHOOSE_TYPE = 74
    CHOOSE_PLAYER = 70
    IMPRINT = 71


class Waits(IntEnum):
    """How long a delayed triggered ability waits for its event (603.7b, 603.7c, 114.4)."""

    ONCE = 0
    ALWAYS = 1
    ONCE_THIS_TURN = 2


class Cast(IntEnum):
    """How a spell is cast, bits: without paying its mana cost (118.9); as the copy of a card (707.12); for another cost than its own; face down; kicked.

    Above them, from ``SPENT`` on, which colours of mana were spent on it, as bits WUBRG, where something asks for that.
    """

    FREE = 1
    COPY = 2
    FLASHBACK = 4  # 702.34
    MIRACLE = 8  # 702.94
    FACE_DOWN = 16  # 702.37
    KICKED = 32  # 702.33


SPENT = 6  # of `Cast`: the bit of white mana


class Sel(IntEnum):
    """What an instruction or a static ability applies to."""

    NONE = 0
    TARGET = 1
    SELF = 2
    OBJECT = 3
    ALL = 4
    CHOSEN = 5
    ATTACHED = 6
    YOU = 7
    OPPONENTS = 8
    EACH_PLAYER = 9
    TARGET_CONTROLLER = 10
    ALL_OF_TARGET = 11
    MADE_TOGETHER = 12
    THAT_PLAYER = 13
    OBJECT_CONTROLLER = 14


class Amount(IntEnum):
    """Where a number comes from."""

    CONST = 0
    X = 1
    COUNT = 2
    GREATEST_POWER = 3
    REGISTER = 4
    POWER = 5
    SHARE_OF_X = 8
    CARDS_IN_GRAVEYARD = 9
    HIGHEST_NOTED = 10
    REMOVED_CARDS = 11  # how many cards were removed from the draft face down
    EVENT = 12  # the number that the event was about
    UNSPENT_OF = 13  # a type of mana
    DEVOTION = 33  # to the colour of the mana
    PLUS_COUNTERS = 18  # +1/+1 counters on the source
    COLORS_SPENT = 16  # how many colours of mana were spent to cast it
    KICKED = 17  # how often it was kicked, or the mana value of the card that was discarded for its kicker
    OWN_POWER = 38  # of the source, 0 where that is negative
    UNSPENT = 37  # mana of that type that the controller has unspent
    COUNTERS = 26  # other counters on the source
    HALF_X = 22  # rounded down
    COUNT_OF_TARGET = 27  # what the first target, a player, controls
    TARGET_VALUE = 28  # mana value of the first target
    UNTAPPED_LANDS = 29  # of the active player as the turn began


class GivenUp(IntEnum):
    """What becomes of the permanent that an ability costs."""

    SACRIFICED = 0
    EXILED = 1
    UNTAPPED = 2


class Types(IntEnum):
    """Which of the types that an instruction names its mana may be of, seen by the ability's controller (106.5, 106.7)."""

    ANY = 0
    NOTED = 1  # colours noted for cards of its name
    CHOSEN = 2  # the colour chosen for its source
    PRODUCED = 3  # those that what was tapped for mana produced
    YOUR_LANDS = 4  # those that a land of yours could produce
    OPPOSING_LANDS = 5  # ... a land of an opponent's
    YOUR_BASICS = 6  # ... a basic land of yours
    THAT_LAND = 7  # ... the land that was untapped or sacrificed for it
    AMONG = 8  # colours of permanents that match
    EXILED = 9  # colours of the card exiled with it
    COMMANDERS = 10  # colours of a commander: in games without one, none


class Producing(IntEnum):
    """How a replacement changes what produces mana (106.12b), bits."""

    TAPPED = 1  # only what is tapped for mana
    YOURS = 2  # only mana that its controller produces
    CHOSEN = 4  # into the colour chosen for it
    BY_TYPE = 8  # into a colour for each basic land type
    ONE = 16  # the amount becomes one


class Condition(IntEnum):
    """What an ability or an ``UNLESS`` asks of the game."""

    ALWAYS = 0
    OPPONENT_DAMAGED = 1
    USED_AT_LEAST = 2
    REGISTER = 3
    MADE_CHOSEN_COLOR = 4
    FIRST_TURN = 5
    FIRST_UPKEEP = 6
    TARGETS = 7
    WHOLE_POOL = 8
    GUESSED_RIGHT = 9
    CONTROLS = 10  # the controller controls something that matches
    IT_IS = 11  # what the trigger is about matches, as it is or last was
    NO_PLUS_COUNTER = 12  # the source has, or last had, no +1/+1 counter
    ROLLED_AT_LEAST = 13  # of a trigger alone
    COUNTERS_AT_LEAST = 14  # other counters on the source
    MODE = 15  # the mode was chosen
    KICKED = 21  # it was kicked
    DEVOTION_BELOW = 16  # the controller's devotion to some colours is less than a number (700.5)
    TAPPED = 26  # the source is tapped, or last was
    STARTED_UNTAPPED = 27  # the source was untapped as the turn began
    COUNTERS_AT_MOST = 28  # other counters on the source
    X_AT_LEAST = 29
    ITS_COST_HAS_X = 30  # of an ability that was activated; of a trigger alone
    NOT_DONE = 31  # the source has not done what it does once each turn
    TARGET_CONTROLS = 32  # the first target, a player, controls something that matches
    REGISTER_AT_LEAST = 33  # what was rolled or noted is no less
    NOT_THEIR_TURN = 34  # it is not the turn of the player that the trigger is about


class Duration(IntEnum):
    """How long a continuous effect lasts (CR 611.2)."""

    END_OF_TURN = 0
    LASTING = 1


class Rule(IntEnum):
    """Static abilities that change the rules instead of characteristics (CR 613.11)."""

    ATTACK_TAX = 1
    CASTERS_CANT_ATTACK = 2
    ATTACKERS_CANT_CAST = 4
    TAX_PER_SPELL = 8
    DOUBLE_ASSEMBLY = 32
    NO_DAMAGE_TO_YOU_AND_CREATURES = 64
    GROUND_CANT_BLOCK = 128
    PREVENT_NEXT = 256
    CHEAPER = 512
    FIRST_CREATURE_CHEAPER = 1024
    ANY_COLOR = 2048
    CANT_CAST = 4096
    EXTRA_COUNTER = 8192
    DAMAGE_BY_TOUGHNESS = 16384
    STARTS = 32768
    EXTRA_HAND = 65536
    HAND_SIZE = 131072
    SMALLER_DECK = 262144
    NO_BASICS = 524288
    CHOOSES_NUMBER = 1048576
    OUTSIDE_BASICS = 2097152
    DOUBLE_DAMAGE = 1 << 22
    EXTRA_DIE = 1 << 23
    RAISE_DICE = 1 << 24
    TAP_WALL_TO_REROLL = 1 << 25
    TAP_TO_RAISE_DIE = 1 << 26
    STORED_RESULT = 1 << 27
    ALL_OR_NONE_ATTACK = 1 << 45
    DOUBLING = 1 << 41  # of the tokens that effects create for its controller, and of the counters that they put on its controller's permanents
    SHIELD = 1 << 42  # an effect: of a permanent, against the next so much damage
    MOST_COUNTERS = 1 << 43  # on itself
    MAY_PLAY = 1 << 44  # an effect: of a card in exile, for a seat
    ABILITY_TAX = 1 << 29  # activated abilities that are no mana abilities cost more
    ABILITY_CHEAPER = 1 << 30  # activated abilities of what matches cost less, at least one mana
    NO_HAND_LIMIT = 1 << 31  # its controller has no maximum hand size
    POOL_SIZED = 1 << 33  # no rule: a size follows unspent mana
    EVERYWHERE = 1 << 32  # no rule: colours are set of spells and of cards outside the battlefield too
    ORDERED = 1 << 28  # no rule: types, colours or abilities are set, added or lost so that the order of effects matters (613.7, 613.8)
    KEEP_MANA = 1 << 55  # its controller does not lose unspent mana of some types as steps and phases end
    KEEP_ALL_MANA = 1 << 56  # nobody loses unspent mana so
    MANA_TURNS_COLORLESS = 1 << 57  # mana that its controller would lose becomes colourless instead
    WHITE_AS_ANY = 1 << 58  # its controller may spend white mana as though it were of any colour (609.4b)
    OTHERS_AS_COLORLESS = 1 << 59  # and other mana only as though it were colourless
    LIFE_FOR_MANA = 1 << 53  # an effect: a seat may pay 1 life for {C} whenever it could activate a mana ability
    TAPS_OTHERS = 1 << 54  # an effect: a seat may tap lands that it does not control for mana
    ANY_AS_ANY = 1 << 60  # players may spend mana as though it were of any colour
    MANA_REPLACED = 1 << 49


class Note(IntEnum):
    """Kinds of notes (905.2b, 607.2e)."""

    NUMBER = 0
    COLORS = 1
    SEAT = 2
    NAME = 3
    TYPES = 4
    RIGHT = 5  # a guess was right
    REMOVED = 6  # how many cards were removed from the draft face down
    FACE_UP = 7  # a card that was removed from the draft face up
    EXILED = 8  # a card exiled before the game began
    AGENDA = 9  # a secretly chosen name (702.106)
    REVEALED = 10  # a chosen name that everybody knows
    APART = 11  # how many cards of the pool began the game neither in the library nor in the command zone
    COUNTERS = 12  # how many -0/-1 counters a permanent has
    GLOBES = 13  # how many globe counters a permanent has
    UNTAPPED = 14  # a permanent was untapped as the turn began
    HIDDEN = 15  # the card that a face-down spell is


class Ending(IntEnum):
    """How a game ended."""

    NONE = 0
    LIFE = 1
    DECKED = 2
    POISON = 3
    EFFECT = 4
    DRAW = 5
    TURNS = 6
    DECISIONS = 7
    LOOP = 8
    CAPACITY = 9
    ABSENT = 10  # of a seat alone: nobody sat there, as if its player had left before the game began


RUNNING, DRAWN = -2, -1  # values of ``winner`` that are no seat

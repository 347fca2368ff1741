"""The cards of the four published starter decks (M10, M11, M12)."""

from ecs_game.declare import (
    ANY_TARGET, ARTIFACT, ARTIFACT_OR_ENCHANTMENT, CHOSEN, CREATURE, EACH_PLAYER, ENCHANTED, ENCHANTMENT, EQUIPPED, IT, ITS_CONTROLLER, ITS_POWER, LAND,
    NOTED, OPPONENT, PLAYER, PLAYER_OR_PLANESWALKER, SELF, SHARE_OF_X, SPELL, THAT, X, YOU,
    Artifact, Color, Cost, Creature, Enchant, Enchantment, Filter, Instant, Land, Modifier, Number, Sorcery, Spell,
    activated, aim, attacks, bloodthirst, card, choose, counter, count, create, damage, destroy, dies, discard, discard_chosen, draw, enters, equip, every,
    every_of_that_player, exile, flip, gain_life, gets, in_graveyard, in_hand, in_library, keywords, later, lose_life, mark, may, may_pay, move, printed, printed_in,
    put_counters, regenerate, rule, sacrifice, shuffle, static, subtype, tap, target, this_turn, to_hand, token, whenever, when,
)  # fmt: skip
from ecs_game.vocabulary import Amount, Condition, Event, Keyword, Mark, Rule, Super, Type, Zone

FLYING, FIRST_STRIKE, HASTE, TRAMPLE = Keyword.FLYING, Keyword.FIRST_STRIKE, Keyword.HASTE, Keyword.TRAMPLE
ZOMBIE = token("Zombie", Color("B"), Creature("Zombie", 2, 2))
SWAMPS, MOUNTAINS, PLAINS = (count(subtype(name).yours()) for name in ("Swamp", "Mountain", "Plains"))
BASIC_LAND = LAND.that(supers=int(Super.BASIC))

M10 = [
    card("Assassinate", Cost("{2}{B}"), Sorcery(), Spell(destroy(target(CREATURE.that(tapped=1)))), printed("M11 CNS")),
    card("Berserkers of Blood Ridge", Cost("{4}{R}"), Creature("Human Berserker", 4, 4), keywords(Keyword.MUST_ATTACK)),
    card("Bog Wraith", Cost("{3}{B}"), Creature("Wraith", 3, 3), keywords(Keyword.SWAMPWALK)),
    card("Canyon Minotaur", Cost("{3}{R}"), Creature("Minotaur Warrior", 3, 3)),
    card(
        "Cemetery Reaper", Cost("{1}{B}{B}"), Creature("Zombie", 2, 2),
        static(every(subtype("Zombie").that(types=int(Type.CREATURE)).yours().others()), 1, 1),
        activated("{2}{B}, {T}", exile(target(in_graveyard(CREATURE))), create(1, ZOMBIE)),
    ),
    card("Consume Spirit", Cost("{X}{1}{B}", x_only="B"), Sorcery(), Spell(damage(X, target(ANY_TARGET)), gain_life(X))),
    card("Diabolic Tutor", Cost("{2}{B}{B}"), Sorcery(), Spell(choose(in_library(Filter()), to_hand(CHOSEN)), shuffle()), printed("CN2")),
    card("Divination", Cost("{2}{U}"), Sorcery(), Spell(draw(2)), printed("CN2")),
    card("Doom Blade", Cost("{1}{B}"), Instant(), Spell(destroy(target(CREATURE.that(not_colors="B")))), printed("M11")),
    card(
        "Dragon Whelp", Cost("{2}{R}{R}"), Creature("Dragon", 2, 3), keywords(FLYING),
        activated("{R}", gets(SELF, 1, 0), when(Condition.USED_AT_LEAST, 4, later(Event.END_STEP, sacrifice(IT), about=SELF))),
    ),
    card("Drudge Skeletons", Cost("{1}{B}"), Creature("Skeleton", 1, 1), activated("{B}", regenerate(SELF))),
    card("Earthquake", Cost("{X}{R}"), Sorcery(), Spell(damage(X, every(CREATURE.that(without=int(FLYING), players=1))))),
    card("Enormous Baloth", Cost("{6}{G}"), Creature("Beast", 7, 7)),
    card("Fiery Hellhound", Cost("{1}{R}{R}"), Creature("Elemental Dog", 2, 2), activated("{R}", gets(SELF, 1, 0))),
    card("Fireball", Cost("{X}{R}"), Sorcery(), Spell(damage(SHARE_OF_X, target(ANY_TARGET, 0, 255, extra=1)))),
    card("Giant Growth", Cost("{G}"), Instant(), Spell(gets(target(CREATURE), 3, 3))),
    card("Goblin Artillery", Cost("{1}{R}{R}"), Creature("Goblin Warrior", 1, 3), activated("{T}", damage(2, target(ANY_TARGET)), damage(3, YOU))),
    card("Goblin Piker", Cost("{1}{R}"), Creature("Goblin Warrior", 2, 1)),
    card("Gravedigger", Cost("{3}{B}"), Creature("Zombie", 2, 2), enters(may(to_hand(target(in_graveyard(CREATURE).yours()))))),
    card("Howling Banshee", Cost("{2}{B}{B}"), Creature("Spirit", 3, 3), keywords(FLYING), enters(lose_life(3, EACH_PLAYER))),
    card("Lava Axe", Cost("{4}{R}"), Sorcery(), Spell(damage(5, target(PLAYER_OR_PLANESWALKER)))),
    card("Lightning Bolt", Cost("{R}"), Instant(), Spell(damage(3, target(ANY_TARGET)))),
    card("Lightning Elemental", Cost("{3}{R}"), Creature("Elemental", 4, 1), keywords(HASTE)),
    card("Looming Shade", Cost("{2}{B}"), Creature("Shade", 1, 1), activated("{B}", gets(SELF, 1, 1))),
    card("Mind Rot", Cost("{2}{B}"), Sorcery(), Spell(discard(2, target(PLAYER))), printed("M11")),
    card("Naturalize", Cost("{1}{G}"), Instant(), Spell(destroy(target(ARTIFACT_OR_ENCHANTMENT)))),
    card("Negate", Cost("{1}{U}"), Instant(), Spell(counter(target(SPELL.that(not_types=int(Type.CREATURE))))), printed("CN2")),
    card("Nightmare", Cost("{5}{B}"), Creature("Nightmare Horse", 0, 0), keywords(FLYING), static(SELF, SWAMPS, SWAMPS, defines=True)),
    card("Prodigal Pyromancer", Cost("{2}{R}"), Creature("Human Wizard", 1, 1), activated("{T}", damage(1, target(ANY_TARGET)))),
    card("Pyroclasm", Cost("{1}{R}"), Sorcery(), Spell(damage(2, every(CREATURE)))),
    card("Raging Goblin", Cost("{R}"), Creature("Goblin Berserker", 1, 1), keywords(HASTE)),
    card(
        "Rise from the Grave", Cost("{4}{B}"), Sorcery(),
        Spell(move(target(in_graveyard(CREATURE)), Zone.BATTLEFIELD, under_you=True, as_well=Modifier(subtype="Zombie", colors="B"))),
    ),
    card("Seismic Strike", Cost("{2}{R}"), Instant(), Spell(damage(MOUNTAINS, target(CREATURE)))),
    card("Shivan Dragon", Cost("{4}{R}{R}"), Creature("Dragon", 5, 5), keywords(FLYING), activated("{R}", gets(SELF, 1, 0))),
    card(
        "Sleep", Cost("{2}{U}{U}"), Sorcery(),
        Spell(aim(target(PLAYER)), tap(every_of_that_player(CREATURE)), mark(every_of_that_player(CREATURE), Mark.STAY_TAPPED)),
    ),
    card("Tendrils of Corruption", Cost("{3}{B}"), Instant(), Spell(damage(SWAMPS, target(CREATURE)), gain_life(SWAMPS))),
    card(
        "Terramorphic Expanse", Land(),
        activated("{T}", choose(in_library(BASIC_LAND), move(CHOSEN, Zone.BATTLEFIELD, under_you=True, tapped=True), optional=True), shuffle(), sacrifice=True),
    ),
    card("Wall of Bone", Cost("{2}{B}"), Creature("Skeleton Wall", 1, 4), keywords(Keyword.DEFENDER), activated("{B}", regenerate(SELF))),
    card("Wall of Fire", Cost("{1}{R}{R}"), Creature("Wall", 0, 5), keywords(Keyword.DEFENDER), activated("{R}", gets(SELF, 1, 0))),
    card("Warpath Ghoul", Cost("{2}{B}"), Creature("Zombie", 3, 2)),
    card("Zombie Goliath", Cost("{4}{B}"), Creature("Zombie Giant", 4, 3), printed("CNS")),
]  # fmt: skip

M11 = [
    card("Ajani's Mantra", Cost("{1}{W}"), Enchantment(), whenever(Event.UPKEEP, may(gain_life(1)), who=1)),
    card("Ajani's Pridemate", Cost("{1}{W}"), Creature("Cat Soldier", 2, 2), whenever(Event.GAIN_LIFE, put_counters(1, SELF), who=1)),
    card("Angelic Arbiter", Cost("{5}{W}{W}"), Creature("Angel", 5, 6), keywords(FLYING), rule(Rule.CASTERS_CANT_ATTACK), rule(Rule.ATTACKERS_CANT_CAST)),
    card("Armored Ascension", Cost("{3}{W}"), Enchantment("Aura"), Enchant(CREATURE), static(ENCHANTED, PLAINS, PLAINS, keywords=int(FLYING))),
    card("Cloud Crusader", Cost("{2}{W}{W}"), Creature("Human Knight", 2, 3), keywords(FLYING, FIRST_STRIKE)),
    card(
        "Condemn", Cost("{W}"), Instant(),
        Spell(move(target(CREATURE.that(attacking=True)), Zone.LIBRARY, bottom=True), gain_life(NOTED, ITS_CONTROLLER)),
    ),
    card(
        "Duress", Cost("{B}"), Sorcery(),
        Spell(aim(target(OPPONENT)), choose(in_hand(Filter(not_types=int(Type.CREATURE) | int(Type.LAND))), discard_chosen(), of_that_player=True)),
    ),
    card("Elite Vanguard", Cost("{W}"), Creature("Human Soldier", 2, 1)),
    card("Infantry Veteran", Cost("{W}"), Creature("Human Soldier", 1, 1), activated("{T}", gets(target(CREATURE.that(attacking=True)), 1, 1))),
    card("Inspired Charge", Cost("{2}{W}{W}"), Instant(), Spell(gets(every(CREATURE.yours()), 2, 1))),
    card("Mighty Leap", Cost("{1}{W}"), Instant(), Spell(gets(target(CREATURE), 2, 2, keywords=int(FLYING)))),
    card("Pacifism", Cost("{1}{W}"), Enchantment("Aura"), Enchant(CREATURE), static(ENCHANTED, keywords=Keyword.CANT_ATTACK | Keyword.CANT_BLOCK)),
    card("Palace Guard", Cost("{2}{W}"), Creature("Human Soldier", 1, 4), keywords(Keyword.BLOCKS_ANY_NUMBER)),
    card("Safe Passage", Cost("{2}{W}"), Instant(), Spell(this_turn(Rule.NO_DAMAGE_TO_YOU_AND_CREATURES))),
    card("Serra Angel", Cost("{3}{W}{W}"), Creature("Angel", 4, 4), keywords(FLYING, Keyword.VIGILANCE)),
    card("Siege Mastodon", Cost("{4}{W}"), Creature("Elephant", 3, 5)),
    card("Silvercoat Lion", Cost("{1}{W}"), Creature("Cat", 2, 2)),
    card("Stabbing Pain", Cost("{B}"), Instant(), Spell(gets(target(CREATURE), -1, -1), tap(THAT))),
    card(
        "Vengeful Archon", Cost("{4}{W}{W}{W}"), Creature("Archon", 7, 7), keywords(FLYING),
        activated("{X}", aim(target(PLAYER_OR_PLANESWALKER)), this_turn(Rule.PREVENT_NEXT, X)),
    ),
    card("War Priest of Thune", Cost("{1}{W}"), Creature("Human Cleric", 2, 2), enters(may(destroy(target(ENCHANTMENT))))),
    card("Warlord's Axe", Cost("{3}"), Artifact("Equipment"), static(EQUIPPED, 3, 1), equip("{4}")),
    card("White Knight", Cost("{W}{W}"), Creature("Human Knight", 2, 2), keywords(FIRST_STRIKE, Keyword.PROTECTION_FROM_BLACK)),
]  # fmt: skip

M12 = [
    card("Blood Ogre", Cost("{2}{R}"), Creature("Ogre Warrior", 2, 2), bloodthirst(1), keywords(FIRST_STRIKE)),
    card("Bloodrage Vampire", Cost("{2}{B}"), Creature("Vampire", 3, 1), bloodthirst(1)),
    card(
        "Crumbling Colossus", Cost("{5}"), Creature("Golem", 7, 4, artifact=True), keywords(TRAMPLE),
        attacks(later(Event.END_COMBAT, sacrifice(IT), about=SELF)),
    ),
    card("Duskhunter Bat", Cost("{1}{B}"), Creature("Bat", 1, 1), bloodthirst(1), keywords(FLYING)),
    card("Flameblast Dragon", Cost("{4}{R}{R}"), Creature("Dragon", 5, 5), keywords(FLYING), attacks(may_pay("{X}{R}", damage(X, target(ANY_TARGET))))),
    card("Goblin Arsonist", Cost("{R}"), Creature("Goblin Shaman", 1, 1), dies(may(damage(1, target(ANY_TARGET))))),
    card(
        "Goblin Bangchuckers", Cost("{2}{R}{R}"), Creature("Goblin Warrior", 2, 2),
        activated("{T}", flip(), when(Condition.REGISTER, 1, damage(2, target(ANY_TARGET)), damage(2, SELF))),
    ),
    card("Goblin Fireslinger", Cost("{R}"), Creature("Goblin Warrior", 1, 1), activated("{T}", damage(1, target(PLAYER_OR_PLANESWALKER)))),
    card("Goblin Tunneler", Cost("{1}{R}"), Creature("Goblin Rogue", 1, 1), activated("{T}", gets(target(CREATURE.that(power_most=Number(int(Amount.CONST), 2))), keywords=int(Keyword.UNBLOCKABLE))), printed("CN2")),
    card("Gorehorn Minotaurs", Cost("{2}{R}{R}"), Creature("Minotaur Warrior", 3, 3), bloodthirst(2)),
    card("Hideous Visage", Cost("{2}{B}"), Sorcery(), Spell(gets(every(CREATURE.yours()), keywords=int(Keyword.INTIMIDATE)))),
    card("Incinerate", Cost("{1}{R}"), Instant(), Spell(damage(3, target(ANY_TARGET), marking=Mark.NO_REGENERATION))),
    card("Manic Vandal", Cost("{2}{R}"), Creature("Human Warrior", 2, 2), enters(destroy(target(ARTIFACT)))),
    card("Onyx Mage", Cost("{1}{B}"), Creature("Human Wizard", 2, 1), activated("{1}{B}", gets(target(CREATURE.yours()), keywords=int(Keyword.DEATHTOUCH)))),
    card("Shock", Cost("{R}"), Instant(), Spell(damage(2, target(ANY_TARGET)))),
    card("Stormblood Berserker", Cost("{1}{R}"), Creature("Human Berserker", 1, 1), bloodthirst(2), keywords(Keyword.MENACE)),
    card("Swiftfoot Boots", Cost("{2}"), Artifact("Equipment"), static(EQUIPPED, keywords=Keyword.HEXPROOF | HASTE), equip("{1}")),
    card("Taste of Blood", Cost("{B}"), Sorcery(), Spell(damage(1, target(PLAYER_OR_PLANESWALKER)), gain_life(1))),
    card("Tectonic Rift", Cost("{3}{R}"), Sorcery(), Spell(destroy(target(LAND)), this_turn(Rule.GROUND_CANT_BLOCK))),
    card("Tormented Soul", Cost("{B}"), Creature("Spirit", 1, 1), keywords(Keyword.CANT_BLOCK, Keyword.UNBLOCKABLE)),
    card("Vampire Outcasts", Cost("{2}{B}{B}"), Creature("Vampire", 2, 2), bloodthirst(2), keywords(Keyword.LIFELINK)),
    card("Volcanic Dragon", Cost("{4}{R}{R}"), Creature("Dragon", 4, 4), keywords(FLYING, HASTE)),
    card("Warstorm Surge", Cost("{5}{R}"), Enchantment(), whenever(Event.ENTERS, damage(ITS_POWER, target(ANY_TARGET), by_it=True), watch=CREATURE.yours())),
]  # fmt: skip

CARDS = printed_in("M10", M10) + printed_in("M11", M11) + printed_in("M12", M12)

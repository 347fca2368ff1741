"""The network: what a seat observes of a duel and what greedy would choose go in, a logit for each action and the expected result come out.

Each object is described by its row and an embedding of its card, the rows of each zone and side are added up, and what the choice is about is looked up.
An action that names an object is scored from the object's row, others from the whole. Greedy's choice has a start, by how far the network trusts it here:
a new network plays as greedy does, mostly, and learns where to do otherwise.
"""

from __future__ import annotations

import torch
from torch import nn

from ecs_game.actions import BLOCKS, SLOT
from ecs_game.environments.game_spec import KEYWORDS, OBSERVATIONS, ROWS, Flag, Now, Object, Player
from ecs_game.vocabulary import Choice, Step, Zone

SPEC, ACTIONS = OBSERVATIONS["duel"], BLOCKS["duel"].size
SLOTS, NAMES = BLOCKS["duel"].ability - SLOT, BLOCKS["duel"].name
CARD_SIZE, WIDTH, TRUNK = 24, 64, 160
BITS = {Object.FLAGS: len(Flag), Object.TYPES: 14, Object.COLORS: 13, Object.KEYWORDS: KEYWORDS}
SIZES = (Object.POWER, Object.TOUGHNESS, Object.DAMAGE, Object.PLUS, Object.COUNTERS, Object.NUMBER)
NUMBERS = [Now.TURN, Now.STACK, Now.OPTIONS, Now.DIE, Now.DIE_OR, Now.OTHER_DIE, Now.OTHER_DIE_OR]
PLACES = (Zone.HAND, Zone.BATTLEFIELD, Zone.STACK, Zone.GRAVEYARD)  # a sum of rows for each, by controller; and one of all others
PLACE = torch.tensor([PLACES.index(zone) if zone in PLACES else len(PLACES) for zone in Zone])
POOLS = 2 * (len(PLACES) + 1)
ROW = len(Zone) + 6 + len(SIZES) + sum(BITS.values()) + CARD_SIZE
WHOLE = max(Choice) + 1 + 2 * len(Step) + 2 * len(Player) + len(NUMBERS) + 3 + POOLS * WIDTH + WIDTH + CARD_SIZE
NOWHERE = -1e9
TRUSTED = 0.1  # by how much greedy's choice is better, to a new network
TEMPERATURE = 0.03  # an action whose logit is 1 more is worth so much more, where a win is worth 2 more than a loss


def bits(numbers: torch.Tensor, count: int) -> torch.Tensor:
    """The lowest bits of whole numbers, shape (…,) to (…, count), as 0.0 and 1.0."""
    return ((numbers.unsqueeze(-1) >> torch.arange(count)) & 1).float()


def block(observation: torch.Tensor, name: str) -> torch.Tensor:
    """A block of flat observations (n, size), shape (n, rows, width)."""
    part = SPEC[name]
    return observation[:, part.first : part.first + part.size].reshape(len(observation), part.rows, part.width)


class Network(nn.Module):
    """``forward(observation (n, size) int, mask (n, actions), advice (n,) int) -> (logits (n, actions), values (n,))``; values from -1, lost, to 1, won."""

    def __init__(self, cards: int) -> None:
        """``cards``: how many cards have an embedding; 0 is none, or one that is not known."""
        super().__init__()
        self.card = nn.Embedding(cards + 1, CARD_SIZE)
        self.row = nn.Sequential(nn.Linear(ROW, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.trunk = nn.Sequential(nn.Linear(WHOLE, TRUNK), nn.ReLU(), nn.Linear(TRUNK, TRUNK), nn.ReLU())
        self.context = nn.Linear(TRUNK, WIDTH)
        self.own, self.aim = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH, bias=False)
        self.score = nn.Linear(WIDTH, 1)
        self.other = nn.Linear(TRUNK, NAMES - SLOTS + 1)  # the last: any slot without a row
        self.names = nn.Linear(TRUNK, ACTIONS - NAMES)
        self.value = nn.Sequential(nn.Linear(TRUNK, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1), nn.Tanh())
        self.trust = nn.Linear(TRUNK, 1)
        for last in (self.score, self.other, self.names, self.trust):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)
        nn.init.constant_(self.trust.bias, TRUSTED)

    def forward(self, observation: torch.Tensor, mask: torch.Tensor, advice: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        n, now, objects = len(observation), observation[:, : len(Now)].long(), block(observation, "objects")
        named = objects[:, :, Object.ACTION] > 0
        of = named.nonzero(as_tuple=True)[0]  # whose each row is; those of an observation follow each other
        told, counts = objects[named].long(), named.sum(1)
        first = counts.cumsum(0) - counts
        about = now[:, Now.ABOUT]
        advised = advice[of] == told[:, Object.ACTION]
        rows = self.row(self.described(told, about[of] == 1 + torch.arange(len(of)) - first[of], advised))

        def looked_up(owner: torch.Tensor, reference: torch.Tensor) -> torch.Tensor:
            """The row that a reference means, zeros where it means none."""
            there = (reference > 0) & (reference <= counts[owner])
            return rows[torch.where(there, first[owner] + reference - 1, 0)] * there.unsqueeze(1) if len(rows) else torch.zeros(len(owner), WIDTH)

        about_card = self.card(self.known(now[:, Now.ABOUT_CARD]))
        trunk = self.trunk(torch.cat((self.whole(observation, now), pooled(told, rows, of, n), looked_up(torch.arange(n), about), about_card), 1))
        context = self.context(trunk)
        aiming = (told[:, Object.AIM] > 0).nonzero(as_tuple=True)[0]
        own = self.own(rows).index_add(0, aiming, self.aim(looked_up(of[aiming], told[aiming, Object.AIM])))
        scores = self.score(torch.relu(own + context[of])).squeeze(1)
        other = self.other(trunk)
        slots = other[:, -1:].expand(-1, SLOTS).index_put((of, told[:, Object.ACTION] - SLOT), scores)
        asked = bool(mask[:, NAMES:].any())  # names and types are seldom chosen
        names = self.names(trunk) if asked else torch.full((n, 1), NOWHERE).expand(-1, ACTIONS - NAMES)
        logits = torch.cat((other[:, :SLOT], slots, other[:, SLOT:-1], names), 1)
        logits = (logits.scatter_add(1, advice.unsqueeze(1), self.trust(trunk)) / TEMPERATURE).masked_fill(mask == 0, NOWHERE)
        return logits, self.value(trunk).squeeze(1)

    def known(self, cards: torch.Tensor) -> torch.Tensor:
        """Cards as the embeddings count them: 0 for those that came later."""
        return torch.where(cards < self.card.num_embeddings, cards, 0)

    def described(self, told: torch.Tensor, about: torch.Tensor, advised: torch.Tensor) -> torch.Tensor:
        """What each row says, shape (rows, ROW)."""
        zone = nn.functional.one_hot(told[:, Object.ZONE], len(Zone)).float()
        sides = torch.stack(
            (told[:, Object.CONTROLLER] == 0, told[:, Object.OWNER] == 0, told[:, Object.AIM] != 0, told[:, Object.HOST] != 0, about, advised), 1
        )
        sizes = (told[:, list(SIZES)].float() / 4).clamp(-4, 8)
        kinds = [bits(told[:, column], count) for column, count in BITS.items()]
        return torch.cat((zone, sides.float(), sizes, *kinds, self.card(self.known(told[:, Object.CARD]))), 1)

    def whole(self, observation: torch.Tensor, now: torch.Tensor) -> torch.Tensor:
        """What is said of the decision and of the seats."""
        one_hot = nn.functional.one_hot
        players = (block(observation, "seats").float().flatten(1) / 8).clamp(-4, 8)
        step, mine = one_hot(now[:, Now.STEP], len(Step)), (now[:, Now.ACTIVE] == 0).long().unsqueeze(1)
        numbers = (now[:, NUMBERS].float() / 8).clamp(-4, 8)
        about = torch.stack([now[:, Now.ABOUT] == reference for reference in (0, 1 + ROWS, 2 + ROWS)], 1)
        kinds = one_hot(now[:, Now.CHOICE], max(Choice) + 1)
        return torch.cat((kinds.float(), (step * mine).float(), (step * (1 - mine)).float(), players, numbers, about.float()), 1)


def pooled(told: torch.Tensor, rows: torch.Tensor, of: torch.Tensor, n: int) -> torch.Tensor:
    """The rows of each zone and side of n observations, added up, shape (n, POOLS * WIDTH)."""
    group = PLACE[told[:, Object.ZONE]] * 2 + (told[:, Object.CONTROLLER] != 0)
    return torch.zeros(n * POOLS, WIDTH).index_add(0, of * POOLS + group, rows).view(n, POOLS * WIDTH) / 4

"""Drafts that a seat cannot tell from the true one: cards that it does not know are drawn anew (CR 905.1c, 905.2).

Which cards others took of a booster between two looks of the seat is as likely one way as another; cards that it never saw come from the print sheets, of a
booster that it saw in part those that its make still lacks, of a list that is dealt out what is left of it. What is drafted face up or revealed would be
known, so no such card is put among what others have drafted. What others have drafted in the instant under way stays. How well others choose is not weighed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np

from ecs_game.pods import loops
from ecs_game.pods import view as views
from ecs_game.pods.actions import ABILITY
from ecs_game.pods.batch import Pods
from ecs_game.pods.catalogue import DraftCatalogue, Layout
from ecs_game.pods.shape import PUBLIC
from ecs_game.pods.vocabulary import Draft, DraftAction, DraftChoice, DraftSystem, Place

LOUD = Draft.FACE_UP | Draft.REVEAL
ATTEMPTS = 100  # makes of a booster that are drawn until what is drafted face up or revealed finds a place in it
SECOND_HALVES = {DraftChoice.LOOK: DraftAction.LOOK, DraftChoice.WATCH: DraftAction.WATCH}

Left = list[Counter[int]]
"""What is left of each limited sheet, as rows of the catalogue."""


def hidden_from(pod: np.void, seat: int) -> np.ndarray:
    """Mask of the slots whose cards a seat does not know, but for what others do in this instant."""
    known = (pod["seen"] & PUBLIC != 0) | views.shown(pod, seat) | views.pile(pod, seat) | views.removed(pod, seat)
    if pod["queue_count"][seat] and not pod["powers"][seat] & Draft.AT_RANDOM:
        booster = int(pod["queue"][seat, 0])
        known[pod["contents"][booster, : int(pod["contents_count"][booster])]] = True
    under_way = ~views.settled(pod) | (pod["face_up"] != 0) | (pod["place"] == Place.ASIDE)
    hidden: np.ndarray = (pod["place"] != Place.NONE) & ~known & ~under_way
    return hidden


def lacking(catalogue: DraftCatalogue, layout: Layout, known: Sequence[int]) -> Counter[int] | None:
    """How many cards of each sheet a booster of a make lacks beside those that are known; None if they cannot all be of it."""
    needs: Counter[int] = Counter()
    for sheet, count in layout.parts:
        needs[sheet] += count
    printed = [catalogue.sheets[sheet].printed for sheet in range(len(catalogue.sheets))]
    for row in sorted(known, key=lambda row: sum(row in printed[sheet] for sheet in needs)):
        fitting = [sheet for sheet in needs if needs[sheet] and row in printed[sheet]]
        if not fitting:
            return None
        needs[max(fitting, key=lambda sheet: printed[sheet].count(row) / len(printed[sheet]))] -= 1
    return needs


def from_sheets(catalogue: DraftCatalogue, known: Sequence[int], count: int, left: Left, chance: random.Random) -> tuple[list[int], Left]:
    """So many cards that a booster may hold beside those that are known, and what is left of limited sheets then."""
    fitting = [(layout.weight, needs) for layout in catalogue.layouts if (needs := lacking(catalogue, layout, known)) is not None and needs.total() == count]
    fitting = [(weight, needs) for weight, needs in fitting if all(not catalogue.sheets[one].limited or left[one].total() >= needs[one] for one in needs)]
    if fitting:
        needs = chance.choices([needs for _, needs in fitting], [weight for weight, _ in fitting])[0]
    else:  # cards were put into it, or it was not made by these sheets
        needs = Counter(chance.choices(range(len(catalogue.sheets)), k=count))
    rest, names = [Counter(one) for one in left], list(known)
    for sheet, lacks in needs.items():
        made = catalogue.sheets[sheet]
        if made.limited and rest[sheet].total() >= lacks:
            drawn = chance.sample(list(rest[sheet].elements()), lacks)
            rest[sheet].subtract(drawn)
            names += drawn
            continue
        for _ in range(lacks):
            among = [row for row in made.printed if not made.distinct or row not in names]
            names.append(chance.choice(among or made.printed))
    return names[len(known) :], [+one for one in rest]


def deal(pod: np.void, catalogue: DraftCatalogue, slots: Sequence[int], names: Sequence[int], chance: random.Random) -> None:
    """Put names into slots at random, those that would be known if they were drafted into boosters, as far as there is room."""
    text = catalogue.tables["entry"]["text"][0]
    loud = [row for row in names if text[row] & LOUD]
    open_ = [slot for slot in slots if pod["place"][slot] == Place.BOOSTER]
    places = chance.sample(open_, min(len(loud), len(open_)))
    chance.shuffle(loud)
    rest, others = loud[len(places) :] + [row for row in names if not text[row] & LOUD], [slot for slot in slots if slot not in places]
    chance.shuffle(rest)
    for slot, row in zip([*places, *others], [*loud[: len(places)], *rest], strict=True):
        pod["card"][slot] = row


def looks_before(pod: np.void, seat: int, origin: np.ndarray, slot: int) -> int:
    """How often a seat had drafted from a card's booster before the card was drafted, or by now."""
    mine = (origin == origin[slot]) & (pod["drafter"] == seat) & (pod["order"] > 0)
    return int((mine & ((pod["order"] < pod["order"][slot]) | (pod["place"][slot] == Place.BOOSTER))).sum())


def redraw(pod: np.void, catalogue: DraftCatalogue, seat: int, origin: np.ndarray, chance: random.Random) -> None:
    """Draw anew what a seat does not know of a pod. ``origin``: the booster that each slot was made for, -1 for cards that seats began with.

    The open choice stays, which is right if it is that seat's.
    """
    hidden, seen, before = hidden_from(pod, seat), pod["seen"] >> seat & 1 != 0, pod["card"].copy()
    never = hidden & ~seen & (origin >= 0)
    left = [Counter(sheet.printed) if sheet.limited else Counter() for sheet in catalogue.sheets]
    for row in before[(origin >= 0) & ~never & (pod["place"] != Place.NONE)].tolist():
        if sheet := next((one for one in left if one[row] > 0), None):
            sheet[row] -= 1
    groups: dict[tuple[int, int], list[int]] = {}
    for slot in np.flatnonzero(hidden & seen & (origin >= 0)).tolist():
        groups.setdefault((int(origin[slot]), looks_before(pod, seat, origin, slot)), []).append(slot)
    for slots in groups.values():
        deal(pod, catalogue, slots, before[slots].tolist(), chance)
    text = catalogue.tables["entry"]["text"][0]
    for booster in sorted(set(origin[never].tolist())):
        slots = np.flatnonzero(never & (origin == booster)).tolist()
        known = before[(origin == booster) & ~never].tolist()
        room = int((pod["place"][slots] == Place.BOOSTER).sum())
        for _ in range(ATTEMPTS):
            names, rest = from_sheets(catalogue, known, len(slots), left, chance)
            if sum(bool(text[row] & LOUD) for row in names) <= room:
                break
        left = rest
        deal(pod, catalogue, slots, names, chance)
    follow(pod, catalogue, seat, before)


def follow(pod: np.void, catalogue: DraftCatalogue, seat: int, before: np.ndarray) -> None:
    """What goes by the cards that were there: the picks of others in this instant, their colours, the order of boosters."""
    pulls = catalogue.tables["entry"]["pull"][0]
    for other in range(int(pod["seat_count"])):
        if other == seat:
            continue
        drafted = pod["drafter"] == other
        pod["leaning"][other] += pulls[pod["card"][drafted]].sum() - pulls[before[drafted]].sum()
        if pod["picked"][other] >= 0 and pod["queue_count"][other]:
            booster = int(pod["queue"][other, 0])
            held = pod["contents"][booster, : int(pod["contents_count"][booster])]
            if len(at := held[before[held] == pod["picked"][other]]):
                pod["picked"][other] = pod["card"][at[0]]
    for booster in range(int(pod["booster_count"])):
        count = int(pod["contents_count"][booster])
        held = pod["contents"][booster, :count]
        held[:] = held[np.argsort(pod["card"][held], kind="stable")]
        pod["rows"][booster, :count] = pod["card"][held]


def ask_anew(pods: Pods, row: int) -> None:
    """Make the open choice of a pod again from the record as it is; what cannot be asked again stays."""
    held = pods.pods[row : row + 1].copy()
    pod = pods.pods[row]
    choice, seat = DraftChoice(int(pod["choice"])), int(pod["decider"])
    using = int(pod["using"][seat])
    pod["decider"], pod["option_count"], pod["options"] = -1, 0, 0
    loops.stop_one(pods.pods, pods.catalogue.tables, pods.quiet_log, row)
    if choice == DraftChoice.PICK_WITH or choice in SECOND_HALVES:
        index = using - 1 if choice == DraftChoice.PICK_WITH else int(SECOND_HALVES[choice])
        loops.answer_only(pods.pods, pods.catalogue.tables, pods.quiet_log, row, ABILITY + index)
        loops.stop_one(pods.pods, pods.catalogue.tables, pods.quiet_log, row)
    if (pod["decider"], pod["choice"]) != (seat, choice):
        pods.pods[row : row + 1] = held


def determinize_draft(pods: Pods, row: int, seat: int, seed: int, origin: np.ndarray) -> None:
    """Turn a pod of a batch into one that ``seat`` cannot tell from it, in place; ``origin`` as ``redraw`` takes it."""
    pod = pods.pods[row]
    redraw(pod, pods.catalogue, seat, origin, random.Random(seed))
    if pod["phase"] != DraftSystem.OVER and pod["decider"] not in (-1, seat):
        ask_anew(pods, row)

"""Games as text: what was logged as readable lines, each with its rule, and the table as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ecs_game.catalogue import Catalogue
from ecs_game.labels import SEATS, object_name, seated
from ecs_game.log import PAGE, Logged, cite, rule_text
from ecs_game.notes import noted_counters
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import DRAWN, MANA, RUNNING, Counter, Ending, Step, Type, Zone

if TYPE_CHECKING:
    from rich.console import RenderableType

STEPS = [step.name.lower().replace("_", "-") for step in Step]
ZONES = {Zone.COMMAND: "the command zone", Zone.CONTRAPTIONS: "its Contraption deck"}
COUNTERS = {
    Counter.PLUS: "+1/+1",
    Counter.MINUS: "-1/-1",
    Counter.LOYALTY: "loyalty",
    Counter.OTHER: "other",
    Counter.TOUGHNESS: "-0/-1",
    Counter.GLOBE: "globe",
}
LEFT = cite("800.4a")
UNTOLD = {Logged.CHOICE, Logged.SPEND, Logged.AMONG, Logged.NOTED}  # told by labels, by what is cast, chosen or exiled
MOVES = {Logged.DRAWN, Logged.DISCARDED, Logged.SACRIFICED, Logged.DESTROYED, Logged.ASSEMBLE}  # what tells of a move beside it under the same rule


def citation(code: int) -> str:
    """A rule's code as it is cited: ``CR 121.1``, a ruling ``C8``; empty for 0."""
    number = rule_text(code)
    return number if not number or number.startswith("C") else f"CR {number}"


def moment(turn: int, step: int) -> str:
    """A turn and step as ``--until`` takes them: ``5.main1``."""
    return f"{turn}.{STEPS[step]}"


def event_lines(catalogue: Catalogue, game: np.void, page: np.ndarray) -> Iterator[tuple[str, str]]:
    """What a page of the log holds as pairs of a line and the rule it follows from; steps are headings, with an empty rule.

    A step is told only where something follows in it. ``game`` is the game now: it names objects that events speak of by their slots alone.
    """
    log = page[0]
    heading = ""
    rows = log["row"][: min(int(log["count"]), PAGE)]
    for at, row in enumerate(rows):
        if row["kind"] == Logged.STEP:
            heading = f"turn {row['other']}, {SEATS[row['seat']]}, {STEPS[row['amount']]}"
        elif row["kind"] == Logged.MOVE and any(beside["kind"] in MOVES and beside["rule"] == row["rule"] for beside in rows[max(at - 1, 0) : at + 2]):
            continue
        elif line := event_line(catalogue, game, row):
            if heading:
                yield heading, ""
                heading = ""
            yield line, citation(int(row["rule"]))
    if log["count"] > PAGE:
        yield f"… and {log['count'] - PAGE} events more than a page holds", ""


def event_line(catalogue: Catalogue, game: np.void, row: np.void) -> str:
    """One event in words; empty for one that others tell."""
    kind, amount, seat = Logged(int(row["kind"])), int(row["amount"]), SEATS[row["seat"]]
    if kind in UNTOLD:
        return ""

    def named(ref: int) -> str:
        known = ref >= SEAT_REF or (0 <= ref < len(game["card"]) and game["card"][ref] >= 0)
        return object_name(catalogue, game, ref) if known else "nothing"

    what = catalogue.name(int(row["card"])) if row["card"] >= 0 else named(int(row["object"]))
    other = named(int(row["other"]))
    counted = int(row["other"])
    match kind:
        case Logged.MOVE if row["rule"] == LEFT and not amount:
            return ""  # told by the loss
        case Logged.MOVE:
            return f"{what} → {ZONES.get(Zone(amount), Zone(amount).name.lower())}" if amount else f"{what} ceases to exist"
        case Logged.LIFE:
            return f"{what} {'gains' if amount > 0 else 'loses'} {abs(amount)} life"
        case Logged.DAMAGE:
            return f"{other} deals {amount} damage to {what}"
        case Logged.PREVENTED:
            return f"{amount} damage from {other} to {what} is prevented"
        case Logged.TAP | Logged.UNTAP:
            return f"{what} {kind.name.lower()}s"
        case Logged.MANA:
            return f"{seat} gets {f'{{{MANA[counted]}}}' * amount} from {what}"
        case Logged.EMPTY:
            return f"{seat} loses {f'{{{MANA[counted]}}}' * amount}" + ("" if row["rule"] == LEFT else " as the step ends")
        case Logged.CAST:
            return f"{seat} casts {what}" + (f", X = {amount}" if amount else "")
        case Logged.ACTIVATE:
            return f"{seat} activates {what}"
        case Logged.TRIGGER:
            return f"{what} triggers for {seat}"
        case Logged.TARGET:
            return f"{what} targets {other}"
        case Logged.RESOLVE:
            return f"{what} resolves"
        case Logged.FIZZLE:
            return f"{what} has no legal target"
        case Logged.COUNTERED:
            return f"{what} is countered"
        case Logged.SHUFFLE:
            return f"{what} shuffles"
        case Logged.ROLL:
            return f"{seat} rolls {amount}"
        case Logged.FLIP:
            return f"{seat} {'wins' if amount else 'loses'} the flip"
        case Logged.CRANK_COUNTER:
            return f"{seat}'s CRANK! counter moves to sprocket {amount}"
        case Logged.CRANKED:
            return f"{seat} cranks {what}"
        case Logged.UNDER:
            return f"{seat} puts {amount} card{'s' * (amount != 1)} under the library in a random order"
        case Logged.ASSEMBLE | Logged.REASSEMBLE:
            return f"{seat} puts {what} on sprocket {amount}"
        case Logged.COUNTERS:
            return f"{what} {'gets' if amount > 0 else 'loses'} {abs(amount)} {COUNTERS[Counter(counted)]} counter{'s' * (abs(amount) != 1)}"
        case Logged.ATTACK:
            return f"{what} attacks {other}"
        case Logged.BLOCK:
            return f"{what} blocks {other}"
        case Logged.ATTACH:
            return f"{what} is attached to {other}" if counted >= 0 else f"{what} is unattached"
        case Logged.REGENERATED | Logged.DESTROYED:
            return f"{what} {'regenerates' if kind == Logged.REGENERATED else 'is destroyed'}"
        case Logged.CONTROL:
            return f"{seat} controls {what}"
        case Logged.MULLIGAN:
            return f"{seat} takes mulligan {amount}"
        case Logged.SACRIFICED | Logged.DISCARDED:
            return f"{seat} {'sacrifices' if kind == Logged.SACRIFICED else 'discards'} {what}"
        case Logged.DRAWN:
            return f"{seat} draws {what}"
        case Logged.TOKEN:
            return f"{seat} creates {catalogue.name(counted) if counted >= 0 else what}"
        case Logged.REVEALED:
            return f"{seat} reveals {what}"
        case Logged.COPIED_ABILITY:
            return f"{seat} copies an ability of {what}"
        case Logged.COPIED:
            return f"{seat} copies {what}"
        case Logged.AT_RANDOM:
            return f"{what} is chosen at random"
        case Logged.TURNED_UP:
            return f"{seat} turns {what} face up"
        case Logged.CHOSEN:
            return f"{seat} chooses {amount} for {what}"
        case Logged.LOSE:
            return f"{seat} loses the game ({Ending(amount).name.lower()})"
        case Logged.END:
            return ending(int(row["seat"]), amount)
    return f"{kind.name.lower()} {what}"


def ending(winner: int, kind: int) -> str:
    """How a game ended."""
    return f"the game is a draw ({Ending(kind).name.lower()})" if winner == DRAWN else f"{SEATS[winner]} wins ({Ending(kind).name.lower()})"


# --- the table ---


def permanent_text(catalogue: Catalogue, game: np.void, slot: int) -> str:
    """A permanent in a few words: its name, size, and whatever is not as it was printed or untapped."""
    parts = [object_name(catalogue, game, slot)]
    if game["types"][slot] & Type.CREATURE:
        parts.append(f"{game['power'][slot]}/{game['toughness'][slot]}")
    notes = [text for text, holds in (("tapped", game["tapped"][slot]), ("sick", game["sick"][slot] and game["types"][slot] & Type.CREATURE)) if holds]
    notes += [f"{n} {COUNTERS[Counter(kind)]}" for kind, n in enumerate(game["counters"][slot]) if n]
    notes += [f"{n} {kind}" for kind, n in noted_counters(game, slot).items()]
    if game["damage"][slot]:
        notes.append(f"{game['damage'][slot]} damage")
    if game["attached"][slot] >= 0:
        notes.append(f"on {object_name(catalogue, game, int(game['attached'][slot]))}")
    if game["attacking"][slot] >= 0:
        notes.append(f"attacking {object_name(catalogue, game, int(game['attacking'][slot]))}")
    return " ".join(parts) + (f" ({', '.join(notes)})" if notes else "")


def table(catalogue: Catalogue, game: np.void) -> RenderableType:
    """Everything on and around the table, hidden zones too, for rich to print."""
    from rich.table import Table

    step = moment(int(game["turn"]), int(game["step"]))
    made = Table(title=f"{step}, {SEATS[game['active']]}'s turn" if game["winner"] == RUNNING else ending(int(game["winner"]), int(game["ending"])))
    made.add_column("")
    seats = range(seated(game))
    for seat in seats:
        made.add_column(f"{SEATS[seat]}  {game['life'][seat]} life", ratio=1)

    def pile(seat: int, name: str) -> list[str]:
        return [catalogue.name(int(game["card"][slot])) for slot in game[name][seat, : int(game[name + "_count"][seat])]]

    def field(seat: int, wanted: int) -> list[str]:
        """Permanents of a seat: lands, others, or by sprocket those on it."""
        found = []
        for slot in map(int, game["field"][: int(game["field_count"])]):
            place = int(game["sprocket"][slot]) or (-1 if game["types"][slot] & Type.LAND else 0)
            if game["controller"][slot] == seat and place == wanted:
                found.append(permanent_text(catalogue, game, slot))
        return found

    def elsewhere(seat: int, zone: Zone) -> list[str]:
        return [catalogue.name(int(game["card"][slot])) for slot in np.flatnonzero((game["zone"] == zone) & (game["owner"] == seat))]

    made.add_row("mana", *("".join(f"{{{MANA[c]}}}" * int(game["pool"][seat, c]) for c in range(6)) for seat in seats))
    made.add_row("library", *(f"{game['library_count'][seat]} cards" for seat in seats))
    for name, texts in (
        ("hand", [pile(seat, "hand") for seat in seats]),
        ("lands", [field(seat, -1) for seat in seats]),
        ("permanents", [field(seat, 0) for seat in seats]),
        *((f"sprocket {number}", [_cranked(game, seat, number, field(seat, number)) for seat in seats]) for number in (1, 2, 3)),
        ("graveyard", [pile(seat, "graveyard") for seat in seats]),
        ("exile", [elsewhere(seat, Zone.EXILE) for seat in seats]),
        ("scrapyard", [elsewhere(seat, Zone.SCRAPYARD) for seat in seats]),
        ("command zone", [elsewhere(seat, Zone.COMMAND) for seat in seats]),
    ):
        if any(texts):
            made.add_row(name, *("\n".join(lines) for lines in texts))
    if game["stack_count"]:
        stack = [
            object_name(catalogue, game, int(game["stack_slot"][i] if game["stack_slot"][i] >= 0 else game["stack_source"][i]))
            for i in range(int(game["stack_count"]))
        ]
        made.caption = "stack, top first: " + ", ".join(reversed(stack))
    return made


def _cranked(game: np.void, seat: int, number: int, lines: list[str]) -> list[str]:
    """What is on a sprocket, and the CRANK! counter where it is, of a seat that has a use for it."""
    return lines + ["CRANK!"] * bool((lines or game["deck_count"][seat]) and game["crank"][seat] == number)

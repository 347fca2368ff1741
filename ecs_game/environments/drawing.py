"""What a seat sees, as text of a few lines: made from its view, so that nothing hidden can be in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ecs_game.errors import OptionError

RENDER_MODES = ["ansi", "human"]  # as text, or printed after each step


def render_mode_of(mode: str | None) -> str | None:
    """A way to render that there is, or None. ``OptionError`` for another."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"the ways to render are {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def listed(names: Iterable[str]) -> str:
    """Names in a line, equal ones counted."""
    return "; ".join(name if count == 1 else f"{count} {name}" for name, count in Counter(names).items())


def names_in(view: dict[str, Any]) -> dict[int, str]:
    """The names of a view's permanents by their slots."""
    return {one["slot"]: one["name"] for one in view["battlefield"]}


def permanent(one: dict[str, Any], names: dict[int, str]) -> str:
    """A permanent of a view in a few words; ``names``: of permanents by slot."""
    size = f" {one['power']}/{one['toughness']}" if "power" in one else ""
    said = ["tapped"] * one["tapped"] + ["sick"] * (one["sick"] and "power" in one) + [f"{n} {kind}" for kind, n in one["counters"].items()]
    said += [f"{one['damage']} damage"] if one.get("damage") else []
    said += [f"sprocket {one['sprocket']}"] if "sprocket" in one else []
    for word, ref in (("on", one["attached"]), ("attacking", one["attacking"]), *(("blocking", slot) for slot in one["blocking"])):
        said += [f"{word} {names.get(ref, ref)}"] if ref is not None else []
    return one["name"] + size + (f" ({', '.join(said)})" if said else "")


def choices(decision: dict[str, Any] | None, decider: str | None) -> list[str]:
    """Who is asked, and what may be chosen if it is this seat."""
    if decision is None:
        return [f"{decider} is asked"] if decider else []
    return [f"{decision['choice']}:", *(f"  {one['action']:>4} {one['label']}" for one in decision["actions"])]


def game_text(view: dict[str, Any]) -> str:
    """A game as the seat of a view sees it."""
    won = f"; {view['winner']} has won" if view["winner"] else ""
    ended = f"{won}; over: {view['ending']}" if view["ending"] else ""
    lines, names = [f"turn {view['turn']}, {view['step']}, {view['active']}'s turn{ended}"], names_in(view)
    for seat in view["seats"]:
        parts = [f"{seat['life']} life", f"{seat['hand']} in hand", f"{seat['library']} in the library"]
        parts += [f"{seat['contraptions']} Contraptions, CRANK! on {seat['crank']}"] * bool(seat["contraptions"]) + [seat["pool"]] * bool(seat["pool"])
        lines.append(f"{seat['seat']}  {', '.join(parts)}")
        if own := [permanent(one, names) for one in view["battlefield"] if one["controller"] == seat["seat"]]:
            lines.append(f"   battlefield: {listed(own)}")
        lines += [f"   {zone}: {listed(seat[zone])}" for zone in ("graveyard", "exile", "scrapyard") if seat[zone]]
    lines += [f"stack, top first: {', '.join(one['name'] for one in view['stack'])}"] * bool(view["stack"])
    lines.append(f"{view['seat']}'s hand: {listed(one['name'] for one in view['hand'])}")
    return "\n".join(lines + choices(view["decision"], view["decider"]))


def draft_text(view: dict[str, Any]) -> str:
    """A draft as the seat of a view sees it."""
    lines = [f"round {view['round']} of {view['rounds']}, {view['drafted']} cards drafted in it"]
    if booster := view["booster"]:
        lines.append(f"booster {booster['booster']}: " + (listed(booster["names"]) if booster["names"] is not None else f"{booster['cards']} cards"))
    lines.append(f"{view['seat']}'s pile: {listed(view['pile'])}")
    lines += [f"{seat['seat']} has {listed(seat['known'])}" for seat in view["seats"] if seat["known"] and seat["seat"] != view["seat"]]
    return "\n".join(lines + choices(view["decision"], view["decider"]))

"""Commands about players: play, ladder, train."""

from __future__ import annotations

import argparse

from ecs_game.commands.options import Adder, add_decks, filled, print_json, ready_decks, whole
from ecs_game.errors import OptionError, missing

NAMES = ("random", "greedy", "rollout[:N or :Nms]", "ismcts[:N or :Nms]", "policy:FILE", "human")


def add(command: Adder) -> None:
    """Add these commands to a parser."""
    play = command("play", run_play, "Play a game in the terminal.")
    play.add_argument("decks", nargs="*", metavar="DECK", help="two to eight decks, the first yours (default: widgets explosioneers)")
    play.add_argument("--against", type=filled, default="greedy", metavar="AGENT", help=f"who plays the others: {', '.join(NAMES[:-1])} (default: greedy)")
    play.add_argument("--practice", action="store_true", help="what was done may be taken back")
    play.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="S", help="the seed (default: another each time)")
    play.add_argument("--mana", default="auto", choices=("auto", "manual"), help="who taps your lands: the planner, or you (default: auto)")
    add_decks(play)

    ladder = command("ladder", run_ladder, "Play agents against each other, every two of them, and rate them (ratings need the extra ladder).")
    ladder.add_argument("agents", nargs="+", metavar="AGENT", help=f"two or more of {', '.join(NAMES[:-1])}")
    ladder.add_argument("--decks", nargs="+", metavar="DECK", help="two decks or more, of which every two meet (default: widgets explosioneers)")
    ladder.add_argument(
        "--games",
        type=whole(1, 10**9),
        default=100,
        metavar="N",
        help="keys of each pair of agents and decks, each played twice with seats changed (default: 100)",
    )
    ladder.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="K", help="how many cores to play on; results are the same (default: 1)")
    ladder.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="the seed (default: 0)")
    ladder.add_argument("--turns", type=whole(1, 10_000), default=200, metavar="N", help="a game is a draw after so many turns (default: 200)")
    ladder.add_argument("--out", type=filled, metavar="FILE", help="keep results in FILE as they come, as lines of JSON")
    ladder.add_argument("--resume", action="store_true", help="with --out: go on with what FILE has")
    ladder.add_argument("--json", action="store_true", help="print one JSON object")
    add_decks(ladder)

    train = command("train", run_train, "Train a network by self-play (needs the extra train).")
    train.add_argument("--decks", nargs=2, metavar="DECK", help="the two decks (default: widgets explosioneers)")
    length = train.add_mutually_exclusive_group(required=True)
    length.add_argument("--minutes", type=float, metavar="M", help="train for so many minutes from now")
    length.add_argument("--updates", type=whole(1, 10**7), metavar="U", help="train until so many updates have been made: with one thread the same each time")
    where = train.add_mutually_exclusive_group()
    where.add_argument("--out", type=filled, default="run", metavar="FOLDER", help="the folder of a new run (default: run)")
    where.add_argument("--resume", type=filled, metavar="FOLDER", help="go on with the run in a folder, with its decks and options")
    train.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="S", help="the seed (default: 0)")
    train.add_argument("--threads", type=whole(1, 1024), default=1, metavar="K", help="threads of PyTorch, and for playing on (default: 1)")
    add_decks(train)


def run_play(options: argparse.Namespace) -> int:
    """``cogwork play``."""
    import secrets

    from ecs_game.batch import Batch
    from ecs_game.formats.decks import FIRST_PAIR
    from ecs_game.players import human

    decks = ready_decks(options, options.decks or FIRST_PAIR)
    seed = secrets.randbelow(2**32) if options.seed is None else options.seed
    batch = Batch.of(decks, 1, seed, manual=[options.mana == "manual" and seat == 0 for seat in range(len(decks))])
    player = human.Human()
    player.say(f"seed {seed}; {human.HELP}")
    try:
        human.play(batch, player, 0, options.against, options.practice)
    except human.Left:
        player.say("you have left the game")
    return 0


def run_ladder(options: argparse.Namespace) -> int:
    """``cogwork ladder``."""
    from contextlib import ExitStack

    from ecs_game.formats.decks import FIRST_PAIR
    from ecs_game.progress import bar
    from ecs_game.studies import ladder, ratings
    from ecs_game.studies.kept import kept
    from ecs_game.studies.simulate import Rules

    if options.resume and not options.out:
        raise OptionError("--resume goes on with the results that --out FILE keeps, and no --out is given")
    ratings.library()
    decks = ready_decks(options, options.decks or FIRST_PAIR)
    made = ladder.Ladder(options.agents, decks, options.games, options.seed, Rules(turn_limit=options.turns))
    with ExitStack() as stack:
        lines, write = stack.enter_context(kept(options.out, made.told(), options.resume)) if options.out else ([], None)
        compiling, playing = stack.enter_context(bar("compiling")), stack.enter_context(bar("duels"))
        each = None if write is None else lambda chunk: write(chunk.told())
        standing = ladder.play(made, options.jobs, [ladder.Chunk.of(line) for line in lines], each, playing.show, compiling.part)
    if options.json:
        print_json(standing.as_dict())
    else:
        from ecs_game.studies import reports

        reports.show(reports.ladder(standing))
    return 0


def run_train(options: argparse.Namespace) -> int:
    """``cogwork train``."""
    given = [name for name in ("decks", "seed") if getattr(options, name) is not None]
    if options.resume and given:
        raise OptionError(f"a run that is gone on with has its decks and options; leave out --{', --'.join(given)}")
    if options.minutes is not None and not options.minutes > 0:
        raise OptionError(f"--minutes {options.minutes}: a number above 0 is needed")
    try:
        import torch

        from ecs_game.training import runs
        from ecs_game.training.progress import in_both_seats
    except ImportError as fault:
        raise missing("training", "train", fault) from None
    from ecs_game.formats.decks import FIRST_PAIR
    from ecs_game.progress import bar

    torch.set_num_threads(options.threads)
    decks = ready_decks(options, options.decks or FIRST_PAIR)
    with bar("training") as training:
        run = runs.Run.resumed(options.resume) if options.resume else runs.begin(options.out, decks, seed=options.seed or 0)

        def report(row: runs.Row, done: float) -> None:
            found = row.results
            told = f"{row.update} updates, {row.decisions:,} decisions, {row.games:,} games"
            if found.greedy_games_a and found.greedy_games_b:
                share = in_both_seats(found.greedy_wins_a, found.greedy_games_a, found.greedy_wins_b, found.greedy_games_b)[0]
                told += f", {share:.0%} won against greedy"
            training.show(int(1000 * min(done, 1)), 1000, told)

        runs.train(run, options.minutes, options.updates, report)
    print(f"{run.folder}: {run.update} updates, {run.decisions:,} decisions, {run.played:,} games in {run.seconds / 60:.1f} minutes, digest {run.digest}")
    print(f"play with it: --agents policy:{run.folder / runs.NETWORK}; its curve: {run.folder / 'curve.png'}")
    return 0

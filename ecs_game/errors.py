"""The errors that Cogwork raises on purpose; the command line turns each into one line on standard error."""


class CogworkError(Exception):
    """Any error of this family: bad input or a request that cannot be met, told in one message."""


class DeckError(CogworkError):
    """A deck file that cannot be read, or a deck that is not legal."""


class SetError(CogworkError):
    """A set, cube or card list that is unknown, cannot be read, does not add up, or has too few cards."""


class PoolError(CogworkError):
    """A pool of drafted cards that cannot be read."""


class CardError(CogworkError):
    """Cards that are unknown, or known but not fully supported."""


class IllegalAction(CogworkError):
    """An action that is not among the legal ones of the decision; the game is left as it was."""


class ScenarioError(CogworkError):
    """A scenario file that cannot be read, or that asks for what is not possible."""


class OptionError(CogworkError):
    """A seed, row, seat, option or agent that does not exist or is out of range."""


class ReplayError(CogworkError):
    """A replay that cannot be read, or that does not fit the game it is played on."""


class SaveError(CogworkError):
    """Saved games that cannot be read, or whose record is another version's."""


class CapacityError(CogworkError):
    """What was to be set up does not fit the shape of the game."""


class AgentError(CogworkError):
    """An agent written in Python that raised; the game, its seed and the decision are named, so that it can be played to that point again."""


class TrainingError(CogworkError):
    """Training whose numbers are not finite any more, or a run that cannot be gone on with."""


def missing(what: str, extra: str, fault: ImportError) -> OptionError:
    """What to raise where a package of an extra cannot be imported; ``what`` needs it."""
    return OptionError(f"{what} needs {fault.name or 'a package'}, which cannot be imported ({fault}): pip install cogwork[{extra}]")

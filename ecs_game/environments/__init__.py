"""Environments for those who train agents: batches of games and drafts in arrays, and adapters for the tools that they use.

Where Gymnasium is installed, importing this package registers ``Cogwork/Duel-v0`` and ``Cogwork/Draft-v0`` with it.
"""

from importlib.metadata import version
from importlib.util import find_spec

REGISTERED = {"Cogwork/Duel-v0": "Duel", "Cogwork/Draft-v0": "Draft"}

if find_spec("gymnasium") and int(version("gymnasium").partition(".")[0]) >= 1:  # which knows vector_entry_point and autoreset modes
    import gymnasium

    for _name, _kind in REGISTERED.items():
        if _name not in gymnasium.registry:
            _module = f"{__name__}.gymnasium_envs"
            gymnasium.register(_name, f"{_module}:{_kind}Env", vector_entry_point=f"{_module}:{_kind}VectorEnv")

"""Every scenario file of tests/scenarios, one test a case."""

from pathlib import Path

import pytest

from ecs_game.formats.scenario_files import Case, read_cases
from ecs_game.formats.scenarios import run_case

FOLDER = Path(__file__).parent / "scenarios"
CASES = [case for path in sorted(FOLDER.rglob("*.toml")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[f"{Path(case.file).relative_to(FOLDER)}:{case.number} {case.title}" for case in CASES])
def test_case(case: Case) -> None:
    run_case(case)

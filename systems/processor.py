"""What a Processor of this project is: one system, run once over every row of a batch that needs it."""

from __future__ import annotations

from typing import Any, ClassVar

import esper
import numpy as np

from ecs_game.kernels import Entry, handle
from systems.schedule import Row


class BatchProcessor(esper.Processor):
    """One system over a batch: its records, the catalogue's tables and a page of the log, as kernels take them."""

    row: ClassVar[Row]
    kernel: ClassVar[Any]
    run: ClassVar[Entry]

    def __init__(self, records: np.ndarray, tables: np.ndarray, log: np.ndarray) -> None:
        self.records, self.tables, self.log = records, tables, log

    def process(self) -> None:
        """One pass over the batch."""
        part = handle(self.run.shape(self.records), self.kernel)
        self.run(self.records, self.tables, self.log, int(self.row.system), part, 0, len(self.records))


def processor_of(row: Row, kernel: Any, run: Entry) -> type[BatchProcessor]:
    """The Processor of a row: named after its system, with its priority (esper runs the highest first)."""
    name = row.system.name.title().replace("_", "")
    fields = {"row": row, "kernel": staticmethod(kernel), "run": run, "priority": -row.order, "__doc__": f"{row.purpose} ({', '.join(row.rules)})"}
    return type(name, (BatchProcessor,), fields)

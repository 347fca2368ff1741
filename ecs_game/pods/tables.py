"""The draft's catalogue: names, booster sheets and layouts as rows of one record that kernels are given by reference."""

import numpy as np

NAMES, ENTRIES, SHEETS, LAYOUTS, PLACES = 2048, 16384, 64, 1024, 8192
LANE = 12  # bits of one of the five colours in a card's pull

NAME = np.dtype(
    [
        ("pull", "i8"),  # 1 to 3, by its rating, in the lane of each of its colours: what it adds to its drafter's lean
        ("text", "i4"),  # bits of Draft
        ("rating", "i4"),  # what the rated agent thinks of it
        ("types", "i2"),
        ("value", "i2"),
        ("colors", "i1"),
    ],
    align=True,
)
SHEET = np.dtype([("first", "i2"), ("count", "i2"), ("limited", "i1"), ("distinct", "i1")])
LAYOUT = np.dtype([("weight", "i4"), ("first", "i2"), ("count", "i2")])
PLACE = np.dtype([("sheet", "i2"), ("count", "i2")])

LEFT = np.dtype((np.record, np.dtype([("counts", "i2", SHEETS), ("rows", "i2", ENTRIES)])))  # what is left of limited sheets while a pod's boosters are filled

DRAFT_CATALOGUE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("entry", NAME, NAMES),
                ("printed", "i2", ENTRIES),  # rows of ``entry``, as often as their weight in the sheet says
                ("sheet", SHEET, SHEETS),
                ("layout", LAYOUT, LAYOUTS),
                ("part", PLACE, PLACES),  # a layout's parts: so many cards of a sheet
                ("layout_weight", "i4"),
                ("names", "i2"),
                ("layouts", "i2"),
                ("good", "i2"),  # the rating that one name in four reaches; one in two; three in four
                ("fair", "i2"),
                ("poor", "i2"),
            ],
            align=True,
        ),
    )
)

"""What things cost, whether that can be paid, and how it is (CR 118, 601.2f-h, 602.2b)."""

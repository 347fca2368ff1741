"""What mana is, how it is made and kept (CR 106, 605)."""

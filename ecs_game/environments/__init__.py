"""Environments for those who train agents, and what they stand on."""

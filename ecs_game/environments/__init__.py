"""Environments for those who train agents: batches of games and drafts in arrays, and adapters for the tools that they use."""

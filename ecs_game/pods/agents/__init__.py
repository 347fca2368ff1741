"""Agents of drafts: who answers a draft's choices inside the compiled loop."""

BUILT_IN = {"random": 0, "rated": 1}

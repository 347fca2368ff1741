"""Agents: who answers choices. Built-in ones run inside the compiled loop; a callable is given every game that waits for it."""

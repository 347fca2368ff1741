"""Agents that search: compiled loops over worlds that a seat cannot tell from the true one. `ecs_game.players.searching` gives them worlds and a budget."""

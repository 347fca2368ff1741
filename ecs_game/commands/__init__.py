"""The commands of ``cogwork``, by family: each module adds its own to the parser. What they do is imported when they run."""

"""The game as data, and the referee: cards, rules, named games, deals, positions, moves."""

"""The records of all commands, to and from JSON, and whether they hold.

`writing` decides the fields of a record, and `reading` the type and range of each. `claims` has
what one claims. `verification` decides whether its claims hold: with `best_lines` for best lines,
`ratings` for ratings and reasoning, and `explanations` for explanations and stories.
`collection` has the problems, and `session` a game in play.
"""

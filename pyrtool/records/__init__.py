"""The records of all commands, to and from JSON, and whether they hold.

`records.schema.json` describes the fields of every record, and `fields` takes them from there:
`writing` fills them, and `reading` says what one claims, as `claims` has it. `verification` decides
whether its claims hold: with `ratings` for ratings and reasoning, and `explanations` for
explanations and stories. `collection` has the problems, and `session` a game in play.
"""

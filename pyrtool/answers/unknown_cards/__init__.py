"""Tables with unknown cards: what can lie there, and what a player does that sees no more.

`prior` says how likely each deal is, `sight` what a move shows. `exact` examines every deal, and
`playing` plays drawn ones on; `chances` decides which of the two answers with a `chance`.
"""

"""A walk through every line of play, where no other kernel searches for more than a verdict."""

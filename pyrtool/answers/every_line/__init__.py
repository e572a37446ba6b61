"""Answers by a walk through every line, where no kernel searches for more than a verdict."""

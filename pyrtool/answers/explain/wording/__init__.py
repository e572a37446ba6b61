"""The words of explanations: reasons as clauses, sentences, and how sentences are put together."""

"""The words of an explanation: phrases, clauses, sentences, and their numbers."""

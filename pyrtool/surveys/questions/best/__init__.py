"""What the surveys of best lines share, `score` and `left`: each deal is played for the best, and a
limit may leave open how good that is.
"""

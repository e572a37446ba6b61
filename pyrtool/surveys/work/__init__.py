"""Long work over many deals, which `survey` and `find` share.

`ranges`: which deals. `queue`: their parts given out as tasks. `pools`: who does them.
"""

"""How each deal is played by somebody who does not see the stock: how that is answered, what is
counted, what is told of it."""

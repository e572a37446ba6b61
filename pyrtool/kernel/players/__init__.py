"""Players who do not think: `player` knows their moves, `chances` what they win exactly, and
`playouts` plays their games at random."""

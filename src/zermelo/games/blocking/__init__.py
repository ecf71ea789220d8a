"""Games that are lost by a player who cannot move, or that may go round: a file each."""

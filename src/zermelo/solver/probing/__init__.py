"""What a database answers: probes, columns, oracles, the hardest positions, published parts."""

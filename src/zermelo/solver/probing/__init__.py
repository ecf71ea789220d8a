"""Reading databases: probes, columns, oracles, the hardest positions, published parts."""

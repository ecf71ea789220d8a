"""Reading a database: probes, columns, oracles, the hardest positions, published parts."""

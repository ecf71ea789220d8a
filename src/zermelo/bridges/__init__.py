"""Bridges to other tools: OpenSpiel, PettingZoo, Gymnasium, engine protocols and Parquet."""

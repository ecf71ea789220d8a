"""Other people's tools: OpenSpiel, PettingZoo and Gymnasium, and the protocols of engines."""

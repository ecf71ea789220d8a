"""The means of a solver: threads, Ray's actors, memory."""

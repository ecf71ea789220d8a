"""A solver's resources: threads, Ray's actors, memory."""

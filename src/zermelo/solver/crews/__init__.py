"""A solver's resources: threads, Ray's actors, and memory."""

"""Who does a solver's work and with what: threads, Ray's actors, memory."""

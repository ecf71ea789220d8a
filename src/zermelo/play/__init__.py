"""One game in progress: its session, agenda, advice and review, for every surface."""

"""Many games: matches and tournaments, their schedule, records and ratings."""

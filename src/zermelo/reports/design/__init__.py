"""The designer's report: one game on a page, several side by side, many in a table."""

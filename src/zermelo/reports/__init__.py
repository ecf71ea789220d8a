"""Results as people read them: text, tables, plots and HTML."""

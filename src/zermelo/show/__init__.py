"""What a person sees: boards, results, plots and progress, as text or files."""

"""The tasks of the courses: stubs to fill in, and checks of what a student wrote."""

"""The machine, for every command: files, start and end of the process, memory, cores."""

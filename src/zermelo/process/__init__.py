"""The machine as every command needs it: files, the first and the last moment, memory, cores."""

"""The command line of the engine: every command writes to the stream it is given, and reads from one."""

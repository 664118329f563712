"""What whoever runs Companion does: serve, back up, restore, move, check, purge, and the doctor."""

"""What tests are made of: builders, fakes, pages, and programs that they start."""

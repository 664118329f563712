"""What tests are built from: builders, fixtures, fakes and pages."""

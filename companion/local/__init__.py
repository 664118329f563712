"""Companion as a browser runs it: the same app, in Python compiled to WebAssembly."""

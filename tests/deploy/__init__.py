"""Companion as it is deployed: what deploy/ holds, tried as far as a machine of tests allows."""

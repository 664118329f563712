"""Tables: who may see them, their people and phones, and what they have learned."""

"""The service: answers the contract over ASGI from a registry."""

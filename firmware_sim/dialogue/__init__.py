"""The conversation: generators that read like the dialogue they are.

They yield the screen they wait with, and are resumed with the name of a key.
"""

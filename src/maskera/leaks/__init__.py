"""The leak check: does what is released still show an original?"""

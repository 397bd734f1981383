"""One game understood: who was ahead when, what luck did and what play did, and which move was better.

`outlook` estimates everybody's chances in a position, `known` holds what was measured beforehand to do so,
`looking` goes through a game decision by decision, `course` puts together what it found, `hint` answers
somebody who is to move, and `many` compares many games.
"""

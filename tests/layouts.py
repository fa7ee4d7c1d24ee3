"""Positions that several tests look at; P1, P2 and P3 are made for the supermoves of the rule pages (S1.2, S0.12)."""

from freecell import Card, Position, Suit, read_layout

P1 = read_layout("""
Freecells: 7D KS - -
7S 2D AS 5D AD TH
4C KD KH 3S JH 3D
JS KC 8D 4D 6S 8S TD
3H QC 7H JC 2S 9D
2H 6H JD 8C 9H 4S 9S 8H 7C 6D
TC 5C TS QD QS
AC 3C 2C 5S 5H
6C 9C QH AH 4H
""")
"""9♠ 8♥ 7♣ 6♦ on cascade 5, 10♦ on cascade 3; two empty cells, no empty cascade."""

P2 = read_layout("""
Freecells: TH 3C - -
2S 6C 8D KD 7H QH 9S
TS AD 5D QS JS 8S KH
JD 6H 4C 3D AH JC 2H
9H 3S KS QD TC 8C
AC 2C KC 4H 4D JH
5S 9D 7C 3H 7D 2D 8H 7S 6D 5C
4S TD QC 6S AS 5H 9C
:
""")
"""8♥ 7♠ 6♦ 5♣ on cascade 6, 9♣ on cascade 7; two empty cells, one empty cascade."""

P3 = read_layout("""
Freecells: 8S 8D JD -
6H 2C QS JS QD AC 4S 9S 8H 7C 6D 5S 4H 3C 2D
KH 7H 2H 3S AH KD KS TD
TC 2S QH 9C 6S TH 3D
8C 3H AD 9D 5C 5H 7S
7D 4C 9H 4D 5D TS
KC JC JH AS QC 6C
:
:
""")
"""Eight cards from 9♠ on cascade 1, 10♦ on cascade 2; one empty cell, two empty cascades."""


def high(cascades: list[str], cells: str = "- - - -", *, table: int = 8) -> Position:
    """A position of these cards alone, the suits' lower cards on the foundations; empty cascades are added up to the `table`'s number."""
    held = [None if name == "-" else Card(name) for name in cells.split()]
    below = [Card(name) for cascade in cascades for name in cascade.split()] + [card for card in held if card is not None]
    heights = [min((card.rank for card in below if card.suit == suit), default=14) - 1 for suit in Suit]
    return Position([*cascades, *[""] * (table - len(cascades))], held, heights)

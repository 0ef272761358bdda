"""Why a button is grey, in the two languages: one sentence for each refusal of the bank."""

from __future__ import annotations

from banquier.page.line_of_words import Bilingual, both
from firmware_sim.game import Error

REFUSALS: dict[Error, Bilingual] = {
    Error.KEY: both("Pas en ce moment.", "Not at this moment."),
    Error.FORBIDDEN: both("Cette édition l’interdit.", "This edition forbids it."),
    Error.FUNDS: both("Pas assez d’argent.", "Not enough money."),
    Error.TOO_BIG: both("Somme impossible.", "Impossible sum."),
    Error.NOT_YET: both("Pas encore.", "Not yet."),
    Error.NO_DIE: both("De 1 à 6.", "From 1 to 6."),
    Error.SOLD: both("Déjà vendu.", "Already sold."),
    Error.GROUP: both("Il manque une rue du groupe.", "A street of the group is missing."),
    Error.UNEVEN: both("Les maisons se répartissent également.", "Houses are spread evenly."),
    Error.STOCK: both("La banque n’en a plus.", "The bank has none left."),
    Error.BUILT: both("Le groupe est bâti.", "The group has buildings."),
    Error.MORTGAGED: both("Hypothéqué.", "Mortgaged."),
    Error.DRAW_CARD: both("D’abord la carte.", "First the card."),
    Error.DEBT: both("D’abord la dette.", "First the debt."),
    Error.NO_LOAN: both("Pas de prêt.", "No loan."),
    Error.CEILING: both("Plafond des prêts atteint.", "The ceiling of loans is reached."),
    Error.STEP: both("Pas un multiple permis.", "Not a permitted multiple."),
    Error.NO_PLAYER: both("Pas ce joueur.", "No such player."),
    Error.DEEDS_LEFT: both("La banque a encore des titres.", "The bank still holds deeds."),
    Error.NOTHING: both("Rien.", "Nothing."),
    Error.TOO_LATE: both("Trop tard.", "Too late."),
    Error.CAN_PAY: both("La dette peut encore être payée.", "The debt can still be paid."),
    Error.MEMORY: both("Mémoire.", "Memory."),
    Error.TOO_LOW: both("Trop bas.", "Too low."),
}

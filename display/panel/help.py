"""The help page: which key of the computer is which key of the unit, and how to play a turn."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from display.panel.keymap import NAMES, Host
from keypad.keys import KEYS

INTRODUCTION = """\
[b]UN TOUR[/b]
Le verre pose une question, les touches y répondent. Ce qui clignote
est ce qu'une touche changerait.

  [b]J1 LANCEZ[/b]           DÉS lance ; de vrais dés se tapent : 4 3 OK
  une case libre      ACHAT l'achète, ENCH ou FIN l'adjuge
  chez un autre       LOYER : son propriétaire réclame à temps
  CHANCE, CAISSE      CARTE tire la carte, OK fait ce qu'elle dit
  [b]FIN[/b]                 passe la main

Partout [b]C[/b] efface ou recule, [b]OK[/b] accepte, [b]+[/b] et [b]-[/b] choisissent.
[b]?[/b] puis un joueur (0 : la banque) : regarder sans rien changer.
[b]CORR[/b] défait la dernière opération, puis celle d'avant.
[b]F[/b] puis une touche de droite : la fonction écrite au-dessus d'elle.
F tenu une seconde (ctrl+f), ou ? puis F : le MENU de l'appareil.
ON tenu (ctrl+o) l'éteint.
"""

PANEL = """\
[b]LE PANNEAU[/b]
  F1  cette aide           F2  le rouleau imprimé
  F3  le plateau           F4  la machine ouverte
  F8  photo du verre       F9  les couleurs
  ctrl+g  segments éteints     ctrl+s  sans bruit
  ctrl+t  le temps : revoir un moment de la partie (Fin : le présent,
          ctrl+n : rejouer de là)      ctrl+p  toutes les commandes
  F5  pause    F6  un pas    F7  longueur du pas    < >  l'allure
  Page ↑ ↓  dans un volet    q  quitter    ctrl+c  tout de suite

La souris est un doigt : la touche reste enfoncée tant que le bouton
l'est. Le clavier tape ; ce qui vient trop vite attend son tour, et on
le voit au-dessus de ON.
"""

WATCHING = """\
[b]UNE PARTIE REVUE[/b]
Les touches s'enfoncent comme ce soir-là ; celles que vous pressez n'y
changent rien.

  F5, Espace  pause, puis suite      < >  l'allure, jusqu'à × max
  F6, →       l'opération suivante   ←    celle d'avant
  Début       depuis le début        F7   longueur du pas de F6
  ctrl+t      toutes les opérations : ↑ ↓, et Entrée y va
  ?           regarder autour de soi, sans rien noter ; Fin : retour
  ctrl+n      jouer à partir d'ici, dans une nouvelle partie gardée
  q, ctrl+c   quitter
"""


def _keys(host: Host) -> str:
    lines = ["[b]LES TOUCHES[/b]"]
    for key in KEYS:
        hosts = [name for name, unit in host.map.items() if unit == key.name]
        # An opening bracket would start a style.
        shown = " ".join(NAMES.get(name, name) for name in hosts).replace("[", r"\[")
        reached = f"F {key.twin}" if key.twin and key.strobe < 4 else ""
        lines.append(f"  [b]{key.legend:<8}[/b]{key.words:<24}{reached:<10}{shown}".rstrip())
    return "\n".join(lines)


class Help(ModalScreen[None]):
    CSS = """
    Help { align: center middle; }
    Help VerticalScroll {
        width: 84; max-width: 100%; height: 100%; max-height: 76;
        background: $background; color: $foreground; border: heavy $accent; padding: 0 1;
    }
    """
    BINDINGS = [("escape,f1,q,enter,space", "dismiss", "Fermer")]

    def __init__(self, host: Host, reference: str, watching: bool = False) -> None:
        """`reference`: cards, errors and rules, in the player's language."""
        super().__init__()
        self.reference = reference
        self.host = host
        self.watching = watching

    def compose(self) -> ComposeResult:
        page = VerticalScroll(
            *([Static(WATCHING)] if self.watching else []),
            Static(INTRODUCTION), Static(_keys(self.host)), Static(""), Static(PANEL),
            Static(self.reference, markup=False),
        )  # fmt: skip
        page.border_title = "Aide : Échap ferme, ↑ ↓ déroulent"
        yield page

// The page's own words in French and English. What the unit asks comes from the unit's side.
const TEXTS = {
  seat: ["Ma place", "My seat"], players: ["Joueurs", "Players"], board: ["Plateau", "Board"],
  roll: ["Rouleau", "Roll"], story: ["Récit", "Story"], help: ["Aide", "Help"],
  settings: ["Réglages", "Settings"], games: ["Parties", "Games"], close: ["Fermer", "Close"],
  views: ["Table", "Table"], bank: ["Banque", "Bank"], player: ["Joueur", "Player"],
  choose_seat: ["Qui êtes-vous ?", "Who are you?"], leave_seat: ["Quitter la place", "Leave the seat"],
  no_game: ["La partie n’a pas commencé : répondez aux questions de l’appareil.",
            "No game yet: answer the questions of the unit."],
  name: ["Nom", "Name"], cash: ["Argent", "Cash"], deeds: ["Titres", "Deeds"],
  loans: ["Prêts", "Loans"], debts: ["Dettes", "Debts"], rents: ["Loyers", "Rents"],
  to: ["à", "to"], from: ["de", "from"], owes: ["doit", "owes"], passages: ["passages", "passages"],
  repay: ["Rembourser", "Repay"], open_rents: ["Loyers à réclamer", "Rents to claim"],
  in_prison: ["en prison", "in prison"], bankrupt: ["en faillite", "bankrupt"],
  on_square: ["sur", "on"], turn: ["c’est à lui", "to move"], bot: ["robot", "bot"],
  wealth: ["fortune", "wealth"], mortgaged: ["hypothéqué", "mortgaged"], hotel: ["hôtel", "hotel"],
  house: ["maison", "house"], houses: ["maisons", "houses"], how_much: ["Combien ?", "How much?"],
  whom: ["À qui ?", "To whom?"], which: ["Quel titre ?", "Which deed?"], sure: ["Sûr ?", "Sure?"],
  cancel: ["Annuler", "Cancel"], sound: ["Son", "Sound"], vibration: ["Vibration", "Vibration"],
  awake: ["Écran allumé", "Screen kept awake"], language: ["Langue", "Language"],
  tint: ["Couleurs", "Colours"], auto: ["comme l’appareil", "as the device"], light: ["clair", "light"],
  dark: ["sombre", "dark"], contrast: ["contraste", "contrast"],
  lost: ["La table ne répond pas ; la page essaie encore.",
         "The table does not answer; the page keeps trying."],
  refused: ["La table a fermé cette page : ", "The table has closed this page: "],
  enter_again: ["Ouvrez le lien de la table.", "Open the link of the table."],
  offline: ["Le réseau manque ; la page essaie encore.", "No network; the page keeps trying."],
  loading: ["L’appareil se prépare…", "The unit is getting ready…"],
  other_tab: ["L’appareil est ouvert dans un autre onglet.", "The unit is open in another tab."],
  take_here: ["Le prendre ici", "Take it here"], taken: ["Un autre onglet a pris l’appareil.",
              "Another tab has taken the unit."],
  broken: ["L’appareil ne démarre pas : ", "The unit does not start: "],
  new_game: ["Nouvelle partie", "New game"], take_up: ["Reprendre", "Take up"],
  remove: ["Effacer", "Remove"], save_file: ["Enregistrer", "Save to a file"],
  open_file: ["Ouvrir un fichier", "Open a file"], no_games: ["Aucune partie.", "No games."],
  this_game: ["en cours", "being played"], not_a_save: ["Ce fichier n’est pas une partie : ",
              "This file is no game: "],
  not_kept: ["La partie ne peut pas être enregistrée ici.", "The game cannot be kept here."],
  take_over: ["Prendre la place des robots", "Take over from the bots"],
  yes: ["oui", "yes"], no: ["non", "no"], print: ["Ouvrir en grand", "Open large"],
  keyboard: ["Clavier : chiffres, + − ?, Entrée = OK, Retour arrière = C, Tab ou f = F, o = ON, espace = FIN.",
             "Keyboard: digits, + − ?, Enter = OK, Backspace = C, Tab or f = F, o = ON, space = FIN."],
};

export let lang = "fr";

export function chooseLanguage(wanted) {
  const known = wanted || navigator.language || "en";
  lang = known.toLowerCase().startsWith("fr") ? "fr" : "en";
  document.documentElement.lang = lang;
}

export const say = (name) => (TEXTS[name] || [name, name])[lang === "fr" ? 0 : 1];
export const pick = (both) => (both ? both[lang] : "");

export function points(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ".");
}

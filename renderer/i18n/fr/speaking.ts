/** What the kiosk says to who listens to it, and the choices they have. */
export const frSpeaking = {
  greeting: 'Cette borne vous parle.',
  /** In sight while it greets: for who hears nothing. */
  unheard: "Vous n'entendez rien ? Branchez un casque ou augmentez le volume.",
  /** How its keys work, by keypad. */
  keys: {
    arrows:
      'Flèche du bas : choix suivant. Flèche du haut : choix précédent. Entrée : choisir. Échap : retour. Touche F1 : réglages.',
    'twelve-keys':
      'Touche 8 : choix suivant. Touche 2 : choix précédent. Touche 5 : choisir. Étoile : retour. Touche 0 : réglages.',
    'one-switch': 'Les choix passent l’un après l’autre : appuyez quand vous entendez le vôtre.',
    own: 'Les flèches vont d’un choix à l’autre. La touche centrale valide. La touche d’aide ouvre les réglages.',
  },
  controls: {
    arrows: 'Touche F2 : répéter. Plus et moins : le volume.',
    'twelve-keys': 'Touche 1 : répéter. Touche 3 : plus fort. Touche 9 : moins fort.',
  },
  press: 'Appuyez pour acheter vos places',
  choices: (count: number) => (count === 1 ? 'Un choix.' : `${count} choix.`),
  ways: (names: string) => `Choix : ${names}.`,
  givenBack: 'désélectionné',
  hidden: 'Caractère masqué',
  typed: (count: number, whole: number) => `${count} sur ${whole}`,
  privateHere: "Votre saisie n'est lue que dans un casque. Pour l'entendre sans casque, ouvrez les réglages.",
  title: 'La voix',
  volume: (now: number, most: number) => `Volume ${now} sur ${most}`,
  louder: 'Plus fort',
  quieter: 'Moins fort',
  pace: (now: number, most: number) => `Vitesse ${now} sur ${most}`,
  faster: 'Plus vite',
  slower: 'Moins vite',
  dark: {
    title: 'Écran noir',
    about: 'Pour que personne ne lise votre écran',
    how: 'Écran noir : dans les réglages.',
    on: 'Écran noir.',
    off: 'L’écran est rallumé.',
  },
  aloud: {
    title: 'Tout lire à voix haute',
    about: 'Votre numéro et votre référence aussi',
  },
  unplugged: {
    title: 'Casque débranché',
    body: "La lecture s'est arrêtée. Rebranchez le casque pour continuer : rien n'est perdu.",
    silent: 'Continuer sans lecture',
    loud: 'Continuer sur le haut-parleur',
  },
}

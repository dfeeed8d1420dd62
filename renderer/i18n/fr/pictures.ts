/**
 * What the kiosk says while it shows pictures first: everything that can be touched is said in one of these, in short
 * sentences for the ear. `note`, `sum`: an amount as it is written, `20 000 GNF`.
 */
export const frPictures = {
  /** The button with the ear: for who does not read it, and is told by a voice. */
  open: 'Acheter avec des images et une voix',
  greeting: "Tout se fait en images. Touchez une image pour l'écouter. Pour la choisir, touchez le rond vert.",
  take: 'Oui',
  no: 'Non',
  again: 'Écouter encore',
  takeFirst: "Touchez d'abord une image.",
  thenTake: 'Pour la choisir, touchez le rond vert.',
  today: "aujourd'hui",
  tomorrow: 'demain',
  party: 'Combien de personnes ?',
  persons: (count: number) => (count === 1 ? 'Une seule personne' : `${count} personnes`),
  price: (sum: string) => `Le prix : ${sum}`,
  notes: (count: number, note: string) =>
    count === 1 ? `Un billet de banque de ${note}` : `${count} billets de banque de ${note}`,
  bundles: (count: number, note: string) =>
    count === 1
      ? `Un paquet de dix billets de banque de ${note}`
      : `${count} paquets de dix billets de banque de ${note}`,
  coins: (sum: string) => `${sum} en pièces`,
  review: 'Est-ce correct ?',
  ways: 'Comment voulez-vous payer ?',
  walk: 'Comment aller à vos places',
  timeLeft: (minutes: number) =>
    minutes === 1 ? 'Il vous reste une minute pour payer.' : `Il vous reste ${minutes} minutes pour payer.`,
  terminal: 'Le terminal de paiement, avec votre carte',
  staff: 'Un agent peut vous aider.',
  notPaid: "Rien n'a été débité.",
  paid: 'Votre paiement est enregistré.',
  dontPayTwice: 'Ne payez pas une deuxième fois.',
  wait: 'Attendez ici un instant.',
}

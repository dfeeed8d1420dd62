import type { ProblemText } from '../problem-text.ts'

/** Prompts of the banknote reader for the customer. */
export const frNotes = {
  first: {
    title: 'Insérez vos billets de banque',
    body: 'Un par un, bien à plat.',
  },
  more: (missing: string): ProblemText => ({
    title: 'Insérez le billet de banque suivant',
    body: `Reste à payer : ${missing}. Un billet de banque à la fois.`,
  }),
  held: (value: string): ProblemText => ({
    title: `Billet de banque lu : ${value}`,
    body: 'Un instant : ne le retirez pas.',
  }),
  complete: { title: 'Montant atteint', body: 'Merci. Nous confirmons vos places.' },
  checking: { title: 'Vérification du billet de banque…', body: 'Un instant.' },
  noChange: "La borne ne rend pas la monnaie : l'excédent vous est rendu sous forme d'avoir.",
  due: 'À payer',
  taken: 'Déjà inséré',
  missing: 'Reste à payer',
  accepted: 'Billets de banque acceptés',
  cancel: 'Annuler le paiement',
  payRest: 'Payer le reste autrement',
  slot: "L'entrée des billets de banque",
  where: 'Cherchez cette fente sur la borne.',
  already: (sum: string, rest: string): ProblemText => ({
    title: `Déjà payé : ${sum}`,
    body: `Il reste ${rest} à payer. Si vous arrêtez, vous recevez un avoir.`,
  }),
}

import type { ProblemText } from '../problem-text.ts'

/** A device for notes, to the customer before it. */
export const frNotes = {
  first: {
    title: 'Glissez vos billets dans le lecteur',
    body: 'Un billet à la fois, bien à plat. Pas de monnaie rendue : le surplus devient un bon d’avoir.',
  },
  more: (missing: string): ProblemText => ({
    title: 'Billet suivant',
    body: `Il manque encore ${missing}. Un billet à la fois.`,
  }),
  held: (value: string): ProblemText => ({ title: `Billet de ${value} lu`, body: 'Un instant, ne le tirez pas.' }),
  complete: { title: 'Le compte y est', body: 'Merci. Nous achetons vos places.' },
  checking: { title: 'Nous vérifions votre billet', body: 'Un instant.' },
  noChange: 'Pas de monnaie rendue : le surplus devient un bon d’avoir.',
  due: 'À payer',
  taken: 'Déjà mis',
  missing: 'Il manque',
  accepted: 'Billets de banque acceptés',
  cancel: 'Annuler le paiement',
  payRest: 'Payer le reste autrement',
  slot: 'Le lecteur de billets de banque',
  already: (sum: string, rest: string): ProblemText => ({
    title: `Déjà payé : ${sum}`,
    body: `Il reste ${rest} à payer. Si vous arrêtez, vous recevez un bon d’avoir.`,
  }),
}

import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type { ProblemText } from '../problem-text.ts'

/** What a card terminal wants, to the customer before it. */
export const frDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'Préparation du terminal…', body: 'Un instant : il va vous demander votre carte.' },
  'present-card': { title: 'Présentez votre carte', body: 'Approchez-la du terminal ou insérez-la.' },
  'insert-card': {
    title: 'Insérez votre carte',
    body: 'Paiement sans contact impossible : insérez la carte, puce en avant.',
  },
  'card-unread': {
    title: 'Votre carte n’a pas été lue',
    body: 'Approchez-la encore une fois du terminal ou insérez-la.',
  },
  'enter-pin': {
    title: 'Composez votre code secret',
    body: 'Sur le clavier du terminal. Cachez votre saisie de l’autre main, puis validez.',
  },
  'wrong-pin': {
    title: 'Code secret incorrect',
    body: 'Réessayez sur le clavier du terminal, puis validez.',
  },
  'look-at-telephone': {
    title: 'Regardez votre téléphone',
    body: 'Validez-y le paiement, puis approchez de nouveau le téléphone du terminal.',
  },
  'choose-there': { title: 'Répondez sur le terminal', body: 'Le terminal affiche une question.' },
  authorising: {
    title: 'Paiement en cours',
    body: 'Vérification par la banque. Si votre carte est insérée, laissez-la en place.',
  },
  'remove-card': { title: 'Reprenez votre carte', body: 'Retirez-la du terminal.' },
  'removed-too-early': {
    title: 'La carte a été retirée trop tôt',
    body: 'Remettez-la et laissez-la en place jusqu’à ce que le terminal vous demande de la retirer.',
  },
}

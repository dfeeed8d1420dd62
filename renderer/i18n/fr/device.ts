import type { DevicePhase } from '../../../shared/domain/money/device-progress.ts'
import type { ProblemText } from '../problem-text.ts'

/** What a card terminal wants, to the customer before it. */
export const frDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'Le terminal se prépare', body: 'Un instant, il va vous demander votre carte.' },
  'present-card': { title: 'Présentez votre carte', body: 'Tenez-la contre le terminal, ou glissez-la dans la fente.' },
  'insert-card': {
    title: 'Insérez votre carte',
    body: 'Cette fois, le sans contact ne suffit pas : glissez la carte dans le terminal, puce en avant.',
  },
  'card-unread': {
    title: 'Votre carte n’a pas été lue',
    body: 'Présentez-la encore une fois, ou glissez-la dans la fente.',
  },
  'enter-pin': {
    title: 'Tapez votre code',
    body: 'Sur les touches du terminal. Cachez-les de l’autre main, puis validez.',
  },
  'wrong-pin': {
    title: 'Le code n’était pas le bon',
    body: 'Essayez encore, puis validez.',
  },
  'look-at-telephone': {
    title: 'Regardez votre téléphone',
    body: 'Confirmez-y le paiement, puis tenez-le encore contre le terminal.',
  },
  'choose-there': { title: 'Répondez sur le terminal', body: 'Il vous pose une question sur son écran.' },
  authorising: { title: 'Opération en cours', body: 'La banque vérifie. Ne retirez pas encore votre carte.' },
  'remove-card': { title: 'Reprenez votre carte', body: 'Retirez-la du terminal.' },
  'removed-too-early': {
    title: 'La carte a été retirée trop tôt',
    body: 'Remettez-la, et laissez la carte jusqu’à ce que le terminal la rende.',
  },
}

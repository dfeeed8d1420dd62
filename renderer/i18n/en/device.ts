import type { DevicePhase } from '../../../shared/domain/money/device-progress.ts'
import type { ProblemText } from '../problem-text.ts'

export const enDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'Getting the terminal ready', body: 'One moment, it will ask for your card.' },
  'present-card': { title: 'Present your card', body: 'Hold it to the terminal, or put it into the slot.' },
  'insert-card': {
    title: 'Insert your card',
    body: 'Contactless is not enough this time: put the card into the terminal, chip first.',
  },
  'card-unread': { title: 'Your card was not read', body: 'Present it once more, or put it into the slot.' },
  'enter-pin': {
    title: 'Type your PIN',
    body: 'On the keys of the terminal. Cover them with your other hand, then confirm.',
  },
  'wrong-pin': { title: 'That is not the right PIN', body: 'Try again on the keys of the terminal, then confirm.' },
  'look-at-telephone': {
    title: 'Look at your telephone',
    body: 'Confirm the payment there, then hold it to the terminal again.',
  },
  'choose-there': { title: 'Answer on the terminal', body: 'It asks you something on its screen.' },
  authorising: { title: 'Payment under way', body: 'The bank is checking. Do not take your card out yet.' },
  'remove-card': { title: 'Take your card', body: 'Take it out of the terminal.' },
  'removed-too-early': {
    title: 'Card taken out too early',
    body: 'Put it back into the terminal, and leave it until you are asked to take it.',
  },
}

import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type { ProblemText } from '../problem-text.ts'

export const enDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'Preparing the terminal…', body: 'One moment: it will ask for your card.' },
  'present-card': { title: 'Present your card', body: 'Tap or insert it.' },
  'insert-card': {
    title: 'Insert your card',
    body: 'Contactless not possible: insert the card, chip first.',
  },
  'card-unread': { title: 'Your card was not read', body: 'Tap it again, or insert it.' },
  'enter-pin': {
    title: 'Enter your PIN',
    body: 'On the terminal keypad. Cover it with your other hand, then confirm.',
  },
  'wrong-pin': { title: 'Incorrect PIN', body: 'Try again on the terminal keypad, then confirm.' },
  'look-at-telephone': {
    title: 'Check your phone',
    body: 'Approve the payment there, then hold the phone to the terminal again.',
  },
  'choose-there': { title: 'Answer on the terminal', body: 'The terminal is showing a question.' },
  authorising: {
    title: 'Payment in progress',
    body: 'Checking with your bank. If your card is inserted, leave it in.',
  },
  'remove-card': { title: 'Take your card', body: 'Take it out of the terminal.' },
  'removed-too-early': {
    title: 'The card was taken out too early',
    body: 'Put it back in and leave it in until the terminal asks you to remove it.',
  },
}

import type { SaleStage } from '../../shared/kiosk-api/views.ts'
import type { Catalogue } from './fr/catalogue.ts'
import type { ProblemText } from './problem-text.ts'

/** How a payment by card stands, and what the customer does now: as the terminal tells it, where it does. */
export function cardWords(
  words: Catalogue['card'],
  { phase, device }: Extract<SaleStage, { name: 'paying' }>,
): ProblemText {
  if (phase === 'asking-again') return { title: words.asking, body: words.askingBody }
  if (device) return words.device[device.phase]
  return phase === 'starting' ? words.device.waking : { title: words.waiting, body: words.waitingBody }
}

import { playDay } from '../day/day.ts'
import type { Outcome, Run } from './proof.ts'

/** Three cashiers and two kiosks sell two shifts long. The control: a cashier pilfers, and a card is taken by hand. */
export async function playDayProof({ seed, options, progress }: Run): Promise<Outcome> {
  const { violations, ...counts } = await playDay({ sales: Number(options['sales']), seed, onProgress: progress })
  const control = (await playDay({ sales: 20, seed, pilfers: true })).violations.join('\n')
  return {
    amount: `${counts.sales} sales`,
    violations,
    controls: {
      'a cashier pilfers': /: Z \d expects/u.test(control),
      'a card by hand': control.includes('card terminal'),
    },
    details: [JSON.stringify(counts)],
  }
}

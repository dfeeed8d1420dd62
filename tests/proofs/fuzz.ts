import { fuzzHub } from '../fuzz/hub-fuzz.ts'
import { lieToTheKiosk, namesAnother } from '../fuzz/liar.ts'
import { fuzzPartner, naiveReader, shippingReader } from '../fuzz/partner-fuzz.ts'
import { createRandom } from '../simulation/random.ts'
import type { Outcome, Run } from './proof.ts'

/** Mutated replies of the partner against the shipping program, then a partner that lies in one way all the time. */
export async function playPartnerFuzz({ seed, options }: Run): Promise<Outcome> {
  const replies = await fuzzPartner(Number(options['replies']), seed, shippingReader(createRandom(seed)))
  const naive = await fuzzPartner(500, seed, naiveReader)
  const lies = await lieToTheKiosk({ most: Number(options['lies']), seed })
  const blind = await lieToTheKiosk({ only: namesAnother, blind: true })
  const { confirmed, priced, refunds } = replies
  return {
    amount: `${replies.replies} replies, ${lies.lies} lies`,
    violations: [...replies.faults, ...lies.faults],
    controls: {
      'believes any 2xx, takes any 4xx for final': naive.faults.length > 0,
      'ignores whose a reply is': blind.faults.length > 0,
    },
    details: [
      `replies: ${confirmed} confirmed, ${priced} priced, ${refunds} refunds due`,
      `lies: ${lies.told} replies; sales ${JSON.stringify(lies.ended)}`,
    ],
  }
}

/** Malformed requests, made from the OpenAPI document and raw, against a hub in a process of its own. */
export async function playHubFuzz({ seed, options }: Run): Promise<Outcome> {
  const hub = await fuzzHub(Number(options['requests']), seed)
  const control = await fuzzHub(2_500, seed, { control: true })
  const statuses = [...hub.statuses].toSorted(([a], [b]) => a - b)
  return {
    amount: `${hub.requests} requests, ${hub.raw} of them raw`,
    violations: hub.faults,
    controls: { 'believes every body, leaks, never frees memory': control.faults.length > 0 },
    details: [
      `replies ${statuses.map(([status, count]) => `${status || 'cut off'}: ${count}`).join(', ')}`,
      `memory in MiB: ${hub.memory.map((bytes) => (bytes / 1024 / 1024).toFixed(1)).join(' ')}`,
    ],
  }
}

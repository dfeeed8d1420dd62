import type { Act } from '../stand-in/acts.ts'
import { HungUp, json } from '../stand-in/stand-in.ts'
import type { KeptIntents } from './stand-in-intents.ts'
import { chargeOf, currencyOf, listOf, nameWith, refuse, takenOf, type KeptIntent } from './stand-in-objects.ts'

interface Refund {
  readonly id: string
  readonly intent: KeptIntent
  readonly amount: number
  readonly metadata: Record<string, string>
}

/** What a stand-in gave back, and what it took. */
export function createKeptRefunds(script: readonly Act[], intents: KeptIntents) {
  const acts = [...script]
  const made: Refund[] = []

  const refundedOf = (intent: KeptIntent): number =>
    made.filter((each) => each.intent === intent).reduce((sum, { amount }) => sum + amount, 0)

  function refund(form: URLSearchParams): Response {
    const intent = intents.find(form.get('payment_intent') ?? '')
    const amount = Number(form.get('amount'))
    if (!intent || intents.standing(intent) !== 'approved') return refuse(404, 'resource_missing')
    const act = acts.shift()
    if (act?.name === 'fault') return refuse(400, act.code ?? 'charge_disputed')
    if (refundedOf(intent) + amount > takenOf(intent)) return refuse(400, 'charge_already_refunded')
    const metadata = { reference: form.get('metadata[reference]') ?? '' }
    const back = { id: nameWith('re'), intent, amount, metadata }
    made.push(back)
    if (act?.name === 'lose-reply') throw new HungUp()
    return json(200, refundOf(back))
  }

  function charges(query: URLSearchParams): Response {
    const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]') ?? Infinity)]
    const all = intents.all().flatMap((kept) => {
      const { created } = kept.what
      if (intents.standing(kept) !== 'approved' || created < from || created >= to) return []
      const charge = chargeOf(kept, refundedOf(kept))
      return kept.act.name === 'duplicate' ? [charge, chargeOf(kept, 0, `${charge.id}2`)] : [charge]
    })
    const start = all.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const end = start + Number(query.get('limit') ?? 10)
    return listOf('/v1/charges', all.slice(start, end), end < all.length)
  }

  return {
    refund,
    charges,
    list: (query: URLSearchParams): Response =>
      listOf('/v1/refunds', made.filter(({ intent }) => intent.what.id === query.get('payment_intent')).map(refundOf)),
  }
}

const refundOf = ({ id, intent, amount, metadata }: Refund) => ({
  id,
  object: 'refund',
  amount,
  charge: `ch_${intent.receipt}`,
  currency: currencyOf(intent),
  metadata,
  payment_intent: intent.what.id,
  status: 'succeeded',
})

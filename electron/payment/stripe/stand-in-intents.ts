import { standOf, type Stand } from '../stand-in/acts.ts'
import {
  createMemory,
  json,
  pageInBetween,
  realEndOf,
  type RealPayment,
  type StandInOptions,
} from '../stand-in/stand-in.ts'
import { intentOf, listOf, nameWith, refuse, takenOf, type KeptIntent, type StripeWanted } from './stand-in-objects.ts'

const USUAL = { thinkMs: 5_000, decideMs: 90_000, lateMs: 120_000 }

/** The intents of a stand-in: each goes as its act says, once a reader has it. */
export function createKeptIntents(options: StandInOptions & { readonly currency: string }) {
  const { clock } = options
  const memory = createMemory<StripeWanted>(options, USUAL)
  const nowMs = (): number => clock.now().monoMs
  const seconds = (): number => Math.floor(Date.parse(clock.now().wallUtc) / 1000)
  const find = (id: string): KeptIntent | undefined => memory.find(id)

  /** `cancelled`: the card is with the bank, and no cancel reaches it. */
  function standing({ what, act, decided }: KeptIntent): Stand {
    if (decided !== null) return decided
    if (what.isCancelled || what.processedMs === null) return 'waiting'
    return standOf(act, nowMs() - what.processedMs, memory.timetable)
  }

  function create(form: URLSearchParams): Response {
    const [amount, currency] = [Number(form.get('amount')), form.get('currency') ?? '']
    const isCard = form.get('payment_method_types[0]') === 'card_present' && form.get('capture_method') === 'automatic'
    if (!Number.isSafeInteger(amount) || amount <= 0 || !isCard) return refuse(400, 'parameter_invalid_integer')
    if (currency !== options.currency.toLowerCase()) return refuse(400, 'currency_not_supported')
    if (memory.nextAct().name === 'fault') return refuse(400, memory.turnAway().code ?? 'parameter_invalid_integer')
    const reference = form.get('metadata[reference]')
    const id = nameWith('pi')
    const kept = memory.keep(id, {
      id,
      amount,
      currency,
      description: form.get('description'),
      metadata: reference === null ? {} : { reference },
      created: seconds(),
      processedMs: null,
      isCancelled: false,
    })
    return json(200, intentOf(kept, standing(kept), false))
  }

  function cancel(kept: KeptIntent): Response {
    const stand = standing(kept)
    if (stand === 'approved' || stand === 'cancelled' || kept.what.isCancelled)
      return refuse(400, 'payment_intent_unexpected_state')
    kept.what.isCancelled = true
    return json(200, intentOf(kept, standing(kept), false))
  }

  function search(query: string): Response {
    const reference = /^metadata\['reference'\]:'([\w-]+)'$/u.exec(query)?.[1]
    if (reference === undefined) return refuse(400, 'parameter_invalid_string')
    const found = memory.all().filter(({ what }) => what.metadata['reference'] === reference)
    return listOf(
      '/v1/payment_intents/search',
      found.map((kept) => intentOf(kept, standing(kept), false)),
    )
  }

  /** What goes wrong before a payment is told; null: nothing. */
  function troubled(kept: KeptIntent): Response | null {
    switch (memory.trouble(kept)) {
      case 'busy':
        return refuse(429, 'rate_limit')
      case 'html':
        return pageInBetween()
      case 'expired-token':
        return refuse(401, 'api_key_expired')
      case null:
        return standing(kept) === 'forgotten' ? refuse(404, 'resource_missing') : null
    }
  }

  function show(kept: KeptIntent, query: URLSearchParams): Response {
    const isExpanded = query.get('expand[0]') === 'latest_charge'
    return troubled(kept) ?? json(200, intentOf(kept, standing(kept), isExpanded))
  }

  const real = (kept: KeptIntent): RealPayment => ({
    reference: kept.what.metadata['reference'] ?? '',
    amount: takenOf(kept),
    // What no reader was told to take nobody pays.
    is: kept.what.isCancelled || kept.what.processedMs === null ? 'over' : realEndOf(standing(kept)),
  })

  return { create, cancel, search, show, real, find, standing, all: memory.all, nowMs, seconds }
}

export type KeptIntents = ReturnType<typeof createKeptIntents>

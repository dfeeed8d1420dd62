import { serial } from '../../../shared/domain/serial.ts'
import type {
  Examinable,
  KnownPayment,
  SettledOutcome,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import type { Line } from '../http/exchange.ts'
import { isKnownCurrency } from './currencies.ts'
import { closeDay } from './end-of-day.ts'
import { examineTerminal } from './examine.ts'
import { approvalOf, noteIn, sinceNoted, tokenOf } from './note.ts'
import { customerCopy } from './printing.ts'
import { createReversals } from './reversals.ts'
import { authorisation } from './requests.ts'
import { type ZvtSecrets, type ZvtSettings, zvtTraits } from './settings.ts'
import type { Told } from './status.ts'
import { atTerminal, type Done, type LetIn, type Outside, type Reach } from './terminal.ts'
import type { Connect } from './wire.ts'
import { GIVEN_UP, refusalOf, written } from './words.ts'

export interface ZvtOptions extends Pick<Line, 'clock' | 'log'> {
  readonly connect: Connect
  readonly settings: ZvtSettings
  readonly secrets: ZvtSecrets
}

/**
 * A card terminal that speaks ZVT over TCP. It knows no reference of ours: what became of a payment is found by its last
 * receipt, compared with the one noted before the money was asked for. So one payment runs at a time, and the terminal
 * belongs to this machine alone.
 */
export function createZvt({ settings, secrets, ...line }: ZvtOptions): TenderDriver & Examinable {
  const { host, port, currency, dayEnd } = settings
  const reach: Reach = { ...line, place: { host, port }, access: { ...secrets, currency } }
  const address = `tcp://${host}:${port}`
  const inTurn = serial()
  let takes: string | null = null
  let closes = false

  return {
    name: 'zvt',
    host: address,
    traits: zvtTraits,
    async begin({ currency: wanted }, giveUp, stopping) {
      if (wanted !== currency) return { outcome: 'refused', reason: 'not-set-up' }
      if (takes !== null || closes) return { outcome: 'unavailable' }
      const noted = await inTurn(async () =>
        giveUp.aborted ? null : atTerminal(reach, stopping, (terminal) => terminal.last()),
      )
      if (noted?.in === false) return outcomeOutside(noted.why, line)
      return noted?.value.is === 'told'
        ? { outcome: 'begun', token: tokenOf(noted.value.told) }
        : { outcome: 'unavailable' }
    },
    async settle(payment, request, giveUp, stopping) {
      if (takes !== null || closes || giveUp.aborted || payment.token === null) return { outcome: 'unavailable' }
      takes = payment.reference
      try {
        return await inTurn(() => take(reach, payment, request, { giveUp, stopping }))
      } finally {
        takes = null
      }
    },
    async ask(payment, stopping) {
      // Its token is in the ledger before the terminal is asked for money.
      if (payment.token === null) return { outcome: 'cancelled' }
      if (payment.host !== address) return { outcome: 'unknown', forGood: true }
      if (takes !== null || closes) return { outcome: 'unknown' }
      // A payment whose line was lost may still wait for a card, with nobody there.
      const found = await inTurn(() => atTerminal(reach, stopping, (terminal) => find(terminal, payment), 'stop'))
      return found.in ? found.value : { outcome: 'unknown' }
    },
    ...createReversals(reach, inTurn),
    ...(dayEnd === 'at-z' && {
      async closeDay(stopping) {
        if (takes !== null || closes) return { outcome: 'unavailable' }
        closes = true
        try {
          return await inTurn(() => closeDay(reach, stopping))
        } finally {
          closes = false
        }
      },
    }),
    examine: () => inTurn(() => examineTerminal(reach)),
  }
}

/** Nothing was asked for. */
function outcomeOutside(why: Outside, { log }: Pick<Line, 'log'>): SettledOutcome {
  const code = why.is === 'turned-away' ? written(why.code) : why.is === 'no-answer' ? why.code : why.currency
  log.warn('payment.terminal-not-ready', { provider: 'zvt', why: why.is, code })
  return why.is === 'other-currency' ? { outcome: 'refused', reason: 'not-set-up' } : { outcome: 'unavailable' }
}

async function take(
  reach: Reach,
  payment: KnownPayment,
  { onProgress }: TenderRequest,
  { giveUp, stopping }: { readonly giveUp: AbortSignal; readonly stopping: AbortSignal },
): Promise<SettledOutcome> {
  const { amount, currency } = payment
  if (!isKnownCurrency(currency)) return { outcome: 'unavailable' }
  onProgress?.({ phase: 'waking' })
  const settled = await atTerminal(reach, stopping, async (terminal): Promise<SettledOutcome> => {
    if (giveUp.aborted) return { outcome: 'unavailable' }
    const command = authorisation(amount, currency)
    const done = await terminal.run(command, { patienceMs: zvtTraits.decideMs, giveUp, onProgress })
    return outcomeOf(done, terminal, reach)
  })
  return settled.in ? settled.value : outcomeOutside(settled.why, reach)
}

/** Its word in this very conversation: what was told of the money, and how the order ended, have to agree. */
function outcomeOf(done: Done, terminal: LetIn, { log }: Pick<Line, 'log'>): SettledOutcome {
  const { ended, told } = done
  if (ended.is === 'turned-away') {
    log.warn('payment.rejected', { provider: 'zvt', code: written(ended.code) })
    return { outcome: 'unavailable' }
  }
  const results = new Set(told.map((each) => each?.result ?? null))
  if (ended.is === 'lost' || results.has(null) || results.size > 1) return { outcome: 'unknown' }
  const [last] = told.slice(-1)
  if (last?.result === 0) {
    return ended.is === 'completed' && (resultIn(ended.data) ?? 0) === 0
      ? approved(last, done, terminal.registered.currency)
      : { outcome: 'unknown' }
  }
  const code = last?.result ?? (ended.is === 'aborted' ? ended.data[0] : undefined)
  // That it is done, without a word about the money, is no answer.
  if (code === undefined && ended.is === 'completed') return { outcome: 'unknown' }
  log.warn('payment.refused', { provider: 'zvt', code: code === undefined ? 'none' : written(code) })
  if (code === GIVEN_UP) return { outcome: 'cancelled' }
  return { outcome: 'refused', reason: refusalOf(code ?? 0) }
}

/** Field 27 at the head of a completion. */
const resultIn = ([field, result]: Uint8Array): number | undefined => (field === 0x27 ? result : undefined)

function approved(told: Told, { receipts }: Done, own: string | undefined): SettledOutcome {
  const { amount, currency = own } = told
  const approval = approvalOf(told)
  if (amount === undefined || currency === undefined || approval === null) return { outcome: 'unknown' }
  const receipt = customerCopy(receipts)
  const card = { ...told.card, ...(receipt.length > 0 && { receipt }) }
  return { outcome: 'approved', approval, amount, currency, card }
}

async function find(terminal: LetIn, { token, ...wanted }: KnownPayment): Promise<TenderOutcome> {
  const condition = await terminal.condition()
  if (!condition?.idle) return { outcome: 'unknown' }
  const last = await terminal.last()
  if (last.is === 'lost') return { outcome: 'unknown' }
  const own = terminal.registered.currency
  const since = sinceNoted(noteIn(token ?? ''), last.told, wanted, own)
  if (since === 'nothing') return { outcome: 'cancelled' }
  if (since !== 'taken' || last.told === null) return since === 'taken' ? { outcome: 'unknown' } : since
  return approved(last.told, last.done, own)
}

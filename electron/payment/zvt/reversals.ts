import type { KnownPayment, RefundOutcome, RefundRequest, TenderDriver } from '../../core/ports/devices.ts'
import { approvalOf, receiptIn } from './note.ts'
import { reversal } from './requests.ts'
import type { Told } from './status.ts'
import { atTerminal, type Done, type Reach } from './terminal.ts'
import { refusalOf } from './words.ts'

/** The bank is asked. */
const REVERSE_MS = 120_000

const ALREADY = 0xb4

/** Takes whole payments back by their receipts: no card is needed, and the terminal's day may not be over yet. */
export function createReversals(
  reach: Reach,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Required<Pick<TenderDriver, 'refund' | 'askRefund'>> {
  const { password } = reach.access
  return {
    async refund(payment, back, stopping) {
      const receipt = receiptIn(back.approval)
      // A terminal takes back the whole of it, or nothing.
      if (receipt === null || back.amount !== payment.amount) return { outcome: 'refused', reason: 'declined' }
      const done = await inTurn(() =>
        atTerminal(reach, stopping, (terminal) =>
          terminal.run(reversal(password, receipt.receipt), { patienceMs: REVERSE_MS }),
        ),
      )
      return done.in ? outcomeOf(done.value, payment) : { outcome: 'unavailable' }
    },
    async askRefund(payment, back, stopping) {
      const found = await inTurn(() =>
        atTerminal(reach, stopping, async (terminal): Promise<RefundOutcome> => {
          const condition = await terminal.condition()
          const last = condition?.idle ? await terminal.last() : null
          return last?.is === 'told' && last.told ? judged(last.told, payment, back) : { outcome: 'unknown' }
        }),
      )
      return found.in ? found.value : { outcome: 'unknown' }
    },
  }
}

function outcomeOf({ ended, told }: Done, payment: KnownPayment): RefundOutcome {
  if (ended.is === 'turned-away') return { outcome: 'unavailable' }
  const [only] = told
  if (ended.is === 'lost' || told.length > 1 || only === null) return { outcome: 'unknown' }
  if (ended.is === 'completed') return only && only.result === 0 ? made(only, payment) : { outcome: 'unknown' }
  const code = only?.result ?? ended.data[0] ?? 0
  // It was taken back before, by whomever.
  if (code === ALREADY || only?.result === 0) return { outcome: 'unknown' }
  return { outcome: 'refused', reason: refusalOf(code) }
}

function made(told: Told, { amount, currency }: KnownPayment): RefundOutcome {
  const receipt = approvalOf(told)
  const fits = told.amount === amount && (told.currency ?? currency) === currency
  return fits && receipt !== null ? { outcome: 'refunded', receipt } : { outcome: 'unknown' }
}

/** Its last receipt is that of the reversal, or still that of the payment; anything else is for people. */
function judged(last: Told, payment: KnownPayment, { approval }: RefundRequest): RefundOutcome {
  const of = receiptIn(approval)
  if (of === null) return { outcome: 'unknown' }
  if (last.original !== undefined && last.original === of.trace && last.result === 0) return made(last, payment)
  return approvalOf(last) === approval ? { outcome: 'refused', reason: 'declined' } : { outcome: 'unknown' }
}

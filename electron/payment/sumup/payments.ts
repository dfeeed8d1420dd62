import type { KnownPayment, TenderOutcome } from '../../core/ports/devices.ts'
import { minorOf } from '../http/amounts.ts'
import type { Reply } from '../http/exchange.ts'
import type { SumupApi } from './api.ts'
import { paidBy } from './card.ts'
import { errorIn, readerStatusIn, transactionIn, type SumupTransaction } from './replies.ts'
import type { SumupSettings } from './settings.ts'

type Asked = Pick<KnownPayment, 'host' | 'reference'>

export interface SumupPayments {
  /** By our own reference. */
  transaction(payment: Asked, signal: AbortSignal): Promise<SumupTransaction | null>
  stand(payment: Asked, signal: AbortSignal): Promise<TenderOutcome>
  /** Null: nobody says. */
  reader(
    host: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: string; readonly state?: string | undefined } | null>
  /** Asks the reader to give up: it answers nothing to that, and its payment tells. */
  terminate(host: string, signal: AbortSignal): Promise<Reply>
}

export function createPayments(api: SumupApi, { reader }: Pick<SumupSettings, 'reader'>): SumupPayments {
  const find = ({ host, reference }: Asked, signal: AbortSignal): Promise<Reply> =>
    api.get(
      host,
      'v2.1',
      `/transactions?${new URLSearchParams({ foreign_transaction_id: reference }).toString()}`,
      signal,
    )

  const readerAt = async (host: string, signal: AbortSignal) =>
    readerStatusIn(await api.get(host, 'v0.1', `/readers/${reader}/status`, signal))

  return {
    reader: readerAt,
    terminate: (host, signal) => api.post(host, 'v0.1', `/readers/${reader}/terminate`, {}, signal),
    transaction: async (payment, signal) => transactionIn(await find(payment, signal), payment.reference),
    async stand(payment, signal) {
      const reply = await find(payment, signal)
      const told = transactionIn(reply, payment.reference)
      if (told !== null) return outcomeOf(told)
      const isNone = reply.answered && reply.status === 404 && errorIn(reply) !== null
      if (!isNone) return { outcome: 'unknown' }
      // Not known yet: a reader that is awake and at nothing has let the minute pass in which it may begin.
      const at = await readerAt(payment.host, signal)
      return at?.status === 'ONLINE' && at.state === 'IDLE'
        ? { outcome: 'pending', unless: 'cancelled' }
        : { outcome: 'unknown' }
    },
  }
}

/** A payment that went back was taken first: people look at it. */
function outcomeOf(told: SumupTransaction): TenderOutcome {
  switch (told.status) {
    case 'SUCCESSFUL': {
      const { amount: written, currency } = told
      const amount = written === undefined || currency === undefined ? null : minorOf(written, currency)
      if (amount === null || currency === undefined) return { outcome: 'unknown' }
      return { outcome: 'approved', ...paidBy(told), amount, currency }
    }
    case 'PENDING':
      return { outcome: 'pending' }
    case 'FAILED':
      return { outcome: 'refused', reason: 'declined' }
    case 'CANCELLED':
      return { outcome: 'cancelled' }
    case 'REFUNDED':
      return { outcome: 'unknown' }
  }
}

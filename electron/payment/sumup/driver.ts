import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Examinable, TenderDriver } from '../../core/ports/devices.ts'
import { examineProvider, findingOfReply } from '../http/examine.ts'
import { type Line, within } from '../http/exchange.ts'
import { plainWord } from '../http/plain-word.ts'
import { isTaken, totalOf } from './amounts.ts'
import { createSumupApi, type SumupApi } from './api.ts'
import { createTaking } from './at-reader.ts'
import { listHistory } from './listing.ts'
import { createPayments } from './payments.ts'
import { createRefunds } from './refunds.ts'
import { errorIn, merchantIn, readerIn, readerStatusIn } from './replies.ts'
import type { SumupSecrets, SumupSettings } from './settings.ts'
import { sumupTraits } from './traits.ts'

const CALL_MS = 30_000

export interface SumupOptions extends Line {
  readonly settings: SumupSettings
  readonly secrets: SumupSecrets
}

/**
 * A card reader of SumUp's, driven over SumUp's servers. A payment is found by our own reference; that the reader was
 * told to give up proves nothing, only the payment's own end does.
 */
export function createSumup({ settings, secrets, ...line }: SumupOptions): TenderDriver & Examinable {
  const { baseUrl: host, currency } = settings
  const api = createSumupApi(line, settings, secrets)
  const payments = createPayments(api, settings)
  const take = createTaking({ line, api, payments, settings, secrets, callMs: CALL_MS })

  return {
    name: 'sumup',
    host,
    traits: sumupTraits,
    async begin(request, giveUp, stopping) {
      const isTakeable = request.currency === currency && totalOf(request.amount, currency) !== null
      if (!isTakeable) return { outcome: 'refused', reason: 'not-set-up' }
      return giveUp.aborted ? { outcome: 'unavailable' } : take(request, giveUp, stopping)
    },
    ask: (payment, stopping) => within(line.clock, CALL_MS, (signal) => payments.stand(payment, signal), stopping),
    async cancel(payment) {
      await within(line.clock, CALL_MS, (signal) => payments.terminate(payment.host, signal))
      return 'still-open'
    },
    ...createRefunds(line, api, payments, CALL_MS),
    list: (days, stopping) => listHistory(line, api, host, days, stopping),
    examine: () =>
      examineProvider({
        host,
        line,
        callMs: CALL_MS,
        enter: (signal) => api.get(host, 'v1', '', signal),
        isLetIn: (body) => merchantIn(body) !== null,
        contract: (signal) => examineReader(api, settings, signal),
        device: true,
      }),
  }
}

/** Whether the reader is the account's and awake, and whether SumUp takes this currency at all. */
async function examineReader(
  api: SumupApi,
  { baseUrl: host, reader, currency }: SumupSettings,
  signal: AbortSignal,
): Promise<readonly ExaminationFinding[]> {
  const [account, known, status] = [
    await api.get(host, 'v1', '', signal),
    await api.get(host, 'v0.1', `/readers/${reader}`, signal),
    await api.get(host, 'v0.1', `/readers/${reader}/status`, signal),
  ]
  const merchant = account.answered ? merchantIn(account.body) : null
  const found = readerIn(known)
  const contract = findingOfReply(
    'contract',
    known,
    () => found?.id === reader,
    () => errorIn(known) ?? undefined,
  )
  const at = readerStatusIn(status)
  const isThere = found?.status === 'paired' && at?.status === 'ONLINE' && at.state !== 'UPDATING_FIRMWARE'
  return [
    merchant?.sandbox === true && contract.finding === 'ok' ? { step: 'contract', finding: 'test-account' } : contract,
    isThere
      ? { step: 'device', finding: 'ok' }
      : {
          step: 'device',
          finding: 'device-off',
          code: plainWord(at?.state === 'UPDATING_FIRMWARE' ? at.state : (at?.status ?? found?.status)),
        },
    currencyFinding(currency, merchant?.default_currency),
  ]
}

function currencyFinding(currency: string, theirs: string | undefined): ExaminationFinding {
  const step = 'currency'
  if (!isTaken(currency)) return { step, finding: 'currency-not-taken', currency }
  if (theirs === undefined) return { step, finding: 'not-tried' }
  return theirs === currency
    ? { step, finding: 'ok', currency }
    : { step, finding: 'other-currency', currency: plainWord(theirs) }
}

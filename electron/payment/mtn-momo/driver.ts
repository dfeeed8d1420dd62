import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type {
  Begun,
  Examinable,
  KnownPayment,
  TenderDriver,
  TenderOutcome,
  TenderRequest,
} from '../../core/ports/devices.ts'
import { readOAuthToken } from '../http/access-tokens.ts'
import { minorOf, writtenAmount } from '../http/amounts.ts'
import { examineProvider, findingOfReply } from '../http/examine.ts'
import { type Line, type Reply, within } from '../http/exchange.ts'
import { isApproval, plainWord } from '../http/plain-word.ts'
import { address } from '../http/settings-fields.ts'
import { internationalNumber } from '../../../shared/domain/money/tender.ts'
import { numberingOf } from '../http/telephone.ts'
import { createProduct, type Product } from './product.ts'
import { createRefunds } from './refunds.ts'
import { codeIn, isGatewayRefusal, type MtnStatus, readStatus, refusalOf, turnedAway } from './replies.ts'
import type { MtnMomoSecrets, MtnMomoSettings } from './settings.ts'
import { mtnMomoTraits } from './traits.ts'

/** For a token alone some platforms take 10 to 20 s. */
const CALL_MS = 45_000

export interface MtnMomoOptions extends Line {
  readonly settings: MtnMomoSettings
  readonly secrets: MtnMomoSecrets
}

/**
 * MTN MoMo Collections v1_0: pushes a request to the customer's telephone. A payment is found by our own UUID, on the
 * platform where it was begun. With keys of Disbursements it gives money back, too.
 */
export function createMtnMomo({ settings, secrets, ...line }: MtnMomoOptions): TenderDriver & Examinable {
  const { baseUrl: host, targetEnvironment } = settings
  const platforms = new Map<string, Product>()

  function collection(at: string): Product {
    const { apiUser } = settings
    const { apiKey, subscriptionKey } = secrets
    const access = { host: at, name: 'collection', targetEnvironment, apiUser, apiKey, subscriptionKey } as const
    const known = platforms.get(at) ?? createProduct(line, access)
    platforms.set(at, known)
    return known
  }

  const disbursement =
    settings.disbursements && secrets.disbursements
      ? createProduct(line, {
          host,
          name: 'disbursement',
          targetEnvironment,
          ...settings.disbursements,
          ...secrets.disbursements,
        })
      : null

  async function begin(request: TenderRequest, payer: string, giveUp: AbortSignal, signal: AbortSignal) {
    if (giveUp.aborted) return { outcome: 'unavailable' } as const
    const { reference, amount, currency } = request
    const note = plainNote(request.description)
    const body = {
      amount: writtenAmount(amount, currency),
      currency,
      externalId: reference,
      payer: { partyIdType: 'MSISDN', partyId: payer },
      payerMessage: note,
      payeeNote: note,
    }
    const reply = await collection(host).call({ path: 'v1_0/requesttopay', reference, body }, signal)
    if (reply.answered && isDuplicate(reply)) return find({ reference, host }, signal)
    return outcomeOfBegin(reply, line, reference)
  }

  async function find({ reference, host: at }: Pick<KnownPayment, 'reference' | 'host'>, signal: AbortSignal) {
    // The ledger is our own; even so our keys go to nothing that could not stand in the settings.
    const place = address.safeParse(at)
    if (!place.success) return { outcome: 'unknown' } as const
    const reply = await collection(place.data).call({ path: `v1_0/requesttopay/${reference}` }, signal)
    return outcomeOfAsk(reply, line, reference)
  }

  return {
    name: 'mtn-momo',
    host,
    traits: { ...mtnMomoTraits, ...(disbursement && { refund: 'api' }) },
    numbering: numberingOf(settings),
    async begin(request, giveUp, stopping) {
      if (request.currency !== settings.currency) return { outcome: 'refused', reason: 'not-set-up' }
      const payer = internationalNumber(request.payer ?? '', settings)
      if (payer === null) return { outcome: 'refused', reason: 'unknown-payer' }
      return within(line.clock, CALL_MS, (signal) => begin(request, payer, giveUp, signal), stopping)
    },
    ask: (payment, stopping) => within(line.clock, CALL_MS, (signal) => find(payment, signal), stopping),
    ...(disbursement && createRefunds(line, disbursement, CALL_MS)),
    examine: () =>
      examineProvider({
        host,
        line,
        callMs: CALL_MS,
        enter: (signal) => collection(host).mint(signal),
        isLetIn: (body) => readOAuthToken(body) !== null,
        contract: (signal) => examineContract(collection(host), settings.currency, signal),
      }),
  }
}

const isDuplicate = ({ status, body }: { readonly status: number; readonly body: string }): boolean =>
  status === 409 || codeIn(body) === 'RESOURCE_ALREADY_EXIST'

/** A status alone says little here: what a request lacks may come as 500, and 202 has no body. */
function outcomeOfBegin(reply: Reply, { log }: Line, reference: string): Begun | TenderOutcome {
  if (!reply.answered) return { outcome: reply.sent ? 'unknown' : 'unavailable' }
  if (reply.status === 202) return { outcome: 'begun', payableMs: mtnMomoTraits.decideMs }
  const code = codeIn(reply.body)
  log.warn('payment.rejected', { provider: 'mtn-momo', reference, status: reply.status, code: plainWord(code) })
  if (isGatewayRefusal(reply.body)) return { outcome: 'unavailable' }
  const reason = reply.status >= 400 ? turnedAway(code) : null
  return reason === null ? { outcome: 'unknown' } : { outcome: 'refused', reason }
}

/** 404 is not yet, or no more: never a refusal. */
function outcomeOfAsk(reply: Reply, { log }: Line, reference: string): TenderOutcome {
  const told = reply.answered && reply.status === 200 ? readStatus(reply.body, reference) : null
  if (told === null) return { outcome: 'unknown' }
  switch (told.status) {
    case 'PENDING':
      return { outcome: 'pending' }
    case 'FAILED':
      log.warn('payment.refused', { provider: 'mtn-momo', reference, code: plainWord(told.reason) })
      return { outcome: 'refused', reason: refusalOf(told.reason) }
    case 'SUCCESSFUL':
      return approvalOf(told, reference)
  }
}

function approvalOf(
  { amount: written, currency, financialTransactionId: id }: MtnStatus,
  reference: string,
): TenderOutcome {
  const amount = written === undefined || currency === undefined ? null : minorOf(written, currency)
  if (amount === null || currency === undefined) return { outcome: 'unknown' }
  return { outcome: 'approved', approval: id !== undefined && isApproval(id) ? id : reference, amount, currency }
}

/** Letters and digits only: MTN turns away what its networks cannot show. */
const plainNote = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w ]+/gu, ' ')
    .replaceAll(/ +/gu, ' ')
    .trim()
    .slice(0, 100) || 'Guichet'

const balanceReading = z.object({ availableBalance: z.union([z.string(), z.number()]), currency: z.string() })

/** The account's balance is readable with the product alone, and names its currency; the balance itself is nobody's business. */
async function examineContract(
  product: Product,
  expected: string,
  signal: AbortSignal,
): Promise<readonly ExaminationFinding[]> {
  const reply = await product.call({ path: 'v1_0/account/balance' }, signal)
  const read = balanceReading.safeParse(reply.answered ? parseJson(reply.body) : undefined)
  const contract = findingOfReply('contract', reply, () => read.success, codeIn)
  if (!read.success || contract.finding !== 'ok') return [contract]
  const { currency } = read.data
  if (currency === expected) return [contract, { step: 'currency', finding: 'ok', currency }]
  return [contract, { step: 'currency', finding: 'other-currency', currency: plainWord(currency) }]
}

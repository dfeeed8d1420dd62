import { randomInt } from 'node:crypto'
import { minorFromWire } from '../../../shared/domain/money/money.ts'
import { writtenAmount } from '../http/amounts.ts'
import type { Stand } from '../stand-in/acts.ts'
import { createMemory, HungUp, type Remembered, type StandInOptions } from '../stand-in/stand-in.ts'
import { customerReceipt, failure, success, type PaymentRequest, type RequestHeader } from './stand-in-messages.ts'

const USUAL = { thinkMs: 5_000, decideMs: 120_000, lateMs: 60_000 }
/** Between two looks at what the customer did. */
const LOOK_MS = 500
/** So many questions come too early for `not-found`. */
const EARLY = 2

interface Payment {
  readonly header: RequestHeader
  readonly request: PaymentRequest
  readonly transactionId: string
  /** Asked to stop. */
  readonly stop: AbortController
}

export type KnownAs =
  | { readonly is: 'in-progress' | 'not-found' }
  | { readonly is: 'answered'; readonly header: RequestHeader; readonly body: object }

export interface PaymentsOptions extends StandInOptions {
  /** Told when money moved, in major units. */
  readonly onTaken?: (serviceId: string, amount: number) => void
}

/** What a simulated terminal does with cards: one payment at a time, and what it did it still knows. */
export function createPayments(options: PaymentsOptions) {
  const { clock } = options
  const memory = createMemory<Payment>(options, USUAL)
  const asked = new Map<string, number>()
  const used = new Set<string>()
  const taken = new Set<string>()

  function standOf(payment: Remembered<Payment>): Stand {
    const stand = decidedStand(payment)
    const { ServiceID: id } = payment.what.header
    if (stand === 'approved' && !taken.has(id)) {
      taken.add(id)
      options.onTaken?.(id, amountOf(payment).amount)
    }
    return stand
  }

  function decidedStand(payment: Remembered<Payment>): Stand {
    const { act, what } = payment
    const stand = memory.standOf(payment)
    if (stand !== 'waiting') return stand
    if (what.stop.signal.aborted) payment.decided = act.name === 'stop-too-late' ? 'approved' : 'cancelled'
    else if (act.name !== 'late' && memory.ageMs(payment) >= memory.timetable.decideMs) payment.decided = 'expired'
    return payment.decided ?? stand
  }

  const running = (): Remembered<Payment> | undefined => memory.all().find((each) => standOf(each) === 'waiting')

  async function decide(payment: Remembered<Payment>): Promise<object> {
    while (standOf(payment) === 'waiting') await clock.sleep(LOOK_MS, payment.what.stop.signal)
    return responseOf(payment, standOf(payment), clock.now().wallUtc)
  }

  return {
    trouble: (id: string) => {
      const payment = memory.find(id)
      return payment ? memory.trouble(payment) : null
    },
    isBusy: () => running() !== undefined,
    stop: (id: string) => memory.find(id)?.what.stop.abort('stopped'),
    /** What was taken under that name, in major units. */
    takenAs(transactionId: string): number {
      const payment = memory.all().find(({ what }) => what.transactionId === transactionId)
      return payment && standOf(payment) === 'approved' ? amountOf(payment).amount : 0
    },
    async pay(header: RequestHeader, request: PaymentRequest): Promise<object> {
      const id = header.ServiceID
      if (used.has(id))
        return failed(header, request, clock.now().wallUtc, failure('NotAllowed', { message: 'Duplicate ServiceID' }))
      used.add(id)
      const busy = running()
      const { name } = memory.nextAct()
      if (busy || name === 'occupied') {
        if (!busy) memory.turnAway()
        const message = 'Forbidden Request, Service Dialogue PaymentRequest is in Progress'
        return failed(
          header,
          request,
          clock.now().wallUtc,
          failure('Busy', { message, serviceId: busy?.what.header.ServiceID ?? 'ANOTHER' }),
        )
      }
      if (name === 'fault')
        return failed(header, request, clock.now().wallUtc, failure(memory.turnAway().code ?? 'NotAllowed'))
      const transactionId = `Stn000${Date.parse(clock.now().wallUtc)}.${randomInt(1e14)}`
      const payment = memory.keep(id, { header, request, transactionId, stop: new AbortController() })
      const decided = decide(payment)
      if (name === 'lose-reply' || name === 'unplugged' || name === 'not-found') throw new HungUp()
      return decided
    },
    ask(id: string, saleId: string): KnownAs {
      const payment = memory.find(id)
      if (payment?.what.header.SaleID !== saleId) return { is: 'not-found' }
      const count = asked.get(id) ?? 0
      asked.set(id, count + 1)
      const { act, what } = payment
      if (act.name === 'unplugged' && memory.ageMs(payment) < memory.timetable.lateMs) throw new HungUp()
      const stand = standOf(payment)
      if (stand === 'forgotten' || (act.name === 'not-found' && count < EARLY)) return { is: 'not-found' }
      if (stand === 'waiting') return { is: 'in-progress' }
      return { is: 'answered', header: what.header, body: responseOf(payment, stand, clock.now().wallUtc) }
    },
  }
}

/** Turned away: no card was asked for. */
const failed = (
  { ServiceID: id }: RequestHeader,
  { SaleData }: PaymentRequest,
  TimeStamp: string,
  Response: object,
): object => ({
  PaymentResponse: {
    Response,
    SaleData,
    POIData: { POITransactionID: { TransactionID: `none.${id}`, TimeStamp } },
  },
})

/** What it takes, in major units. */
function amountOf({ act, what }: Remembered<Payment>) {
  const { Currency: wanted, RequestedAmount: whole } = what.request.PaymentTransaction.AmountsReq
  const minor = minorFromWire(whole, wanted)
  const taken = Math.floor(
    (minor.ok ? minor.value : 0) * (act.name === 'partial' ? 0.5 : act.name === 'wrong-amount' ? 0.1 : 1),
  )
  const currency = act.name !== 'wrong-currency' ? wanted : wanted === 'XOF' ? 'EUR' : 'XOF'
  return { amount: Number(writtenAmount(taken, wanted)), currency }
}

function responseOf(payment: Remembered<Payment>, stand: Stand, TimeStamp: string): object {
  const { what, act } = payment
  const { amount, currency } = amountOf(payment)
  const approved = stand === 'approved'
  const Result = act.name === 'partial' ? 'Partial' : 'Success'
  return {
    PaymentResponse: {
      Response: approved ? { ...success, Result } : refusalOf(stand, act.code),
      SaleData: what.request.SaleData,
      POIData: { POITransactionID: { TransactionID: what.transactionId, TimeStamp } },
      PaymentResult: {
        // A terminal tells the sum of what it did not take, too.
        AmountsResp: { AuthorizedAmount: amount, Currency: currency },
        OnlineFlag: true,
        PaymentInstrumentData: {
          PaymentInstrumentType: 'Card',
          CardData: { PaymentBrand: 'mc', MaskedPan: '541333 **** 9999', EntryMode: ['Contactless'] },
        },
      },
      PaymentReceipt: approved ? [customerReceipt(`${currency} ${amount}`)] : [],
    },
  }
}

/** `code`: Adyen's condition, and its reason behind a stroke: `Refusal/210 Not enough balance`. */
function refusalOf(stand: Stand, code = ''): object {
  if (stand === 'cancelled')
    return failure('Aborted', { message: 'CANCELLED', refusalReason: '104 Merchant cancelled tx' })
  if (stand === 'expired')
    return failure('Cancel', { message: 'CANCELLED', refusalReason: '126 Shopper did not present card' })
  const [condition = '', refusalReason = 'Refused'] = code.split('/')
  return failure(condition || 'Refusal', { message: 'DECLINED', refusalReason })
}

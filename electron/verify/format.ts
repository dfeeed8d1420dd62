import { z } from 'zod'
import { tenders } from '../../shared/ledger-format/money.ts'
import { rowCodes } from '../../shared/ledger-format/rows.ts'
import { type Check, describeSchemaError, type Findings } from './report.ts'

/**
 * Schemas for `docs/integrating/ledger-format.md`. A schema is strict if this document lists all members of the object.
 */
const amount = z.int().min(0)
const hex = z.string().regex(/^[\da-f]{64}$/u)
const text = z.string()
const filled = text.min(1)
/** A count or an amount greater than zero. */
const positive = z.int().min(1)
/** Percent, with up to two decimals. */
const taxRate = z.number().min(0).max(99).multipleOf(0.01)
const taxes = z.array(z.strictObject({ rate: taxRate, amount, tax: amount }))
const utc = text.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)

export const SALE_STATES = [
  'holding',
  'held',
  'priced',
  'paying',
  'paid',
  'confirming',
  'unknown',
  'confirmed',
  'printing',
  'print-unknown',
  'done',
  'releasing',
  'choosing',
  'abandoned',
  'refund-due',
  'refunded',
  'needs-staff',
] as const

export type SaleState = (typeof SALE_STATES)[number]

export const ENDS: ReadonlySet<SaleState> = new Set(['done', 'abandoned', 'refunded'])

const { sale: saleRows, ...registerRows } = rowCodes
export const saleCodes: ReadonlySet<string> = new Set(saleRows)
export const registerCodes: ReadonlySet<string> = new Set(Object.values(registerRows).flat())

/** A journal row with hashes in hexadecimal and the signature in base64, as in the archive. */
export const rowShape = z.strictObject({
  seq: positive,
  register: text,
  code: text,
  sale_id: text.nullable(),
  staff_id: text.nullable(),
  wall_utc: utc,
  mono_ms: z.int(),
  boot_id: text,
  app_version: text,
  payload: text,
  prev_hash: hex,
  hash: hex,
  sig: z.base64(),
  key_id: text,
})
export type Row = z.infer<typeof rowShape>

export const createdShape = z.strictObject({ format: z.literal(1), ledgerId: text, keyId: text, publicKey: z.base64() })
/** `previousSig`: signature of the new key by the previous key; absent if that key was unavailable. */
export const keyShape = z.strictObject({ keyId: text, publicKey: z.base64(), previousSig: z.base64().optional() })
export const vouchShape = z.strictObject({ keyId: text, hubKey: z.base64(), sig: z.base64() })

/** Payload of a RESTORED row of the register; in a sale, a RESTORED row is a step. */
export const restoredShape = z.strictObject({
  reason: text,
  salvagedRows: z.int().min(0),
  presentSeq: z.int().min(0),
  complete: z.boolean(),
  anchorSeq: positive.optional(),
  anchorHash: hex.optional(),
  remembered: z
    .array(
      z.strictObject({
        by: z.enum(['anchor', 'roll', 'backup', 'archive', 'report']),
        seq: z.int().min(0),
        hash: hex.optional(),
      }),
    )
    .min(1)
    .optional(),
})
export const dataErasedShape = z.strictObject({ by: filled, sales: positive, saleIds: z.array(text).min(1) })
export const gapSettledShape = z.strictObject({ gapSeq: positive, reference: text })

const posting = z.strictObject({ account: text, debit: amount, credit: amount })
export type Posting = z.infer<typeof posting>

const postings = z.array(posting)
export const shiftOpenedShape = z.strictObject({ shiftNo: positive, currency: text, amount, postings })
const second = filled.optional()
export const paidShape = z.strictObject({ currency: text, amount: positive, reason: filled, second, postings })
const creditSlip = z.strictObject({ slipId: text.regex(/^[2-9A-Z]{10}$/u), amount: positive, currency: filled })
export type RefundVoucher = z.infer<typeof creditSlip>
/** The hub's attestation that a voucher was spent under `reference`. */
const hubAttestation = z.strictObject({
  register: filled,
  deviceId: filled,
  reference: filled,
  hubKey: z.base64(),
  sig: z.base64(),
})
export type HubAttestation = z.infer<typeof hubAttestation>
export const slipsToldShape = z.strictObject({ slips: z.array(text).min(1), hubKey: z.base64() })
export const slipPayoutAskedShape = z.strictObject({
  ...creditSlip.shape,
  reference: filled,
  register: filled,
  second: filled,
})
export const creditSlipCopiedShape = z.strictObject({ slipId: text, copyNumber: positive })
export const purchaseCopiedShape = z.strictObject({
  orderId: filled,
  ticketNumber: filled,
  copyNumber: positive,
  reason: filled,
})
export const messageRequestedShape = z.strictObject({
  saleId: filled,
  link: hex,
  message: filled,
  channel: z.enum(['email', 'sms']),
  consent: z.literal(true),
})
export const slipPayoutEndedShape = z.strictObject({ reference: filled })
export const slipPaidOutShape = z.strictObject({
  slipId: text,
  currency: text,
  amount: positive,
  second: filled,
  reference: filled.optional(),
  word: hubAttestation.optional(),
  postings,
})
export const noteStrayedShape = z.union([
  z.strictObject({ currency: filled, amount: positive, postings }),
  z.strictObject({ currency: z.literal(''), amount: z.null(), postings: z.tuple([]) }),
])
const pieces = z.array(z.strictObject({ kind: z.enum(['note', 'coin']), value: positive, count: positive }))
const counted = { currency: filled, pieces, total: amount, expected: z.int(), postings }
export const cashboxOpenedShape = z.strictObject({ second: filled })
export const cashboxClosedShape = z.strictObject({ openingSeq: positive, second: filled })
export const cashboxEmptiedShape = z.strictObject({ openingSeq: positive, second: filled, ...counted })
export const terminalDayAskedShape = z.strictObject({
  day: filled,
  kind: filled,
  driver: filled,
  host: text,
  shiftNo: positive,
})
const noTotal = { day: filled, told: z.null(), lines: z.tuple([]) }
export const terminalDayToldShape = z.discriminatedUnion('outcome', [
  z.strictObject({
    day: filled,
    outcome: z.literal('closed'),
    reason: z.literal(''),
    told: z.strictObject({ currency: filled, amount }).nullable(),
    lines: z.array(text),
  }),
  z.strictObject({ ...noTotal, outcome: z.literal('refused'), reason: filled }),
  z.strictObject({ ...noTotal, outcome: z.enum(['unavailable', 'unknown']), reason: z.literal('') }),
])
export const straySettledShape = z.strictObject({ noteSeq: positive, paidOut: z.boolean(), currency: text, postings })
export const drawerOpenedShape = z.strictObject({ reason: filled, second })
export const drawerCountedShape = z.strictObject({ ...counted, currency: text, receiver: filled.optional() })

const tenderKind = z.enum(Object.keys(tenders) as [keyof typeof tenders])
const waysBack = z.array(z.strictObject({ kind: tenderKind, amount, rounding: z.int().optional() }))

const accountEntry = { reference: filled, account: filled, currency: filled, amount: positive }
export const accountPaidShape = z.strictObject({
  ...accountEntry,
  tender: tenderKind,
  received: positive,
  change: amount,
  approval: filled,
  second,
  items: z.array(filled),
  receipts: z.array(text),
  postings,
})
export const accountEntryConfirmedShape = z.strictObject({
  ...accountEntry,
  kind: z.enum(['credit', 'payment']),
  word: hubAttestation,
})

export const copiesOrderedShape = z.strictObject({
  saleId: text,
  reason: filled,
  copies: z.array(z.strictObject({ ticketId: text, copyNumber: positive })).min(1),
  unchecked: z.literal(true).optional(),
})
export const copyFinishedShape = z.strictObject({
  saleId: text,
  ticketId: text,
  copyNumber: positive,
  state: z.enum(['printed', 'failed', 'unknown']),
  evidence: text,
})
const ticketLinkShape = z.strictObject({
  saleId: text,
  link: hex,
  untilUtc: utc,
  copies: copiesOrderedShape.shape.copies,
})
export const ticketsReturnedShape = z.strictObject({
  saleId: text,
  reference: text,
  reason: filled,
  second: filled,
  ticketIds: z.array(text).min(1),
  currency: text,
  amount,
  back: waysBack,
  /** ID of the cancellation; absent if the partner reports no owner of the sale's tickets. */
  cancellation: filled.optional(),
  postings,
})
export const cancellationAnsweredShape = z.strictObject({
  saleId: text,
  reference: text,
  outcome: z.enum(['cancelled', 'not-offered', 'refused']),
  detail: text,
})
export const returnPaidShape = z.strictObject({
  saleId: text,
  reference: text,
  currency: text,
  kind: tenderKind,
  amount,
  receipt: text,
  slip: creditSlip.optional(),
  postings,
})
const tenderAmount = z.strictObject({ kind: tenderKind, amount })
export const tenderCorrectedShape = z.strictObject({
  saleId: text,
  reference: text,
  payment: text,
  currency: text,
  was: tenderAmount,
  is: tenderAmount,
  approval: filled,
  takenBy: filled.nullable(),
  reason: filled,
  second: filled,
  postings,
})
/** Reprint of a corrected receipt or of a refund slip, either for returned tickets or for a refunded sale without tickets. */
export const slipCopiedShape = z.strictObject({ saleId: text, reference: text, copyNumber: positive, reason: filled })

export const afterSaleShapes = {
  REPRINT_REQUESTED: copiesOrderedShape,
  REPRINT_FINISHED: copyFinishedShape,
  TICKETS_REFUNDED: ticketsReturnedShape,
  TICKETS_VOIDED: ticketsReturnedShape,
  CANCELLATION_RESULT: cancellationAnsweredShape,
  REFUND_PAID: returnPaidShape,
  TENDER_CORRECTED: tenderCorrectedShape,
  SLIP_COPIED: slipCopiedShape,
  TICKET_LINK_REQUESTED: ticketLinkShape,
} as const

const invoiceIssuedShape = z.strictObject({
  saleId: text,
  number: positive,
  kind: z.enum(['invoice', 'credit-note']),
  currency: filled,
  amount,
  taxes,
  ticketIds: z.array(text).min(1),
  tenders: z.array(tenderKind),
  toSign: z.literal(true).optional(),
  about: positive.optional(),
  reference: filled.optional(),
  buyerSha256: hex.optional(),
  deleteAfter: utc.optional(),
})
const invoiceShapes = {
  INVOICE_ISSUED: invoiceIssuedShape,
  INVOICE_COPIED: z.strictObject({ saleId: text, number: positive, copyNumber: amount }),
  INVOICE_SIGNED: z.strictObject({
    saleId: text,
    number: positive,
    signature: filled,
    qrCode: text,
    counters: text,
    device: text,
    signedAt: text,
  }),
  INVOICE_REFUSED: z.strictObject({ saleId: text, number: positive, reason: text }),
  INVOICE_RESUBMITTED: z.strictObject({ saleId: text, number: positive, buyerSha256: hex.optional() }),
} as const

const ofPayment = { saleId: text, reference: text }
const openPaymentSum = { ...ofPayment, kind: tenderKind, currency: filled, amount: positive, postings }
export const openPaymentShapes = {
  PAYMENT_FOUND: z.strictObject({ ...openPaymentSum, approval: text }),
  PAYMENT_CLOSED: z.strictObject({ ...ofPayment, by: z.enum(['provider', 'time', 'staff']) }),
  PAYMENT_UNRESOLVED: z.strictObject(ofPayment),
  PAYMENT_PAID_BACK: z.strictObject({ ...openPaymentSum, receipt: filled, refund: filled.optional() }),
} as const

/** `token`: the provider's ID of the payment; absent until the provider has issued an ID. */
const provider = z.strictObject({ driver: filled, host: text, reference: filled, token: text.optional() })

export const refundAskedShape = z.strictObject({
  saleId: text,
  reference: filled,
  payment: filled,
  kind: tenderKind,
  currency: filled,
  amount: positive,
  approval: text,
  provider,
  second: filled,
})
export const refundClosedShape = z.strictObject({
  saleId: text,
  reference: filled,
  by: z.enum(['provider', 'unsent', 'staff']),
  reason: text,
})

const tender = z.strictObject({
  reference: text,
  orderId: text,
  kind: tenderKind,
  amount,
  staffId: filled.optional(),
  provider: provider.optional(),
  state: z.enum(['started', 'unknown', 'approved', 'refused', 'cancelled', 'unavailable', 'refunded']),
  received: amount.optional(),
  change: amount.optional(),
  approval: text.optional(),
  refundReference: text.optional(),
  slip: creditSlip.optional(),
  refundVoucher: creditSlip.optional(),
  word: hubAttestation.optional(),
})
export type Tender = z.infer<typeof tender>

const purchase = z.strictObject({
  orderId: filled,
  sessionId: filled,
  ownerRef: text,
  seatIds: z.array(filled).min(1),
  amount,
  remainingMs: z.number(),
})
export type Purchase = z.infer<typeof purchase>

const order = z.looseObject({
  orderId: text,
  amount,
  hold: z.looseObject({ remainingMs: z.number() }),
  seats: z
    .array(
      z.looseObject({
        seatId: text,
        holdId: text,
        price: amount,
        zoneName: text.optional(),
        taxRate: taxRate.optional(),
      }),
    )
    .min(1),
  purchases: z.array(purchase).min(1).optional(),
})
export type Order = z.infer<typeof order>

const attempt = z.strictObject({
  attempt: positive,
  outcome: z.enum(['pending', 'confirmed', 'unclear']),
  reply: z.strictObject({ status: z.int(), code: text, detail: text }).optional(),
})
export type Attempt = z.infer<typeof attempt>

const ticket = z.looseObject({
  ticketId: text,
  seatId: text,
  ticketNumber: text,
  qrCode: text,
  price: amount,
  eventId: text.optional(),
  place: z.looseObject({ seatCode: text, sector: text, row: text, seatNumber: z.int() }),
})
export type Ticket = z.infer<typeof ticket>

const job = z.strictObject({
  ticketId: text,
  copyNumber: z.int().min(0),
  state: z.enum(['queued', 'spooling', 'printed', 'unknown', 'failed']),
  evidence: text,
})
export type Job = z.infer<typeof job>

const instant = z.strictObject({ monoMs: z.number(), bootId: text, wallUtc: text })

export const stepShape = z.strictObject({
  event: z.looseObject({
    type: text,
    staffId: text.optional(),
    second,
    asked: instant.optional(),
    attended: z.literal(true).optional(),
    abandonedPayment: z.literal(true).optional(),
    moneyMoved: z.boolean().optional(),
    value: z.unknown().optional(),
    refund: filled.optional(),
    seats: z.array(z.unknown()).optional(),
    link: hex.optional(),
    untilUtc: utc.optional(),
  }),
  from: z.enum(SALE_STATES).nullable(),
  to: z.enum(SALE_STATES),
  stateSha256: hex,
  opened: z
    .strictObject({
      language: text,
      event: z.looseObject({ eventId: text }),
      sessionId: text,
      ownerRef: text,
      currency: text,
    })
    .optional(),
  order: order.optional(),
  tender: tender.optional(),
  /** True if the sale continues without the payment by this tender. */
  abandonedPayment: z.literal(true).optional(),
  requestMac: hex.optional(),
  customerSha256: hex.optional(),
  deleteAfter: utc.optional(),
  attempt: attempt.optional(),
  nextAttempt: positive.optional(),
  settled: z.strictObject({ orderId: filled, sold: z.boolean() }).optional(),
  unsold: z
    .strictObject({
      orders: z.array(filled).min(1),
      seatIds: z.array(filled).min(1),
      amount,
      back: waysBack,
      reason: text,
    })
    .optional(),
  tickets: z.array(ticket).optional(),
  jobs: z.array(job).optional(),
  postings: z.array(posting).optional(),
})
export type Step = z.infer<typeof stepShape>

/** Attestations from outside the computer about the rows up to `lastSeq`; only their shape is checked. */
const outsideShapes = {
  timeStamp: z.strictObject({ token: z.base64().min(1) }),
  witness: z.strictObject({ name: filled, publicKey: z.base64().min(1), sig: text.regex(/^[\d+/A-Za-z]{86}==$/u) }),
}
const paymentSums = z.strictObject({ count: amount, amount: z.int(), refunds: amount, refunded: z.int() })
const byCurrency = z.record(text, z.int())
export const closureShape = z.strictObject({
  kind: z.enum(['X', 'Z']),
  shiftNo: positive,
  firstSeq: positive,
  lastSeq: z.int().min(0),
  tailHash: hex,
  totals: z.record(
    text,
    z.strictObject({
      accounts: z.record(text, z.strictObject({ debit: amount, credit: amount })),
      tickets: amount,
      events: z.record(text, z.record(text, z.strictObject({ tickets: amount, amount }))),
      tenders: z.record(text, paymentSums),
      cashiers: z.record(text, paymentSums),
      taxed: byCurrency,
    }),
  ),
  perpetualNet: byCurrency,
  perpetualAbs: byCurrency,
  timeStamp: outsideShapes.timeStamp.optional(),
  witness: outsideShapes.witness.optional(),
  sig: z.base64(),
})
export type Closure = z.infer<typeof closureShape>

export const anchorShape = z.strictObject({
  seq: positive,
  hash: hex,
  keyId: text,
  sig: z.base64(),
  sealed: z.boolean(),
})
export type AnchorRecord = z.infer<typeof anchorShape>

/**
 * Payload schemas of register rows by code. Payloads of unlisted codes are not checked; `readStep` checks rows of
 * sales.
 */
const payloadShapes = {
  CREATED: createdShape,
  KEY_CHANGED: keyShape,
  KEY_ATTESTED: vouchShape,
  RESTORED: restoredShape,
  GAP_SETTLED: gapSettledShape,
  CUSTOMER_DATA_ERASED: dataErasedShape,
  SHIFT_OPENED: shiftOpenedShape,
  PAID_IN: paidShape,
  PAID_OUT: paidShape,
  CASH_DROPPED: paidShape,
  SLIP_PAID_OUT: slipPaidOutShape,
  ACCOUNT_PAID: accountPaidShape,
  ACCOUNT_ENTRY_CONFIRMED: accountEntryConfirmedShape,
  DRAWER_OPENED: drawerOpenedShape,
  DRAWER_COUNTED: drawerCountedShape,
  VOUCHERS_REGISTERED: slipsToldShape,
  VOUCHER_PAYOUT_REQUESTED: slipPayoutAskedShape,
  VOUCHER_PAYOUT_CANCELLED: slipPayoutEndedShape,
  CREDIT_SLIP_COPIED: creditSlipCopiedShape,
  PURCHASE_COPIED: purchaseCopiedShape,
  MESSAGE_REQUESTED: messageRequestedShape,
  NOTE_UNALLOCATED: noteStrayedShape,
  UNALLOCATED_NOTE_SETTLED: straySettledShape,
  CASHBOX_OPENED: cashboxOpenedShape,
  CASHBOX_EMPTIED: cashboxEmptiedShape,
  CASHBOX_CLOSED: cashboxClosedShape,
  END_OF_DAY_REQUESTED: terminalDayAskedShape,
  END_OF_DAY_RESULT: terminalDayToldShape,
  ...afterSaleShapes,
  ...invoiceShapes,
  ...openPaymentShapes,
  REFUND_REQUESTED: refundAskedShape,
  REFUND_CLOSED: refundClosedShape,
  X_REPORT: closureShape,
  Z_REPORT: closureShape,
} as const
type Code = keyof typeof payloadShapes

export type Entry<C extends Code = Code> = {
  [K in C]: { readonly code: K; readonly row: Row; readonly said: z.infer<(typeof payloadShapes)[K]> }
}[C]

export function isAmong<C extends Code>(
  codes: Readonly<Record<C, unknown>>,
  entry: Entry,
): entry is Extract<Entry, { readonly code: C }> {
  return Object.hasOwn(codes, entry.code)
}

/** Name of the check that reports an invalid payload, by row code; `state` for unlisted codes. */
const MISFIT_CHECKS: Readonly<Partial<Record<Code, Check>>> = {
  X_REPORT: 'I6',
  Z_REPORT: 'I6',
  PAYMENT_FOUND: 'I11',
  PAYMENT_CLOSED: 'I11',
  PAYMENT_UNRESOLVED: 'I11',
  PAYMENT_PAID_BACK: 'I11',
  REFUND_REQUESTED: 'refunds',
  REFUND_CLOSED: 'refunds',
  INVOICE_ISSUED: 'invoices',
  INVOICE_COPIED: 'invoices',
  ACCOUNT_PAID: 'accounts',
  ACCOUNT_ENTRY_CONFIRMED: 'accounts',
  INVOICE_SIGNED: 'fiscal',
  INVOICE_REFUSED: 'fiscal',
  INVOICE_RESUBMITTED: 'fiscal',
  VOUCHER_PAYOUT_REQUESTED: 'slips',
  VOUCHER_PAYOUT_CANCELLED: 'slips',
  END_OF_DAY_REQUESTED: 'terminal-days',
  END_OF_DAY_RESULT: 'terminal-days',
  CUSTOMER_DATA_ERASED: 'erasure',
}

/** Returns null if the payload is not checked or is invalid. Reports an invalid payload as a finding. */
export function readEntry(findings: Findings, row: Row, payload: object): Entry | null {
  const { code, seq } = row
  if (row.sale_id !== null || !Object.hasOwn(payloadShapes, code)) return null
  const read = payloadShapes[code as Code].safeParse(payload)
  if (read.success) return { code, row, said: read.data } as Entry
  findings.error(MISFIT_CHECKS[code as Code] ?? 'state', seq, code, describeSchemaError(read.error, payload))
  return null
}

/** Returns the step in the row of a sale. Reports an invalid payload as a finding and returns null. */
export function readStep(findings: Findings, { seq, sale_id }: Row, payload: object): Step | null {
  const read = stepShape.safeParse(payload)
  if (read.success) return read.data
  findings.error('state', seq, `sale ${sale_id}`, describeSchemaError(read.error, payload))
  return null
}

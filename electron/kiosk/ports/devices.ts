import type { AccountPaid } from '../../../shared/domain/money/drawer.ts'
import type { MessageReply } from '../../../shared/api/fleet/ticket-pages.ts'
import type { MessageAddress } from '../../../shared/domain/customer.ts'
import type { Paper } from '../../../shared/domain/documents/paper.ts'
import type { PrinterFault } from '../../../shared/domain/fleet/readiness.ts'
import type { HubSlip, HubAttestation, IssuedSlip } from '../../../shared/domain/money/credit-voucher.ts'
import type { AccountCharge, AccountEntry, AccountView } from '../../../shared/domain/money/customer-account.ts'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Minor, TaxedPrice, TaxShare } from '../../../shared/domain/money/money.ts'
import type { NoteFinding, NoteStop } from '../../../shared/domain/money/notes.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type {
  CardDetails,
  DeviceProgress,
  Numbering,
  TenderKind,
  TenderTraits,
} from '../../../shared/domain/money/tender.ts'
import type { FiscalSignature, InvoiceBuyer } from '../../../shared/domain/sale/after-sale.ts'
import type { HubPurchase, SaleQuery } from '../../../shared/domain/sale/sale-file.ts'
import type { EndOfDayRefusal, EndOfDayTotal } from '../../../shared/domain/money/shift-report.ts'
import type { AgentCallReason } from '../../../shared/domain/staff.ts'

export type { PrinterFault }

/**
 * Invoice or credit note in the form sent to a fiscal service. Contains only ledger data, so repeated requests are
 * identical.
 */
export interface FiscalDocument {
  /** Printed number, which identifies the request. */
  readonly number: string
  readonly kind: 'invoice' | 'credit-note'
  /** Signed invoice to which a credit note refers; null for an invoice. */
  readonly about: { readonly number: string; readonly signature: string } | null
  readonly issuedUtc: string
  readonly register: string
  /** Staff number of the person who issued the document. */
  readonly operator: string
  /** Null if the buyer was erased. */
  readonly buyer: InvoiceBuyer | null
  readonly currency: string
  readonly amount: Minor
  readonly taxes: readonly TaxShare[]
  readonly lines: readonly (TaxedPrice & { readonly name: string })[]
  readonly tenders: readonly TenderKind[]
}

/** `unknown`: the service may have signed the document; the caller must repeat the request with the same number. */
export type FiscalOutcome =
  | (FiscalSignature & { readonly outcome: 'signed' })
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly detail: string }

/** Service or device that signs invoices. Returns the same signature for the same number and content. Never rejects. */
export interface FiscalSigner {
  sign(document: FiscalDocument, stopping: AbortSignal): Promise<FiscalOutcome>
}

/** Ticket printer, whose jobs count as printed only with evidence. */
export interface TicketPrinter {
  /** Name of the print queue, or path of the folder. */
  readonly name: string
  status(): Promise<PrinterStatus>
  /** Never rejects on a printer fault. Rejects with `DocumentWorkerEnded` only if nothing has reached the printer. */
  print(job: PrintJob): Promise<PrintOutcome>
  /** Present only if a cash drawer is connected. `opened`: the printer executed the command. */
  openDrawer?(): Promise<DrawerOutcome>
  /** Reports until `signal` aborts whether the printer delays a job, for example because of another till. */
  onAwaited?(listener: (awaited: boolean) => void, signal: AbortSignal): void
}

export interface WindowPrinting {
  queues(): Promise<readonly string[]>
  /** `sent` is false if nothing has reached the queue. */
  print(page: {
    readonly queue: string
    readonly title: string
    /** PNG of the whole page. */
    readonly picture: Uint8Array
    readonly widthMm: number
    readonly heightMm: number
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly sent: boolean; readonly detail: string }>
}

export const printerRoles = ['tickets', 'receipts', 'reports'] as const
export type PrinterRole = (typeof printerRoles)[number]

export interface PrinterReport {
  readonly name: string
  readonly roles: readonly PrinterRole[]
  readonly paper: Paper
  readonly status: PrinterStatus
  /** Number of jobs that this printer has printed in place of another printer since the program started. */
  readonly stoodIn: number
}

export type DrawerOutcome =
  | { readonly outcome: 'opened'; readonly evidence: string }
  | { readonly outcome: 'failed'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string }

/** A job for one ticket, so that a jam affects one ticket only. */
export interface PrintJob {
  /** Unique per ticket and copy; printing an ID again must not create a second file. */
  readonly jobId: string
  /** PDF of one page of size `paper`. */
  readonly document: Uint8Array
  readonly paper: Paper
  /** Title in the system's print queue. */
  readonly title: string
}

/** `detail`: message from the device for staff and logs. */
export type PrinterStatus =
  /** `paperLow`: the paper roll ends soon; present only if the printer has a sensor. */
  | { readonly state: 'ready'; readonly paperLow?: boolean }
  | { readonly state: 'not-ready'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly state: 'unknown'; readonly detail: string }

/** After `failed`, printing again is safe; after `unknown`, staff must check whether anything was printed. */
export type PrintOutcome =
  | { readonly outcome: 'printed'; readonly evidence: string }
  | {
      readonly outcome: 'failed'
      readonly reason: PrinterFault | 'storage-full' | 'refused'
      readonly detail: string
    }
  | { readonly outcome: 'unknown'; readonly detail: string }

/** Note acceptor that gives no change and serves one sale at a time. Never rejects on device failures. */
export interface NoteValidator {
  /** Name of the driver in the settings and the ledger, such as `ssp`. */
  readonly name: string
  /** Returns note values in minor units, smallest first; empty until the device reports its notes. */
  denominations(currency: string): readonly Minor[]
  /** Returns null if the device can accept notes. */
  fault(): NoteStop | null
  /** Calls `listener` when the result of `fault` may have changed. */
  onChange(listener: () => void): () => void
  /** Waits for one note until `ended` aborts. The note remains in escrow until `accept` or `giveBack`. */
  next(taken: AcceptedNotes, ended: AbortSignal): Promise<NextNote>
  /** Accepts the note in escrow. Call once, after the ledger has recorded the note. */
  accept(note: HeldNote): Promise<NoteOutcome>
  giveBack(note: HeldNote): Promise<NoteOutcome>
  /** Returns the outcome of a note that was in escrow when the program stopped; called before `next`. */
  recall(note: HeldNote): Promise<NoteOutcome>
  /** Confirms a recorded note until the device has cleared its event; must be repeated after a restart. */
  recorded(note: HeldNote | null): Promise<void>
  /** Reports each note in the cashbox that no sale accepted; null if the value of the note is unknown. */
  onStray(listener: (note: HeldNote | null) => void): () => void
  /** Examines the device without accepting notes. Takes some seconds if the device does not respond. */
  examine(): Promise<readonly NoteFinding[]>
  close(): Promise<void>
}

export interface AcceptedNotes {
  readonly currency: string
  readonly values: readonly Minor[]
}

export interface HeldNote {
  readonly value: Minor
  readonly currency: string
}

export type NextNote =
  | { readonly outcome: 'held'; readonly note: HeldNote }
  /** No note is in escrow, and the device accepts no notes. */
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'fault'; readonly fault: NoteStop }

/** `value` may differ from the note in escrow. After `unknown`, staff have to check the device. */
export type NoteOutcome =
  | { readonly fate: 'credited'; readonly value: Minor }
  | { readonly fate: 'returned' }
  | { readonly fate: 'unknown' }

/** Driver whose provider can be checked without making payments or leaving other traces. */
export interface Examinable {
  examine(): Promise<readonly ExaminationFinding[]>
}

export type HubSpending =
  | { readonly outcome: 'spent'; readonly slip: HubSlip; readonly word: HubAttestation }
  /** Refused because another request spent the voucher; as a reply to `settle`, the refusal is final. */
  | { readonly outcome: 'refused' }
  /** No valid reply was received; the caller must call `settle`. */
  | { readonly outcome: 'unknown' }

/** Searches for purchases at the hub. Never rejects. */
export interface PurchaseHub {
  /** Resolves to null without a valid reply from the hub. */
  find(search: SaleQuery): Promise<readonly (HubPurchase & { readonly ownerRef: string })[] | null>
}

export type CallState =
  /** `coming`: whether an agent is on the way. */
  | { readonly state: 'open'; readonly coming: boolean }
  | { readonly state: 'closed' }
  | { readonly state: 'unreachable' }

/** Badge without its secret code. */
export interface ReportedBadge {
  /** SHA-256 of the code in hexadecimal. */
  readonly hash: string
  readonly staff: string
  readonly name: string
  readonly issuedUtc: string
  /** True for a printed badge, which is valid in every shift of its owner; false for a badge of one shift. */
  readonly permanent: boolean
  /** Whether its owner has an open shift at this desk. Otherwise kiosks refuse the badge. */
  readonly onShift: boolean
}

/** Badges issued by this desk. Codes are stored only as hashes. */
export interface BadgeFile {
  all(): readonly StoredBadge[]
  write(badges: readonly StoredBadge[]): void
}

export interface StoredBadge extends Omit<ReportedBadge, 'onShift'> {
  /**
   * The only shift in which kiosks accept the badge. For a permanent badge, the latest shift in which its owner used the
   * desk; 0 until then.
   */
  readonly shiftNo: number
}

export interface WatchedCalls {
  /** Hub time of the reply. */
  readonly nowUtc: string
  readonly mark: string
  readonly calls: readonly {
    readonly callId: string
    readonly deviceId: string
    readonly reason: AgentCallReason
    readonly sinceUtc: string
    readonly rings: number
    readonly coming: string | null
  }[]
  /** Hashes of badges that the hub has revoked. */
  readonly revoked: readonly string[]
}

/** Client for the hub's staff calls (from kiosks) and staff badges. No method rejects. */
export interface AgentHub {
  /** Opens this kiosk's call, or keeps it open. */
  call(call: {
    readonly callId: string
    readonly reason: AgentCallReason
    readonly pressed: number
  }): Promise<CallState>
  /** Resolves to false if the hub does not confirm the end of the call. */
  clear(): Promise<boolean>
  /**
   * Resolves when the calls or badges differ from `known`, or after 20 seconds. Resolves to null without a valid reply
   * from the hub.
   */
  watch(known: string | null, badges: readonly ReportedBadge[], giveUp: AbortSignal): Promise<WatchedCalls | null>
  /** Resolves to false if the hub does not confirm the answer. */
  answer(device: string, callId: string, answer: 'coming' | 'done'): Promise<boolean>
  /** Returns a new random code and its hash. */
  newBadge(): { readonly code: string; readonly hash: string }
  /** Finds the owner of a badge. `refused`: the badge is unknown or revoked, or its shift is closed. */
  badge(
    code: string,
  ): Promise<{ readonly staff: string; readonly name: string; readonly desk: string } | 'refused' | 'unreachable'>
}

/** The hub's register of credit vouchers. Never rejects. */
export interface SlipHub {
  readonly host: string
  /** Public key of the hub, base64. Vouchers registered at this hub need its approval to be spent. */
  readonly hubKey: string
  /** `free`: whether the voucher is unspent. */
  find(slipId: string): Promise<(HubSlip & { readonly free: boolean }) | 'unknown' | 'no-answer'>
  /** Resolves to false if the registration is not confirmed. */
  tell(slips: readonly HubSlip[]): Promise<boolean>
  /** Spends a voucher. Call once for each reference, after the ledger has recorded the reference. */
  spend(slipId: string, reference: string): Promise<HubSpending>
  /** Returns the final result of an earlier `spend`. */
  settle(reference: string): Promise<HubSpending>
  /** Releases a voucher that was not paid out. Resolves to false if the hub did not reply. */
  release(reference: string): Promise<boolean>
}

export type HubCharge =
  | (Extract<AccountCharge, { outcome: 'charged' }> & { readonly word: HubAttestation })
  | Exclude<AccountCharge, { outcome: 'charged' }>
  /** No valid reply was received; the caller must call `settle`. */
  | { readonly outcome: 'unknown' }

/** Client for the hub's customer accounts. No method rejects. */
export interface AccountHub {
  readonly host: string
  /** Finds accounts by number, or by a part of the name. Resolves to null without a valid reply from the hub. */
  find(text: string): Promise<readonly AccountView[] | null>
  /** Charges a sale. Call once for each reference, after the ledger has recorded the reference. */
  charge(charge: Omit<AccountEntry, 'kind' | 'items'>): Promise<HubCharge>
  /** Returns the final result of an earlier `charge`. */
  settle(reference: string): Promise<HubCharge>
  /** Books a credit or payment; repeating the call books it only once. `refused`: the account is unknown to the hub. */
  book(entry: AccountEntry): Promise<HubAttestation | 'refused' | 'no-answer'>
}

/** Reads entries of customer accounts from the ledger. Balances are stored only at the hub. */
export interface AccountBook {
  /** Returns the credits and payments that the hub has not confirmed. */
  unconfirmed(): readonly UnconfirmedEntry[]
  /** Returns the customer's payment that was recorded under a reference; null if the reference is unknown. */
  payment(reference: string): RecordedAccountPayment | null
}

export interface RecordedAccountPayment extends AccountPaid {
  readonly atUtc: string
  readonly staffId: string
}

/** Credit or payment to be sent to the hub. `payments`: Guichet's references of the charges that a credit refunds. */
export interface UnconfirmedEntry extends AccountEntry {
  readonly payments: readonly string[]
}

/** Client for messages with the address of a ticket page. Replies are null if the hub did not reply. Never rejects. */
export interface MessageHub {
  /** Returns the channels that the hub offers, and the messages of a sale. */
  list(saleId: string): Promise<MessageReply | null>
  /** Queues a message. Repeating the call with the same `message` queues it only once. */
  send(request: {
    readonly message: string
    readonly saleId: string
    /** Link of a page that was published since the program started. */
    readonly link: string
    readonly to: MessageAddress
  }): Promise<MessageReply | null>
}

/**
 * Tender whose outcome is decided outside the program, by a terminal, a mobile money operator or a person. Never
 * rejects on network or device failures. The ledger records the intent before `begin`, which is called once per
 * reference.
 */
export interface TenderDriver {
  /** Name of the driver, recorded with every payment. */
  readonly name: string
  /**
   * Address of the provider (`https://…`), or empty. Some providers find a payment only at the address at which it was
   * started.
   */
  readonly host: string
  readonly traits: TenderTraits
  /** Telephone numbering plan; present if `traits.payer` is `phone` and the provider serves one country. */
  readonly numbering?: Numbering
  /**
   * Requests the payment. `refused` and `cancelled` are final; `unavailable`: nothing was requested. If `giveUp`
   * aborts, the payment may still succeed. After `stopping`, the result is not recorded, and the next start queries the
   * payment.
   */
  begin(request: TenderRequest, giveUp: AbortSignal, stopping: AbortSignal): Promise<Begun | TenderOutcome>
  /** Takes the payment with the recorded token of `begin`. Called once, and never after a restart. */
  readonly settle?: (
    payment: PaymentRef,
    request: TenderRequest,
    giveUp: AbortSignal,
    stopping: AbortSignal,
  ) => Promise<SettledOutcome>
  /** Returns the outcome of a payment. Never charges. */
  ask(payment: PaymentRef, stopping: AbortSignal): Promise<TenderOutcome>
  /** If `traits.cancel` is `proves`, `closed` means that nothing was or will be charged. */
  readonly cancel?: (payment: PaymentRef) => Promise<'closed' | 'still-open'>
  /** Refunds a payment. Call once for each reference, after the ledger has recorded the reference. */
  readonly refund?: (payment: PaymentRef, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /** Returns the outcome of a refund. Never refunds. */
  readonly askRefund?: (payment: PaymentRef, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /** Closes the terminal's day. Idempotent, so the call is repeated if its result is unknown. */
  readonly runEndOfDay?: (stopping: AbortSignal) => Promise<EndOfDayResult>
  readonly examine?: Examinable['examine']
  /** Returns all payments that the provider lists for the local days; null if any payment could not be read. */
  readonly list?: (period: ListedDays, stopping: AbortSignal) => Promise<readonly ProviderLine[] | null>
  /** Reports the result of a payment on a separate device. Returns false if the payment is not running. */
  readonly tell?: (reference: string, word: TenderOutcome) => boolean
}

/** Days in the venue's time zone. */
export interface ListedDays {
  /** First and last day, in the form `2026-11-22`. */
  readonly from: string
  readonly to: string
  /** Start of the first day and end of the last day, ISO 8601 UTC. */
  readonly fromUtc: string
  readonly toUtc: string
}

export interface TenderRequest {
  /** Unique for each attempt, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  /** Currency code, ISO 4217. */
  readonly currency: string
  /** Number of a credit voucher or a customer account; absent for other tenders. */
  readonly source?: string | undefined
  /** Number on the customer's receipt. */
  readonly receipt?: string | undefined
  /** Telephone number as typed, with or without country code. Sent to the operator and not stored. */
  readonly payer?: string | undefined
  /** Time in milliseconds after which the payment must be closed, because the seat holds end. */
  readonly payableMs: number
  /** Text for the operator's page or message, at most 100 characters. */
  readonly description: string
  /** Language code of the customer's screen, such as `fr`. */
  readonly language: string
  readonly onProgress?: (progress: DeviceProgress) => void
}

/** The provider waits for the customer to pay. */
export interface Begun {
  readonly outcome: 'begun'
  /** The provider's ID of the payment; always present if `traits.findBy` needs an ID. */
  readonly token?: string
  /** Text of the QR code for the customer. */
  readonly shows?: string
  /** Remaining time to pay in milliseconds; absent if unknown. */
  readonly payableMs?: number
}

export interface PaymentRef {
  readonly reference: string
  /** Null if the reply to `begin` was lost. */
  readonly token: string | null
  readonly host: string
  readonly amount: Minor
  readonly currency: string
}

export type TenderOutcome =
  /** `approval`: payment number. If `amount` or `currency` differs from the request, the sale is not approved. */
  | {
      readonly outcome: 'approved'
      readonly approval: string
      readonly amount?: Minor
      readonly currency?: string
      readonly staffId?: string
      /** Supervisor who approved a document. */
      readonly second?: string
      readonly card?: CardDetails
      /** Received amount if it exceeds `amount`; `slip` is a voucher for the difference. */
      readonly received?: Minor
      readonly slip?: IssuedSlip
      /** The hub's approval of a credit voucher. */
      readonly word?: HubAttestation
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'cancelled' }
  /** Nothing was requested. As a reply to `ask`, `unavailable` gives no information about the payment. */
  | { readonly outcome: 'unavailable' }
  /** `unless`: final outcome if the payment is still pending `traits.settledMs` after the time to pay has ended. */
  | { readonly outcome: 'pending'; readonly unless?: 'refused' | 'cancelled' }
  /** The payment may have been charged. `forGood`: only staff can determine the outcome. */
  | { readonly outcome: 'unknown'; readonly forGood?: true }

export type SettledOutcome = Exclude<TenderOutcome, { outcome: 'pending' }>

export interface RefundRequest {
  /** Unique, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  readonly approval: string
}

export type RefundOutcome =
  /** `receipt`: refund number assigned by the provider. */
  | { readonly outcome: 'refunded'; readonly receipt: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

export type EndOfDayResult =
  /** `told`: total that the terminal transferred; null if unreliable. `lines`: text to print. */
  | { readonly outcome: 'closed'; readonly told: EndOfDayTotal | null; readonly lines: readonly string[] }
  | { readonly outcome: 'refused'; readonly reason: EndOfDayRefusal }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

export interface HeadphoneJack {
  /** Reports changes only, because the device connected at the start may be a loudspeaker. */
  watch(onChange: (plugged: boolean) => void, stopping: AbortSignal): void
}

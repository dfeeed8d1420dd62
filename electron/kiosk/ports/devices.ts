import type { Paper } from '../../../shared/domain/documents/paper.ts'
import type { PrinterFault } from '../../../shared/domain/fleet/readiness.ts'
import type { HubSlip, HubAttestation, IssuedSlip } from '../../../shared/domain/money/credit-voucher.ts'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { NoteFinding, NoteStop } from '../../../shared/domain/money/notes.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { CardDetails, DeviceProgress, Numbering, TenderTraits } from '../../../shared/domain/money/tender.ts'
import type { EndOfDayRefusal, EndOfDayTotal } from '../../../shared/domain/money/terminal-day.ts'

export type { PrinterFault }

/** A ticket printer. `status` is queried before a payment. A ticket counts as printed only with evidence. */
export interface TicketPrinter {
  /** Name of the queue, or path of the folder. */
  readonly name: string
  status(): Promise<PrinterStatus>
  /** Never rejects on a printer fault. Rejects with `DocumentWorkerEnded` only if nothing has reached the printer. */
  print(job: PrintJob): Promise<PrintOutcome>
  /** Present only if a cash drawer is connected. `opened`: the printer executed the command. */
  openDrawer?(): Promise<DrawerOutcome>
  /**
   * Reports when the printer starts and stops delaying a job, for example because another till uses the printer.
   * Reports until the signal aborts.
   */
  onAwaited?(listener: (awaited: boolean) => void, signal: AbortSignal): void
}

/** Printing through the program's window. */
export interface WindowPrinting {
  queues(): Promise<readonly string[]>
  /** Sends one page to a queue. `sent: false`: nothing has reached the queue. */
  print(page: {
    readonly queue: string
    readonly title: string
    /** PNG of the whole page. */
    readonly picture: Uint8Array
    readonly widthMm: number
    readonly heightMm: number
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly sent: boolean; readonly detail: string }>
}

/** A printer may have several roles. */
export const printerRoles = ['tickets', 'receipts', 'reports'] as const
export type PrinterRole = (typeof printerRoles)[number]

export interface PrinterReport {
  /** Name of the printer in the settings. */
  readonly name: string
  readonly roles: readonly PrinterRole[]
  readonly paper: Paper
  readonly status: PrinterStatus
  /** Jobs printed in place of another printer since the start of the program. */
  readonly stoodIn: number
}

export type DrawerOutcome =
  | { readonly outcome: 'opened'; readonly evidence: string }
  | { readonly outcome: 'failed'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string }

/** A job for one ticket, so that a jam affects one ticket only. */
export interface PrintJob {
  /** Unique per ticket and copy. Printing the same id again must not make a second file. */
  readonly jobId: string
  /** A PDF of one page of `paper`. */
  readonly document: Uint8Array
  readonly paper: Paper
  /** Title in the system's print queue. */
  readonly title: string
}

/** `detail` is the device's own wording, for staff and logs. */
export type PrinterStatus =
  /** `paperLow`: the roll ends soon; only if the printer has a sensor for it. */
  | { readonly state: 'ready'; readonly paperLow?: boolean }
  | { readonly state: 'not-ready'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly state: 'unknown'; readonly detail: string }

/**
 * printed: `evidence` is a path, or the completed job of a queue.
 * failed: nothing was printed; printing again is safe. `storage-full` and `refused` concern this job only.
 * unknown: something may have been printed; a person has to check, and the next copy is a DUPLICATA.
 */
export type PrintOutcome =
  | { readonly outcome: 'printed'; readonly evidence: string }
  | {
      readonly outcome: 'failed'
      readonly reason: PrinterFault | 'storage-full' | 'refused'
      readonly detail: string
    }
  | { readonly outcome: 'unknown'; readonly detail: string }

/**
 * A note acceptor. It holds each note in escrow until it is accepted or given back, and gives no change. One sale uses it at a
 * time. Never rejects on device failures.
 */
export interface NoteValidator {
  /** Name of the driver in settings and ledger: `ssp`. */
  readonly name: string
  /** Notes of this currency in minor units, smallest first; empty until the device reports them. */
  denominations(currency: string): readonly Minor[]
  /** Null if the device can accept notes. */
  fault(): NoteStop | null
  /** Called when `fault()` may have changed. */
  onChange(listener: () => void): () => void
  /**
   * Opens the device for notes of these values and waits for one note, until `ended` aborts. A held note remains in
   * escrow until `accept` or `giveBack`.
   */
  next(taken: AcceptedNotes, ended: AbortSignal): Promise<NextNote>
  /** Accepts the held note, once, after the ledger has recorded that it is held. */
  accept(note: HeldNote): Promise<NoteOutcome>
  giveBack(note: HeldNote): Promise<NoteOutcome>
  /** Returns the outcome of a note that was held when the program stopped. Called before the first `next`. */
  recall(note: HeldNote): Promise<NoteOutcome>
  /**
   * Confirms that the outcome of a note is in the ledger, so that the device clears the event. Called after each
   * outcome except `returned`, and after each stray note. Resolves when the device has cleared the event. If the
   * program restarts before the device has cleared the event, the call is repeated, so that the note is not counted
   * twice.
   */
  recorded(note: HeldNote | null): Promise<void>
  /**
   * Reports a note in the cashbox that was not accepted, for example after a power cut. The note is null if its value
   * is unknown. Active from the first call of `next`.
   */
  onStray(listener: (note: HeldNote | null) => void): () => void
  /** Examines the device step by step, without accepting notes. Takes some seconds if the device does not respond. */
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
  /** Nothing is held, and the device is closed. */
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'fault'; readonly fault: NoteStop }

/** `credited`: the note is in the cashbox; `value` may differ from the held one. `unknown`: people have to check the device. */
export type NoteOutcome =
  { readonly fate: 'credited'; readonly value: Minor } | { readonly fate: 'returned' } | { readonly fate: 'unknown' }

/** A driver whose provider can be examined, without payments or other traces. */
export interface Examinable {
  examine(): Promise<readonly ExaminationFinding[]>
}

export type HubSpending =
  | { readonly outcome: 'spent'; readonly slip: HubSlip; readonly word: HubAttestation }
  /**
   * The slip was spent by another request. As a reply to `settle`: the slip was not spent by this request and will not
   * be.
   */
  | { readonly outcome: 'refused' }
  /** There was no valid reply; call `settle`. */
  | { readonly outcome: 'unknown' }

/** The hub's register of credit slips. Never rejects. */
export interface SlipHub {
  readonly host: string
  /** Public key of the hub, base64. Slips registered at this hub need its approval to be spent. */
  readonly hubKey: string
  /** Looks up a slip. `free`: whether it is not spent. */
  find(slipId: string): Promise<(HubSlip & { readonly free: boolean }) | 'unknown' | 'no-answer'>
  /** Registers the slips. Resolves to false if the registration is not confirmed. */
  tell(slips: readonly HubSlip[]): Promise<boolean>
  /** Spends a slip. Call once for each reference, after the reference is recorded. */
  spend(slipId: string, reference: string): Promise<HubSpending>
  /** Returns the final result of an earlier `spend`. */
  settle(reference: string): Promise<HubSpending>
  /** Releases a slip that was not paid out. Resolves to false if the hub did not reply. */
  release(reference: string): Promise<boolean>
}

/**
 * A tender that is decided outside the program: by a card terminal, an operator of mobile money, or a person with a
 * separate device. The intent is recorded before `begin`, which is called once for each reference. The result of
 * `begin` is recorded before a customer sees it. Never rejects on network or device failures.
 */
export interface TenderDriver {
  /** Name of the driver, recorded with every payment. */
  readonly name: string
  /** Address, `https://…`, or empty. Some providers know a payment only at the address where it began. */
  readonly host: string
  readonly traits: TenderTraits
  /** Telephone numbers, if `traits.payer` is `phone` and the provider serves one country. */
  readonly numbering?: Numbering
  /**
   * Requests the payment, once. Resolves with the outcome, or with `begun` if the provider decides later. `refused` and
   * `cancelled` are final. `unavailable` means that nothing was requested. `giveUp` requests a stop, which may come too
   * late. `stopping` aborts when the program ends: the result is not recorded, and the payment is queried at the next
   * start.
   */
  begin(request: TenderRequest, giveUp: AbortSignal, stopping: AbortSignal): Promise<Begun | TenderOutcome>
  /**
   * Takes the payment at a device that needs a token first. `begin` returns the token, which is recorded before
   * `settle` is called. Called once, and never after a restart. `ask` finds the payment by the token.
   */
  readonly settle?: (
    payment: PaymentRef,
    request: TenderRequest,
    giveUp: AbortSignal,
    stopping: AbortSignal,
  ) => Promise<SettledOutcome>
  /** Returns the outcome of a payment. Never charges. */
  ask(payment: PaymentRef, stopping: AbortSignal): Promise<TenderOutcome>
  /**
   * Cancels a payment. If `traits.cancel` is `proves`, `closed` means that nothing was or will be charged. Present if
   * `traits.cancel` is not `none`.
   */
  readonly cancel?: (payment: PaymentRef) => Promise<'closed' | 'still-open'>
  /**
   * Refunds a payment. Called once for each reference, after the reference is recorded. Present if `traits.refund` is
   * not `people`.
   */
  readonly refund?: (payment: PaymentRef, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /** Returns the outcome of a refund. Never refunds. */
  readonly askRefund?: (payment: PaymentRef, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /** Closes the day of a terminal that needs it. Idempotent, so it is repeated if the result is unknown. */
  readonly runEndOfDay?: (stopping: AbortSignal) => Promise<EndOfDayResult>
  readonly examine?: Examinable['examine']
  /** Returns all payments of these local days at the provider, or null if not all could be read. */
  readonly list?: (period: ListedDays, stopping: AbortSignal) => Promise<readonly ProviderLine[] | null>
  /** Reports what a person saw on a separate device. Returns false if no such payment is running. */
  readonly tell?: (reference: string, word: TenderOutcome) => boolean
}

/** Days in the venue's time zone. */
export interface ListedDays {
  /** First and last day, `2026-11-22`. */
  readonly from: string
  readonly to: string
  /** Start of the first day and end of the last one, ISO 8601 UTC. */
  readonly fromUtc: string
  readonly toUtc: string
}

export interface TenderRequest {
  /** Unique for each attempt, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  /** ISO 4217. */
  readonly currency: string
  /** Number of a credit slip. */
  readonly source?: string | undefined
  /** Telephone number as typed, with or without country code. Sent to the operator and not stored. */
  readonly payer?: string | undefined
  /** Time until the payment must be closed, because the holds end. */
  readonly payableMs: number
  /** Text for the operator's page or message, at most 100 characters. */
  readonly description: string
  /** Language of the customer's screen: `fr`, `en`, `pt`, `ar` … */
  readonly language: string
  readonly onProgress?: (progress: DeviceProgress) => void
}

/** The provider waits for the customer to pay. */
export interface Begun {
  readonly outcome: 'begun'
  /** The provider's id of the payment; always present if `traits.findBy` needs it. */
  readonly token?: string
  /** Text of the QR code for the customer. */
  readonly shows?: string
  /** Remaining time to pay; absent if unknown. */
  readonly payableMs?: number
}

export interface PaymentRef {
  readonly reference: string
  /** Null if the reply to `begin` was lost. */
  readonly token: string | null
  /** Address of the provider where the payment began. */
  readonly host: string
  readonly amount: Minor
  readonly currency: string
}

export type TenderOutcome =
  /**
   * `approval`: number of the payment, which the customer also receives. `amount` and `currency`: as reported by the
   * provider; if they differ from the request, the sale is not approved. `staffId`: the person who reported the
   * payment.
   */
  | {
      readonly outcome: 'approved'
      readonly approval: string
      readonly amount?: Minor
      readonly currency?: string
      readonly staffId?: string
      readonly card?: CardDetails
      /** Received amount if it exceeds `amount`. `slip` is a credit slip for the difference. */
      readonly received?: Minor
      readonly slip?: IssuedSlip
      /** The hub's approval of a credit slip. */
      readonly word?: HubAttestation
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'cancelled' }
  /**
   * Nothing was requested, so nothing was charged. As a reply to `ask`, `unavailable` gives no information about the
   * payment.
   */
  | { readonly outcome: 'unavailable' }
  /**
   * The payment is not decided yet. `unless`: the outcome if the payment is still pending `traits.settledMs` after it
   * can no longer be paid.
   */
  | { readonly outcome: 'pending'; readonly unless?: 'refused' | 'cancelled' }
  /** The payment may have been charged. Query again, unless only people can determine the outcome (`forGood`). */
  | { readonly outcome: 'unknown'; readonly forGood?: true }

export type SettledOutcome = Exclude<TenderOutcome, { outcome: 'pending' }>

export interface RefundRequest {
  /** Unique, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  /** Approval number of the payment. */
  readonly approval: string
}

export type RefundOutcome =
  /** `receipt`: the provider's number of the refund. */
  | { readonly outcome: 'refunded'; readonly receipt: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

export type EndOfDayResult =
  /** `told`: the total transferred according to the terminal; null if it is not reliable. `lines`: text to print. */
  | { readonly outcome: 'closed'; readonly told: EndOfDayTotal | null; readonly lines: readonly string[] }
  | { readonly outcome: 'refused'; readonly reason: EndOfDayRefusal }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

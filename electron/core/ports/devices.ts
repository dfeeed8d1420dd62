import type { Paper } from '../../../shared/domain/documents/paper.ts'
import type { PrinterFault } from '../../../shared/domain/fleet/readiness.ts'
import type { HubSlip, HubWord, IssuedSlip } from '../../../shared/domain/money/credit-slip.ts'
import type { ExaminationFinding } from '../../../shared/domain/money/examination.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import type { NoteFinding, NoteStop } from '../../../shared/domain/money/notes.ts'
import type { ProviderLine } from '../../../shared/domain/money/settlement.ts'
import type { CardPaid, DeviceProgress, Numbering, TenderTraits } from '../../../shared/domain/money/tender.ts'
import type { DayRefusal, DaySum } from '../../../shared/domain/money/terminal-day.ts'

export type { PrinterFault }

/**
 * The port every ticket printer serves. The flow asks `status` before money moves, records the print job, prints,
 * and records the outcome; a ticket counts as printed only with evidence.
 */
export interface TicketPrinter {
  /** What staff know the printer by: the queue's name, or the folder's path. */
  readonly name: string
  status(): Promise<PrinterStatus>
  /**
   * Resolves once the outcome is known or can no longer be known; never rejects for a fault of the printer. Rejects with
   * `DocumentWorkerEnded` only while nothing has reached the printer.
   */
  print(job: PrintJob): Promise<PrintOutcome>
  /**
   * Present only if a cash drawer is connected to the printer. `opened` means that the printer executed the command.
   */
  openDrawer?(): Promise<DrawerOutcome>
  /** Calls back, until the signal aborts, when the printer keeps a job waiting, as another till may hold it, and when that ends. */
  onAwaited?(listener: (awaited: boolean) => void, signal: AbortSignal): void
}

/** Printing by the window the program runs in. */
export interface WindowPrinting {
  /** As the system names them. */
  queues(): Promise<readonly string[]>
  /** Gives one page to a queue; `ok` once the queue has taken it, `sent: false` where nothing can have reached it. */
  print(page: {
    readonly queue: string
    readonly title: string
    /** A PNG of the whole page. */
    readonly picture: Uint8Array
    readonly widthMm: number
    readonly heightMm: number
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly sent: boolean; readonly detail: string }>
}

/** What a printer may be for; one may have several roles. */
export const printerRoles = ['tickets', 'receipts', 'reports'] as const
export type PrinterRole = (typeof printerRoles)[number]

/** One printer of the machine as its staff see it. */
export interface PrinterReport {
  /** As the settings name it. */
  readonly name: string
  readonly roles: readonly PrinterRole[]
  readonly paper: Paper
  readonly status: PrinterStatus
  /** Jobs it has done in place of another since the start of the program. */
  readonly stoodIn: number
}

export type DrawerOutcome =
  | { readonly outcome: 'opened'; readonly evidence: string }
  | { readonly outcome: 'failed'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly detail: string }

/** One job is one ticket, so that a jam costs one ticket and resuming starts at the one that jammed. */
export interface PrintJob {
  /** Unique per ticket and copy; printing the same id again must not make a second file. */
  readonly jobId: string
  /** A PDF of one page of `paper`. */
  readonly document: Uint8Array
  readonly paper: Paper
  /** Shown in the system's print queue. */
  readonly title: string
}

/** `detail` is the device's own wording, for staff and logs. */
export type PrinterStatus =
  /** `paperLow`: enough for this sale, but the roll ends soon; only where the printer has a sensor for it. */
  | { readonly state: 'ready'; readonly paperLow?: boolean }
  | { readonly state: 'not-ready'; readonly reason: PrinterFault; readonly detail: string }
  | { readonly state: 'unknown'; readonly detail: string }

/**
 * printed: it came out, and `evidence` says how we know (a path, a queue's completed job).
 * failed: nothing came out and nothing will; printing again is safe. `storage-full` and `refused` concern this job
 * only: no room to write it, or the device would not take the document.
 * unknown: something may have come out; a person has to look, and another copy is a DUPLICATA.
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
 * A device that takes bank notes one at a time, holds each before it is swallowed, and gives it back when told. It gives no change. One
 * sale uses it at a time. No call rejects for a fault of the world.
 */
export interface NoteValidator {
  /** As the settings and the ledger name its driver: `ssp`. */
  readonly name: string
  /** The notes that it knows of this currency, in minor units, smallest first; empty while it has not said. */
  denominations(currency: string): readonly Minor[]
  /** Null: it takes notes, or could. */
  fault(): NoteStop | null
  /** Each time that `fault()` may be another. */
  onChange(listener: () => void): () => void
  /**
   * Opens for notes of these values, and waits for one, until `ended` is aborted: then it closes. Every other note comes out again by
   * itself. What is held stays held until `accept` or `giveBack`.
   */
  next(taken: TakenNotes, ended: AbortSignal): Promise<NextNote>
  /** Swallows the note that is held; once, and only after it is in the ledger that it is held. */
  accept(note: HeldNote): Promise<NoteFate>
  giveBack(note: HeldNote): Promise<NoteFate>
  /** What became of a note that was held when the program stopped: asked at the next start, before the first `next`. */
  recall(note: HeldNote): Promise<NoteFate>
  /**
   * It is in the ledger what became of this note: a device that tells it until then may forget it, and takes the next one. Said after
   * each fate but `returned`, and after each stray note. Resolves once the device will not tell of it any more; a start before that
   * says it once more, so that the same note is not taken for another.
   */
  recorded(note: HeldNote | null): Promise<void>
  /**
   * A note went into the box that nobody accepted: at a power cut, or past a dead line. Null: nobody knows its value. Told from the
   * first `next` on.
   */
  onStray(listener: (note: HeldNote | null) => void): () => void
  /** Step by step; it takes no note, and waits a few seconds for a device that says nothing. */
  examine(): Promise<readonly NoteFinding[]>
  close(): Promise<void>
}

export interface TakenNotes {
  readonly currency: string
  readonly values: readonly Minor[]
}

export interface HeldNote {
  readonly value: Minor
  readonly currency: string
}

export type NextNote =
  | { readonly outcome: 'held'; readonly note: HeldNote }
  /** Nothing is held, and nothing can be put in any more. */
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'fault'; readonly fault: NoteStop }

/**
 * `credited`: it is in the box. `returned`: the customer has it, or it was never taken. `unknown`: only people who look at the device
 * can tell; `credited` with another value than the held one's is told with that value.
 */
export type NoteFate =
  { readonly fate: 'credited'; readonly value: Minor } | { readonly fate: 'returned' } | { readonly fate: 'unknown' }

/** A driver whose provider can be examined. It moves no money and leaves nothing behind. */
export interface Examinable {
  examine(): Promise<readonly ExaminationFinding[]>
}

export type HubSpending =
  | { readonly outcome: 'spent'; readonly slip: HubSlip; readonly word: HubWord }
  /** Somebody else has spent it; or, of `settle`, nothing was spent, and nothing will be. */
  | { readonly outcome: 'refused' }
  /** No answer that can be believed: ask `settle`. */
  | { readonly outcome: 'unknown' }

/** The hub of this machine, which says of each credit slip who has spent it. No call rejects. */
export interface SlipHub {
  /** Where it is. */
  readonly host: string
  /** Base64; slips that it was told of are spent by its word alone. */
  readonly hubKey: string
  /** `free`: nobody has spent it. */
  find(slipId: string): Promise<(HubSlip & { readonly free: boolean }) | 'unknown' | 'no-answer'>
  /** False: it may have them, and may not. */
  tell(slips: readonly HubSlip[]): Promise<boolean>
  /** Once for each reference, which is in the ledger before. */
  spend(slipId: string, reference: string): Promise<HubSpending>
  /** What became of it, for good. */
  settle(reference: string): Promise<HubSpending>
  /** Sets a slip free that nothing was given for. False: no answer. */
  release(reference: string): Promise<boolean>
}

/**
 * A way to take money that something outside the program decides about: a card terminal, an operator of mobile money, a
 * person before a device that hangs on no cable. The intent is in the ledger before `begin` is called, once for each
 * reference; what `begin` gave is in the ledger before a customer sees it. No call rejects for a fault of the world.
 */
export interface TenderDriver {
  /** In the ledger, beside every payment that went over it. */
  readonly name: string
  /** Where it is asked, `https://…`; empty for what has no address. Some know a payment only where it was begun. */
  readonly host: string
  readonly traits: TenderTraits
  /** Of the customers' telephones, where `traits.payer` is `phone` and the provider serves one country. */
  readonly numbering?: Numbering
  /**
   * Asks for the money, once. Where the provider decides in the same call, it lasts as long as that does; else it answers
   * `begun`, and what the customer needs is shown once that is written down. `refused` and `cancelled` are the provider's
   * final word; `unavailable`: nothing was asked, and no money can move. `giveUp`: asked to stop, which changes nothing
   * where it cannot be known to have come in time. `stopping`: the program ends; what this answers then is written down
   * nowhere, the next start asks.
   */
  begin(request: TenderRequest, giveUp: AbortSignal, stopping: AbortSignal): Promise<Begun | TenderOutcome>
  /**
   * Takes the money at the device, for one that has to note something before it may: `begin` answers `begun` with that as the
   * token, it is written down, and then this is called, once and never after a restart. Lasts until the device decided; `giveUp` and
   * `stopping` as of `begin`. `ask` finds the payment by the token.
   */
  readonly settle?: (
    payment: KnownPayment,
    request: TenderRequest,
    giveUp: AbortSignal,
    stopping: AbortSignal,
  ) => Promise<SettledOutcome>
  /** What became of a payment; never charges. */
  ask(payment: KnownPayment, stopping: AbortSignal): Promise<TenderOutcome>
  /** `closed` proves that no money moved and none can; anything else says nothing. Where `traits.cancel` is not `none`. */
  readonly cancel?: (payment: KnownPayment) => Promise<'closed' | 'still-open'>
  /**
   * Gives money back under a reference of its own, which is in the ledger before; once for each reference. `refused` is the provider's
   * final word; `unavailable`: nothing was asked. Where `traits.refund` is not `people`. `stopping`: as of `begin`.
   */
  readonly refund?: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /** What became of it; never refunds. */
  readonly askRefund?: (payment: KnownPayment, back: RefundRequest, stopping: AbortSignal) => Promise<RefundOutcome>
  /**
   * Closes the terminal's day with its bank, for one that has to be told. Without harm when it was done before, so that one whose end
   * nobody knows is told again. `stopping`: as of `begin`.
   */
  readonly closeDay?: (stopping: AbortSignal) => Promise<DayEnd>
  /** Whether its provider can be reached and lets this machine in. Where it has one. */
  readonly examine?: Examinable['examine']
  /** Every payment that the provider has of these local days, ours or not; null: not all of them could be read. */
  readonly list?: (period: ListedDays, stopping: AbortSignal) => Promise<readonly ProviderLine[] | null>
  /**
   * Only where a person decides, by what they see on the device: their word about the payment that runs under this
   * reference. False: none does.
   */
  readonly tell?: (reference: string, word: TenderOutcome) => boolean
}

/** Days of the venue's calendar. */
export interface ListedDays {
  /** First and last day, `2026-11-22`. */
  readonly from: string
  readonly to: string
  /** Beginning of the first day and end of the last one, in ISO 8601 UTC. */
  readonly fromUtc: string
  readonly toUtc: string
}

/** Request to a driver. */
export interface TenderRequest {
  /** Fresh for every attempt, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  /** ISO 4217. */
  readonly currency: string
  /** Of what the money is taken, where that has a name: a credit slip's number. */
  readonly source?: string | undefined
  /** The customer's telephone number as typed, digits with or without the country's: told to the operator, written down nowhere. */
  readonly payer?: string | undefined
  /** So long the seats can be kept for the money: what is shown must not be payable any longer, where that can be said. */
  readonly payableMs: number
  /** For people, on the operator's page or message: at most 100 letters. */
  readonly description: string
  /** Of the customer's screen: `fr`, `en`, `pt`, `ar` … */
  readonly language: string
  /** Told, as it goes, what a device beside the screen wants now. Left out: nobody listens. */
  readonly onProgress?: (progress: DeviceProgress) => void
}

/** The provider waits for the customer. */
export interface Begun {
  readonly outcome: 'begun'
  /** What the provider calls it; where it finds payments by that (`traits.findBy`) there always is one. */
  readonly token?: string
  /** What the customer has to see: the text of a QR code. */
  readonly shows?: string
  /** From now on so long the customer can still pay; absent: nobody knows. */
  readonly payableMs?: number
}

/** As the ledger knows it. */
export interface KnownPayment {
  readonly reference: string
  /** Null: the reply to `begin` was lost. */
  readonly token: string | null
  /** Where it was begun. */
  readonly host: string
  readonly amount: Minor
  readonly currency: string
}

export type TenderOutcome =
  /**
   * `approval`: what the customer, too, can name the payment by. `amount` and `currency` as the provider tells them: others than were
   * asked for are no approval of this sale. `staffId`: who says so, where a person does.
   */
  | {
      readonly outcome: 'approved'
      readonly approval: string
      readonly amount?: Minor
      readonly currency?: string
      readonly staffId?: string
      readonly card?: CardPaid
      /** More than the amount was taken, and `slip` is what was over. */
      readonly received?: Minor
      readonly slip?: IssuedSlip
      /** The hub's, by which it stands in the ledger. */
      readonly word?: HubWord
    }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'cancelled' }
  /** Nothing was asked: no money can have moved. As an answer to `ask` it says nothing. */
  | { readonly outcome: 'unavailable' }
  /**
   * The provider knows the payment, and nothing is decided. `unless`: what it is if the provider still says so when it cannot be paid any
   * more, and a while has passed (`traits.settledMs`).
   */
  | { readonly outcome: 'pending'; readonly unless?: 'refused' | 'cancelled' }
  /** It may have charged; ask again, unless only people can tell (`forGood`). */
  | { readonly outcome: 'unknown'; readonly forGood?: true }

/** What a device that decided by itself can say of it. */
export type SettledOutcome = Exclude<TenderOutcome, { outcome: 'pending' }>

export interface RefundRequest {
  /** Fresh, in the form of `traits.reference`. */
  readonly reference: string
  readonly amount: Minor
  /** The approval of the payment. */
  readonly approval: string
}

export type RefundOutcome =
  /** `receipt`: what the provider calls it. */
  | { readonly outcome: 'refunded'; readonly receipt: string }
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

export type DayEnd =
  /** `told`: the sum that it handed over; null where it tells none that can be relied on. `lines`: what it wants printed. */
  | { readonly outcome: 'closed'; readonly told: DaySum | null; readonly lines: readonly string[] }
  /** Its final word: it did not. */
  | { readonly outcome: 'refused'; readonly reason: DayRefusal }
  /** Nothing was asked. */
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'unknown' }

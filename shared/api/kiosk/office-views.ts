import type { ShortcutFault } from '../../domain/desk/shortcuts.ts'
import type { Readiness } from '../../domain/fleet/readiness.ts'
import type { KnownSlip } from '../../domain/money/credit-voucher.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { SalesBreakdown } from '../../domain/money/trade.ts'
import type { Sale } from '../../domain/sale/sale.ts'
import type { ExaminedStep } from './payment-forms.ts'
import type { SaleCase } from './staff-cases.ts'
import type { PartnerView, PrinterRole, PrinterView, ReportPaper, TenderKind } from './views.ts'

/** Sales of a shift. */
export interface TradeView {
  readonly shiftNo: number | null
  readonly trades: readonly SalesBreakdown[]
}

/** Remaining seats of an event, as currently reported by the service. */
export interface SeatsLeftView {
  readonly eventId: string
  readonly remaining: number
  readonly zones: readonly { readonly zoneId: string; readonly name: string; readonly remaining: number }[]
}

/** Result of checking a tender's provider step by step, without a payment. */
export interface ExaminedProviderView {
  readonly tender: TenderKind
  readonly driver: string
  readonly host: string
  readonly steps: readonly ExaminedStep[]
}

/**
 * Maximum number of X and Z reports listed. The office screen points out that older reports are in the ledger's
 * archive.
 */
export const MAX_CLOSURES = 2_000

/** An unfinished sale. */
export interface OpenSaleView {
  readonly saleId: string
  /** Order id, or the service's reference if there is no order yet. */
  readonly reference: string
  readonly state: Sale['state']
  readonly eventTitle: string
  readonly seatCodes: readonly string[]
  readonly amount: Minor
  readonly currency: string
  readonly tender: TenderKind | null
  /** Question for staff; null if the sale continues automatically or waits for its customer. */
  readonly question: SaleCase['question'] | null
}

/** Source of an access code: the machine's hub, staff at its screen, its settings, or the demo service. */
export type CodeSource = 'hub' | 'typed' | 'settings' | 'demo'

/** Access code status of an event. `source`: null if there is no code, so that the event cannot be sold. */
export interface AccessView {
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  readonly source: CodeSource | null
  /** Whether the service rejected the code at the last attempt, because it was renewed or is wrong. */
  readonly refused: boolean
}

/** A row of the ledger; `details`: its payload as JSON, `currency`: the currency of its sale. */
export interface JournalLine {
  readonly seq: number
  readonly atUtc: string
  readonly code: string
  readonly saleId: string | null
  readonly currency: string | null
  readonly staffId: string | null
  readonly details: string
}

/** Checks of the verifier, by their names in `docs/integrating/ledger-format.md`. */
export const ledgerChecks = [
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'I8',
  'I9',
  'I10',
  'I11',
  'terminal-days',
  'refund-fence',
  'returns',
  'refunds',
  'slips',
  'notes',
  'state',
  'tables',
  'anchor',
  'key',
  'trust',
  'schema',
  'beside',
  'erasure',
  'format',
] as const
export type LedgerCheck = (typeof ledgerChecks)[number]

/** Result of verifying the whole ledger. */
export interface LedgerVerdict {
  /** Whether there are no errors. Notices may remain. */
  readonly sound: boolean
  readonly rows: number
  readonly sales: number
  readonly tickets: number
  /** Hash of the last row, hexadecimal. It can be compared with the printed report of the last closure. */
  readonly headHash: string
  /** At most the first hundred findings. */
  readonly findings: readonly {
    readonly severity: 'error' | 'notice'
    readonly check: LedgerCheck
    readonly seq: number | null
    /** Subject and reason, in English, for technicians. */
    readonly what: string
    readonly why: string
  }[]
}

/** A card that was created: its file, and the outcome of its print. */
export interface CardView {
  readonly file: string
  readonly paper: ReportPaper
}

/** Outcome of a test page. `detail`: wording of the printer. `unknown`: staff have to check the paper. */
export interface TestPrintView {
  readonly outcome: 'printed' | 'failed' | 'unknown'
  /** Reason for `failed`, with the same values as for a printer that is not ready; otherwise empty. */
  readonly reason: string
  readonly detail: string
}

/** Names are in order of priority. Hours are local, `HH:MM`, and end after midnight if `to` is before `from`. */
export type SettingValue =
  string | number | boolean | readonly string[] | { readonly from: string; readonly to: string }

/** Sections of the settings page, in order. */
export const settingParts = ['sale', 'hours', 'printers', 'tickets', 'keys'] as const

/** A setting that may be changed at a screen. */
export interface SettingView {
  readonly key: string
  readonly part: (typeof settingParts)[number]
  /** `several`: any of the choices. `ranked`: any of the choices, each a fallback for those before it. */
  readonly kind: 'text' | 'number' | 'time' | 'hours' | 'switch' | 'choice' | 'several' | 'ranked'
  readonly choices: readonly string[]
  /** Default; null if there is none. */
  readonly usual: SettingValue | null
  /** Value in use; null if not set. */
  readonly running: SettingValue | null
  /** Value in the file, for the next start; null if not set. */
  readonly filed: SettingValue | null
}

/** Contradictions between settings, which are worded in the language of the screen. */
export type SettingCause =
  | ShortcutFault
  /** A kiosk has no cashier to report the result of a standalone terminal. */
  | { readonly type: 'not-attended' }
  | { readonly type: 'cash-without-pin' }
  | { readonly type: 'printer-unknown'; readonly printer: string }
  /** The printer would never be used. */
  | { readonly type: 'printer-idle'; readonly printer: string }
  | { readonly type: 'printer-twice' }
  /** Reading tickets back needs a kiosk that prints tickets. */
  | { readonly type: 'nothing-to-read-back' }
  /** The setting belongs to the live desk and can only be changed there. */
  | { readonly type: 'in-training' }

/** Fault in the settings that would prevent the program from starting. */
export interface SettingFault {
  /** Name of the setting, such as `printers.tickets`; empty if the fault concerns no particular setting. */
  readonly setting: string
  /** Description of the fault for technicians, in English in replies and logs. */
  readonly detail: string
  readonly cause?: SettingCause
}

/** Status of the machine for its staff, queried repeatedly. */
export interface ServiceView {
  readonly readiness: Readiness
  readonly partner: PartnerView
  /** Printer of the tickets, or the place where they are saved. */
  readonly printer: PrinterView
  readonly printers: readonly ServicePrinterView[]
  /** `full`: only the disk's reserve is left, and no new sale can start. */
  readonly ledger: 'ready' | 'full'
  /** Whether the program can be ended from its screen. */
  readonly mayQuit: boolean
  /** Whether a technician can set the machine up again from its screen; false when absent. */
  readonly maySetUp?: true
  /** Whether a note acceptor is in use, whose cashbox staff empty; false when absent. */
  readonly takesNotes?: true
  /** Whether the machine has issued credit vouchers that are still open; false when absent. */
  readonly owesSlips?: true
  /** Whether the training data can be deleted. Only set in training. */
  readonly mayRestartTraining?: true
}

/** A printer of the machine, for its staff. */
export interface ServicePrinterView extends Omit<PrinterView, 'fallbackPrinter' | 'awaited'> {
  /** Name in the settings. */
  readonly name: string
  readonly roles: readonly PrinterRole[]
  /** Message of the device if it is not ready; otherwise empty. */
  readonly detail: string
  /** Whether the roll is nearly used up. Always false for printers without a sensor. */
  readonly paperLow: boolean
  /** Number of jobs printed in place of another printer since the program started. */
  readonly stoodIn: number
}

/** A credit voucher, whose amount this machine owes to its holder. */
export interface CreditSlipView extends Omit<KnownSlip, 'reference' | 'hub'> {
  /**
   * Status of the voucher at the hub, as just reported; otherwise absent. `spent`: spent or paid out at another
   * machine. `unknown`: possibly spent, because the hub did not reply.
   */
  readonly elsewhere?: 'spent' | 'unknown'
}

/** `copies` includes this copy. */
export interface SlipCopyView extends CreditSlipView {
  /** Outcome of the print. `failed`: nothing was printed, or no printer prints these vouchers. */
  readonly paper: Exclude<ReportPaper, 'saved'>
}

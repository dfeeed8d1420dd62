import type { ShortcutFault } from '../../domain/desk/shortcuts.ts'
import type { Readiness } from '../../domain/fleet/readiness.ts'
import type { KnownSlip } from '../../domain/money/credit-voucher.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { SalesBreakdown, SalesLine, SalesListSum, SoldEvent } from '../../domain/money/trade.ts'
import type { Sale } from '../../domain/sale/sale.ts'
import type { ExaminedStep } from './payment-forms.ts'
import type { SaleCase } from './staff-cases.ts'
import type { PartnerView, PrinterRole, PrinterView, ReportPaper, TenderKind } from './views.ts'

/** Maximum number of lines of a sales list that the office shows. */
export const MAX_SHOWN_SALES = 200

export interface SalesListView {
  /** Path of the saved CSV file. */
  readonly file: string
  /** Null if printing was not requested. */
  readonly paper: ReportPaper | null
  readonly lines: number
  /** The last lines of the list, at most `MAX_SHOWN_SALES`. */
  readonly shown: readonly SalesLine[]
  readonly sums: readonly SalesListSum[]
}

export interface TradeView {
  /** Events with sales at this kiosk in any shift, the event of the newest sale first. */
  readonly events: readonly SoldEvent[]
  /** Ids of the staff members with lines in the sales list of the shift. */
  readonly people: readonly string[]
  readonly shiftNo: number | null
  readonly trades: readonly SalesBreakdown[]
}

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

/** Maximum number of X and Z reports listed. Older reports are in the ledger's archive. */
export const MAX_CLOSURES = 2_000

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

/** `typed`: entered by staff at the screen. `demo`: from the demo service. */
export type CodeSource = 'hub' | 'typed' | 'settings' | 'demo'

/** `source`: null if the event has no access code and so cannot be sold. */
export interface AccessView {
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  readonly source: CodeSource | null
  /** Whether the service rejected the access code at the last attempt, because it was renewed or is wrong. */
  readonly refused: boolean
}

/** Row of the ledger. `details`: payload as JSON. `currency`: currency of the row's sale. */
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
  'corrections',
  'purchases',
  'refunds',
  'documents',
  'slips',
  'accounts',
  'invoices',
  'fiscal',
  'telephone',
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

export interface LedgerVerdict {
  /** Whether the ledger has no errors; notices are allowed. */
  readonly sound: boolean
  readonly rows: number
  readonly sales: number
  readonly tickets: number
  /** Hexadecimal hash of the last row, for comparison with the printed report of the last closure. */
  readonly headHash: string
  /** At most the first 100 findings. */
  readonly findings: readonly {
    readonly severity: 'error' | 'notice'
    readonly check: LedgerCheck
    readonly seq: number | null
    /** `what`: subject of the finding. `why`: reason. `what` and `why` are in English, for technicians. */
    readonly what: string
    readonly why: string
  }[]
}

export interface CardView {
  readonly file: string
  readonly paper: ReportPaper
}

/** `detail`: message of the printer. `unknown`: staff have to check whether the page was printed. */
export interface TestPrintView {
  readonly outcome: 'printed' | 'failed' | 'unknown'
  /** Reason for `failed`, with the same values as for a printer that is not ready; otherwise empty. */
  readonly reason: string
  readonly detail: string
}

/**
 * Value of a setting. A list of names is in order of priority. Hours are local times (`HH:MM`) and end after midnight
 * if `to` is before `from`.
 */
export type SettingValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly from: string; readonly to: string }

export const settingParts = ['sale', 'hours', 'printers', 'tickets', 'keys'] as const

export interface SettingView {
  readonly key: string
  readonly part: (typeof settingParts)[number]
  /** `several`: any of the choices. `ranked`: ordered choices, each a fallback for the previous ones. */
  readonly kind: 'text' | 'number' | 'time' | 'hours' | 'switch' | 'choice' | 'several' | 'ranked'
  readonly choices: readonly string[]
  /** Default value; null if the setting has no default. */
  readonly usual: SettingValue | null
  /** Value in use; null if not set. */
  readonly running: SettingValue | null
  /** Value in the settings file, for the next start; null if not set. */
  readonly filed: SettingValue | null
}

export type SettingCause =
  | ShortcutFault
  /** A kiosk has no cashier to report the result of a standalone terminal. */
  | { readonly type: 'not-attended' }
  | { readonly type: 'cash-without-pin' }
  | { readonly type: 'printer-unknown'; readonly printer: string }
  /** With these settings, the program would never use the printer. */
  | { readonly type: 'printer-idle'; readonly printer: string }
  | { readonly type: 'printer-twice' }
  /** Reading printed tickets back with the scanner needs a kiosk that prints tickets. */
  | { readonly type: 'nothing-to-read-back' }
  /** The setting belongs to the live desk and cannot be changed during training. */
  | { readonly type: 'in-training' }

export interface SettingFault {
  /** Name of the setting, such as `printers.tickets`; empty if the fault concerns no particular setting. */
  readonly setting: string
  /** Description of the fault in English, for technicians. */
  readonly detail: string
  readonly cause?: SettingCause
}

export interface ServiceView {
  readonly readiness: Readiness
  readonly partner: PartnerView
  readonly printer: PrinterView
  readonly printers: readonly ServicePrinterView[]
  /** `full`: only the disk's reserve is left, and no new sale can start. */
  readonly ledger: 'ready' | 'full'
  readonly mayQuit: boolean
  /** Whether a technician can open the set-up from the screen; false when absent. */
  readonly maySetUp?: true
  /** Whether a note acceptor with a cashbox is in use; false when absent. */
  readonly takesNotes?: true
  /** Whether credit vouchers issued here are still open; false when absent. */
  readonly owesSlips?: true
  /** Whether the training data can be deleted; set only in training. */
  readonly mayRestartTraining?: true
}

export interface ServicePrinterView extends Omit<PrinterView, 'fallbackPrinter' | 'awaited'> {
  readonly name: string
  readonly roles: readonly PrinterRole[]
  /** Message of the printer if it is not ready; otherwise empty. */
  readonly detail: string
  /** Whether the roll is nearly used up; always false for printers without a sensor. */
  readonly paperLow: boolean
  /** Number of jobs that the printer took over from another printer since the program started. */
  readonly stoodIn: number
}

export interface CreditSlipView extends Omit<KnownSlip, 'reference' | 'hub'> {
  /**
   * `spent`: the hub reports that the voucher was spent on another device. `unknown`: the hub did not reply. Otherwise
   * absent.
   */
  readonly elsewhere?: 'spent' | 'unknown'
}

/** `copies` includes the copy just printed. */
export interface SlipCopyView extends CreditSlipView {
  /** `failed`: nothing was printed, or no printer prints credit vouchers. */
  readonly paper: Exclude<ReportPaper, 'saved'>
}

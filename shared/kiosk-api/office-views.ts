import type { ShortcutFault } from '../domain/desk/shortcuts.ts'
import type { Readiness } from '../domain/fleet/readiness.ts'
import type { KnownSlip } from '../domain/money/credit-slip.ts'
import type { Minor } from '../domain/money/money.ts'
import type { Trade } from '../domain/money/trade.ts'
import type { Sale } from '../domain/sale/sale.ts'
import type { ExaminedStep } from './payment-forms.ts'
import type { SaleCase } from './staff-cases.ts'
import type { PartnerView, PrinterRole, PrinterView, ReportPaper, TenderKind } from './views.ts'

/** What a shift sold. */
export interface TradeView {
  readonly shiftNo: number | null
  readonly trades: readonly Trade[]
}

/** What is still to be had of an event, as the service says now. */
export interface SeatsLeftView {
  readonly eventId: string
  readonly remaining: number
  readonly zones: readonly { readonly zoneId: string; readonly name: string; readonly remaining: number }[]
}

/** A provider that takes the money of a tender, looked at step by step; no money moved. */
export interface ExaminedProviderView {
  readonly tender: TenderKind
  readonly driver: string
  readonly host: string
  readonly steps: readonly ExaminedStep[]
}

/** Maximum number of X and Z reports listed. Older ones are in the ledger's archive, as the office says. */
export const MAX_CLOSURES = 2_000

/** A sale that is not over. */
export interface OpenSaleView {
  readonly saleId: string
  /** The order's id; the service's reference where no order is known. */
  readonly reference: string
  readonly state: Sale['state']
  readonly eventTitle: string
  readonly seatCodes: readonly string[]
  readonly amount: Minor
  readonly currency: string
  readonly tender: TenderKind | null
  /** What it waits for a person for; null while it goes on by itself or at its customer's pace. */
  readonly question: SaleCase['question'] | null
}

/** Who told this machine an access code: the hub that it belongs to, staff at its screen, its settings, the demo's own service. */
export type CodeSource = 'hub' | 'typed' | 'settings' | 'demo'

/** Where the code comes from that opens an event here; null: there is none, and it cannot be sold. */
export interface AccessView {
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  readonly source: CodeSource | null
  /** The service did not take it when it was asked last: the code was renewed, or is wrong. */
  readonly refused: boolean
}

/** A row of the ledger; `details` is its payload as JSON, `currency` that of its sale. */
export interface JournalLine {
  readonly seq: number
  readonly atUtc: string
  readonly code: string
  readonly saleId: string | null
  readonly currency: string | null
  readonly staffId: string | null
  readonly details: string
}

/** What a verifier checks, as `docs/integrating/ledger-format.md` names it. */
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

/** What a check of the whole ledger found. */
export interface LedgerVerdict {
  /** Nothing is wrong; notices are. */
  readonly sound: boolean
  readonly rows: number
  readonly sales: number
  readonly tickets: number
  /** Hash of the last row, hexadecimal: what the last closure's paper is compared with. */
  readonly headHash: string
  /** The first hundred. */
  readonly findings: readonly {
    readonly severity: 'error' | 'notice'
    readonly check: LedgerCheck
    readonly seq: number | null
    /** What it is about and why, in English, for technicians. */
    readonly what: string
    readonly why: string
  }[]
}

/** A card that was made: where it lies, and what became of its paper. */
export interface CardView {
  readonly file: string
  readonly paper: ReportPaper
}

/** What a printer made of a test page: `detail` is its own wording; on `unknown` somebody has to look. */
export interface TestPrintView {
  readonly outcome: 'printed' | 'failed' | 'unknown'
  /** Of `failed`: as of a printer that is not ready; else empty. */
  readonly reason: string
  readonly detail: string
}

/** Names are in the order that counts; hours are local, `HH:MM`, and end after midnight where `to` is before `from`. */
export type SettingValue =
  string | number | boolean | readonly string[] | { readonly from: string; readonly to: string }

/** Where a setting stands at the screen, in this order. */
export const settingParts = ['sale', 'hours', 'printers', 'tickets', 'keys'] as const

/** A setting that may be changed at a screen. */
export interface SettingView {
  readonly key: string
  readonly part: (typeof settingParts)[number]
  /** `several`: any of the choices; `ranked`: the same, each stepping in for those before it. */
  readonly kind: 'text' | 'number' | 'time' | 'hours' | 'switch' | 'choice' | 'several' | 'ranked'
  readonly choices: readonly string[]
  /** What holds where it is left out; null: nothing does. */
  readonly usual: SettingValue | null
  /** What the program runs with; null: left out. */
  readonly running: SettingValue | null
  /** What the file says, for the next start; null: left out. */
  readonly filed: SettingValue | null
}

/** Rules between settings, for words in the language of the screen. */
export type SettingCause =
  | ShortcutFault
  /** At a kiosk nobody stands by to say what a terminal did. */
  | { readonly type: 'not-attended' }
  | { readonly type: 'cash-without-pin' }
  | { readonly type: 'printer-unknown'; readonly printer: string }
  /** Nothing would be printed on it. */
  | { readonly type: 'printer-idle'; readonly printer: string }
  | { readonly type: 'printer-twice' }
  /** Tickets are read back at a kiosk that prints some. */
  | { readonly type: 'nothing-to-read-back' }
  /** They are the live desk's, which is changed there. */
  | { readonly type: 'in-training' }

/** Why the program would not start with its settings. */
export interface SettingFault {
  /** Which one, `printers.tickets`; empty where it is none of them. */
  readonly setting: string
  /** The fault, for technicians. In English in replies and logs. */
  readonly detail: string
  readonly cause?: SettingCause
}

/** The machine as its staff see it, asked for again. */
export interface ServiceView {
  readonly readiness: Readiness
  readonly partner: PartnerView
  /** Where tickets come out, or where they are saved. */
  readonly printer: PrinterView
  readonly printers: readonly ServicePrinterView[]
  /** `full`: the disk's reserve is touched, and no new sale may start. */
  readonly ledger: 'ready' | 'full'
  /** Whether the program can be ended from its screen. */
  readonly mayQuit: boolean
  /** Whether a technician can set the machine up again from its screen; false when absent. */
  readonly maySetUp?: true
  /** Whether a device takes notes here, whose box people empty; false when absent. */
  readonly takesNotes?: true
  /** Whether the machine owes credit slips; false when absent. */
  readonly owesSlips?: true
  /** What was practised here can be thrown away; only in training. */
  readonly mayRestartTraining?: true
}

/** One of the machine's printers as its staff see it. */
export interface ServicePrinterView extends Omit<PrinterView, 'standsIn' | 'awaited'> {
  /** As the settings name it. */
  readonly name: string
  readonly roles: readonly PrinterRole[]
  /** The device's own words, where it is not ready. */
  readonly detail: string
  /** The roll ends soon; only printers with a sensor for it say so. */
  readonly paperLow: boolean
  /** Jobs it did in place of another since the program started. */
  readonly stoodIn: number
}

/** Money that this machine owes to the holder of a slip. */
export interface CreditSlipView extends Omit<KnownSlip, 'reference' | 'hub'> {
  /** By the word of the hub just now: another machine has spent it, or paid it out. `unknown`: the hub does not answer, and it may have been. */
  readonly elsewhere?: 'spent' | 'unknown'
}

/** `copies` counts this one. */
export interface SlipCopyView extends CreditSlipView {
  /** What became of the paper. `failed`: it certainly did not come out, or no printer is for such papers. */
  readonly paper: Exclude<ReportPaper, 'saved'>
}

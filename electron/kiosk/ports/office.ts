import { formsOfCode } from '../../../shared/domain/text-forms.ts'
import type { SessionOutcome } from '../../../shared/domain/fleet/readiness.ts'
import type { Language } from '../../../shared/domain/language.ts'
import type { ShiftTrade, SoldEvent } from '../../../shared/domain/money/trade.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { BookingSession } from '../../../shared/domain/seats/offer.ts'
import type { Member } from '../../../shared/domain/staff.ts'
import type { CardName } from '../../../shared/i18n/texts.ts'
import type { CodeMissing, NoShift, NotWritten, UnreadableReport } from '../../../shared/api/kiosk/failures.ts'
import type {
  CodeSource,
  ExaminedProviderView,
  JournalLine,
  LedgerVerdict,
  SalesListView,
  SettingFault,
  SettingValue,
  SettingView,
} from '../../../shared/api/kiosk/office-views.ts'
import type { SettlementView } from '../../../shared/api/kiosk/views.ts'
import type { PrinterReport, PrintOutcome } from './devices.ts'
import type { PartnerError, PartnerReply, PartnerService } from './ports.ts'

export interface OfficePorts {
  /**
   * Returns the tickets sold and returned in a shift, by default the current shift; null if the shift does not exist.
   */
  readonly traded: (shiftNo: number | null) => ShiftTrade | null
  /** Returns the events with sales at this kiosk, the event of the newest sale first. */
  readonly soldEvents: () => readonly SoldEvent[]
  /** Returns the staff members with lines in the sales list of a shift. */
  readonly sellers: (shiftNo: number | null) => readonly string[]
  /** Saves the selected sales and refunds as CSV, one line each. */
  readonly saveSales: (wish: SalesListWish) => Promise<Result<SalesListView, NoShift | NotWritten>>
  /** Returns journal rows, newest first, with truncated ticket codes. */
  readonly journal: (wanted: JournalWish) => readonly JournalLine[]
  readonly verify: () => Promise<LedgerVerdict>
  /** Compares a provider's report with the payments on the given days, by default today; saves the differences. */
  readonly settle: (wish: SettleWish) => Promise<Result<SettlementView, UnreadableReport>>
  readonly settings: SettingsFile
  readonly people: PeopleKeeper
  /** Resolves to null if the printer does not exist. */
  readonly testPrint: (printer: string) => Promise<PrintOutcome | null>
  /** Saves a card for display beside the kiosk, and prints the card if reports are printed on A4. */
  readonly makeCard: (
    card: CardName,
    language: Language,
  ) => Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }>
  /**
   * Prints a badge without saving a file. `id`: first characters of the badge's hash. Resolves to null if no printer
   * prints badges.
   */
  readonly printBadge: (badge: {
    readonly id: string
    readonly name: string
    readonly code: string
  }) => Promise<PrintOutcome | null>
  readonly checkProviders: () => Promise<readonly ExaminedProviderView[]>
  /** Writes a diagnostics file without secrets and personal data. Returns its path. */
  readonly diagnose: (seen: DiagnosedState) => Promise<string>
}

/** Selects sales by shift, days and event; all given conditions apply. Without any, selects the running shift. */
export interface SalesListWish {
  readonly shiftNo?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly eventId?: string | undefined
  readonly staffId?: string | undefined
  /** Set if the list must also be printed. */
  readonly print?: true | undefined
}

interface SettleWish {
  readonly driver: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly report: Uint8Array
}

export interface JournalWish {
  readonly before: number | null
  readonly saleId: string | null
  readonly limit: number
}

export interface SettingsFile {
  view(): readonly SettingView[]
  /** Changes a setting, or removes it (null), unless the program would not start with the change. */
  change(key: string, value: SettingValue | null): Result<{ readonly before: SettingValue | null }, SettingRefused>
}

/** Staff list, from which PINs cannot be read. */
export interface PeopleKeeper {
  list(): readonly Member[]
  add(member: Member, pin: string): Promise<Result<unknown, { readonly type: 'number-taken' }>>
  resetPin(number: string, pin: string): Promise<Result<unknown, { readonly type: 'no-such-number' }>>
  remove(number: string): Result<unknown, { readonly type: 'no-such-number' }>
}

export interface SettingRefused {
  readonly type: 'setting-refused'
  readonly faults: readonly SettingFault[]
}

export interface DiagnosedState {
  readonly atUtc: string
  readonly partner: 'up' | 'down'
  readonly printers: readonly PrinterReport[]
  readonly canStartSale: boolean
  readonly openSales: readonly { readonly saleId: string; readonly state: string; readonly faulted: boolean }[]
}

export interface KnownCode {
  readonly code: string
  readonly source: CodeSource
}

export interface AccessCodes {
  /** Returns the codes of an event from all sources, the most likely code first. */
  of(eventId: string): Promise<readonly KnownCode[]>
  /** Saves a typed code. Throws if the code cannot be written. */
  keep(eventId: string, code: string): void
  /**
   * Requests new codes from the hub, if the kiosk is enrolled. Resolves after a short time even if the request fails.
   */
  renew(): Promise<void>
}

/** Tries each spelling of each code until one is not refused by the partner. Returns null if there are no codes. */
export async function openWith(
  partner: Pick<PartnerService, 'openSession'>,
  eventId: string,
  codes: readonly string[],
): Promise<{ readonly accessCode: string; readonly reply: PartnerReply<BookingSession> } | null> {
  let last = null
  for (const accessCode of new Set(codes.flatMap(formsOfCode))) {
    const reply = await partner.openSession({ eventId, accessCode })
    last = { accessCode, reply }
    if (reply.ok || !isCodeRefused(reply.error)) break
  }
  return last
}

/** Returns whether the event exists at the partner, but the access code is rejected. */
export function isCodeRefused(error: PartnerError): boolean {
  return error.type === 'refused' && error.status === 403
}

/** Returns null if the partner did not reply. */
export function outcomeOf(opened: Result<unknown, PartnerError | CodeMissing>): SessionOutcome | null {
  if (opened.ok) return { type: 'opened' }
  const { error } = opened
  switch (error.type) {
    case 'unreachable':
      return null
    case 'no-access-code':
      return { type: 'no-code' }
    case 'access-code-refused':
      return { type: 'code-refused' }
    case 'refused':
      return isCodeRefused(error)
        ? { type: 'code-refused' }
        : { type: 'failed', status: error.status, code: error.code }
    case 'unclear':
      return { type: 'failed', status: error.status, code: error.detail }
  }
}

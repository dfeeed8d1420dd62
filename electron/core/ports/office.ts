import { formsOfCode } from '../../../shared/domain/access-code.ts'
import type { SessionOutcome } from '../../../shared/domain/fleet/readiness.ts'
import type { Language } from '../../../shared/domain/language.ts'
import type { ShiftTrade } from '../../../shared/domain/money/trade.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { BookingSession } from '../../../shared/domain/seats/offer.ts'
import type { Member } from '../../../shared/domain/staff.ts'
import type { CardName } from '../../../shared/i18n/paper-texts.ts'
import type { CodeMissing, UnreadableReport } from '../../../shared/kiosk-api/failures.ts'
import type {
  CodeSource,
  ExaminedProviderView,
  JournalLine,
  LedgerVerdict,
  SettingFault,
  SettingValue,
  SettingView,
} from '../../../shared/kiosk-api/office-views.ts'
import type { SettlementView } from '../../../shared/kiosk-api/views.ts'
import type { PrinterReport, PrintOutcome } from './devices.ts'
import type { PartnerError, PartnerReply, PartnerService } from './ports.ts'

/** What those who run the machine look at and change, beyond the sales themselves. */
export interface OfficePorts {
  /** Returns the tickets sold and returned in a shift, by default the current one. Null if there is no such shift. */
  readonly traded: (shiftNo: number | null) => ShiftTrade | null
  /** Rows before that one, or the last ones, newest first; codes that open gates are cut short. */
  readonly journal: (wanted: JournalWish) => readonly JournalLine[]
  /** The whole ledger judged from its documented format. */
  readonly verify: () => Promise<LedgerVerdict>
  /** A provider's report held against the ledger's payments, with a table of what differs; without days today's. */
  readonly settle: (wish: SettleWish) => Promise<Result<SettlementView, UnreadableReport>>
  readonly settings: SettingsFile
  readonly people: PeopleKeeper
  /** Has that printer print a test page; null: there is no such printer. */
  readonly testPrint: (printer: string) => Promise<PrintOutcome | null>
  /** Makes a card that lies beside the machine: saved as a file, and printed where reports go to A4 (null: nowhere). */
  readonly makeCard: (
    card: CardName,
    language: Language,
  ) => Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }>
  /** Asks each provider of payments whether it lets this machine in. */
  readonly examineProviders: () => Promise<readonly ExaminedProviderView[]>
  /** Writes what helps to find a fault into one file, without secrets and personal data; its path. */
  readonly diagnose: (seen: DiagnosedState) => Promise<string>
}

export interface SettleWish {
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

/** The machine's settings file. */
export interface SettingsFile {
  view(): readonly SettingView[]
  /** Null leaves it out again. Nothing is written unless the program would start with it. */
  change(key: string, value: SettingValue | null): Result<{ readonly before: SettingValue | null }, SettingRefused>
}

/** Who works with the machine. PINs go in and never come out. */
export interface PeopleKeeper {
  list(): readonly Member[]
  add(member: Member, pin: string): Promise<Result<unknown, { readonly type: 'number-taken' }>>
  renewPin(number: string, pin: string): Promise<Result<unknown, { readonly type: 'no-such-number' }>>
  remove(number: string): Result<unknown, { readonly type: 'no-such-number' }>
}

export interface SettingRefused {
  readonly type: 'setting-refused'
  readonly faults: readonly SettingFault[]
}

/** How the machine was when somebody asked for a diagnosis. */
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

/** The access codes that this machine has. */
export interface AccessCodes {
  /** Of one event, from all who told one, the likeliest first. */
  of(eventId: string): Promise<readonly KnownCode[]>
  /** Keeps what somebody typed. Throws where it cannot be written. */
  keep(eventId: string, code: string): void
  /** Asks the hub that sends codes whether there are others, where there is one; resolves soon, whatever comes of it. */
  renew(): Promise<void>
}

/**
 * Tries the codes in their order, each in every form that may have been meant, until the service takes one or says something else.
 * Null: there are none.
 */
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

/** The service knows the event and does not take the code. */
export function isCodeRefused(error: PartnerError): boolean {
  return error.type === 'refused' && error.status === 403
}

/** What came of a session that was asked for; null: no answer, which says nothing about the event. */
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

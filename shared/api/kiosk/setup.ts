import { z } from 'zod'
import { paperNames, rollNames } from '../../domain/documents/paper.ts'
import type { Readiness } from '../../domain/fleet/readiness.ts'
import { languages } from '../../domain/language.ts'
import { noteEncryptions } from '../../domain/money/notes.ts'
import { drivenTenders, type TenderKind, tenderKinds } from '../../domain/money/tender.ts'
import type { HoldNotice, SaleState } from '../../domain/sale/sale.ts'
import type { Member } from '../../domain/staff.ts'
import { MAX_SELLER_TEXT, MAX_TERMS_NOTE, numberLimits } from '../../domain/text-forms.ts'
import { type Api, publicCommand, type Failures, type Inputs, reportScreenFault, type Values } from './command.ts'
import type { commands } from './commands.ts'
import { accessCode, member as memberFields, person, wireId } from './fields.ts'
import type { Plain } from './failures.ts'
import type { SettingFault } from './office-views.ts'
import { setupProfiles } from '../../domain/mode.ts'
import { type Examination, type ExaminedStep, paymentFields, type PaymentForm } from './payment-forms.ts'
import { settingFields } from './setting-fields.ts'
import type { ReviewNotice, SaleView } from './views.ts'

const line = z.string().trim().max(300)

/** How requests to the partner are signed. `secret` is write-only and never returned. */
const signing = z.discriminatedUnion('scheme', [
  z.strictObject({ scheme: z.literal('none') }),
  z.strictObject({
    scheme: z.enum(['stadepass-hmac', 'hmac-sha256', 'ed25519', 'ecdsa-p256-sha256', 'rsa-pss-sha512']),
    keyId: line,
    /** Secret of the signature; the previous secret is used when absent. */
    secret: z.string().max(10_000).optional(),
  }),
])

const partner = z.strictObject({
  baseUrl: line,
  partnerCode: line,
  /** How requests are signed; unchanged when absent, and unsigned if never answered. */
  signing: signing.optional(),
  /**
   * PEM certificates that are trusted at the partner in place of the system's. Null to trust those of the system;
   * unchanged when absent.
   */
  certificate: z.string().trim().max(50_000).nullable().optional(),
})

/** Provider of a tender, with the settings of its driver. `secrets` are write-only and never returned. */
const provider = z.strictObject({
  driver: line,
  /** Values as typed. An empty line counts as unanswered. */
  fields: z.partialRecord(z.enum(paymentFields), line),
  /** Absent secrets are unchanged. */
  secrets: z.partialRecord(z.enum(paymentFields), z.string().max(10_000)).optional(),
})

/** Note acceptor of a kiosk. */
const noteDevice = z.strictObject({
  /** `/dev/…`, `COM3` or `tcp://HOST:PORT`. */
  device: line,
  encryption: z.enum(noteEncryptions),
  /** Currency of the notes. An empty line selects the default. */
  currency: line,
})

/** Hub that manages this machine. */
const fleet = z.strictObject({
  hub: line,
  /** One-time code, used at the end of the set-up. It is write-only and never returned. */
  invitation: line.min(1).optional(),
})

const rollOrSheet = z.enum(paperNames)
const printer = z.discriminatedUnion('kind', [
  /** Tickets are saved as files. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('queue'), queue: line.min(1), paper: rollOrSheet }),
  /** `address`: a receipt printer at `tcp://HOST:PORT`, or a file under `/dev/`. */
  z.strictObject({ kind: z.literal('receipt'), address: line, paper: z.enum(rollNames) }),
])

/** Cash drawer at the receipt printer of a role, with the pin of its connector and its opening pulse. */
const drawer = z.strictObject({
  at: z.enum(['tickets', 'receipts', 'reports']),
  pin: z.union([z.literal(2), z.literal(5)]).optional(),
  /** Pulse length in milliseconds. */
  pulseMs: z.int().optional(),
})

/** A staff member. `pin` is write-only, never returned, and unchanged when absent. */
const member = z.strictObject({ ...memberFields, pin: person.pin.optional() })

const sellerText = z.string().trim().max(MAX_SELLER_TEXT)
/** The seller. An empty line counts as unanswered. */
const seller = z.strictObject({
  name: sellerText,
  address: sellerText,
  contact: sellerText,
  taxNumber: sellerText.optional(),
  /** Value-added tax in percent; null if the seller is not liable for it, unchanged when absent. */
  taxRate: z.int().min(numberLimits.taxRate.min).max(numberLimits.taxRate.max).nullable().optional(),
})

const termsNote = z.string().trim().max(MAX_TERMS_NOTE)
const termsTexts = z.partialRecord(z.enum(languages), settingFields.termsSource)
/** Conditions of sale and privacy notice. The path of a file is absolute or relative to the settings folder. */
const terms = z.strictObject({
  conditions: termsTexts,
  privacy: termsTexts,
  /** Version and address of the texts; empty for none, unchanged when absent. */
  version: termsNote.optional(),
  address: termsNote.optional(),
})

/** Answers of the set-up, given part by part or all at once. */
export const setupAnswers = z.strictObject({
  profile: z.enum(setupProfiles).optional(),
  /** Language to which the screens return. */
  language: z.enum(languages).optional(),
  languages: z.array(z.enum(languages)).min(1).optional(),
  deviceId: line.optional(),
  /** Tenders to offer. A kiosk offers only cash and the tenders that have a provider. */
  tenders: z.array(z.enum(tenderKinds)).min(1).optional(),
  /** Whether the window fills the screen and cannot be left. */
  locked: z.boolean().optional(),
  partner: partner.optional(),
  /**
   * Provider of each tender; unchanged when absent. Null for no provider: at a desk, the cashier then reports the
   * result of a standalone terminal.
   */
  payments: z.partialRecord(z.enum(drivenTenders), provider.nullable()).optional(),
  /** Note acceptor; null if there is none, unchanged when absent. */
  notes: noteDevice.nullable().optional(),
  /** The venue's own names of tenders; null for the default name. */
  tenderNames: z.partialRecord(z.enum(tenderKinds), settingFields.tenderName.nullable()).optional(),
  /** Where secrets are stored: encrypted by the system's keyring, or in a file that only this account can read. */
  secretIn: z.enum(['keyring', 'file']).optional(),
  /** Printer of the tickets. */
  printer: printer.optional(),
  /** A separate printer, or the role whose printer is shared; unchanged when absent. */
  receipts: z.union([z.literal('tickets'), printer]).optional(),
  reports: z.union([z.enum(['tickets', 'receipts']), printer]).optional(),
  /** Cash drawer; null if there is none, unchanged when absent. */
  drawer: drawer.nullable().optional(),
  /**
   * Terminals for cards and mobile money without a provider; unchanged when absent. `simulated` is for the demo only.
   */
  terminals: z.enum(['simulated', 'manual']).optional(),
  /** Whether a person has seen that the test page was printed completely and clearly. */
  pageSeen: z.boolean().optional(),
  screen: z
    .strictObject({
      pixelsPerMillimetre: z.number().min(1).max(20),
      screenBottomMillimetres: z.number().min(0).max(1000),
    })
    .optional(),
  /** The machine's own PIN, for staff without a staff number. */
  machinePin: person.pin.optional(),
  /** Staff members to add to those already known. */
  people: z.array(member).max(100).optional(),
  /** Numbers of former staff members, who are removed. */
  formerStaff: z.array(person.staff.unwrap()).max(100).optional(),
  /** Required for a machine with real sales. */
  seller: seller.optional(),
  terms: terms.optional(),
  /** Hub of the machine; null if the machine does not report to a hub. */
  fleet: fleet.nullable().optional(),
  /** Access codes by event id, in addition to those given before. They are write-only and never returned. */
  accessCodes: z.record(wireId, accessCode).optional(),
})

export type SetupAnswers = z.infer<typeof setupAnswers>
export type SetupPartner = z.infer<typeof partner>
export type SetupProvider = z.infer<typeof provider>
export type SetupNotes = z.infer<typeof noteDevice>
export type SetupSigning = z.infer<typeof signing>
export type SetupPrinter = z.infer<typeof printer>
export type SetupSeller = z.infer<typeof seller>
export type SetupTerms = z.infer<typeof terms>
export type SetupMember = z.infer<typeof member>

type Refused = { readonly type: 'setup-refused'; readonly faults: readonly SettingFault[] }

/** Reason why the first ticket cannot be sold or cancelled. */
export type FirstTicketRefused =
  | Refused
  | Failures<typeof commands>['viewService' | 'returnTickets' | 'payReturn']
  | { readonly type: 'sale-in-progress' | 'nothing-to-cancel' }

const nothing = () => ({})

/**
 * Commands of the set-up screens, available only while the machine has no settings or a technician repeats the set-up.
 * During the set-up, `reportScreenFault` is the only available command of the kiosk.
 */
export const setupCommands = {
  viewSetup: publicCommand(nothing).answers<SetupView>(),
  reportScreenFault,
  /** Saves the given answers if the program would start with them. Absent answers stay unchanged. */
  answerSetup: publicCommand(() => setupAnswers.shape).answers<SetupView, Refused>(),
  /**
   * Tests the partner step by step, opens each event with a known code, queries the printer, and judges whether the
   * machine could sell. `setup-changed` reports each completed step.
   */
  examineSetup: publicCommand(nothing).answers<SetupView, Refused | Plain<'nothing-to-test'>>(),
  /** Tests the provider or device given for this tender, without a payment. */
  examinePayment: publicCommand(() => ({ tender: z.enum([...drivenTenders, 'notes']) })).answers<
    SetupView,
    Plain<'nothing-to-test'>
  >(),
  /** Returns the serial ports of this machine, for the choice of a note acceptor. */
  findSerialPorts: publicCommand(nothing).answers<readonly SerialPortView[]>(),
  /** Reads the certificate at the partner's address, without trusting it. */
  probeCertificate: publicCommand(nothing).answers<CertificateStatus, Plain<'nothing-to-test'>>(),
  /** Returns a random PIN that is hard to guess, without assigning it to a person. */
  drawPin: publicCommand(nothing).answers<string>(),
  findPrinters: publicCommand(nothing).answers<readonly PrinterFoundView[]>(),
  /** Prints the test page. */
  tryPrinter: publicCommand(nothing).answers<SetupView, Plain<'nothing-to-test'>>(),
  /**
   * Writes the complete settings and uses them to sell one ticket for cash, authorised by the machine's own PIN.
   * Outside the demo, the sale is real. `setup-changed` reports each step of the sale.
   */
  sellFirstTicket: publicCommand(({ person }) => ({ pin: person.pin })).answers<SetupView, FirstTicketRefused>(),
  /** Voids and refunds the first sale, authorised by the person who sold it and a supervisor. */
  cancelFirstTicket: publicCommand(({ second, reason }) => ({ second, reason })).answers<
    SetupView,
    FirstTicketRefused
  >(),
  /** Writes the complete settings and starts the machine with them. */
  finishSetup: publicCommand(nothing).answers<null, Refused>(),
  /** Leaves the set-up and starts with the previous settings, or with the new ones if they are already written. */
  leaveSetup: publicCommand(nothing).answers<null, Plain<'no-settings'>>(),
}

type Table = typeof setupCommands

export type SetupCommandName = keyof Table
export type SetupInput<N extends SetupCommandName> = Inputs<Table>[N]
export type SetupValue<N extends SetupCommandName> = Values<Table>[N]
export type SetupFailure<N extends SetupCommandName> = Failures<Table>[N]
export type SetupApi = Api<Table>

/** Result of the test page. `reason`: as in `PrinterView`, or `refused` or `storage-full`. */
export interface TriedPrinter {
  readonly outcome: 'printing' | 'printed' | 'failed' | 'unknown'
  readonly reason: string
  /** Message of the device. */
  readonly detail: string
}

/** A printer that was found. */
export interface PrinterFoundView {
  readonly kind: 'queue' | 'receipt'
  /** Name of the queue, or path of the device file. */
  readonly address: string
  readonly standard: boolean
}

/** A serial port of this machine. */
export interface SerialPortView {
  /** Path as written in the settings. */
  readonly path: string
  /** Manufacturer that the connected device reports; empty if it reports none. */
  readonly maker: string
}

/**
 * Certificate at the partner's address. `own`: trusted as the venue's own, not by the system. `unknown`: not trusted
 * until a person compares its `fingerprint` with the one that the hub prints. `unfit`: cannot be trusted at all.
 */
export type CertificateStatus =
  | { readonly state: 'plain' }
  | { readonly state: 'trusted'; readonly own: boolean }
  | ({ readonly state: 'unknown'; readonly pem: string } & CertificateFacts)
  | ({
      readonly state: 'unfit'
      readonly reason: 'other-name' | 'over' | 'incomplete'
      readonly code: string
    } & CertificateFacts)
  | { readonly state: 'unreachable'; readonly code: string }

interface CertificateFacts {
  /** SHA-256 fingerprint, in groups of four digits. */
  readonly fingerprint: string
  /** Names for which the certificate was issued. */
  readonly names: string
  /** Last day of validity, `YYYY-MM-DD`. */
  readonly until: string
}

/** An event on sale, and the result of opening it. */
export interface SetupEvent {
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  /** Result of opening the event; null until tested with the current codes. */
  readonly tried: Pick<ExaminedStep, 'outcome' | 'text'> | null
}

/** A staff member of the machine. */
export interface SetupPerson extends Member {
  readonly hasPin: boolean
}

/** One ticket that the machine sells before its set-up ends. */
export interface FirstTicketView {
  /** The sale as its screen would show it; null if it does not exist yet. */
  readonly sale: SaleView | null
  /** State in the ledger; null if the sale is not recorded yet. */
  readonly state: SaleState | null
  readonly underWay: boolean
  /** Why no ticket was sold; null if there is no failure, or `sale` already contains it. */
  readonly failure: FirstTicketFailure | null
  /** Reply of the booking service to the cancellation; null if the ticket was not cancelled. */
  readonly cancelled: 'cancelled' | 'asked' | 'none' | null
}

type FirstTicketFailure =
  | Failures<typeof commands>['listEvents' | 'startVisit' | 'proposeSeats' | 'holdSeats' | 'pay' | 'confirmCash']
  | HoldNotice
  | ReviewNotice
  | Plain<'no-events' | 'no-seats'>
  /** The machine takes no cash. The first ticket of a machine without cash is sold after the start, like any other. */
  | Plain<'no-cash'>

/** Status of a set-up: the answers so far, without secrets and PINs. */
export interface SetupView {
  readonly version: string
  /** Whether the machine has previous settings to return to; false once the answers have replaced them. */
  readonly again: boolean
  /** Whether the settings are written. The machine then starts with them, even if this page is closed. */
  readonly written: boolean
  readonly suggestedName: string
  readonly answers: Omit<SetupAnswers, 'people' | 'formerStaff' | 'machinePin' | 'accessCodes'>
  /** Name of the system's keyring; null if there is none that is secure. */
  readonly keyring: string | null
  /** Where the secret is stored: as answered, or the default of the machine. */
  readonly secretIn: 'keyring' | 'file'
  /** Whether the partner's secret is known. */
  readonly hasSecret: boolean
  /**
   * Known secrets of payment providers, such as `payments.orange-money.clientSecret`. Known secrets need not be typed
   * again.
   */
  readonly paymentSecrets: readonly string[]
  /** Forms of all payment drivers. */
  readonly paymentForms: readonly PaymentForm[]
  /** Test results by tender; absent if a tender was not tested since its answer changed. */
  readonly examinedPayments: Readonly<Partial<Record<TenderKind, Examination>>>
  readonly hasMachinePin: boolean
  /** Staff members in the machine's list, including those added by the answers. */
  readonly people: readonly SetupPerson[]
  /** Whether the venue's own certificate is trusted at the partner's address. */
  readonly hasCertificate: boolean
  /** Whether the machine is enrolled at the given hub, or has its one-time code. */
  readonly mayJoinHub: boolean
  /** Ids of events whose access code was given. */
  readonly codesGiven: readonly string[]
  /** Result of testing the partner; null if the partner was not tested since its settings changed. */
  readonly examination: Examination | null
  /** Events that the examination found; null until the service has returned them. */
  readonly events: readonly SetupEvent[] | null
  /**
   * Whether a machine with these answers could sell; null until the examination has ended, and again after an answer
   * has changed.
   */
  readonly readiness: Readiness | null
  readonly triedPrinter: TriedPrinter | null
  /** State of the first sale; null until it was attempted. */
  readonly firstTicket: FirstTicketView | null
  /** Whether the ticketing service is the venue's own hub, which supports cancellation. */
  readonly ticketCanBeCancelled: boolean
}

export interface SetupEvents {
  'setup-changed': SetupView
}

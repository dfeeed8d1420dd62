import { z } from 'zod'
import { paperNames, rollNames } from '../../domain/documents/paper.ts'
import type { Readiness } from '../../domain/fleet/readiness.ts'
import { languages } from '../../domain/language.ts'
import { noteEncryptions } from '../../domain/money/notes.ts'
import { providedTenders, type TenderKind, tenderKinds } from '../../domain/money/tender.ts'
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

const signing = z.discriminatedUnion('scheme', [
  z.strictObject({ scheme: z.literal('none') }),
  z.strictObject({
    scheme: z.enum(['stadepass-hmac', 'hmac-sha256', 'ed25519', 'ecdsa-p256-sha256', 'rsa-pss-sha512']),
    keyId: line,
    /** Secret for the signature, which is never returned; unchanged when absent. */
    secret: z.string().max(10_000).optional(),
  }),
])

const partner = z.strictObject({
  baseUrl: line,
  partnerCode: line,
  /** Unchanged when absent; requests are unsigned if this question was never answered. */
  signing: signing.optional(),
  /**
   * PEM certificates that are trusted for the partner's server; null for the system's certificates, unchanged when
   * absent.
   */
  certificate: z.string().trim().max(50_000).nullable().optional(),
})

const provider = z.strictObject({
  driver: line,
  /** Values as typed. An empty line counts as unanswered. */
  fields: z.partialRecord(z.enum(paymentFields), line),
  /** Secrets, which are never returned. Absent secrets are unchanged. */
  secrets: z.partialRecord(z.enum(paymentFields), z.string().max(10_000)).optional(),
})

const noteDevice = z.strictObject({
  /** `/dev/…`, `COM3` or `tcp://HOST:PORT`. */
  device: line,
  encryption: z.enum(noteEncryptions),
  /** Currency of the notes; an empty line selects the default. */
  currency: line,
})

const fleet = z.strictObject({
  hub: line,
  /** One-time code, used at the end of the set-up and never returned. */
  invitation: line.min(1).optional(),
})

const rollOrSheet = z.enum(paperNames)
const printer = z.discriminatedUnion('kind', [
  /** Tickets are saved as files. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('queue'), queue: line.min(1), paper: rollOrSheet }),
  /** `address`: `tcp://HOST:PORT`, or a file under `/dev/`. */
  z.strictObject({ kind: z.literal('receipt'), address: line, paper: z.enum(rollNames) }),
])

/**
 * Cash drawer connected to the printer of a role, with the pin of its connector and the duration of its opening pulse.
 */
const drawer = z.strictObject({
  at: z.enum(['tickets', 'receipts', 'reports']),
  pin: z.union([z.literal(2), z.literal(5)]).optional(),
  pulseMs: z.int().optional(),
})

/** A staff member. `pin` is never returned, and unchanged when absent. */
const member = z.strictObject({ ...memberFields, pin: person.pin.optional() })

const sellerText = z.string().trim().max(MAX_SELLER_TEXT)
/** An empty line counts as unanswered. */
const seller = z.strictObject({
  name: sellerText,
  address: sellerText,
  contact: sellerText,
  taxNumber: sellerText.optional(),
  /** Value-added tax in percent; null if the seller is not liable for value-added tax, unchanged when absent. */
  taxRate: z
    .number()
    .min(numberLimits.taxRate.min)
    .max(numberLimits.taxRate.max)
    .multipleOf(0.01)
    .nullable()
    .optional(),
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

export const setupAnswers = z.strictObject({
  profile: z.enum(setupProfiles).optional(),
  /** Default language, in which the screens are shown between customers. */
  language: z.enum(languages).optional(),
  languages: z.array(z.enum(languages)).min(1).optional(),
  deviceId: line.optional(),
  /** Tenders to offer. A kiosk offers only cash and the tenders that have a provider. */
  tenders: z.array(z.enum(tenderKinds)).min(1).optional(),
  /** Whether the window fills the screen and cannot be closed or left. */
  locked: z.boolean().optional(),
  partner: partner.optional(),
  /** Provider of each tender; null for a standalone terminal at a desk, unchanged when absent. */
  payments: z.partialRecord(z.enum(providedTenders), provider.nullable()).optional(),
  /** Note acceptor; null for none, unchanged when absent. */
  notes: noteDevice.nullable().optional(),
  /** The venue's own names of tenders; null for the default name. */
  tenderNames: z.partialRecord(z.enum(tenderKinds), settingFields.tenderName.nullable()).optional(),
  /** Storage of secrets: encrypted by the system's keyring, or in a file that only the program's account can read. */
  secretIn: z.enum(['keyring', 'file']).optional(),
  printer: printer.optional(),
  /** Separate printer, or the role whose printer is shared; unchanged when absent. */
  receipts: z.union([z.literal('tickets'), printer]).optional(),
  reports: z.union([z.enum(['tickets', 'receipts']), printer]).optional(),
  /** Cash drawer; null for none, unchanged when absent. */
  drawer: drawer.nullable().optional(),
  /** Terminals of tenders without a provider; unchanged when absent. `simulated` is for the demo only. */
  terminals: z.enum(['simulated', 'manual']).optional(),
  /** Whether a person has confirmed that the test page was printed completely and clearly. */
  pageSeen: z.boolean().optional(),
  screen: z
    .strictObject({
      pixelsPerMillimetre: z.number().min(1).max(20),
      screenBottomMillimetres: z.number().min(0).max(1000),
    })
    .optional(),
  /** PIN for staff without a staff number. */
  machinePin: person.pin.optional(),
  /** Staff members to add to the existing ones. */
  people: z.array(member).max(100).optional(),
  /** Numbers of staff members to remove. */
  formerStaff: z.array(person.staff.unwrap()).max(100).optional(),
  /** Required for real sales. */
  seller: seller.optional(),
  terms: terms.optional(),
  /** Hub that manages the kiosk or desk; null for none. */
  fleet: fleet.nullable().optional(),
  /** Additional access codes by event id, which are never returned. */
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

export type FirstTicketRefused =
  | Refused
  | Failures<typeof commands>['viewService' | 'returnTickets' | 'payReturn']
  | { readonly type: 'sale-in-progress' | 'nothing-to-cancel' }

const nothing = () => ({})

/** Commands that are available only without settings or while a technician repeats the set-up. */
export const setupCommands = {
  viewSetup: publicCommand(nothing).answers<SetupView>(),
  reportScreenFault,
  /** Saves the given answers if the program would start with the new settings. Absent answers stay unchanged. */
  answerSetup: publicCommand(() => setupAnswers.shape).answers<SetupView, Refused>(),
  /** Tests the partner, the access codes and the printer. `setup-changed` reports each completed step. */
  examineSetup: publicCommand(nothing).answers<SetupView, Refused | Plain<'nothing-to-test'>>(),
  /** Tests the provider or device of the tender, without a payment. */
  examinePayment: publicCommand(() => ({ tender: z.enum([...providedTenders, 'notes']) })).answers<
    SetupView,
    Plain<'nothing-to-test'>
  >(),
  findSerialPorts: publicCommand(nothing).answers<readonly SerialPortView[]>(),
  /** Reads the certificate at the partner's address, without trusting the certificate. */
  probeCertificate: publicCommand(nothing).answers<CertificateStatus, Plain<'nothing-to-test'>>(),
  /** Returns a random PIN that is hard to guess, without assigning it to a person. */
  drawPin: publicCommand(nothing).answers<string>(),
  findPrinters: publicCommand(nothing).answers<readonly PrinterFoundView[]>(),
  tryPrinter: publicCommand(nothing).answers<SetupView, Plain<'nothing-to-test'>>(),
  /**
   * Writes the settings and sells one ticket for cash, authorised by a PIN. In live mode, the ticket is really sold.
   */
  sellFirstTicket: publicCommand(({ person }) => ({ pin: person.pin })).answers<SetupView, FirstTicketRefused>(),
  /** Voids and refunds the first sale, authorised by the person who sold it and a supervisor. */
  cancelFirstTicket: publicCommand(({ second, reason }) => ({ second, reason })).answers<
    SetupView,
    FirstTicketRefused
  >(),
  /** Writes the complete settings and starts the program with them. */
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

/** `reason`: one of the reasons in `PrinterView`, or `refused` or `storage-full`. */
export interface TriedPrinter {
  readonly outcome: 'printing' | 'printed' | 'failed' | 'unknown'
  readonly reason: string
  readonly detail: string
}

export interface PrinterFoundView {
  readonly kind: 'queue' | 'receipt'
  /** Name of the queue, or path of the device file. */
  readonly address: string
  readonly standard: boolean
}

export interface SerialPortView {
  readonly path: string
  /** Manufacturer that the connected device reports; empty if none is reported. */
  readonly maker: string
}

/**
 * `own`: whether the certificate is trusted because of the venue's own certificates. `unknown`: trusted only after a
 * person compares its `fingerprint` with the fingerprint that the hub prints. `unfit`: cannot be trusted.
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
  readonly names: string
  /** Last day of validity, `YYYY-MM-DD`. */
  readonly until: string
}

export interface SetupEvent {
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  /** Result of opening the event at the booking service; null until tested with the current access codes. */
  readonly tried: Pick<ExaminedStep, 'outcome' | 'text'> | null
}

export interface SetupPerson extends Member {
  readonly hasPin: boolean
}

export interface FirstTicketView {
  /** The sale as shown on the screen; null if the sale does not exist yet. */
  readonly sale: SaleView | null
  /** State of the sale in the ledger; null if the sale is not recorded yet. */
  readonly state: SaleState | null
  readonly underWay: boolean
  /** Reason why no ticket was sold; null without a failure, or if `sale` contains the reason. */
  readonly failure: FirstTicketFailure | null
  /** Reply of the booking service to the cancellation; null if the ticket was not cancelled. */
  readonly cancelled: 'cancelled' | 'asked' | 'none' | null
}

type FirstTicketFailure =
  | Failures<typeof commands>['listEvents' | 'startVisit' | 'proposeSeats' | 'holdSeats' | 'pay' | 'confirmCash']
  | HoldNotice
  | ReviewNotice
  | Plain<'no-events' | 'no-seats'>
  /** Cash is not accepted, so the first ticket is sold after the set-up. */
  | Plain<'no-cash'>

/** Status of a set-up, with the answers so far, without secrets and PINs. */
export interface SetupView {
  readonly version: string
  /** Whether there are previous settings to return to; false once the answers have replaced them. */
  readonly again: boolean
  /** Whether the settings are written, so that the program starts with them even if the page is closed. */
  readonly written: boolean
  readonly suggestedName: string
  readonly answers: Omit<SetupAnswers, 'people' | 'formerStaff' | 'machinePin' | 'accessCodes'>
  /** Name of the system's keyring; null if the system has no secure keyring. */
  readonly keyring: string | null
  /** Place where the secret is stored: as answered, or the default. */
  readonly secretIn: 'keyring' | 'file'
  readonly hasSecret: boolean
  /** Names of secrets that need not be typed again, such as `payments.orange-money.clientSecret`. */
  readonly paymentSecrets: readonly string[]
  readonly paymentForms: readonly PaymentForm[]
  /** Test results by tender; absent if a tender was not tested since its answer changed. */
  readonly examinedPayments: Readonly<Partial<Record<TenderKind, Examination>>>
  readonly hasMachinePin: boolean
  readonly people: readonly SetupPerson[]
  readonly hasCertificate: boolean
  /** Whether the device is enrolled at the given hub, or its one-time code is known. */
  readonly mayJoinHub: boolean
  readonly codesGiven: readonly string[]
  /** Result of testing the partner; null if the partner was not tested since its settings changed. */
  readonly examination: Examination | null
  /** Events found by testing the partner; null until the service has returned events. */
  readonly events: readonly SetupEvent[] | null
  /** Whether the answers allow selling; null until tested since the last change. */
  readonly readiness: Readiness | null
  readonly triedPrinter: TriedPrinter | null
  /** State of the first sale; null until the first sale was attempted. */
  readonly firstTicket: FirstTicketView | null
  /** Whether the ticketing service is the venue's own hub, which supports cancellation. */
  readonly ticketCanBeCancelled: boolean
}

export interface SetupEvents {
  'setup-changed': SetupView
}

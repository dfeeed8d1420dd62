import { z } from 'zod'
import { paperNames, rollNames } from '../domain/documents/paper.ts'
import type { Readiness } from '../domain/fleet/readiness.ts'
import { languages } from '../domain/language.ts'
import { noteEncryptions } from '../domain/money/notes.ts'
import { drivenTenders, type TenderKind, tenderKinds } from '../domain/money/tender.ts'
import type { HoldNotice, SaleState } from '../domain/sale/sale.ts'
import type { StaffRole } from '../domain/staff.ts'
import { MAX_SELLER_TEXT, MAX_TERMS_NOTE, numberLimits } from '../domain/text-forms.ts'
import { type Api, everybody, type Failures, type Inputs, reportScreenFault, type Values } from './command.ts'
import type { commands } from './commands.ts'
import { accessCode, member as memberFields, person, wireId } from './fields.ts'
import type { SettingFault } from './office-views.ts'
import { setupProfiles } from '../domain/mode.ts'
import { type Examination, type ExaminedStep, paymentFields, type PaymentForm } from './payment-forms.ts'
import { settingFields } from './setting-fields.ts'
import type { ReviewNotice, SaleView } from './views.ts'

const line = z.string().trim().max(300)

/** How requests to the partner are signed; `secret` goes in and never comes out. */
const signing = z.discriminatedUnion('scheme', [
  z.strictObject({ scheme: z.literal('none') }),
  z.strictObject({
    scheme: z.enum(['stadepass-hmac', 'hmac-sha256', 'ed25519', 'ecdsa-p256-sha256', 'rsa-pss-sha512']),
    keyId: line,
    /** Left out: the one that was given before. */
    secret: z.string().max(10_000).optional(),
  }),
])

const partner = z.strictObject({
  baseUrl: line,
  partnerCode: line,
  /** Left out: as it was answered before; at first not at all. */
  signing: signing.optional(),
  /** In PEM: what is trusted there in place of the system's certificates. Null: the system's. Absent: unchanged. */
  certificate: z.string().trim().max(50_000).nullable().optional(),
})

/** Who takes the money of a tender, with what its driver has to be told; `secrets` go in and never come out. */
const provider = z.strictObject({
  driver: line,
  /** As typed; an empty line is no answer. */
  fields: z.partialRecord(z.enum(paymentFields), line),
  /** Those left out are as they were given before. */
  secrets: z.partialRecord(z.enum(paymentFields), z.string().max(10_000)).optional(),
})

/** The device that takes banknotes at a kiosk. */
const noteDevice = z.strictObject({
  /** `/dev/…`, `COM3` or `tcp://HOST:PORT`. */
  device: line,
  encryption: z.enum(noteEncryptions),
  /** Of its notes; an empty line: the usual one. */
  currency: line,
})

/** The hub that looks after this machine. */
const fleet = z.strictObject({
  hub: line,
  /** Good once, at the end of the set-up; goes in and never comes out. */
  invitation: line.min(1).optional(),
})

const rollOrSheet = z.enum(paperNames)
const printer = z.discriminatedUnion('kind', [
  /** Tickets are saved as files. */
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('queue'), queue: line.min(1), paper: rollOrSheet }),
  /** A receipt printer at `tcp://HOST:PORT`, or a file below `/dev/`. */
  z.strictObject({ kind: z.literal('receipt'), address: line, paper: z.enum(rollNames) }),
])

/** The cash drawer at the receipt printer of a role, with its connector's pin and the pulse that opens it. */
const drawer = z.strictObject({
  at: z.enum(['tickets', 'receipts', 'reports']),
  pin: z.union([z.literal(2), z.literal(5)]).optional(),
  /** In milliseconds. */
  pulseMs: z.int().optional(),
})

/** Somebody who may sign in; `pin` goes in and never comes out. Absent: unchanged. */
const member = z.strictObject({ ...memberFields, pin: person.pin.optional() })

const sellerText = z.string().trim().max(MAX_SELLER_TEXT)
/** Who sells; an empty line is no answer. */
const seller = z.strictObject({
  name: sellerText,
  address: sellerText,
  contact: sellerText,
  taxNumber: sellerText.optional(),
  /** In percent; null: the seller is not liable. Absent: unchanged. */
  taxRate: z.int().min(numberLimits.taxRate.min).max(numberLimits.taxRate.max).nullable().optional(),
})

const termsNote = z.string().trim().max(MAX_TERMS_NOTE)
const termsTexts = z.partialRecord(z.enum(languages), settingFields.termsSource)
/** Conditions of sale and privacy notice; a file is named by its full path, or from the folder of the settings. */
const terms = z.strictObject({
  conditions: termsTexts,
  privacy: termsTexts,
  /** Empty: none. Absent: unchanged. */
  version: termsNote.optional(),
  address: termsNote.optional(),
})

/** What a machine is told about itself, one part after the other or all at once. */
export const setupAnswers = z.strictObject({
  profile: z.enum(setupProfiles).optional(),
  /** To which the screens return. */
  language: z.enum(languages).optional(),
  languages: z.array(z.enum(languages)).min(1).optional(),
  deviceId: line.optional(),
  /** Ways to pay; of them a kiosk takes cash, and what has a provider. */
  tenders: z.array(z.enum(tenderKinds)).min(1).optional(),
  /** The window fills the screen and has no way out. */
  locked: z.boolean().optional(),
  partner: partner.optional(),
  /** Null: none; at a desk the cashier says what a device beside it did. Absent: unchanged. */
  payments: z.partialRecord(z.enum(drivenTenders), provider.nullable()).optional(),
  /** Null: no drawer. Absent: unchanged. */
  notes: noteDevice.nullable().optional(),
  /** What people call a way to pay; null: by its usual name. */
  tenderNames: z.partialRecord(z.enum(tenderKinds), settingFields.tenderName.nullable()).optional(),
  /** Where secrets are kept: sealed by the system's keyring, or in a file that this account alone may read. */
  secretIn: z.enum(['keyring', 'file']).optional(),
  /** Printer of the tickets. */
  printer: printer.optional(),
  /** A printer of their own, or the role whose printer prints them, too. Absent: unchanged. */
  receipts: z.union([z.literal('tickets'), printer]).optional(),
  reports: z.union([z.enum(['tickets', 'receipts']), printer]).optional(),
  /** Null: no drawer. Absent: unchanged. */
  drawer: drawer.nullable().optional(),
  /** Terminals for cards and mobile money without a provider; `simulated` in the demo alone. Absent: unchanged. */
  terminals: z.enum(['simulated', 'attended']).optional(),
  /** Somebody saw its test page come out whole and clear. */
  pageSeen: z.boolean().optional(),
  screen: z
    .strictObject({
      pixelsPerMillimetre: z.number().min(1).max(20),
      screenFootMillimetres: z.number().min(0).max(1000),
    })
    .optional(),
  /** The machine's own PIN, for those without a number. */
  machinePin: person.pin.optional(),
  /** Beside those who work with it already. */
  people: z.array(member).max(100).optional(),
  /** Numbers of those who do so no more. */
  formerPeople: z.array(person.staff.unwrap()).max(100).optional(),
  /** Asked of a machine that sells for money, which is not set up without. */
  seller: seller.optional(),
  terms: terms.optional(),
  /** Null: no hub is told how this machine is. */
  fleet: fleet.nullable().optional(),
  /** By event id, beside those that were given before. They go in and never come out. */
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

/** Why the first ticket is not sold, or not cancelled. */
export type FirstTicketRefused =
  | Refused
  | Failures<typeof commands>['viewService' | 'returnTickets' | 'payReturn']
  | { readonly type: 'sale-in-progress' | 'nothing-to-cancel' }

const nothing = () => ({})

/**
 * What the screens of a machine without settings may ask, and nobody else: the installer's part of the contract. It is
 * there while there are no settings, and while a technician sets the machine up again; a running kiosk has none of it,
 * and while it is there nothing of the kiosk is, except `reportScreenFault`.
 */
export const setupCommands = {
  viewSetup: everybody(nothing).answers<SetupView>(),
  reportScreenFault,
  /** Saves these answers if the program would start with them. The others stay as they are. */
  answerSetup: everybody(() => setupAnswers.shape).answers<SetupView, Refused>(),
  /**
   * Tests the partner step by step, opens each event whose code is known, asks the printer how it is, and judges by that
   * whether the machine could sell; `setup-changed` tells each step as it ends.
   */
  examineSetup: everybody(nothing).answers<SetupView, Refused | { readonly type: 'nothing-to-test' }>(),
  /** Examines the provider or the device that was answered for this tender, and moves no money. */
  examinePayment: everybody(() => ({ tender: z.enum([...drivenTenders, 'notes']) })).answers<
    SetupView,
    { readonly type: 'nothing-to-test' }
  >(),
  /** The serial ports of this machine: at one of them a device for notes may be. */
  findSerialPorts: everybody(nothing).answers<readonly SerialPortView[]>(),
  /** Looks at the certificate of the partner's address; nothing is trusted by it. */
  seeCertificate: everybody(nothing).answers<SeenCertificate, { readonly type: 'nothing-to-test' }>(),
  /** A PIN that is not guessed. It is nobody's until it is answered for somebody. */
  drawPin: everybody(nothing).answers<string>(),
  findPrinters: everybody(nothing).answers<readonly PrinterFoundView[]>(),
  /** Prints the test page. */
  tryPrinter: everybody(nothing).answers<SetupView, { readonly type: 'nothing-to-test' }>(),
  /**
   * Writes the settings, whole, and sells one ticket with them for cash, by the machine's own PIN: a real one, but in the
   * demo. `setup-changed` tells each step of the sale.
   */
  sellFirstTicket: everybody(({ person }) => ({ pin: person.pin })).answers<SetupView, FirstTicketRefused>(),
  /** Its sale voided, and its money given back, by the person who sold it and a supervisor. */
  cancelFirstTicket: everybody(({ second, reason }) => ({ second, reason })).answers<SetupView, FirstTicketRefused>(),
  /** Writes the settings, whole, and starts what they describe. */
  finishSetup: everybody(nothing).answers<null, Refused>(),
  /** Back to the settings that were there before, as they were; where those are written already that were answered, to these. */
  leaveSetup: everybody(nothing).answers<null, { readonly type: 'no-settings' }>(),
}

type Table = typeof setupCommands

export type SetupCommandName = keyof Table
export type SetupInput<N extends SetupCommandName> = Inputs<Table>[N]
export type SetupValue<N extends SetupCommandName> = Values<Table>[N]
export type SetupFailure<N extends SetupCommandName> = Failures<Table>[N]
export type SetupApi = Api<Table>

/** What became of the test page; `reason` as in `PrinterView`, or `refused`, `storage-full`. */
export interface TriedPrinter {
  readonly outcome: 'printing' | 'printed' | 'failed' | 'unknown'
  readonly reason: string
  /** The device's own words. */
  readonly detail: string
}

/** A printer that this machine knows of. */
export interface PrinterFoundView {
  readonly kind: 'queue' | 'receipt'
  /** The queue's name, or the device's file. */
  readonly address: string
  readonly standard: boolean
}

/** A serial port of this machine. */
export interface SerialPortView {
  /** As the settings name it. */
  readonly path: string
  /** Who made what is plugged in, as it says itself; empty where it does not. */
  readonly maker: string
}

/**
 * The certificate at the partner's address. `own`: trusted as the venue's own, and not by the system. `unknown`: nobody
 * vouches for it; it is trusted once somebody compared its `fingerprint` with what the hub prints. `unfit`: not even then.
 */
export type SeenCertificate =
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
  /** SHA-256, in groups of four. */
  readonly fingerprint: string
  /** For which it was made. */
  readonly names: string
  /** Its last day, `YYYY-MM-DD`. */
  readonly until: string
}

/** An event on sale, and what became of a try to open it. */
export interface SetupEvent {
  readonly eventId: string
  readonly title: string
  readonly startsAt: string
  /** Null until it was tried with the codes as they are. */
  readonly tried: Pick<ExaminedStep, 'outcome' | 'text'> | null
}

/** Somebody who will work with the machine. */
export interface SetupPerson {
  readonly number: string
  readonly name: string
  readonly role: StaffRole
  readonly hasPin: boolean
}

/** One ticket that the machine sells before its set-up ends. */
export interface FirstTicketView {
  /** As its screen would show it; null before there is one. */
  readonly sale: SaleView | null
  /** As the ledger has it; null while nothing of it is there. */
  readonly state: SaleState | null
  readonly underWay: boolean
  /** Why it did not come to a ticket; null where the sale itself says so. */
  readonly failure: FirstTicketFailure | null
  /** What the booking service answered to its cancellation; null: it was not cancelled. */
  readonly cancelled: 'cancelled' | 'asked' | 'none' | null
}

type FirstTicketFailure =
  | Failures<typeof commands>['listEvents' | 'startVisit' | 'proposeSeats' | 'holdSeats' | 'pay' | 'confirmCash']
  | HoldNotice
  | ReviewNotice
  | { readonly type: 'no-events' }
  | { readonly type: 'no-seats' }
  /** It is sold like every other, once the machine has started. */
  | { readonly type: 'no-cash' }

/** A machine that is being set up: what it was told so far, without secrets and PINs. */
export interface SetupView {
  readonly version: string
  /** It has settings already, to which it can go back; not once the answers were written in their place. */
  readonly again: boolean
  /** The settings are written, and the machine starts with them whatever becomes of this page. */
  readonly written: boolean
  readonly suggestedName: string
  readonly answers: Omit<SetupAnswers, 'people' | 'formerPeople' | 'machinePin' | 'accessCodes'>
  /** The system's keyring, as it names itself; null where there is none to trust. */
  readonly keyring: string | null
  /** Where the secret goes: as answered, or as is usual on such a machine. */
  readonly secretIn: 'keyring' | 'file'
  /** The partner's secret was given. */
  readonly hasSecret: boolean
  /** Of providers of payments: the secrets that nobody has to type any more, such as `payments.orange-money.clientSecret`. */
  readonly paymentSecrets: readonly string[]
  /** What can take the money of mobile money here. */
  readonly paymentForms: readonly PaymentForm[]
  /** By tender; none until it was asked for, and again once it was answered again. */
  readonly examinedPayments: Readonly<Partial<Record<TenderKind, Examination>>>
  readonly hasMachinePin: boolean
  /** Those of the machine's list, with what was answered. */
  readonly people: readonly SetupPerson[]
  /** What is trusted at the partner's address is the venue's own certificate. */
  readonly hasCertificate: boolean
  /** The machine is a device of the hub that was answered, or has its invitation. */
  readonly mayJoinHub: boolean
  /** Events whose access code was given. */
  readonly codesGiven: readonly string[]
  /** Null until it was asked for, and again once the partner was answered again. */
  readonly examination: Examination | null
  /** Of the examination: null until the service told them. */
  readonly events: readonly SetupEvent[] | null
  /** Whether a machine as it was answered could sell; null until the examination has ended, and once something else is answered. */
  readonly readiness: Readiness | null
  readonly triedPrinter: TriedPrinter | null
  /** Null until one was sold, or tried to. */
  readonly firstTicket: FirstTicketView | null
  /** The ticketing service is the venue's own hub, which takes a ticket back. */
  readonly ticketCanBeCancelled: boolean
}

export interface SetupEvents {
  'setup-changed': SetupView
}

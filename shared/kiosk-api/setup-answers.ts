import { z } from 'zod'
import { paperNames, rollNames } from '../domain/documents/paper.ts'
import { drivenTenders, tenderKinds } from '../domain/money/tender.ts'
import { MAX_SELLER_TEXT, MAX_TERMS_NOTE, numberLimits } from '../domain/setting-limits.ts'
import { settingFields } from './setting-fields.ts'
import { accessCode, member as memberFields, person, wireId } from './fields.ts'
import { setupProfiles } from './setup-profiles.ts'
import { languages } from '../domain/language.ts'
import { noteEncryptions } from '../domain/money/notes.ts'
import { paymentFields } from './payment-forms.ts'

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

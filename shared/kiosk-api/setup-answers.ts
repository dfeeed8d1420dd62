import { z } from 'zod'
import { paperNames, rollNames } from '../domain/documents/paper.ts'
import { staffRoles } from '../domain/staff-role.ts'
import { tenderKinds } from '../domain/money/tender.ts'
import { accessCode, person, wireId } from './fields.ts'
import { setupProfiles } from './setup-profiles.ts'
import { languages } from '../domain/language.ts'

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
  /** In PEM: what is trusted there in place of the system's certificates. Null: the system's. Left out: as it was. */
  certificate: z.string().trim().max(50_000).nullable().optional(),
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

/** Somebody who may sign in; `pin` goes in and never comes out. Left out: as it was. */
const member = z.strictObject({
  number: person.staff.unwrap(),
  name: line.min(1).max(80),
  role: z.enum(staffRoles),
  pin: person.pin.optional(),
})

/** What a machine is told about itself, one part after the other or all at once. */
export const setupAnswers = z.strictObject({
  profile: z.enum(setupProfiles).optional(),
  /** To which the screens return. */
  language: z.enum(languages).optional(),
  languages: z.array(z.enum(languages)).min(1).optional(),
  deviceId: line.optional(),
  /** Ways to pay at a cashier's desk; a kiosk takes cash alone. */
  tenders: z.array(z.enum(tenderKinds)).min(1).optional(),
  /** The window fills the screen and has no way out. */
  locked: z.boolean().optional(),
  partner: partner.optional(),
  /** Where its secret is kept: sealed by the system's keyring, or in a file that this account alone may read. */
  secretIn: z.enum(['keyring', 'file']).optional(),
  printer: printer.optional(),
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
  /** Null: no hub is told how this machine is. */
  fleet: fleet.nullable().optional(),
  /** By event id, beside those that were given before. They go in and never come out. */
  accessCodes: z.record(wireId, accessCode).optional(),
})

export type SetupAnswers = z.infer<typeof setupAnswers>
export type SetupPartner = z.infer<typeof partner>
export type SetupSigning = z.infer<typeof signing>
export type SetupPrinter = z.infer<typeof printer>
export type SetupMember = z.infer<typeof member>

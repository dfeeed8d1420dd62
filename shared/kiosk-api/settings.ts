import type { z } from 'zod'
import { isTimeZone } from '../domain/documents/local-date.ts'
import { deskCommands, offeredKeys } from '../domain/desk/shortcuts.ts'
import { isOffered, tenderKinds } from '../domain/money/tender.ts'
import { MAX_SELLER_TEXT, MAX_SMALL_PRINT, numberLimits, type NumberLimits } from '../domain/text-forms.ts'
import { edges, sides } from '../domain/surroundings.ts'
import type { SettingView } from './office-views.ts'
import type { SettingFields } from './setting-fields.ts'
import { languages } from '../domain/language.ts'

interface Setting extends Pick<SettingView, 'kind' | 'part'> {
  /** `printers`: those that the file names. */
  readonly choices?: readonly string[] | 'printers'
  /** There is a setting below it for each of these. */
  readonly each?: readonly string[]
  /** A hub may set it, too. */
  readonly hub?: true
  /** With its default. A function, since pages read this table and carry no zod. */
  readonly schema: (fields: SettingFields) => z.ZodType
}

const themes = ['system', 'day', 'night', 'contrast'] as const
const numerals = ['western', 'arabic'] as const
const displayPlaces = ['auto', 'window', 'off'] as const
/** Names of devices: the first prints, each other steps in for those before it. Receipts follow the last ticket of an order. */
const printers = {
  kind: 'ranked',
  choices: 'printers',
  part: 'printers',
  schema: ({ z }: SettingFields) => z.array(z.string()).default([]),
} as const
/** A PNG or SVG file, beside the settings or by its full path. */
const picture = {
  kind: 'text',
  part: 'tickets',
  schema: ({ z }: SettingFields) => z.string().min(1).optional(),
} as const

const between = <T extends z.ZodNumber>(number: T, { min, max }: NumberLimits): T => number.min(min).max(max)

const edge = {
  kind: 'choice',
  choices: edges,
  part: 'sale',
  hub: true,
  schema: ({ z }: SettingFields) => z.enum(edges).optional(),
} as const

const side = {
  ...edge,
  choices: sides,
  schema: ({ z }: SettingFields) => z.enum(sides).optional(),
} as const

const sellerText = {
  kind: 'text',
  part: 'tickets',
  hub: true,
  schema: ({ z }: SettingFields) => z.string().min(1).max(MAX_SELLER_TEXT).optional(),
} as const

/**
 * Settings that may be changed at a screen: how the machine greets, sells, prints and closes. Whom it trusts, where it
 * sells and what hangs on its cables stands in the file alone (electron/config). No secret is among them.
 */
export const settings = {
  language: {
    kind: 'choice',
    choices: languages,
    part: 'sale',
    hub: true,
    schema: ({ z }) => z.enum(languages).default('fr'),
  },
  theme: {
    kind: 'choice',
    choices: themes,
    part: 'sale',
    hub: true,
    schema: ({ z }) => z.enum(themes).default('system'),
  },
  /** Digits of Arabic screens. */
  numerals: {
    kind: 'choice',
    choices: numerals,
    part: 'sale',
    hub: true,
    schema: ({ z }) => z.enum(numerals).default('western'),
  },
  maxSeats: {
    kind: 'number',
    part: 'sale',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.maxSeats).default(8),
  },
  /** IANA time zone of the venues, in which the times of events are read; left out: that of this machine. */
  timeZone: {
    kind: 'text',
    part: 'sale',
    hub: true,
    schema: ({ z, expects }) => z.string().refine(isTimeZone, expects('timeZone')).optional(),
  },
  /** The same at a cashier's desk, where groups come; the service may take fewer. */
  groupSeats: {
    kind: 'number',
    part: 'sale',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.groupSeats).default(20),
  },
  /**
   * Places for wheelchairs that nobody asked for are sold to everybody from so many minutes before the event; 0: no sooner
   * than the rest of their section is gone.
   */
  spaceReleaseMinutes: {
    kind: 'number',
    part: 'sale',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.spaceReleaseMinutes).default(0),
  },
  /** The cashier's desk locks itself after so many minutes without a key or a touch; 0: never. */
  lockAfterMinutes: {
    kind: 'number',
    part: 'sale',
    schema: ({ z }) => between(z.number(), numberLimits.lockAfterMinutes).default(5),
  },
  /**
   * The customer's side of a cashier's desk: on the first other display while there is one, on the display of that
   * number, in a window that people move themselves, or not at all.
   */
  customerDisplay: {
    kind: 'choice',
    choices: displayPlaces,
    part: 'sale',
    schema: ({ z, describe }) =>
      describe('displayPlace', z.union([z.enum(displayPlaces), z.int().min(1).max(9)])).default('auto'),
  },
  /** What may be offered at this machine; default: all that it can take. */
  tenders: {
    kind: 'several',
    choices: tenderKinds,
    part: 'sale',
    schema: ({ z, expects }) =>
      z
        .array(z.enum(tenderKinds))
        .min(1)
        .refine((tenders) => new Set(tenders).size === tenders.length, expects('distinct'))
        .optional(),
  },
  /** What people here call a way to pay, in every language, in place of its usual name. */
  tenderNames: {
    kind: 'text',
    each: tenderKinds.filter(isOffered),
    part: 'sale',
    hub: true,
    schema: ({ z, tenderName }) => z.partialRecord(z.enum(tenderKinds), tenderName).default({}),
  },
  /** Seconds the holds must still have when payment starts. */
  tenderBudgetSeconds: {
    kind: 'number',
    part: 'sale',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.tenderBudgetSeconds).default(90),
  },
  /** When the venue takes tickets back, in its own words, by language: read before anybody pays. */
  refundRule: {
    kind: 'text',
    each: languages,
    part: 'sale',
    hub: true,
    schema: ({ z }) => z.partialRecord(z.enum(languages), z.string().min(1).max(MAX_SMALL_PRINT)).default({}),
  },
  /** Where a kiosk's customers find things, by the edge of the screen; left out: the screen points nowhere. */
  terminalSide: edge,
  ticketSlot: edge,
  noteSlot: edge,
  helpPlace: side,
  /** Volume of a kiosk's sounds and voice, 0 to 100; 0 is silent. */
  soundVolume: {
    kind: 'number',
    part: 'sale',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.soundVolume).default(50),
  },
  /** When the box office sells: no update comes then by itself, and the hub is told. */
  'updates.openingHours': {
    kind: 'hours',
    part: 'hours',
    hub: true,
    schema: ({ openingHours }) => openingHours.optional(),
  },
  /** When a shift is closed by itself, by the machine's clock; left out: people close it. */
  'shifts.closeAt': { kind: 'time', part: 'hours', hub: true, schema: ({ timeOfDay }) => timeOfDay.optional() },
  /** Where each Z leaves a signed archive of the ledger; left out: only when somebody asks for one. */
  'shifts.archiveFolder': { kind: 'text', part: 'hours', schema: ({ z }) => z.string().min(1).optional() },
  /** The largest sum, in whole units of its currency, that a cashier moves into or out of the drawer alone, and whether they open it so; 0: never. */
  'shifts.cashierMoves': {
    kind: 'number',
    part: 'sale',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.cashierMoves).default(0),
  },
  'printers.tickets': printers,
  'printers.receipts': printers,
  'printers.reports': printers,
  /** Of the saved document, and of printers that name no other. */
  'tickets.paper': { kind: 'text', part: 'tickets', schema: ({ paper }) => paper.default('a4') },
  /** Draw each page and read its code back before it is printed. */
  'tickets.selfCheck': { kind: 'switch', part: 'tickets', hub: true, schema: ({ z }) => z.boolean().default(true) },
  /** Where tickets are saved; default: `tickets` in the data directory. */
  'tickets.folder': { kind: 'text', part: 'tickets', schema: ({ z }) => z.string().optional() },
  /** So many hours after an event its saved tickets are deleted, printed or not; where no printer prints tickets they stay. */
  'tickets.deleteAfterHours': {
    kind: 'number',
    part: 'tickets',
    hub: true,
    schema: ({ z }) => z.int().min(1).max(168).default(24),
  },
  'tickets.logo': picture,
  'tickets.sponsor': picture,
  /** Small print of the venue's own, by language. */
  'tickets.notice': {
    kind: 'text',
    each: languages,
    part: 'tickets',
    hub: true,
    schema: ({ z }) => z.partialRecord(z.enum(languages), z.string().min(1).max(MAX_SMALL_PRINT)).default({}),
  },
  /** Who sells, on receipts and on slips of what goes back. */
  'seller.name': sellerText,
  'seller.address': sellerText,
  'seller.taxNumber': sellerText,
  /** Where customers reach the seller: a telephone number, an address for mail. */
  'seller.contact': sellerText,
  /** Value-added tax that every price contains, in percent; left out: the seller is not liable. */
  'seller.taxRate': {
    kind: 'number',
    part: 'tickets',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.taxRate).optional(),
  },
  /** Keys of the cashier's desk, by command, in place of the usual ones. */
  shortcuts: {
    kind: 'choice',
    choices: offeredKeys,
    each: deskCommands,
    part: 'keys',
    schema: ({ z }) => z.partialRecord(z.enum(deskCommands), z.string()).default({}),
  },
} as const satisfies Readonly<Record<string, Setting>>

type Settings = typeof settings
type NamesOf<K extends keyof Settings> = Settings[K] extends { readonly each: readonly (infer Each extends string)[] }
  ? `${K}.${Each}`
  : K

export type SettingName = { [K in keyof Settings]: NamesOf<K> }[keyof Settings]

export interface ChangeableSetting extends Pick<Setting, 'kind' | 'choices' | 'part' | 'hub'> {
  readonly key: SettingName
}

/** One entry a setting: what stands for several is taken apart. */
export const changeableSettings: readonly ChangeableSetting[] = Object.entries<Setting>(settings).flatMap(
  ([key, { each, ...traits }]) =>
    (each?.map((name) => `${key}.${name}`) ?? [key]).map((name) => ({ ...traits, key: name as SettingName })),
)

/** The hub sets the two ends of hours each by itself. */
export type RemoteSetting = {
  [K in keyof Settings]: Settings[K] extends { readonly hub: true }
    ? Settings[K]['kind'] extends 'hours'
      ? `${K}.from` | `${K}.to`
      : NamesOf<K>
    : never
}[keyof Settings]

import type { z } from 'zod'
import { isTimeZone } from '../../domain/documents/local-date.ts'
import { deskCommands, offeredKeys } from '../../domain/desk/shortcuts.ts'
import { isOffered, tenderKinds } from '../../domain/money/tender.ts'
import { MAX_SELLER_TEXT, MAX_SMALL_PRINT, numberLimits, type NumberLimits } from '../../domain/text-forms.ts'
import { edges, sides } from '../../domain/device-positions.ts'
import type { SettingView } from './office-views.ts'
import type { SettingFields } from './setting-fields.ts'
import { languages } from '../../domain/language.ts'

interface Setting extends Pick<SettingView, 'kind' | 'part'> {
  /** `printers`: the choices are the printers defined in the settings file. */
  readonly choices?: readonly string[] | 'printers'
  /** There is one setting for each of these names. */
  readonly each?: readonly string[]
  /** Whether a hub may set it too. */
  readonly hub?: true
  /** Schema with the default. A function, because pages read this table and must not load zod. */
  readonly schema: (fields: SettingFields) => z.ZodType
}

const themes = ['system', 'day', 'night', 'contrast'] as const
const numerals = ['western', 'arabic'] as const
const displayPlaces = ['auto', 'window', 'off'] as const
/**
 * Printer names: the first is the main printer, each other one is a fallback for those before it. Receipts are printed
 * after the last ticket of an order.
 */
const printers = {
  kind: 'ranked',
  choices: 'printers',
  part: 'printers',
  schema: ({ z }: SettingFields) => z.array(z.string()).default([]),
} as const
/** A PNG or SVG file: relative to the settings, or a full path. */
const picture = {
  kind: 'text',
  part: 'tickets',
  schema: ({ z }: SettingFields) => z.string().min(1).optional(),
} as const

const between = <T extends z.ZodNumber>(number: T, { min, max }: NumberLimits): T => number.min(min).max(max)

const wholeNumber = (limits: NumberLimits, usual: number) =>
  ({
    kind: 'number',
    part: 'sale',
    hub: true,
    schema: ({ z }: SettingFields) => between(z.int(), limits).default(usual),
  }) as const

const choice = <const T extends readonly [string, ...string[]]>(choices: T, usual: T[number]) =>
  ({
    kind: 'choice',
    choices,
    part: 'sale',
    hub: true,
    schema: ({ z }: SettingFields) => z.enum(choices).default(usual),
  }) as const

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
 * Settings that can be changed on a screen: greeting, selling, printing and closing. Trusted systems, the place of sale
 * and the connected devices can only be set in the file (electron/config). None of these settings is a secret.
 */
export const settings = {
  language: choice(languages, 'fr'),
  theme: choice(themes, 'system'),
  /** Digits of Arabic screens. */
  numerals: choice(numerals, 'western'),
  maxSeats: wholeNumber(numberLimits.maxSeats, 8),
  /** IANA time zone of the venues, in which the times of events are read; default: the time zone of this machine. */
  timeZone: {
    kind: 'text',
    part: 'sale',
    hub: true,
    schema: ({ z, expects }) => z.string().refine(isTimeZone, expects('timeZone')).optional(),
  },
  /** Maximum number of seats for groups at a cashier's desk. The service may have a lower limit. */
  groupSeats: wholeNumber(numberLimits.groupSeats, 20),
  /**
   * Minutes before the event from which unrequested wheelchair places are sold to everyone. If 0, the places are sold
   * to everyone only once the rest of their section is sold.
   */
  spaceReleaseMinutes: wholeNumber(numberLimits.spaceReleaseMinutes, 0),
  /** Minutes without a key or a touch after which the cashier's desk locks itself; 0: never. */
  lockAfterMinutes: {
    kind: 'number',
    part: 'sale',
    schema: ({ z }) => between(z.number(), numberLimits.lockAfterMinutes).default(5),
  },
  /**
   * Place of the customer display: on the first other display, if there is one; on the display with this number; in a
   * window that staff can move; or off.
   */
  customerDisplay: {
    kind: 'choice',
    choices: displayPlaces,
    part: 'sale',
    schema: ({ z, describe }) =>
      describe('displayPlace', z.union([z.enum(displayPlaces), z.int().min(1).max(9)])).default('auto'),
  },
  /** Tenders that may be offered at this machine; default: all that it supports. */
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
  /** The venue's own names of tenders, in every language. */
  tenderNames: {
    kind: 'text',
    each: tenderKinds.filter(isOffered),
    part: 'sale',
    hub: true,
    schema: ({ z, tenderName }) => z.partialRecord(z.enum(tenderKinds), tenderName).default({}),
  },
  /** Minimum remaining time of the holds when a payment starts, in seconds. */
  tenderBudgetSeconds: wholeNumber(numberLimits.tenderBudgetSeconds, 90),
  /** Refund rule in the venue's own words, by language, which is shown before payment. */
  refundRule: {
    kind: 'text',
    each: languages,
    part: 'sale',
    hub: true,
    schema: ({ z }) => z.partialRecord(z.enum(languages), z.string().min(1).max(MAX_SMALL_PRINT)).default({}),
  },
  /**
   * Edge of the screen next to which a kiosk's devices and staff are. By default, the screen does not point to devices
   * or staff.
   */
  terminalSide: edge,
  ticketSlot: edge,
  noteSlot: edge,
  helpPlace: side,
  /** Volume of a kiosk's sounds and voice, 0 to 100; 0 is silent. */
  soundVolume: wholeNumber(numberLimits.soundVolume, 50),
  /**
   * Opening hours of the box office, which are reported to the hub. No automatic update is installed during opening
   * hours.
   */
  'updates.openingHours': {
    kind: 'hours',
    part: 'hours',
    hub: true,
    schema: ({ openingHours }) => openingHours.optional(),
  },
  /** Time at which a shift is closed automatically, by the machine's clock. By default, staff close the shift. */
  'shifts.closeAt': { kind: 'time', part: 'hours', hub: true, schema: ({ timeOfDay }) => timeOfDay.optional() },
  /**
   * Folder in which each Z report saves a signed archive of the ledger. By default, archives are only created on
   * request.
   */
  'shifts.archiveFolder': { kind: 'text', part: 'hours', schema: ({ z }) => z.string().min(1).optional() },
  /**
   * Maximum amount that a cashier alone may move into or out of the drawer, in whole units of its currency. 0: cashiers
   * alone may neither move cash nor open the drawer.
   */
  'shifts.maxCashierCashMove': wholeNumber(numberLimits.maxCashierCashMove, 0),
  'printers.tickets': printers,
  'printers.receipts': printers,
  'printers.reports': printers,
  /** Paper of saved documents, and of printers without a paper setting of their own. */
  'tickets.paper': { kind: 'text', part: 'tickets', schema: ({ paper }) => paper.default('a4') },
  /** Whether each page is rendered and its code is read back before it is printed. */
  'tickets.selfCheck': { kind: 'switch', part: 'tickets', hub: true, schema: ({ z }) => z.boolean().default(true) },
  /** Where tickets are saved; default: `tickets` in the data directory. */
  'tickets.folder': { kind: 'text', part: 'tickets', schema: ({ z }) => z.string().optional() },
  /**
   * Hours after an event at which its saved tickets are deleted, printed or not. If no printer prints tickets, saved
   * tickets are never deleted.
   */
  'tickets.deleteAfterHours': {
    kind: 'number',
    part: 'tickets',
    hub: true,
    schema: ({ z }) => z.int().min(1).max(168).default(24),
  },
  'tickets.logo': picture,
  'tickets.sponsor': picture,
  /** The venue's own small print, by language. */
  'tickets.notice': {
    kind: 'text',
    each: languages,
    part: 'tickets',
    hub: true,
    schema: ({ z }) => z.partialRecord(z.enum(languages), z.string().min(1).max(MAX_SMALL_PRINT)).default({}),
  },
  /** The seller, for receipts and refund slips. */
  'seller.name': sellerText,
  'seller.address': sellerText,
  'seller.taxNumber': sellerText,
  /** Contact of the seller for customers: telephone number or email address. */
  'seller.contact': sellerText,
  /** Value-added tax included in every price, in percent. By default, the seller is not liable for value-added tax. */
  'seller.taxRate': {
    kind: 'number',
    part: 'tickets',
    hub: true,
    schema: ({ z }) => between(z.int(), numberLimits.taxRate).optional(),
  },
  /** The venue's own keys for commands of the cashier's desk. */
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

/** All settings, one entry each: a setting with `each` becomes one entry for each of its names. */
export const changeableSettings: readonly ChangeableSetting[] = Object.entries<Setting>(settings).flatMap(
  ([key, { each, ...traits }]) =>
    (each?.map((name) => `${key}.${name}`) ?? [key]).map((name) => ({ ...traits, key: name as SettingName })),
)

/** Settings that a hub may set. Start and end of hours are separate settings. */
export type RemoteSetting = {
  [K in keyof Settings]: Settings[K] extends { readonly hub: true }
    ? Settings[K]['kind'] extends 'hours'
      ? `${K}.from` | `${K}.to`
      : NamesOf<K>
    : never
}[keyof Settings]

import type { z } from 'zod'
import { isTimeZone } from '../../domain/documents/local-date.ts'
import { readDecimal } from '../../domain/desk/typed-numbers.ts'
import { deskCommands, offeredKeys } from '../../domain/desk/shortcuts.ts'
import { isOffered, tenderKinds } from '../../domain/money/tender.ts'
import { MAX_SELLER_TEXT, MAX_SMALL_PRINT, numberLimits, type NumberLimits } from '../../domain/text-forms.ts'
import type { SettingView } from './office-views.ts'
import { edges, sides } from './views.ts'
import type { SettingFields } from './setting-fields.ts'
import { languages } from '../../domain/language.ts'

interface Setting extends Pick<SettingView, 'kind' | 'part'> {
  /** `printers`: the choices are the printers defined in the settings file. */
  readonly choices?: readonly string[] | 'printers'
  /** Names for which the setting has separate values, one for each name. */
  readonly each?: readonly string[]
  readonly hub?: true
  /** A function, because pages read the settings table and must not load zod. */
  readonly schema: (fields: SettingFields) => z.ZodType
}

const themes = ['system', 'day', 'night', 'contrast'] as const
const numerals = ['western', 'arabic'] as const
const displayPlaces = ['auto', 'window', 'off'] as const
/** Printer names, each a fallback for the previous ones. Receipts are printed after the last ticket of an order. */
const printers = {
  kind: 'ranked',
  choices: 'printers',
  part: 'printers',
  schema: ({ z }: SettingFields) => z.array(z.string()).default([]),
} as const
/** Path of a PNG or SVG file: absolute, or relative to the settings folder. */
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

/** Settings that can be changed on a screen, none of which is secret. Trusted systems and devices are set in a file. */
export const settings = {
  language: choice(languages, 'fr'),
  theme: choice(themes, 'system'),
  numerals: choice(numerals, 'western'),
  maxSeats: wholeNumber(numberLimits.maxSeats, 8),
  /** IANA time zone in which the times of events are interpreted; default: the operating system's time zone. */
  timeZone: {
    kind: 'text',
    part: 'sale',
    hub: true,
    schema: ({ z, expects }) => z.string().refine(isTimeZone, expects('timeZone')).optional(),
  },
  /** Maximum number of seats in one sale at a cashier's desk. May exceed the service's limit of seats per session. */
  groupSeats: wholeNumber(numberLimits.groupSeats, 50),
  /**
   * Minutes before the event from which wheelchair places are sold to everyone; 0: only once no other seat of the
   * section is left.
   */
  spaceReleaseMinutes: wholeNumber(numberLimits.spaceReleaseMinutes, 0),
  /** Minutes without keyboard or touch input after which the cashier's desk locks itself; 0: never. */
  lockAfterMinutes: {
    kind: 'number',
    part: 'sale',
    schema: ({ z }) => between(z.number(), numberLimits.lockAfterMinutes).default(5),
  },
  /** `auto`: on the first other display, if there is one. `window`: in a movable window. A number selects a display. */
  customerDisplay: {
    kind: 'choice',
    choices: displayPlaces,
    part: 'sale',
    schema: ({ z, describe }) =>
      describe('displayPlace', z.union([z.enum(displayPlaces), z.int().min(1).max(9)])).default('auto'),
  },
  /** Default: all tenders that the kiosk or desk supports. */
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
  tenderNames: {
    kind: 'text',
    each: tenderKinds.filter(isOffered),
    part: 'sale',
    hub: true,
    schema: ({ z, tenderName }) => z.partialRecord(z.enum(tenderKinds), tenderName).default({}),
  },
  /** Minimum remaining time of the holds when a payment starts, in seconds. */
  tenderBudgetSeconds: wholeNumber(numberLimits.tenderBudgetSeconds, 90),
  refundRule: {
    kind: 'text',
    each: languages,
    part: 'sale',
    hub: true,
    schema: ({ z }) => z.partialRecord(z.enum(languages), z.string().min(1).max(MAX_SMALL_PRINT)).default({}),
  },
  /**
   * Edge of the screen nearest to the device or, for `helpPlace`, to the staff. By default, the screen does not point
   * to devices or staff.
   */
  terminalSide: edge,
  ticketSlot: edge,
  noteSlot: edge,
  helpPlace: side,
  /** Volume of sounds and voice, 0 to 100; 0 is silent. */
  soundVolume: wholeNumber(numberLimits.soundVolume, 50),
  /** Opening hours, during which no automatic update is installed. The opening hours are reported to the hub. */
  'updates.openingHours': {
    kind: 'hours',
    part: 'hours',
    hub: true,
    schema: ({ openingHours }) => openingHours.optional(),
  },
  /** Local time at which a shift is closed automatically. By default, staff close the shift. */
  'shifts.closeAt': { kind: 'time', part: 'hours', hub: true, schema: ({ timeOfDay }) => timeOfDay.optional() },
  /** Folder in which each Z report saves a signed ledger archive. By default, archives are created only on request. */
  'shifts.archiveFolder': { kind: 'text', part: 'hours', schema: ({ z }) => z.string().min(1).optional() },
  /** Maximum amount that a cashier alone may move, in whole currency units. 0 also forbids opening the drawer. */
  'shifts.maxCashierCashMove': wholeNumber(numberLimits.maxCashierCashMove, 0),
  'printers.tickets': printers,
  'printers.receipts': printers,
  'printers.reports': printers,
  /** Paper of saved documents, and of printers without their own paper setting. */
  'tickets.paper': { kind: 'text', part: 'tickets', schema: ({ paper }) => paper.default('a4') },
  /** Whether each page is rendered and the code on the page is read back before printing. */
  'tickets.selfCheck': { kind: 'switch', part: 'tickets', hub: true, schema: ({ z }) => z.boolean().default(true) },
  /** Default: `tickets` in the data directory. */
  'tickets.folder': { kind: 'text', part: 'tickets', schema: ({ z }) => z.string().optional() },
  /** Hours after an event at which its saved tickets are deleted; never if no printer prints tickets. */
  'tickets.deleteAfterHours': {
    kind: 'number',
    part: 'tickets',
    hub: true,
    schema: ({ z }) => z.int().min(1).max(168).default(24),
  },
  'tickets.logo': picture,
  'tickets.sponsor': picture,
  'tickets.notice': {
    kind: 'text',
    each: languages,
    part: 'tickets',
    hub: true,
    schema: ({ z }) => z.partialRecord(z.enum(languages), z.string().min(1).max(MAX_SMALL_PRINT)).default({}),
  },
  'seller.name': sellerText,
  'seller.address': sellerText,
  'seller.taxNumber': sellerText,
  /** Telephone number or email address for customers. */
  'seller.contact': sellerText,
  /** Value-added tax included in every price, in percent. By default, the seller is not liable for value-added tax. */
  'seller.taxRate': {
    kind: 'number',
    part: 'tickets',
    hub: true,
    schema: ({ z }) => between(z.number(), numberLimits.taxRate).multipleOf(0.01).optional(),
  },
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

/** All settings. A setting with `each` becomes one entry for each of its names. */
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

export interface RemoteSettingView extends Pick<ChangeableSetting, 'kind'> {
  readonly key: RemoteSetting
  readonly choices?: readonly string[]
}

const ofHub = changeableSettings.filter(({ hub }) => hub)

/** Settings that a hub may change. Opening hours come last, as two settings: start and end. */
export const remoteSettings = [
  ...ofHub.filter(({ kind }) => kind !== 'hours'),
  ...ofHub
    .filter(({ kind }) => kind === 'hours')
    .flatMap(({ key }) => ['from', 'to'].map((end) => ({ key: `${key}.${end}`, kind: 'time' }))),
] as readonly RemoteSettingView[]

/**
 * Converts typed text to a number. Returns the text unchanged if it is not a decimal or can be read in two ways.
 */
export function readTypedNumber(typed: string): number | string {
  return readingsOf(typed) === null ? (readDecimal(typed) ?? typed) : typed
}

/** Returns both readings of a number with one point or comma before exactly three digits; null for any other text. */
export function readingsOf(typed: string): { readonly grouped: number; readonly decimal: number } | null {
  const [, whole, part] = /^(\d{1,3})[.,](\d{3})$/u.exec(typed) ?? []
  return whole && part ? { grouped: Number(whole + part), decimal: Number(`${whole}.${part}`) } : null
}

export const remoteSettingNames = remoteSettings.map(({ key }) => key)

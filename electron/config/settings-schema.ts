import { z } from 'zod'
import { rollNames } from '../../shared/domain/documents/paper.ts'
import { isKeypadKey, keyMoves, keypadNames, keysTwice } from '../../shared/domain/keypad.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import {
  INVOICE_YEARS,
  MAX_INVOICE_YEARS,
  MAX_RETENTION_DAYS,
  RETENTION_DAYS,
  SETTLEMENT_DAYS,
} from '../../shared/domain/personal-request.ts'
import { numberLimits, textForms } from '../../shared/domain/text-forms.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import { settingFields } from '../../shared/api/kiosk/setting-fields.ts'
import { settings } from '../../shared/api/kiosk/settings.ts'
import { pixelsPerMillimetre, screenBottomMillimetres } from '../host/screen-file.ts'
import { partnerSchema } from './partner.ts'
import { fiscalSchema, notesSchema, paymentsSchema } from './payments.ts'
import { termsSchema } from './terms.ts'

type Below<Group extends string> = {
  -readonly [
    K in keyof typeof settings as K extends `${Group}${infer Name}`
      ? Name extends `${string}.${string}`
        ? never
        : Name
      : never
  ]: ReturnType<(typeof settings)[K]['schema']>
}

/** Returns the settings of a group (`tickets.`, or none) that can also be changed on a screen. */
function changeable<Group extends string>(group: Group): Below<Group> {
  const own = Object.entries(settings).flatMap(([key, { schema }]) => {
    const name = key.startsWith(group) ? key.slice(group.length) : '.'
    return name.includes('.') ? [] : [[name, schema(settingFields)] as const]
  })
  return Object.fromEntries(own) as Below<Group>
}

const maintenanceSettings = {
  updates: z.strictObject(changeable('updates.')).optional(),
  /** Hub that receives the status of the device: see docs/operating/fleet.md. Absent for none. */
  fleet: z
    .strictObject({
      hub: z.string().regex(textForms.hubAddress),
      /** PEM file, relative to the settings file, of certificates that are trusted instead of the system's. */
      caFile: z.string().min(1).optional(),
      heartbeatSeconds: z.int().min(1).max(3600).default(60),
    })
    .optional(),
  /** Limits of `guichet.log`: maximum size and number of its files, and maximum age of its lines in days. */
  log: z
    .strictObject({
      fileMegabytes: z.number().min(0.1).max(100).default(5),
      files: z.int().min(2).max(100).default(10),
      days: z.int().min(1).max(3650).default(30),
    })
    .default({ fileMegabytes: 5, files: 10, days: 30 }),
}

/** Returns whether a device in live mode may report to the hub. `hub`: undefined for no hub. */
export const isSafeHub = (hub: string | undefined): boolean =>
  hub === undefined || /^https:|^http:\/\/(?:localhost|127\.[\d.]+)(?::|$)/iu.test(hub)

/** Maximum time for printing a ticket before staff have to check the printer. */
const timeoutSeconds = z.int().min(5).max(600).default(60)

const device = z.discriminatedUnion('kind', [
  /** A queue of the system's print service; the default queue if `queue` is absent. */
  z.strictObject({
    kind: z.literal('system'),
    queue: z.string().min(1).optional(),
    paper: settingFields.paper.optional(),
    timeoutSeconds,
  }),
  /** A queue to which the Electron window prints, for Windows. */
  z.strictObject({
    kind: z.literal('electron'),
    queue: z.string().min(1),
    paper: settingFields.paper.optional(),
    timeoutSeconds,
  }),
  /** A receipt printer without a driver. */
  z.strictObject({
    kind: z.literal('escpos'),
    address: z
      .string()
      .refine(
        (text) => text.startsWith('/dev/') || (/^tcp:\/\/[^/?#@]+$/u.test(text) && URL.canParse(text)),
        expects('escposAddress'),
      ),
    paper: z.enum(rollNames).default('roll-80'),
    /** Dots across the print head; default: 576 on 80 mm paper, 384 on 58 mm paper. */
    widthDots: z.int().min(200).max(1000).optional(),
    /** `paper-status` is for printers that do not support `process-id`. */
    acknowledgement: z.enum(['process-id', 'paper-status']).default('process-id'),
    /** `none` is for printers without a cutter, which feed the paper past the tear bar. */
    cut: z.enum(['partial', 'full', 'none']).default('partial'),
    /** Connector of the cash drawer, and length of the pulse that opens the drawer. */
    drawer: z
      .strictObject({
        pin: z.union([z.literal(2), z.literal(5)]).default(2),
        pulseMs: z.int().min(20).max(500).default(120),
      })
      .optional(),
    connectSeconds: z.number().min(0.5).max(30).default(10),
    replySeconds: z.number().min(0.5).max(60).default(5),
    timeoutSeconds,
    serial: z
      .strictObject({
        baudRate: z.int().min(1200).max(921_600),
        flowControl: z.enum(['none', 'hardware', 'software']).default('hardware'),
      })
      .optional(),
  }),
])

const keypadKey = z.string().refine(isKeypadKey, expects('keypadKeys'))
/** Name of a standard keypad, or the keys of a different keypad by function. */
const keypad = z.union([
  z.enum(keypadNames),
  z
    .partialRecord(z.enum(keyMoves), z.array(keypadKey).min(1).max(8))
    .refine((keys) => keysTwice(keys).length === 0, expects('distinct')),
])

const terminalActs = ['approve', 'refuse', 'lose-reply', 'unavailable', 'approve-late', 'time-out', 'crash'] as const

/** `timeoutSeconds`: maximum wait for a decision. `lateReplySeconds`: time until a failed device responds again. */
const simulated = (customerDelaySeconds: number) =>
  z
    .strictObject({
      customerDelaySeconds: z.number().min(0).max(60).default(customerDelaySeconds),
      timeoutSeconds: z.number().min(0).max(120).default(45),
      lateReplySeconds: z.number().min(0).max(600).default(20),
      script: z.array(z.enum(terminalActs)).default([]),
    })
    .default({ customerDelaySeconds, timeoutSeconds: 45, lateReplySeconds: 20, script: [] })

/**
 * Content of `config.json`. A wrong key or value is refused with its path and the expected value, because people write
 * the file. In demo mode, every key is optional.
 */
export const settingsFileSchema = z.strictObject({
  /** Address of the JSON Schema of the settings file, which only editors read. */
  $schema: z.string().optional(),
  /** Settings that can also be changed on a screen. */
  ...changeable(''),
  /** Id that is printed on error screens and in the ledger. */
  deviceId: z.string().regex(textForms.deviceId).optional(),
  /** `demo`: the embedded service sells seats of a fictitious stadium. */
  mode: z.enum(['demo', 'live']).default('demo'),
  /** Required in live mode. In demo mode, the partner is a hub to use instead of the embedded service. */
  partner: partnerSchema.optional(),
  /** Partner interface on the loopback address for the venue's programs: see docs/integrating/local-api.md. */
  localApi: z
    .strictObject({
      port: z.int().min(1).max(65_535),
      /** Origins of web pages that may call the local API from a browser. */
      origins: z.array(z.string().regex(textForms.pageOrigin)).default([]),
      /** Whether `/metrics` is served to every local program. */
      metrics: z.boolean().default(false),
    })
    .optional(),
  /** Event access codes by event id. They never leave the main process. */
  accessCodes: z.record(z.string(), z.string().min(1)).default({}),
  /** `kiosk`: customers use the screen. `cashier`: a cashier uses the screen. `--role` overrides the setting. */
  role: z.enum(['kiosk', 'cashier']).default('kiosk'),
  /** Languages of the screens, in the order of the menu. `language` must be one of them. */
  languages: z
    .array(z.enum(languages))
    .min(1)
    .refine((each) => new Set(each).size === each.length, expects('distinct'))
    .optional(),
  pixelsPerMillimetre: pixelsPerMillimetre.default(4),
  /** Height of the lower edge of the screen above the floor. Low-layout controls are no higher than 1120 mm. */
  screenBottomMillimetres: screenBottomMillimetres.default(800),
  /** Location of the machine, marked "you are here" on the map: name of the venue and code of a gate in its plan. */
  place: z.strictObject({ venue: z.string().min(1), gate: z.string().min(1) }).optional(),
  /** Keypad beside the screen, for customers who cannot use the touchscreen. The arrow keys always work. */
  keypad: keypad.default('arrows'),
  /** `jack`: headphones in a jack that reports a plug. `always`: permanently attached headphones. */
  headphones: z.enum(['jack', 'always', 'none']).default('jack'),
  /** Currencies in the cash drawer, the default currency first. */
  cashCurrencies: z.array(z.string().regex(textForms.currency)).min(1).default(['GNF']),
  shifts: z.strictObject(changeable('shifts.')).prefault({}),
  personalData: z
    .strictObject({
      /** Days until customer data is erased automatically, counted from the event or the sale, whichever is later. */
      retentionDays: z.int().min(SETTLEMENT_DAYS).max(MAX_RETENTION_DAYS).default(RETENTION_DAYS),
    })
    .prefault({}),
  invoices: z
    .strictObject({
      /** Years for which the buyer on an invoice is retained, counted from the end of the year of the invoice. */
      keepYears: z.int().min(1).max(MAX_INVOICE_YEARS).default(INVOICE_YEARS),
    })
    .prefault({}),
  /** Staff PIN for accepting cash. */
  staffPin: z.string().regex(textForms.pin).optional(),
  /** Time without a customer or a touch of the screen after which new settings are applied. */
  idleBeforeReloadSeconds: z.int().min(1).max(3600).default(60),
  tickets: z
    .strictObject({
      ...changeable('tickets.'),
      /** Maximum time for scanning each printed ticket at the kiosk; absent if there is no scanner. */
      scanTimeoutSeconds: z.int().min(10).max(300).optional(),
    })
    .prefault({}),
  /** Service or device that signs invoices. Absent for none. */
  fiscal: fiscalSchema.optional(),
  seller: z
    .strictObject({
      ...changeable('seller.'),
      /** Tax rates in percent of zones whose rate is not `taxRate`, by name or code of the zone; 0 for exempt zones. */
      zoneTaxRates: z
        .record(z.string().min(1), z.number().min(0).max(numberLimits.taxRate.max).multipleOf(0.01))
        .default({}),
    })
    .prefault({}),
  terms: termsSchema.prefault({}),
  printers: z
    .strictObject({
      devices: z.record(z.string().regex(textForms.printerName), device).default({}),
      ...changeable('printers.'),
      /** Name of the printer to which the cash drawer is connected. */
      drawer: z.string().optional(),
    })
    .prefault({}),
  /** `manual`: a cashier enters the result of a separate terminal; required in live mode. `simulated`: demo only. */
  terminals: z.enum(['simulated', 'manual']).optional(),
  payments: paymentsSchema.default({}),
  notes: notesSchema.optional(),
  /** Outcomes of the next payments on the demo's simulated card terminal, and their durations. */
  simulatedTerminal: simulated(3),
  simulatedMobileMoney: simulated(5),
  /** Hold duration of the embedded service in demo mode. */
  demoHoldSeconds: z.int().min(5).max(3600).default(480),
  ...maintenanceSettings,
  /** Whether the window fills the screen, so that customers cannot leave the window. */
  kiosk: z.boolean().default(false),
  /** Number of the display that the window fills, counted from the left. */
  display: z.int().min(1).max(9).default(1),
})

export type SettingsFileContent = z.infer<typeof settingsFileSchema>

/** Settings whose default depends on other settings. */
export interface ResolvedDefaults {
  readonly role: SettingsFileContent['role']
  readonly languages: readonly Language[]
  readonly tenders: readonly TenderKind[]
  readonly terminals: 'simulated' | 'manual'
  readonly staffPin: string | null
}

import { z } from 'zod'
import { rollNames } from '../../shared/domain/documents/paper.ts'
import { isKeypadKey, keyMoves, keypadNames, keysTwice } from '../../shared/domain/keypad.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import { MAX_RETENTION_DAYS, RETENTION_DAYS, SETTLEMENT_DAYS } from '../../shared/domain/personal-request.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import { settingFields } from '../../shared/kiosk-api/setting-fields.ts'
import { settings } from '../../shared/kiosk-api/settings.ts'
import { pixelsPerMillimetre, screenFootMillimetres } from '../host/screen-file.ts'
import { partnerSchema } from './partner.ts'
import { notesSchema, paymentsSchema } from './payments.ts'
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

/** The settings of a group (`tickets.`, or none) that may be changed at a screen, too. */
function changeable<Group extends string>(group: Group): Below<Group> {
  const own = Object.entries(settings).flatMap(([key, { schema }]) => {
    const name = key.startsWith(group) ? key.slice(group.length) : '.'
    return name.includes('.') ? [] : [[name, schema(settingFields)] as const]
  })
  return Object.fromEntries(own) as Below<Group>
}

/** The settings by which a machine is looked after from elsewhere. */
const upkeepSettings = {
  updates: z.strictObject(changeable('updates.')).optional(),
  /** The hub that is told how this machine is: see docs/operating/fleet.md; left out: nobody is. */
  fleet: z
    .strictObject({
      hub: z.string().regex(textForms.hubAddress),
      /** Certificates that are trusted in place of the system's: PEM, beside the settings or by its full path. */
      caFile: z.string().min(1).optional(),
      everySeconds: z.int().min(1).max(3600).default(60),
    })
    .optional(),
  /** `guichet.log`: as many files of that length, and none of its lines longer than so many days. */
  log: z
    .strictObject({
      fileMegabytes: z.number().min(0.1).max(100).default(5),
      files: z.int().min(2).max(100).default(10),
      days: z.int().min(1).max(3650).default(30),
    })
    .default({ fileMegabytes: 5, files: 10, days: 30 }),
}

/** Returns whether a machine in live mode may report to this hub. `hub`: undefined if the machine reports to none. */
export const isSafeHub = (hub: string | undefined): boolean =>
  hub === undefined || /^https:|^http:\/\/(?:localhost|127\.[\d.]+)(?::|$)/iu.test(hub)

/** How long a printer may take over a ticket before a person has to look. */
const patienceSeconds = z.int().min(5).max(600).default(60)

const device = z.discriminatedUnion('kind', [
  /** A queue of the system's print service; without `queue` the default one. */
  z.strictObject({
    kind: z.literal('system'),
    queue: z.string().min(1).optional(),
    paper: settingFields.paper.optional(),
    patienceSeconds,
  }),
  /** A queue that the Electron window prints on: for Windows. */
  z.strictObject({
    kind: z.literal('electron'),
    queue: z.string().min(1),
    paper: settingFields.paper.optional(),
    patienceSeconds,
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
    /** Dots of the head across; default 576 on 80 mm paper, 384 on 58 mm. */
    widthDots: z.int().min(200).max(1000).optional(),
    /** `paper-status` for printers that do not know the other. */
    acknowledgement: z.enum(['process-id', 'paper-status']).default('process-id'),
    /** `none` for printers without a cutter: the paper is fed past the tear bar. */
    cut: z.enum(['partial', 'full', 'none']).default('partial'),
    /** The cash drawer at the printer's connector, and the length of the pulse that opens it. */
    drawer: z
      .strictObject({
        pin: z.union([z.literal(2), z.literal(5)]).default(2),
        pulseMs: z.int().min(20).max(500).default(120),
      })
      .optional(),
    connectSeconds: z.number().min(0.5).max(30).default(10),
    replySeconds: z.number().min(0.5).max(60).default(5),
    patienceSeconds,
    /** Of a serial line. */
    serial: z
      .strictObject({
        baudRate: z.int().min(1200).max(921_600),
        flowControl: z.enum(['none', 'hardware', 'software']).default('hardware'),
      })
      .optional(),
  }),
])

const keypadKey = z.string().refine(isKeypadKey, expects('keypadKeys'))
/** A keypad of the trade, or the keys of one by what they do. */
const keypad = z.union([
  z.enum(keypadNames),
  z
    .partialRecord(z.enum(keyMoves), z.array(keypadKey).min(1).max(8))
    .refine((keys) => keysTwice(keys).length === 0, expects('distinct')),
])

const terminalActs = ['approve', 'refuse', 'lose-reply', 'unavailable', 'approve-late', 'time-out', 'die'] as const

/** `patienceSeconds`: how long the driver waits for a decision; `lateSeconds`: when a late or a dead device is back. */
const simulated = (thinkSeconds: number) =>
  z
    .strictObject({
      thinkSeconds: z.number().min(0).max(60).default(thinkSeconds),
      patienceSeconds: z.number().min(0).max(120).default(45),
      lateSeconds: z.number().min(0).max(600).default(20),
      script: z.array(z.enum(terminalActs)).default([]),
    })
    .default({ thinkSeconds, patienceSeconds: 45, lateSeconds: 20, script: [] })

/**
 * The machine's settings: `config.json` in the data directory (or `--config FILE`), every key optional in demo mode.
 * Written by people, so a wrong key or value is refused with its path and what was expected.
 */
export const settingsFileSchema = z.strictObject({
  /** Address of the JSON Schema of this file, for editors; the program does not read it. */
  $schema: z.string().optional(),
  /** Those that may be changed at a screen, too: `settings` of shared/kiosk-api. */
  ...changeable(''),
  /** Printed on error screens and in the ledger. */
  deviceId: z.string().regex(textForms.deviceId).optional(),
  /** `demo`: the embedded service sells a stadium that does not exist. */
  mode: z.enum(['demo', 'live']).default('demo'),
  /** Needed in live mode; in demo mode it names a hub to use in place of the embedded service. */
  partner: partnerSchema.optional(),
  /** The interface of the specification on the loopback, for other programs of the venue: see docs/integrating/local-api.md. */
  localApi: z
    .strictObject({
      port: z.int().min(1).max(65_535),
      /** Pages of these addresses may call it from a browser. */
      origins: z.array(z.string().regex(textForms.pageOrigin)).default([]),
      /** Serves `/metrics` to every program of this machine. */
      metrics: z.boolean().default(false),
    })
    .optional(),
  /** Event access codes by event id; they never leave the main process. */
  accessCodes: z.record(z.string(), z.string().min(1)).default({}),
  /** Who stands at the machine: a supporter, or a cashier at their desk. `--role` says otherwise for one start. */
  role: z.enum(['kiosk', 'cashier']).default('kiosk'),
  /** What the screens speak, in the order of the menu; `language`, to which they return, is one of them. */
  languages: z
    .array(z.enum(languages))
    .min(1)
    .refine((each) => new Set(each).size === each.length, expects('distinct'))
    .optional(),
  pixelsPerMillimetre: pixelsPerMillimetre.default(4),
  /** Of the lower edge of the glass above the floor: the low layout keeps below 1120 mm. */
  screenFootMillimetres: screenFootMillimetres.default(800),
  /** What customers have beside the screen who buy by hand alone; the arrow keys always work. */
  keypad: keypad.default('arrows'),
  /** How customers hear what is for them alone: at a jack that tells of a plug, into what always hangs there, or not at all. */
  headphones: z.enum(['jack', 'always', 'none']).default('jack'),
  /** What the cash drawer holds, the usual currency first. */
  drawerCurrencies: z.array(z.string().regex(textForms.currency)).min(1).default(['GNF']),
  shifts: z.strictObject(changeable('shifts.')).prefault({}),
  /** Names, telephone numbers and notes of customers. */
  personalData: z
    .strictObject({
      /** Days after the event, or after the sale if that is later, until they are erased by themselves. */
      retentionDays: z.int().min(SETTLEMENT_DAYS).max(MAX_RETENTION_DAYS).default(RETENTION_DAYS),
    })
    .prefault({}),
  /** Staff's PIN for taking cash at this machine. */
  staffPin: z.string().regex(textForms.pin).optional(),
  /** New settings are taken up once nobody was served and nobody has touched the screen for so long. */
  quietSeconds: z.int().min(1).max(3600).default(60),
  tickets: z
    .strictObject({
      ...changeable('tickets.'),
      /** A scanner at the kiosk reads each printed ticket, within so many seconds; left out: it does not. */
      readBackSeconds: z.int().min(10).max(300).optional(),
    })
    .prefault({}),
  seller: z.strictObject(changeable('seller.')).prefault({}),
  terms: termsSchema.prefault({}),
  printers: z
    .strictObject({
      devices: z.record(z.string().regex(textForms.printerName), device).default({}),
      ...changeable('printers.'),
      /** The device that opens the cash drawer when cash is taken. */
      drawer: z.string().optional(),
    })
    .prefault({}),
  /**
   * What takes cards and mobile money. `attended`: devices of their own, before a cashier who says here what they did; live
   * mode has nothing else. `simulated`: the demo's, unless told.
   */
  terminals: z.enum(['simulated', 'attended']).optional(),
  payments: paymentsSchema.default({}),
  notes: notesSchema.optional(),
  /** Demo mode: what the simulated card terminal does with the next cards, and how long a customer takes. */
  simulatedTerminal: simulated(3),
  /** The same of the operators of mobile money. */
  simulatedMobileMoney: simulated(5),
  /** Demo mode: how long the embedded service holds seats. */
  demoHoldSeconds: z.int().min(5).max(3600).default(480),
  ...upkeepSettings,
  /** The window fills the screen and has no way out. */
  kiosk: z.boolean().default(false),
  /** Which of several displays it fills, counted from the left. */
  display: z.int().min(1).max(9).default(1),
})

export type FiledSettings = z.infer<typeof settingsFileSchema>

/** What holds of settings that the machine chooses where the file leaves them out. */
export interface Chosen {
  readonly role: FiledSettings['role']
  readonly languages: readonly Language[]
  readonly tenders: readonly TenderKind[]
  readonly terminals: 'simulated' | 'attended'
  readonly staffPin: string | null
}

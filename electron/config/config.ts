import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { parsePaper } from '../../shared/domain/documents/paper.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Paper } from '../../shared/domain/documents/ticket-document.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { languages, type Language } from '../../shared/kiosk-api/views.ts'
import { deskCommands, usualShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { isCash, selfServiceTenders, tenderKinds, type TenderKind } from '../../shared/domain/money/tender.ts'
import { timeOfDay } from '../../shared/domain/fleet/update.ts'
import { loadPartner, partnerSchema, type PartnerConfig } from './partner.ts'
import { contradictions } from './rules.ts'
import { upkeepSettings } from './upkeep.ts'
import { pixelsPerMillimetre, readScreenFile, screenFootMillimetres } from '../host/screen-file.ts'
import { usualDeviceId } from '../host/device-id.ts'

const paper = z.string().transform((text, context): Paper => {
  const parsed = parsePaper(text)
  if (parsed.ok) return parsed.value
  context.addIssue({ code: 'custom', message: parsed.error.detail })
  return z.NEVER
})

const words = z.string().min(1).max(300)

/** How long a printer may take over a ticket before a person has to look. */
const patienceSeconds = z.int().min(5).max(600).default(60)

const device = z.discriminatedUnion('kind', [
  /** A queue of the system's print service; without `queue` the default one. */
  z.strictObject({
    kind: z.literal('system'),
    queue: z.string().min(1).optional(),
    paper: paper.optional(),
    patienceSeconds,
  }),
  /** A queue that the Electron window prints on: for Windows. */
  z.strictObject({
    kind: z.literal('electron'),
    queue: z.string().min(1),
    paper: paper.optional(),
    patienceSeconds,
  }),
  /** A receipt printer without a driver. */
  z.strictObject({
    kind: z.literal('escpos'),
    address: z
      .string()
      .refine(
        (text) => text.startsWith('/dev/') || (/^tcp:\/\/[^/?#@]+$/u.test(text) && URL.canParse(text)),
        'expected tcp://HOST, tcp://HOST:PORT or a file below /dev/',
      ),
    paper: z.enum(['roll-80', 'roll-58']).default('roll-80'),
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
    connectSeconds: z.number().min(0.5).max(30).default(3),
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
const schema = z.strictObject({
  /** Printed on error screens and in the ledger. */
  deviceId: z
    .string()
    .regex(/^[\w-]{1,32}$/u, 'expected 1 to 32 letters, digits, dashes or underscores')
    .optional(),
  /** `demo`: the embedded service sells a stadium that does not exist. */
  mode: z.enum(['demo', 'live']).default('demo'),
  /** Needed in live mode; in demo mode it names a hub to use in place of the embedded service. */
  partner: partnerSchema.optional(),
  /** The interface of the specification on the loopback, for other programs of the venue: see docs/integrating/local-api.md. */
  localApi: z
    .strictObject({
      port: z.int().min(1).max(65_535),
      /** Pages of these addresses may call it from a browser. */
      origins: z
        .array(z.string().regex(/^https?:\/\/[^/?#\s]+$/u, 'expected an address such as http://127.0.0.1:3000'))
        .default([]),
    })
    .optional(),
  /** Event access codes by event id; they never leave the main process. */
  accessCodes: z.record(z.string(), z.string().min(1)).default({}),
  /** Who stands at the machine: a supporter, or a cashier at their desk. `--role` says otherwise for one start. */
  role: z.enum(['kiosk', 'cashier']).default('kiosk'),
  /** The cashier's desk locks itself after so many minutes without a key or a touch; 0: never. */
  lockAfterMinutes: z.number().min(0).max(240).default(5),
  /** Keys of the cashier's desk, by command, in place of the usual ones. */
  shortcuts: z.partialRecord(z.enum(deskCommands), z.string()).default({}),
  /** What the screens speak, in the order of the menu; `language`, to which they return, is one of them. */
  languages: z
    .array(z.enum(languages))
    .min(1)
    .refine((each) => new Set(each).size === each.length, 'names a language twice')
    .optional(),
  language: z.enum(languages).default('fr'),
  /** Digits of Arabic screens. */
  numerals: z.enum(['western', 'arabic']).default('western'),
  maxSeats: z.int().min(1).max(20).default(8),
  pixelsPerMillimetre: pixelsPerMillimetre.default(4),
  /** Of the lower edge of the glass above the floor: the low layout keeps below 1120 mm. */
  screenFootMillimetres: screenFootMillimetres.default(800),
  theme: z.enum(['system', 'day', 'night', 'contrast']).default('system'),
  /** What may be offered at this machine; default: all that it can take. */
  tenders: z
    .array(z.enum(tenderKinds))
    .min(1, 'expected at least one tender')
    .refine((tenders) => new Set(tenders).size === tenders.length, 'names a tender twice')
    .optional(),
  /** What the cash drawer holds, the usual currency first. */
  drawerCurrencies: z
    .array(z.string().regex(/^[A-Z]{3}$/u, 'expected codes such as GNF'))
    .min(1)
    .default(['GNF']),
  shifts: z
    .strictObject({
      /** When a shift is closed by itself, by the machine's clock; left out: people close it. */
      closeAt: timeOfDay.optional(),
      /** Where each Z leaves a signed archive of the ledger; left out: only when somebody asks for one. */
      archiveFolder: z.string().min(1).optional(),
    })
    .default({}),
  /** Staff's PIN for taking cash at this machine. */
  staffPin: z
    .string()
    .regex(/^\d{4,8}$/u, 'expected 4 to 8 digits, in quotes')
    .optional(),
  /** New settings are taken up once nobody was served and nobody has touched the screen for so long. */
  quietSeconds: z.int().min(1).max(3600).default(60),
  /** Seconds the holds must still have when payment starts. */
  tenderBudgetSeconds: z.int().min(0).max(600).default(90),
  tickets: z
    .strictObject({
      /** Of the saved document, and of printers that name no other. */
      paper: paper.default('a4'),
      /** Where tickets are saved; default: `tickets` in the data directory. */
      folder: z.string().optional(),
      /** Draw each page and read its code back before it is printed. */
      selfCheck: z.boolean().default(true),
      /** A scanner at the kiosk reads each printed ticket, within so many seconds; left out: it does not. */
      readBackSeconds: z.int().min(10).max(300).optional(),
      /** PNG or SVG files, beside the settings or by their full path. */
      logo: z.string().min(1).optional(),
      sponsor: z.string().min(1).optional(),
      /** Small print of the venue's own, by language. */
      notice: z.partialRecord(z.enum(languages), words).default({}),
    })
    .default({ paper: 'a4', selfCheck: true, notice: {} }),
  printers: z
    .strictObject({
      devices: z.record(z.string().regex(/^[\w-]{1,40}$/u, 'expected letters, digits and dashes'), device).default({}),
      /** Names of devices: the first prints tickets, each other steps in for those before it. */
      tickets: z.array(z.string()).default([]),
      /** The same for receipts, which follow the last ticket of an order. */
      receipts: z.array(z.string()).default([]),
      /** The same for the reports of a shift. */
      reports: z.array(z.string()).default([]),
      /** The device that opens the cash drawer when cash is taken. */
      drawer: z.string().optional(),
    })
    .default({ devices: {}, tickets: [], receipts: [], reports: [] }),
  /**
   * What takes cards and mobile money. `attended`: devices of their own, before a cashier who says here what they did; live
   * mode has nothing else. `simulated`: the demo's, unless told.
   */
  terminals: z.enum(['simulated', 'attended']).optional(),
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
  /**
   * The customer's side of a cashier's desk: on the first other display while there is one, on the display of that
   * number, in a window that people move themselves, or not at all.
   */
  customerDisplay: z
    .union([z.enum(['auto', 'window', 'off']), z.int().min(1).max(9)], {
      error: 'expected "auto", "window", "off" or the number of a display, counted from the left',
    })
    .default('auto'),
})

type Parsed = z.infer<typeof schema>

export interface Config extends Omit<
  Parsed,
  'deviceId' | 'languages' | 'tenders' | 'terminals' | 'staffPin' | 'partner'
> {
  readonly partner?: PartnerConfig
  readonly deviceId: string
  readonly languages: readonly Language[]
  readonly tenders: readonly TenderKind[]
  readonly terminals: 'simulated' | 'attended'
  readonly staffPin: string | null
  readonly dataDirectory: string
  /** What this was read from, or would be. */
  readonly settingsFile: string
  /** What is wrong beside the settings, and does not stop the program. */
  readonly remarks: readonly string[]
}

export interface ConfigError {
  readonly type: 'config-error'
  readonly faults: readonly SettingFault[]
  /** The same for people at a terminal: what, where, and what to do, one line a fault. */
  readonly lines: readonly string[]
}

export interface ConfigSource {
  /** `--data`, `GUICHET_DATA`, or the shell's own place. */
  readonly dataDirectory: string
  /** `--config`, `GUICHET_CONFIG`; default `config.json` in the data directory, which may be missing. */
  readonly file?: string | undefined
  /** `--role`: in place of the file's. */
  readonly role?: string | undefined
  /**
   * Where `secretVariable` is looked for; default: the process's own. `without-key`: for what never asks the partner, and
   * works where its secret cannot be had.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | 'without-key'
}

/** The PIN of the demo's counter; shown on the demo's own screens. */
export const DEMO_PIN = '2468'

export function loadConfig(source: ConfigSource): Result<Config, ConfigError> {
  const dataDirectory = resolve(source.dataDirectory)
  const file = source.file ? resolve(source.file) : join(dataDirectory, 'config.json')
  if (source.file && !existsSync(file)) return refuse(file, [faultOf('no such file')])
  const read = readJson(file)
  if (!read.ok) return refuse(file, [faultOf(read.error.detail)])
  const role = source.role === undefined ? ok(undefined) : roleOf(source.role)
  if (!role.ok) return refuse(file, [], [role.error.detail])
  const parsed = schema.safeParse(read.value)
  if (!parsed.success) {
    const { issues } = parsed.error
    const faults = issues.map(({ path, message }) => faultOf(`${path.join('.') || 'top level'}: ${message}`))
    return refuse(file, faults)
  }
  const tickets = withFiles(parsed.data.tickets, dirname(file))
  const { partner: named, mode } = parsed.data
  const partner = named ? loadPartner(named, mode, file, source.environment ?? process.env) : ok(undefined)
  const machine = {
    mode,
    role: role.value ?? parsed.data.role,
    terminals: parsed.data.terminals ?? usualTerminals(mode),
    staffPin: parsed.data.staffPin ?? (mode === 'demo' ? DEMO_PIN : null),
  }
  const chosen = {
    ...machine,
    languages: languagesOf(parsed.data),
    tenders: parsed.data.tenders ?? usualTenders(machine),
  }
  const faults = [
    ...contradictions({ ...parsed.data, ...chosen }),
    ...missingFiles(tickets).map(faultOf),
    ...(partner.ok ? [] : [faultOf(partner.error.detail)]),
  ]
  const measured = readScreenFile(dataDirectory)
  if (!partner.ok || faults.length > 0) return refuse(file, faults)
  const { partner: _, ...settings } = parsed.data
  return ok({
    ...settings,
    ...(measured.ok && measured.value),
    ...(partner.value && { partner: partner.value }),
    ...chosen,
    tickets,
    deviceId: parsed.data.deviceId ?? usualDeviceId(),
    dataDirectory,
    settingsFile: file,
    remarks: measured.ok ? [] : [measured.error.detail],
  })
}

/** What holds on such a machine where its settings say nothing. */
export function usualSettings(machine: Machine): object {
  const { mode, role } = machine
  const chosen = { tenders: usualTenders(machine), terminals: usualTerminals(mode), shortcuts: usualShortcuts }
  return { ...schema.parse({ mode, role }), ...chosen }
}

/** `others`: what is wrong outside the file. */
function refuse(file: string, faults: readonly SettingFault[], others: readonly string[] = []) {
  const lines = faults.map(({ setting, detail }) => `${file}: ${setting === '' ? '' : `${setting}: `}${detail}`)
  return err({
    type: 'config-error',
    faults: [...faults, ...others.map((detail) => ({ setting: '', detail }))],
    lines: [...lines, ...others],
  } as const)
}

/** Of `partner.baseUrl: expected …` */
function faultOf(sentence: string): SettingFault {
  const [, setting = '', detail = sentence] = /^([a-zA-Z]\w*(?:\.[\w-]+)*): (.*)$/su.exec(sentence) ?? []
  return { setting, detail }
}

function roleOf(named: string): Result<Parsed['role'], { readonly type: 'unknown-role'; readonly detail: string }> {
  const role = schema.shape.role.safeParse(named)
  return role.success
    ? ok(role.data)
    : err({ type: 'unknown-role', detail: `--role: "${named}" is neither kiosk nor cashier` })
}

type Machine = Pick<Config, 'mode' | 'role' | 'terminals' | 'staffPin'>

/**
 * All that can be taken: mobile money needs somebody who types the customer's number, an attended terminal somebody who
 * says what it did, cash a PIN. Where nothing is left it is cash, whose PIN is then asked for.
 */
function usualTenders({ role, terminals, staffPin }: Machine): readonly TenderKind[] {
  if (role === 'kiosk' && terminals === 'attended') return ['cash']
  const possible = role === 'cashier' ? tenderKinds : selfServiceTenders
  return possible.filter((kind) => staffPin !== null || !isCash(kind))
}

function usualTerminals(mode: Parsed['mode']): Config['terminals'] {
  return mode === 'live' ? 'attended' : 'simulated'
}

/** The demonstration shows what there is. */
function languagesOf({ mode, languages: named }: Parsed): readonly Language[] {
  return named ?? (mode === 'demo' ? languages : ['fr', 'en'])
}

/** Pictures lie beside the settings that name them. */
function withFiles(tickets: Parsed['tickets'], directory: string): Parsed['tickets'] {
  const { logo, sponsor } = tickets
  return {
    ...tickets,
    ...(logo !== undefined && { logo: resolve(directory, logo) }),
    ...(sponsor !== undefined && { sponsor: resolve(directory, sponsor) }),
  }
}

function missingFiles(tickets: Parsed['tickets']): readonly string[] {
  return (['logo', 'sponsor'] as const).flatMap((key) => {
    const path = tickets[key]
    return path === undefined || existsSync(path) ? [] : [`tickets.${key}: no such file: ${path}`]
  })
}

/** Nothing where there is no file. Some editors begin one with a byte order mark, which JSON does not know. */
function readJson(file: string): Result<unknown, { readonly type: 'unreadable'; readonly detail: string }> {
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/u, '')
    try {
      return ok(JSON.parse(text) as unknown)
    } catch (error) {
      return err({
        type: 'unreadable',
        detail: `not JSON (${(error as SyntaxError).message}): correct it, or put back a copy of it`,
      })
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok({})
    return err({ type: 'unreadable', detail: `cannot be read (${code}): put back a copy of it` })
  }
}

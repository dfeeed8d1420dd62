import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { shortcutFaults, defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { Mode } from '../../shared/domain/mode.ts'
import {
  inUsualOrder,
  isCash,
  isAccount,
  isDocument,
  isNotes,
  isOnlyNamed,
  isProvided,
  type TenderKind,
  tenderKinds,
} from '../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { isWeakPin } from '../../shared/domain/staff.ts'
import type { Terms } from '../../shared/domain/terms.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { issueErrors } from '../../shared/i18n/issue-text.ts'
import type { SettingProblem } from '../../shared/i18n/setting-texts.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import type { DemoTickets } from '../../shared/api/kiosk/views.ts'
import { readJsonFile } from '../host/files/file-text.ts'
import { readScreenFile } from '../host/screen-file.ts'
import { accountLanguage, defaultDeviceId } from '../host/system.ts'
import { drivers, driversFor } from '../payments/drivers.ts'
import { loadPartner, type PartnerConfig } from './partner.ts'
import type { FiscalSettings } from '../payments/fiscal.ts'
import { isUnattended, loadFiscal, loadNotes, loadPayments, type NotesConfig, type Payments } from './payments.ts'
import { faultLine, faultOf, foundProblem, type FoundProblem } from './setting-problem.ts'
import { type ResolvedDefaults, type SettingsFileContent, isSafeHub, settingsFileSchema } from './settings-schema.ts'
import { readTerms, withExamples } from './terms.ts'

type Loaded = 'deviceId' | 'partner' | 'payments' | 'notes' | 'fiscal' | 'mode' | 'terms'

export interface Config extends Omit<SettingsFileContent, keyof ResolvedDefaults | Loaded>, ResolvedDefaults {
  readonly mode: Mode
  readonly partner?: PartnerConfig
  readonly payments: Payments
  /** Conditions of sale and privacy notice, read from their files. The demo replaces missing texts with examples. */
  readonly terms: Terms
  readonly notes?: NotesConfig
  readonly fiscal?: FiscalSettings
  readonly deviceId: string
  readonly dataDirectory: string
  /** Path of the settings file, which need not exist. */
  readonly settingsFile: string
  /** Problems that are not in the settings file and do not prevent the program from starting. */
  readonly remarks: readonly string[]
}

export interface ConfigError {
  readonly type: 'config-error'
  /** Path of the settings file; null if the faults were found elsewhere. */
  readonly file: string | null
  /** Faults in English, for logs and replies to programs. */
  readonly faults: readonly SettingFault[]
  /** Faults in the language of the person at the terminal. */
  readonly localFaults: readonly SettingFault[]
  /** `localFaults` as text, one line each: the file, the setting, the problem and the remedy. */
  readonly lines: readonly string[]
}

export interface ConfigSource {
  /** Value of `--data` or `GUICHET_DATA`, or the platform's default. */
  readonly dataDirectory: string
  /** Value of `--config` or `GUICHET_CONFIG`. Default: `config.json` in the data directory, which need not exist. */
  readonly file?: string | undefined
  /** Value of `--role`, which overrides the settings file. */
  readonly role?: string | undefined
  /** Value of `--kiosk` or `--no-kiosk`, which overrides the settings file. */
  readonly kiosk?: boolean | undefined
  /**
   * Environment variables in which `secretEnv` is looked up; default: `process.env`. `without-key`: for commands that
   * work without the secret.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | 'without-key'
  /** `left-out`: reports unusable `terms` files as remarks, so that a start can resume unfinished sales. */
  readonly brokenTerms?: 'refused' | 'left-out'
  /** Language of `ConfigError.lines`. Default: `language` of the settings file, or else the account's language. */
  readonly language?: string | undefined
}

/** Staff PIN of the demo, which the demo shows on its screens. */
export const DEMO_PIN = '2468'

export function loadConfig(source: ConfigSource): Result<Config, ConfigError> {
  const dataDirectory = resolve(source.dataDirectory)
  const file = source.file ? resolve(source.file) : join(dataDirectory, 'config.json')
  const read =
    source.file && !existsSync(file)
      ? err({ type: 'unread', faultsIn: faultsOf([foundProblem('', { type: 'settings-missing' })]) } as const)
      : readJson(file)
  const language = languageOfLines(source.language, read.ok ? read.value : null)
  const refuse = (faultsIn: FaultsIn) => err(configError(file, language, faultsIn))
  if (!read.ok) return refuse(read.error.faultsIn)
  const role = source.role === undefined ? ok(undefined) : roleOf(source.role)
  if (!role.ok) return err(configError(null, language, faultsOf([role.error])))
  const parsed = settingsFileSchema.safeParse(read.value)
  if (!parsed.success) return refuse((texts) => schemaFaults(read.value, texts))
  const pictures = picturesOf(parsed.data.tickets, dirname(file))
  const tickets = { ...parsed.data.tickets, ...Object.fromEntries(pictures) }
  const terms = readTerms(parsed.data.terms, dirname(file))
  const { partner: named, mode, seller } = parsed.data
  const environment = source.environment ?? process.env
  const partner = named ? loadPartner(named, mode, file, environment) : ok(undefined)
  const payments = loadPayments(parsed.data.payments, file, environment)
  const notes = parsed.data.notes ? loadNotes(parsed.data.notes, file, environment) : ok(undefined)
  const fiscal = parsed.data.fiscal ? loadFiscal(parsed.data.fiscal, file, environment) : ok(undefined)
  const machine = {
    mode,
    role: role.value ?? parsed.data.role,
    terminals: parsed.data.terminals ?? defaultTerminals(mode),
    staffPin: parsed.data.staffPin ?? (mode === 'demo' ? DEMO_PIN : null),
  }
  const chosen = {
    ...machine,
    languages: languagesOf(parsed.data),
    tenders: parsed.data.tenders ?? defaultTenders({ ...parsed.data, ...machine }),
  }
  const problems = [
    ...findSettingConflicts({ ...parsed.data, ...chosen }),
    ...pictures
      .filter(([, path]) => !existsSync(path))
      .map(([key, path]) => foundProblem(`tickets.${key}`, { type: 'no-file', path })),
    ...(source.brokenTerms === 'left-out' ? [] : terms.problems),
    ...[partner, payments, notes, fiscal].flatMap((loaded) => (loaded.ok ? [] : [loaded.error])),
  ]
  const measured = readScreenFile(dataDirectory)
  const particulars = { mode, seller, terms: terms.terms }
  if (!partner.ok || !payments.ok || !notes.ok || !fiscal.ok || problems.length > 0) return refuse(faultsOf(problems))
  const { partner: _, notes: __, fiscal: ___, ...settings } = parsed.data
  return ok({
    ...defaultEdges(mode),
    ...settings,
    ...(measured.ok && measured.value),
    ...(partner.value && { partner: partner.value }),
    payments: payments.value,
    ...(notes.value && { notes: notes.value }),
    ...(fiscal.value && { fiscal: fiscal.value }),
    ...chosen,
    ...(mode === 'demo' ? withExamples(particulars, settings.language) : particulars),
    kiosk: source.kiosk ?? settings.kiosk,
    tickets,
    deviceId: parsed.data.deviceId ?? defaultDeviceId(),
    dataDirectory,
    settingsFile: file,
    remarks: [
      ...faultsOf(terms.problems)(catalogues.en).map((fault) => `${file}: ${faultLine(fault)}`),
      ...(measured.ok ? [] : [measured.error.detail]),
    ],
  })
}

/** Returns how the last screen of a sale shows the tickets; null except at a kiosk in demo mode. */
export function demoTicketsOf({ mode, role, kiosk: isLocked }: Config): DemoTickets | null {
  if (mode !== 'demo' || role !== 'kiosk') return null
  return isLocked ? 'pictures' : 'document'
}

export function defaultSettings(machine: Machine): object {
  const { mode, role } = machine
  const chosen = { tenders: defaultTenders(machine), terminals: defaultTerminals(mode), shortcuts: defaultShortcuts }
  return { ...settingsFileSchema.parse({ mode, role }), ...chosen, ...defaultEdges(mode) }
}

type FaultsIn = (texts: ProgramTexts) => readonly SettingFault[]

const faultsOf =
  (problems: readonly FoundProblem[]): FaultsIn =>
  (texts) =>
    problems.map((problem) => faultOf(problem, texts))

/** `file`: path of the settings file; null if the faults were found elsewhere. */
export function configError(file: string | null, language: Language, faultsIn: FaultsIn): ConfigError {
  const localFaults = faultsIn(catalogues[language])
  const lines = localFaults.map((fault) => `${file === null ? '' : `${file}: `}${faultLine(fault)}`)
  return { type: 'config-error', file, faults: faultsIn(catalogues.en), localFaults, lines }
}

function languageOfLines(asked: string | undefined, settings: unknown): Language {
  const { language } = (settings ?? {}) as { language?: unknown }
  return languages.find((each) => each === asked) ?? languages.find((each) => each === language) ?? accountLanguage()
}

function schemaFaults(value: unknown, texts: ProgramTexts): readonly SettingFault[] {
  const read = settingsFileSchema.safeParse(value, { error: issueErrors(texts.values) })
  const issues = read.error?.issues ?? []
  return issues.map(({ path, message }) => ({ setting: path.map(String).join('.'), detail: message }))
}

function roleOf(named: string): Result<SettingsFileContent['role'], FoundProblem> {
  const role = settingsFileSchema.shape.role.safeParse(named)
  return role.success ? ok(role.data) : err(foundProblem('', { type: 'unknown-role', role: named }))
}

type Machine = Pick<Config, 'role' | 'terminals' | 'staffPin'> &
  Pick<SettingsFileContent, 'notes' | 'mode'> &
  Pick<Parameters<typeof isUnattended>[1], 'payments'>

/** Returns all tenders that can be accepted; if none, returns cash, so that settings without a PIN are refused. */
function defaultTenders(machine: Machine): readonly TenderKind[] {
  const { role, staffPin, payments } = machine
  const possible = tenderKinds.filter((kind) => {
    if (isCash(kind)) return staffPin !== null
    // The kiosk of the demo has a simulated note acceptor and a simulated terminal.
    if (isNotes(kind)) return role === 'kiosk' && (machine.terminals === 'simulated' || machine.notes !== undefined)
    if (!isProvided(kind)) return false
    return role === 'cashier' ? kind in payments || !isOnlyNamed(kind) : isUnattended(kind, machine)
  })
  if (possible.length === 0) return ['cash']
  return role === 'kiosk' ? inUsualOrder(possible) : possible
}

function defaultTerminals(mode: SettingsFileContent['mode']): Config['terminals'] {
  return mode === 'live' ? 'manual' : 'simulated'
}

function defaultEdges(
  mode: SettingsFileContent['mode'],
): Pick<SettingsFileContent, 'terminalSide' | 'ticketSlot' | 'noteSlot'> {
  return mode === 'live' ? {} : { terminalSide: 'right', ticketSlot: 'below', noteSlot: 'left' }
}

function languagesOf({ mode, languages: named }: SettingsFileContent): readonly Language[] {
  return named ?? (mode === 'demo' ? languages : ['fr', 'en'])
}

function picturesOf(tickets: SettingsFileContent['tickets'], directory: string) {
  return (['logo', 'sponsor'] as const).flatMap((key) => {
    const file = tickets[key]
    return file === undefined ? [] : [[key, resolve(directory, file)] as const]
  })
}

/** Parses a JSON file. Returns an empty object if the file does not exist. */
function readJson(file: string): Result<unknown, { readonly type: 'unread'; readonly faultsIn: FaultsIn }> {
  const refused = (faultsIn: FaultsIn) => err({ type: 'unread', faultsIn } as const)
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok({})
    return refused(faultsOf([foundProblem('', { type: 'settings-unreadable', code })]))
  }
  const read = readJsonFile(bytes, z.unknown(), catalogues.en)
  if (read.ok) return ok(read.value)
  return refused((texts) => {
    const again = readJsonFile(bytes, z.unknown(), texts)
    const [at] = again.ok ? [] : again.problems
    return at ? [faultOf(foundProblem('', { type: 'settings-syntax', ...at }), texts)] : []
  })
}

/** Settings that are valid individually, for checking the rules between them. */
type JudgedSettings = Omit<SettingsFileContent, keyof ResolvedDefaults> & ResolvedDefaults

function findSettingConflicts(settings: JudgedSettings): readonly FoundProblem[] {
  const { mode, role, partner, language, languages, tenders, staffPin, tickets, printers } = settings
  const found: FoundProblem[] = shortcutFaults(settings.shortcuts, tenders).map((problem) =>
    foundProblem(problem.type === 'same-key' ? 'shortcuts' : `shortcuts.${problem.command}`, problem),
  )
  const fault = (setting: string, problem: SettingProblem): void => void found.push(foundProblem(setting, problem))
  if (!languages.includes(language)) fault('language', { type: 'language-not-offered', language })
  if (mode === 'live' && !partner) fault('partner', { type: 'no-partner' })
  const attended = settings.terminals === 'manual'
  if (mode === 'live' && !attended) fault('terminals', { type: 'simulated-terminals' })
  const isAttended = (kind: TenderKind): boolean =>
    isDocument(kind) || isAccount(kind) || (attended && isProvided(kind) && !isUnattended(kind, settings))
  if (role === 'kiosk' && tenders.some(isAttended)) fault('tenders', { type: 'not-attended' })
  for (const [kind, provider] of Object.entries(settings.payments)) {
    if (!provider) continue
    const { driver } = provider
    if (isProvided(kind) && !driversFor(kind).includes(driver))
      fault(`payments.${kind}.driver`, { type: 'driver-unfit', driver, fit: driversFor(kind) })
    if (role === 'cashier' && drivers[driver].traits.shows === 'qr')
      fault(`payments.${kind}.driver`, { type: 'shows-code' })
    if (role === 'kiosk' && 'disbursements' in provider && provider.disbursements !== undefined)
      fault(`payments.${kind}.disbursements`, { type: 'pays-out' })
  }
  if (tenders.some(isAccount) && role === 'cashier' && !settings.fleet)
    fault('tenders', { type: 'account-without-hub' })
  if (tenders.some(isNotes) && role === 'cashier') fault('tenders', { type: 'notes-at-desk' })
  if (tenders.some(isNotes) && role === 'kiosk' && attended && !settings.notes)
    fault('notes', { type: 'no-note-device' })
  if (mode === 'live' && !isSafeHub(settings.fleet?.hub)) fault('fleet.hub', { type: 'plain-hub' })
  if (mode === 'live' && tenders.some(isCash) && !staffPin) fault('staffPin', { type: 'cash-without-pin' })
  if (mode === 'live' && staffPin !== null && isWeakPin(staffPin)) fault('staffPin', { type: 'weak-pin' })
  if (tickets.scanTimeoutSeconds !== undefined && (printers.tickets.length === 0 || role === 'cashier'))
    fault('tickets.scanTimeoutSeconds', { type: 'nothing-to-read-back' })
  return [...found, ...printerProblems(printers)]
}

function printerProblems(printers: JudgedSettings['printers']): readonly FoundProblem[] {
  const { devices, tickets, receipts, reports, drawer } = printers
  const ofRoles = (['tickets', 'receipts', 'reports'] as const).flatMap((role): readonly FoundProblem[] => {
    const setting = `printers.${role}`
    const names = new Set(printers[role])
    const unknown = [...names]
      .filter((name) => !(name in devices))
      .map((printer) => foundProblem(setting, { type: 'printer-unknown', printer }))
    return names.size < printers[role].length ? [...unknown, foundProblem(setting, { type: 'printer-twice' })] : unknown
  })
  const idle = Object.keys(devices)
    .filter((name) => ![...tickets, ...receipts, ...reports, drawer].includes(name))
    .map((printer) => foundProblem(`printers.devices.${printer}`, { type: 'printer-idle', printer }))
  const holder = drawer === undefined ? undefined : devices[drawer]
  const noDrawer = drawer !== undefined && !(holder?.kind === 'escpos' && holder.drawer)
  return [...ofRoles, ...idle, ...(noDrawer ? [foundProblem('printers.drawer', { type: 'no-drawer' })] : [])]
}

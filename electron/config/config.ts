import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import type { Mode } from '../../shared/domain/mode.ts'
import type { Terms } from '../../shared/domain/terms.ts'
import type { DemoTickets } from '../../shared/kiosk-api/views.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { inEnglish } from '../../shared/i18n/issue-text.ts'
import { usualShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import {
  isCash,
  isDriven,
  isNotes,
  isOnlyNamed,
  tenderKinds,
  type TenderKind,
} from '../../shared/domain/money/tender.ts'
import { loadNotes, type NotesConfig } from './notes.ts'
import { loadPartner, type PartnerConfig } from './partner.ts'
import { isUnattended, loadPayments, type Payments } from './payments.ts'
import { contradictions } from './rules.ts'
import { settingsFileSchema, type Chosen, type FiledSettings } from './settings-schema.ts'
import { readTerms, withExamples } from './terms.ts'
import { readJsonFile } from '../host/files/read-json.ts'
import { readScreenFile } from '../host/screen-file.ts'
import { usualDeviceId } from '../host/device-id.ts'

export interface Config
  extends Omit<FiledSettings, keyof Chosen | 'deviceId' | 'partner' | 'payments' | 'notes' | 'mode' | 'terms'>, Chosen {
  readonly mode: Mode
  readonly partner?: PartnerConfig
  readonly payments: Payments
  /** Conditions of sale and privacy notice, read from their files; in the demo examples for those that are left out. */
  readonly terms: Terms
  /** The device that takes bank notes. */
  readonly notes?: NotesConfig
  readonly deviceId: string
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
  /** `--kiosk`, `--no-kiosk`: in place of the file's. */
  readonly kiosk?: boolean | undefined
  /**
   * Where `secretVariable` is looked for; default: the process's own. `without-key`: for what never asks the partner, and
   * works where its secret cannot be had.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | 'without-key'
  /**
   * Files of `terms` that cannot be shown; default: refused. `left-out`: for a start, which resumes unfinished sales; they
   * are remarks then, and the machine reports the texts that it lacks.
   */
  readonly brokenTerms?: 'refused' | 'left-out'
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
  const parsed = settingsFileSchema.safeParse(read.value, inEnglish)
  if (!parsed.success) {
    const { issues } = parsed.error
    const faults = issues.map(({ path, message }) => faultOf(`${path.join('.') || 'top level'}: ${message}`))
    return refuse(file, faults)
  }
  const tickets = withFiles(parsed.data.tickets, dirname(file))
  const terms = readTerms(parsed.data.terms, dirname(file))
  const { partner: named, mode, language, seller } = parsed.data
  const environment = source.environment ?? process.env
  const partner = named ? loadPartner(named, mode, file, environment) : ok(undefined)
  const payments = loadPayments(parsed.data.payments, file, environment)
  const notes = parsed.data.notes ? loadNotes(parsed.data.notes, file, environment) : ok(undefined)
  const machine = {
    mode,
    role: role.value ?? parsed.data.role,
    terminals: parsed.data.terminals ?? usualTerminals(mode),
    staffPin: parsed.data.staffPin ?? (mode === 'demo' ? DEMO_PIN : null),
  }
  const chosen = {
    ...machine,
    languages: languagesOf(parsed.data),
    tenders: parsed.data.tenders ?? usualTenders({ ...parsed.data, ...machine }),
  }
  const faults = [
    ...contradictions({ ...parsed.data, ...chosen }),
    ...missingFiles(tickets).map(faultOf),
    ...(source.brokenTerms === 'left-out' ? [] : terms.faults),
    ...(partner.ok ? [] : [faultOf(partner.error.detail)]),
    ...(payments.ok ? [] : [faultOf(payments.error.detail)]),
    ...(notes.ok ? [] : [faultOf(notes.error.detail)]),
  ]
  const measured = readScreenFile(dataDirectory)
  const particulars = { mode, seller, terms: terms.terms }
  if (!partner.ok || !payments.ok || !notes.ok || faults.length > 0) return refuse(file, faults)
  const { partner: _, notes: __, ...settings } = parsed.data
  return ok({
    ...settings,
    ...(measured.ok && measured.value),
    ...(partner.value && { partner: partner.value }),
    payments: payments.value,
    ...(notes.value && { notes: notes.value }),
    ...chosen,
    ...(mode === 'demo' ? withExamples(particulars, language) : particulars),
    kiosk: source.kiosk ?? settings.kiosk,
    tickets,
    deviceId: parsed.data.deviceId ?? usualDeviceId(),
    dataDirectory,
    settingsFile: file,
    remarks: [...linesOf(file, terms.faults), ...(measured.ok ? [] : [measured.error.detail])],
  })
}

/** Returns how much of the tickets the last screen of a sale shows; null if it shows none, as everywhere but at a demo's kiosk. */
export function demoTicketsOf({ mode, role, kiosk: isLocked }: Config): DemoTickets | null {
  if (mode !== 'demo' || role !== 'kiosk') return null
  return isLocked ? 'pictures' : 'document'
}

/** What holds on such a machine where its settings say nothing. */
export function usualSettings(machine: Machine): object {
  const { mode, role } = machine
  const chosen = { tenders: usualTenders(machine), terminals: usualTerminals(mode), shortcuts: usualShortcuts }
  return { ...settingsFileSchema.parse({ mode, role }), ...chosen }
}

/** `others`: what is wrong outside the file. */
function refuse(file: string, faults: readonly SettingFault[], others: readonly string[] = []) {
  return err({
    type: 'config-error',
    faults: [...faults, ...others.map((detail) => ({ setting: '', detail }))],
    lines: [...linesOf(file, faults), ...others],
  } as const)
}

const linesOf = (file: string, faults: readonly SettingFault[]): readonly string[] =>
  faults.map(({ setting, detail }) => `${file}: ${setting === '' ? '' : `${setting}: `}${detail}`)

/** Of `partner.baseUrl: expected …` */
function faultOf(sentence: string): SettingFault {
  const [, setting = '', detail = sentence] = /^([a-zA-Z]\w*(?:\.[\w-]+)*): (.*)$/su.exec(sentence) ?? []
  return { setting, detail }
}

function roleOf(
  named: string,
): Result<FiledSettings['role'], { readonly type: 'unknown-role'; readonly detail: string }> {
  const role = settingsFileSchema.shape.role.safeParse(named)
  return role.success
    ? ok(role.data)
    : err({ type: 'unknown-role', detail: `--role: "${named}" is neither kiosk nor cashier` })
}

type Machine = Pick<Config, 'role' | 'terminals' | 'staffPin'> &
  Pick<FiledSettings, 'notes'> &
  Pick<FiledSettings, 'mode'> &
  Pick<Parameters<typeof isUnattended>[1], 'payments'>

/** All that can be taken: cash needs a PIN. Where nothing is left it is cash, whose PIN is then asked for. */
function usualTenders(machine: Machine): readonly TenderKind[] {
  const { role, staffPin, payments } = machine
  const possible = tenderKinds.filter((kind) => {
    if (isCash(kind)) return staffPin !== null
    // The demo's kiosk has a device for them, as it has a terminal.
    if (isNotes(kind)) return role === 'kiosk' && (machine.terminals === 'simulated' || machine.notes !== undefined)
    if (!isDriven(kind)) return false
    return role === 'cashier' ? kind in payments || !isOnlyNamed(kind) : isUnattended(kind, machine)
  })
  return possible.length > 0 ? possible : ['cash']
}

function usualTerminals(mode: FiledSettings['mode']): Config['terminals'] {
  return mode === 'live' ? 'attended' : 'simulated'
}

/** The demonstration shows what there is. */
function languagesOf({ mode, languages: named }: FiledSettings): readonly Language[] {
  return named ?? (mode === 'demo' ? languages : ['fr', 'en'])
}

/** Pictures lie beside the settings that name them. */
function withFiles(tickets: FiledSettings['tickets'], directory: string): FiledSettings['tickets'] {
  const { logo, sponsor } = tickets
  return {
    ...tickets,
    ...(logo !== undefined && { logo: resolve(directory, logo) }),
    ...(sponsor !== undefined && { sponsor: resolve(directory, sponsor) }),
  }
}

function missingFiles(tickets: FiledSettings['tickets']): readonly string[] {
  return (['logo', 'sponsor'] as const).flatMap((key) => {
    const path = tickets[key]
    return path === undefined || existsSync(path) ? [] : [`tickets.${key}: no such file: ${path}`]
  })
}

/** Returns an empty object if there is no file. */
function readJson(file: string): Result<unknown, { readonly type: 'unreadable'; readonly detail: string }> {
  let bytes
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok({})
    return err({ type: 'unreadable', detail: `cannot be read (${code}): put back a copy of it` })
  }
  const read = readJsonFile(bytes, z.unknown(), catalogues.en)
  if (read.ok) return ok(read.value)
  const [{ line, column, what } = { line: 1, column: 1, what: '' }] = read.problems
  return err({
    type: 'unreadable',
    detail: `line ${line}, column ${column}: ${what}: correct it, or put back a copy of it`,
  })
}

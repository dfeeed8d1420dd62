import { existsSync, rmSync } from 'node:fs'
import { deskCommands, offeredKeys } from '../../shared/domain/desk/shortcuts.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { tenderKinds } from '../../shared/domain/money/tender.ts'
import type { SettingFault, SettingValue, SettingView } from '../../shared/kiosk-api/office-views.ts'
import { languages } from '../../shared/kiosk-api/views.ts'
import type { SettingRefused, SettingsFile } from '../core/ports/office.ts'
import { writeWhole } from '../host/files/whole-file.ts'
import { openSettingsTrial, readSettings } from './settings-trial.ts'

interface Kind {
  readonly kind: SettingView['kind']
  readonly choices?: readonly string[] | 'printers'
}

const text: Kind = { kind: 'text' }
const number: Kind = { kind: 'number' }
const time: Kind = { kind: 'time' }
const flag: Kind = { kind: 'switch' }
const choice = (...choices: readonly string[]): Kind => ({ kind: 'choice', choices })
/** Printers as the file names them, in the order in which they step in. */
const printers: Kind = { kind: 'ranked', choices: 'printers' }

/**
 * What may be changed at a screen: how the machine greets, sells, prints and closes. Whom it trusts, where it sells and what hangs on
 * its cables is set up by hand. No secret is among them.
 */
const offered: Readonly<Record<string, Kind>> = {
  language: choice(...languages),
  theme: choice('system', 'day', 'night', 'contrast'),
  numerals: choice('western', 'arabic'),
  maxSeats: number,
  lockAfterMinutes: number,
  customerDisplay: choice('auto', 'window', 'off'),
  tenders: { kind: 'several', choices: tenderKinds },
  tenderBudgetSeconds: number,
  'updates.openingHours': { kind: 'hours' },
  'shifts.closeAt': time,
  'shifts.archiveFolder': text,
  'printers.tickets': printers,
  'printers.receipts': printers,
  'printers.reports': printers,
  'tickets.paper': text,
  'tickets.selfCheck': flag,
  'tickets.folder': text,
  'tickets.logo': text,
  'tickets.sponsor': text,
  'tickets.notice.fr': text,
  'tickets.notice.en': text,
  'tickets.notice.pt': text,
  'tickets.notice.ar': text,
  ...Object.fromEntries(deskCommands.map((command) => [`shortcuts.${command}`, choice(...offeredKeys)])),
}

type Tree = { [key: string]: unknown }

export interface SettingsFileOptions {
  /** What the next start reads; it need not be there. */
  readonly path: string
  /** What the program runs with. */
  readonly running: object
  /** What it would run with, were nothing set. */
  readonly usual: object
  /** Whether a program would start with that file: what is wrong with it; none: nothing is. */
  readonly faultsOf: (path: string) => readonly SettingFault[]
  /** Called when the file is another than the program was started with. */
  readonly onFiled: () => void
}

/** The settings of a running program, and the file that its next start reads. */
export function openSettingsFile({ path: settingsFile, running, usual, ...filing }: SettingsFileOptions): SettingsFile {
  const read = (): Tree => readSettings(settingsFile)

  return {
    view() {
      const filed = read()
      const devices = nodeAt(filed, 'printers.devices')
      const named = isTree(devices) ? Object.keys(devices) : []
      return Object.entries(offered).map(([key, { kind, choices = [] }]) => ({
        key,
        kind,
        choices: choices === 'printers' ? named : choices,
        usual: valueAt(usual as Tree, key),
        running: valueAt(running as Tree, key),
        filed: valueAt(filed, key),
      }))
    },
    change(key, value) {
      if (!Object.hasOwn(offered, key)) return refused([{ setting: key, detail: 'is not changed at a screen' }])
      const before = valueAt(read(), key)
      const done = changeSettings({ path: settingsFile, ...filing }, { [key]: value })
      return done.ok ? ok({ before }) : done
    },
  }
}

const refused = (faults: readonly SettingFault[]) => err({ type: 'setting-refused', faults } as const)

/**
 * Changes all of these in the settings of the next start, or none: only what the program would start with is ever in the file's
 * place, and it is on trial until the program has. The file as it was before the change lies beside it (`.before`) for the person at
 * the machine.
 */
export function changeSettings(
  { path, faultsOf, onFiled }: Pick<SettingsFileOptions, 'path' | 'faultsOf' | 'onFiled'>,
  values: Readonly<Record<string, SettingValue | null>>,
): Result<null, SettingRefused> {
  const draft = `${path}.draft`
  try {
    const before: Tree = readSettings(path)
    const after = Object.entries(values).reduce((tree, [key, value]) => withValue(tree, key.split('.'), value), before)
    writeWhole(draft, after)
    const faults = faultsOf(draft)
    if (faults.length > 0) return refused(faults)
    openSettingsTrial(path).begin()
    if (existsSync(path)) writeWhole(`${path}.before`, before)
    writeWhole(path, after)
    onFiled()
  } catch (error) {
    return refused([{ setting: '', detail: (error as Error).message }])
  } finally {
    rmSync(draft, { force: true })
  }
  return ok(null)
}

function nodeAt(tree: Tree, key: string): unknown {
  return key.split('.').reduce<unknown>((node, part) => (isTree(node) ? node[part] : undefined), tree)
}

/** A value that is no group of settings is not shown. */
function valueAt(tree: Tree, key: string): SettingValue | null {
  const value = nodeAt(tree, key)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(String)
  if (!isTree(value)) return null
  const { from, to } = value
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null
}

/** Null takes the key out, and groups that are empty then. */
function withValue(tree: Tree, [key = '', ...rest]: readonly string[], value: SettingValue | null): Tree {
  const { [key]: old, ...others } = tree
  const inner = rest.length === 0 ? value : withValue(isTree(old) ? old : {}, rest, value)
  const empty = inner === null || (isTree(inner) && Object.keys(inner).length === 0)
  return empty ? others : { ...tree, [key]: inner }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

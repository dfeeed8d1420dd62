import { existsSync, readFileSync, rmSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SettingValue, SettingView } from '../../shared/kiosk-api/office-views.ts'
import { languages } from '../../shared/kiosk-api/views.ts'
import type { SettingsFile } from '../core/ports-office.ts'
import { writeWhole } from '../whole-file.ts'

type Kind = Pick<SettingView, 'kind'> & { readonly choices?: readonly string[] }

const text: Kind = { kind: 'text' }
const number: Kind = { kind: 'number' }
const flag: Kind = { kind: 'switch' }
const choice = (...choices: readonly string[]): Kind => ({ kind: 'choice', choices })

/**
 * What may be changed at a screen: how the machine greets, sells and closes. Whom it trusts, where it sells and what hangs on its
 * cables is set up by hand. No secret is among them.
 */
const offered: Readonly<Record<string, Kind>> = {
  language: choice(...languages),
  theme: choice('system', 'day', 'night', 'contrast'),
  numerals: choice('western', 'arabic'),
  maxSeats: number,
  lockAfterMinutes: number,
  customerDisplay: choice('auto', 'window', 'off'),
  tenderBudgetSeconds: number,
  'shifts.closeAt': text,
  'shifts.archiveFolder': text,
  'tickets.paper': text,
  'tickets.selfCheck': flag,
  'tickets.folder': text,
  'tickets.logo': text,
  'tickets.sponsor': text,
  'tickets.notice.fr': text,
  'tickets.notice.en': text,
  'tickets.notice.pt': text,
  'tickets.notice.ar': text,
}

type Tree = { [key: string]: unknown }

export interface SettingsFileOptions {
  /** What the next start reads; it need not be there. */
  readonly path: string
  /** What the program runs with. */
  readonly running: object
  /** Whether a program would start with that file: what is wrong with it, a line each; none: nothing is. */
  readonly faultsOf: (path: string) => readonly string[]
}

/** The settings of a running program, and the file that its next start reads. */
export function openSettingsFile({ path: settingsFile, running, faultsOf }: SettingsFileOptions): SettingsFile {
  const read = (): Tree => readTree(settingsFile)

  return {
    view() {
      const filed = read()
      return Object.entries(offered).map(([key, { kind, choices = [] }]) => ({
        key,
        kind,
        choices,
        running: valueAt(running as Tree, key),
        filed: valueAt(filed, key),
      }))
    },
    change(key, value) {
      if (!(key in offered)) return err({ type: 'setting-refused', reasons: [`${key}: is not changed at a screen`] })
      const before = valueAt(read(), key)
      const done = changeSettings({ path: settingsFile, faultsOf }, { [key]: value })
      return done.ok ? ok({ before }) : done
    },
  }
}

/** Changes all of these in the settings of the next start, or none: only what the program would start with is ever in the file's place. */
export function changeSettings(
  { path, faultsOf }: Pick<SettingsFileOptions, 'path' | 'faultsOf'>,
  values: Readonly<Record<string, SettingValue | null>>,
): Result<null, { readonly type: 'setting-refused'; readonly reasons: readonly string[] }> {
  const draft = `${path}.draft`
  try {
    const after = Object.entries(values).reduce(
      (tree, [key, value]) => withValue(tree, key.split('.'), value),
      readTree(path),
    )
    writeWhole(draft, after)
    const faults = faultsOf(draft)
    if (faults.length > 0)
      return err({ type: 'setting-refused', reasons: faults.map((line) => line.replace(`${draft}: `, '')) })
    writeWhole(path, after)
  } catch (error) {
    return err({ type: 'setting-refused', reasons: [(error as Error).message] })
  } finally {
    rmSync(draft, { force: true })
  }
  return ok(null)
}

function readTree(path: string): Tree {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/u, '')) as Tree) : {}
}

function valueAt(tree: Tree, key: string): SettingValue | null {
  const value = key.split('.').reduce<unknown>((node, part) => (isTree(node) ? node[part] : undefined), tree)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
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

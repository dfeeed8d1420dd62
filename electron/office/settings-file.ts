import { existsSync, rmSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SettingFault, SettingValue } from '../../shared/kiosk-api/office-views.ts'
import { changeableSettings } from '../../shared/kiosk-api/settings.ts'
import type { SettingRefused, SettingsFile } from '../core/ports/office.ts'
import { writeWhole } from '../host/files/whole-file.ts'
import { openSettingsTrial, readSettings } from './settings-trial.ts'

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
      return changeableSettings.map(({ key, kind, part, choices = [] }) => ({
        key,
        kind,
        part,
        choices: choices === 'printers' ? named : choices,
        usual: valueAt(usual as Tree, key),
        running: valueAt(running as Tree, key),
        filed: valueAt(filed, key),
      }))
    },
    change(key, value) {
      if (!changeableSettings.some((setting) => setting.key === key))
        return refused([{ setting: key, detail: 'is not changed at a screen' }])
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

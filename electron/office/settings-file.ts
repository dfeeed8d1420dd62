import { existsSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SettingFault, SettingValue } from '../../shared/api/kiosk/office-views.ts'
import { changeableSettings } from '../../shared/api/kiosk/settings.ts'
import type { SettingRefused, SettingsFile } from '../kiosk/ports/office.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { readSpare, type Report, reportOnStderr, writeFileAtomic } from '../host/files/atomic-file.ts'

type Tree = { [key: string]: unknown }

interface SettingsFileOptions {
  /** Path of the settings file for the next start; the file may be missing. */
  readonly path: string
  readonly running: object
  /** Default settings of the program. */
  readonly usual: object
  /** Returns the faults in the file at `path` that prevent a start; empty if there are none. */
  readonly faultsOf: (path: string) => readonly SettingFault[]
  /** Called when the file differs from the settings of the running program. */
  readonly onFiled: () => void
}

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
        return refused([{ setting: key, detail: 'cannot be changed on a screen' }])
      const before = valueAt(read(), key)
      const done = changeSettings({ path: settingsFile, ...filing }, { [key]: value })
      return done.ok ? ok({ before }) : done
    },
  }
}

const refused = (faults: readonly SettingFault[]) => err({ type: 'setting-refused', faults } as const)

/**
 * Changes all the given settings or none, and saves the previous file as `.before`. The new settings are on trial until
 * the program has started with them.
 */
export function changeSettings(
  { path, faultsOf, onFiled }: Pick<SettingsFileOptions, 'path' | 'faultsOf' | 'onFiled'>,
  values: Readonly<Record<string, SettingValue | null>>,
): Result<null, SettingRefused> {
  const draft = `${path}.draft`
  try {
    const before: Tree = readSettings(path)
    const after = Object.entries(values).reduce((tree, [key, value]) => withValue(tree, key.split('.'), value), before)
    writeFileAtomic(draft, after)
    const faults = faultsOf(draft)
    if (faults.length > 0) return refused(faults)
    openSettingsTrial(path).begin()
    if (existsSync(path)) writeFileAtomic(`${path}.before`, before)
    writeFileAtomic(path, after)
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

/** Returns null for a value that is a group of settings. */
function valueAt(tree: Tree, key: string): SettingValue | null {
  const value = nodeAt(tree, key)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(String)
  if (!isTree(value)) return null
  const { from, to } = value
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : null
}

/** Removes the key if `value` is null, and removes groups that become empty. */
function withValue(tree: Tree, [key = '', ...rest]: readonly string[], value: SettingValue | null): Tree {
  const { [key]: old, ...others } = tree
  const inner = rest.length === 0 ? value : withValue(isTree(old) ? old : {}, rest, value)
  const empty = inner === null || (isTree(inner) && Object.keys(inner).length === 0)
  return empty ? others : { ...tree, [key]: inner }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const shape = z.strictObject({
  /** Settings with which the program last ran. */
  before: z.record(z.string(), z.unknown()),
  /**
   * Number of starts with the changed settings. Starts are counted, because a program that crashes cannot report it.
   */
  starts: z.int(),
  /** Reason for rolling the settings back; null if the settings are not rolled back. */
  failed: z.string().nullable(),
})

/** One failed start may be due to a power cut; after two failed starts, the settings count as the cause. */
const STARTS = 2

/** Even after a crash, the next start uses either all the old settings or all the new ones. */
export function openSettingsTrial(settingsFile: string, report: Report = reportOnStderr) {
  const path = `${settingsFile}.trial`
  const read = () => readSpare(path, shape, report)

  /**
   * Restores the previous settings. Returns a function that reinstates the changed settings if the previous settings
   * also fail.
   */
  function takeBack(failed: string): () => void {
    const record = read()
    if (!record) throw new Error(`${settingsFile}: no settings are on trial`)
    const changed = settingsIn(settingsFile)
    writeFileAtomic(path, { ...record, failed })
    writeFileAtomic(settingsFile, record.before)
    return () => {
      if (changed === null) return
      writeFileAtomic(settingsFile, changed)
      writeFileAtomic(path, record)
    }
  }

  return {
    /** Saves the current settings for a rollback. Call `begin` before the settings file is changed. */
    begin() {
      if (read()) return
      writeFileAtomic(path, { before: readSettings(settingsFile), starts: 0, failed: null })
    },
    /**
     * Returns the reason for rolling back the changes, or null if they were not rolled back. Call `start` before the
     * settings file is read.
     */
    start(): string | null {
      const record = read()
      if (!record) return null
      const failed = record.failed ?? (record.starts < STARTS ? null : `the program failed to start ${STARTS} times`)
      if (failed === null) writeFileAtomic(path, { ...record, starts: record.starts + 1 })
      else takeBack(failed)
      return failed
    },
    /** Excludes the current start from the count, because it failed for a reason other than the settings. */
    cancelStart() {
      const record = read()
      if (record) writeFileAtomic(path, { ...record, starts: Math.max(0, record.starts - 1) })
    },
    isOn: () => read()?.failed === null,
    takeBack,
    /** Confirms that the program runs well with the current settings. */
    end: () => rmSync(path, { force: true }),
  }
}

/** Returns null for a file that manual changes made unreadable, because it cannot be restored. */
function settingsIn(path: string): Record<string, unknown> | null {
  try {
    return readSettings(path)
  } catch {
    return null
  }
}

/** Returns an empty object if the settings file does not exist. */
function readSettings(path: string): Record<string, unknown> {
  return existsSync(path) ? (JSON.parse(readTextFile(path)) as Record<string, unknown>) : {}
}

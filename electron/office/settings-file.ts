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
  /** Path of the file that the next start reads. The file may be missing. */
  readonly path: string
  /** Settings of the running program. */
  readonly running: object
  /** Default settings of the program. */
  readonly usual: object
  /** Returns the faults that prevent a start with the file at `path`; empty if the file has no faults. */
  readonly faultsOf: (path: string) => readonly SettingFault[]
  /** Called when the file differs from the settings of the running program. */
  readonly onFiled: () => void
}

/** Opens the settings of a running program, and the file that its next start reads. */
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
 * Changes all of these settings for the next start, or none. The file is replaced only by settings with which the
 * program would start. The new settings are on trial until the program has started with them. The previous file is
 * saved beside it (`.before`) for the person at the machine.
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

/** Null removes the key, and groups that become empty. */
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
  /** The settings with which the program last ran. */
  before: z.record(z.string(), z.unknown()),
  /**
   * Number of starts with the changed settings so far. A program that crashes at every start cannot report it itself.
   */
  starts: z.int(),
  /** Why the settings are rolled back. Null if they are not. */
  failed: z.string().nullable(),
})

/**
 * Number of failed starts that are tolerated. A single failed start may be due to a power cut; after two, the settings
 * count as the cause.
 */
const STARTS = 2

/**
 * Manages changed settings on trial, and stores the previous ones in `.trial` beside the settings file. Each step is on
 * disk before the next. After a crash at any time, the next start has either the old or the new settings.
 */
export function openSettingsTrial(settingsFile: string, report: Report = reportOnStderr) {
  const path = `${settingsFile}.trial`
  const read = () => readSpare(path, shape, report)

  /**
   * Restores the previous settings. The returned function restores the changed settings, in case the previous ones fail
   * as well.
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
    /** Call it before the file is changed. Saves the current settings for a rollback. */
    begin() {
      if (read()) return
      writeFileAtomic(path, { before: readSettings(settingsFile), starts: 0, failed: null })
    },
    /**
     * Call it at each start, before the file is read. Returns why the changes were rolled back; null if they were not.
     */
    start(): string | null {
      const record = read()
      if (!record) return null
      const failed = record.failed ?? (record.starts < STARTS ? null : `the program died ${STARTS} times starting`)
      if (failed === null) writeFileAtomic(path, { ...record, starts: record.starts + 1 })
      else takeBack(failed)
      return failed
    },
    /** Does not count a start that failed for a reason other than these settings. */
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

/** Returns null for a file that is unreadable because of manual changes, because its settings cannot be restored. */
function settingsIn(path: string): Record<string, unknown> | null {
  try {
    return readSettings(path)
  } catch {
    return null
  }
}

/** Returns the content of a settings file; an empty object if there is none. */
function readSettings(path: string): Record<string, unknown> {
  return existsSync(path) ? (JSON.parse(readTextFile(path)) as Record<string, unknown>) : {}
}

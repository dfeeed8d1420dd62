import { existsSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SettingFault, SettingValue } from '../../shared/kiosk-api/office-views.ts'
import { changeableSettings } from '../../shared/kiosk-api/settings.ts'
import type { SettingRefused, SettingsFile } from '../core/ports/office.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { readSpare, type Report, reportOnStderr, writeWhole } from '../host/files/whole-file.ts'

type Tree = { [key: string]: unknown }

interface SettingsFileOptions {
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

const shape = z.strictObject({
  /** The settings that the program last ran with. */
  before: z.record(z.string(), z.unknown()),
  /** Starts with the changed ones so far: what kills the program each time says nothing itself. */
  starts: z.int(),
  /** Why they are taken back; null: they are not. */
  failed: z.string().nullable(),
})

/** The power may fail during one start; what fails in two is the settings. */
const STARTS = 2

/**
 * Settings that were changed and have not proved themselves, with the way back from them (`.trial` beside the settings file). Each
 * step is on the disk before the next: whenever the machine dies, its next start has either the old settings or the new ones.
 */
interface SettingsTrial {
  /** Call before the file is changed: what lies there now is the way back. */
  begin(): void
  /** Call at each start, before the file is read; why the changes were taken back by then, null: they were not. */
  start(): string | null
  /** Takes back the count of a start that failed for another reason than these settings. */
  cancelStart(): void
  isOn(): boolean
  /** Puts the settings before in their place; the answer puts the changed ones back, which are no worse. */
  takeBack(reason: string): () => void
  /** The program runs well with what lies there. */
  end(): void
}

export function openSettingsTrial(settingsFile: string, report: Report = reportOnStderr): SettingsTrial {
  const path = `${settingsFile}.trial`
  const read = () => readSpare(path, shape, report)

  function takeBack(failed: string): () => void {
    const record = read()
    if (!record) throw new Error(`${settingsFile}: no settings are on trial`)
    const changed = settingsIn(settingsFile)
    writeWhole(path, { ...record, failed })
    writeWhole(settingsFile, record.before)
    return () => {
      if (changed === null) return
      writeWhole(settingsFile, changed)
      writeWhole(path, record)
    }
  }

  return {
    begin() {
      if (read()) return
      writeWhole(path, { before: readSettings(settingsFile), starts: 0, failed: null })
    },
    start() {
      const record = read()
      if (!record) return null
      const failed = record.failed ?? (record.starts < STARTS ? null : `the program died ${STARTS} times starting`)
      if (failed === null) writeWhole(path, { ...record, starts: record.starts + 1 })
      else takeBack(failed)
      return failed
    },
    cancelStart() {
      const record = read()
      if (record) writeWhole(path, { ...record, starts: Math.max(0, record.starts - 1) })
    },
    isOn: () => read()?.failed === null,
    takeBack,
    end: () => rmSync(path, { force: true }),
  }
}

/** Null for what somebody's hand has left unreadable: that is no way back. */
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

import { existsSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { readTextFile } from '../host/files/file-text.ts'
import { readSpare, reportOnStderr, writeWhole, type Report } from '../host/files/whole-file.ts'

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
export interface SettingsTrial {
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
export function readSettings(path: string): Record<string, unknown> {
  return existsSync(path) ? (JSON.parse(readTextFile(path)) as Record<string, unknown>) : {}
}

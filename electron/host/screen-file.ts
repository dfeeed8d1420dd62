import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { firstIssue, inEnglish } from '../../shared/i18n/issue-text.ts'
import type { ScreenMeasure } from '../../shared/api/kiosk/views.ts'
import { replaceFile, quarantineFile } from './files/atomic-file.ts'

export const pixelsPerMillimetre = z.number().min(1).max(20)
export const screenBottomMillimetres = z.number().min(0).max(1000)

const schema = z.strictObject({ pixelsPerMillimetre, screenBottomMillimetres })

interface BrokenScreenFile {
  readonly type: 'broken-screen-file'
  readonly detail: string
}

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'screen.json')

/** Reads the measurements of the local screen, which override the settings; null if there are none. */
export function readScreenFile(dataDirectory: string): Result<ScreenMeasure | null, BrokenScreenFile> {
  const path = pathIn(dataDirectory)
  const refused = (reason: string): Result<null, BrokenScreenFile> =>
    err({
      type: 'broken-screen-file',
      detail: `${path}: ${reason}; the settings apply instead; move the file away, or measure the screen again`,
    })
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')), inEnglish)
    return parsed.success ? ok(parsed.data) : refused(firstIssue(parsed.error))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok(null)
    return refused(`cannot be read (${(error as Error).message})`)
  }
}

/** Writes the file atomically, so that it survives a power cut. Throws if the file system reports an error. */
export function writeScreenFile(dataDirectory: string, measure: ScreenMeasure): void {
  const path = pathIn(dataDirectory)
  if (!readScreenFile(dataDirectory).ok) quarantineFile(path)
  const draft = `${path}.new`
  mkdirSync(dataDirectory, { recursive: true })
  writeFileSync(draft, `${JSON.stringify(schema.parse(measure), null, 2)}\n`, { flush: true })
  replaceFile(draft, path)
  // Windows has no call to sync a directory and does not need one.
  if (process.platform === 'win32') return
  const directory = openSync(dataDirectory, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

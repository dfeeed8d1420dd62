import { join } from 'node:path'
import { z } from 'zod'
import { asJson, readKept, writeKept, type Report } from '../host/files/whole-file.ts'

const shape = z.record(z.string(), z.string().min(1))

/** Access codes that supervisors typed, by event id, in a file for the program's user only. */
export interface AccessCodesFile {
  codeOf(eventId: string): string | null
  all(): readonly string[]
  /** Beside the others; by event id. */
  keep(more: Readonly<Record<string, string>>): void
}

/** Throws, naming the file, where neither it nor its copy can be read as what it should be. */
export function openAccessCodesFile(directory: string, report: Report): AccessCodesFile {
  const path = join(directory, 'access-codes.json')
  let codes = readKept(path, asJson(shape), report) ?? {}
  return {
    codeOf: (eventId) => codes[eventId] ?? null,
    all: () => Object.values(codes),
    keep(more) {
      const after = { ...codes, ...more }
      writeKept(path, after)
      codes = after
    },
  }
}

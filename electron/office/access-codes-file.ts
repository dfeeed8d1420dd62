import { join } from 'node:path'
import { z } from 'zod'
import { asJson, readKeptSpare, readWhole, writeKept, type Report } from '../host/files/whole-file.ts'

const shape = z.record(z.string(), z.string().min(1))

/** Access codes that supervisors typed, by event id, in a file for the program's user only. */
export interface AccessCodesFile {
  /** By event id. */
  all(): Readonly<Record<string, string>>
  /** Beside the others; by event id. */
  keep(more: Readonly<Record<string, string>>): void
}

const fileIn = (directory: string): string => join(directory, 'access-codes.json')

/** What lies in it, for a program beside the kiosk: nothing is written. Throws, naming the file, where it is not what it should be. */
export function readAccessCodesFile(directory: string): Readonly<Record<string, string>> {
  return readWhole(fileIn(directory), shape) ?? {}
}

/** Without any, where neither it nor its copy can be read as what it should be: both are set aside and reported. */
export function openAccessCodesFile(directory: string, report: Report): AccessCodesFile {
  const path = fileIn(directory)
  let codes = readKeptSpare(path, asJson(shape), report) ?? {}
  return {
    all: () => codes,
    keep(more) {
      const after = { ...codes, ...more }
      writeKept(path, after)
      codes = after
    },
  }
}

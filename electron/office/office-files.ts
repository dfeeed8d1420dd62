import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync, statfsSync } from 'node:fs'
import { homedir, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { JournalLine } from '../../shared/api/kiosk/office-views.ts'
import type { DiagnosedState } from '../kiosk/ports/office.ts'
import {
  asJson,
  readKeptSpare,
  readJsonFile,
  type Report,
  writeFileWithBackup,
  writeFileAtomic,
} from '../host/files/atomic-file.ts'

const shape = z.record(z.string(), z.string().min(1))

const fileIn = (directory: string): string => join(directory, 'access-codes.json')

/** Reads the access codes without writing. If the file is invalid, throws an error that contains its path. */
export function readAccessCodesFile(directory: string): Readonly<Record<string, string>> {
  return readJsonFile(fileIn(directory), shape) ?? {}
}

/** If the access code file and its copy are both invalid, they are set aside and reported, and no codes are loaded. */
export function openAccessCodesFile(directory: string, report: Report) {
  const path = fileIn(directory)
  let codes: Readonly<Record<string, string>> = readKeptSpare(path, asJson(shape), report) ?? {}
  return {
    all: () => codes,
    keep(more: typeof codes) {
      const after = { ...codes, ...more }
      writeFileWithBackup(path, after)
      codes = after
    },
  }
}

export type AccessCodesFile = ReturnType<typeof openAccessCodesFile>

const LOG_BYTES = 256_000

interface DiagnosisFacts extends DiagnosedState {
  readonly folder: string
  readonly deviceId: string
  readonly version: string
  /** Selected settings, none of them secret. */
  readonly settings: object
  readonly logPath: string
  readonly ledger: { readonly condition: string; readonly opening: object }
  /** Journal lines, newest first; only fields without personal data or access codes are used. */
  readonly journal: readonly JournalLine[]
  /** Texts that must not appear in the support file, even if they occur in the log. */
  readonly secrets: readonly string[]
}

/** Writes one JSON file for remote support, without secrets, personal data or codes. Returns its path. */
export function writeDiagnosis(facts: DiagnosisFacts): string {
  const { folder, deviceId, atUtc, version, partner, printers, canStartSale, openSales, ledger, journal } = facts
  const path = join(folder, `${deviceId}-${atUtc.replaceAll(/[-:]|\.\d+/gu, '')}.json`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = statfsSync(folder)
  writeFileAtomic(path, {
    madeUtc: atUtc,
    program: { version, node: process.version, electron: process.versions['electron'] ?? null },
    system: { platform: process.platform, release: release(), arch: process.arch, memoryBytes: totalmem() },
    freeBytes: bavail * bsize,
    settings: facts.settings,
    state: {
      partner,
      canStartSale,
      openSales,
      printers: printers.map(({ name, roles, status, stoodIn }) => ({
        name,
        roles,
        state: status.state,
        reason: status.state === 'not-ready' ? status.reason : null,
        detail: scrubbed(status.state === 'ready' ? '' : status.detail, facts.secrets),
        stoodIn,
      })),
    },
    ledger,
    journal: journal.map(({ seq, atUtc: at, code, saleId }) => ({ seq, at, code, saleId })),
    log: logLines(facts.logPath, facts.secrets),
  })
  return path
}

/** Returns the last complete lines of the log, including the previous file if the current file is short. */
function logLines(path: string, secrets: readonly string[]): readonly string[] {
  const now = lastLines(path, LOG_BYTES)
  const length = now.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
  return [...lastLines(`${path}.1`, LOG_BYTES - length), ...now].map((line) => scrubbed(line, secrets))
}

function lastLines(path: string, bytes: number): readonly string[] {
  if (bytes <= 0 || !existsSync(path)) return []
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const buffer = Buffer.alloc(Math.min(size, bytes))
    readSync(file, buffer, 0, buffer.length, size - buffer.length)
    const [first = '', ...rest] = buffer.toString('utf8').split('\n')
    return (size > bytes ? rest : [first, ...rest]).filter((line) => line !== '')
  } finally {
    closeSync(file)
  }
}

/** Matches text that looks like an address, a number or a key; sale IDs with dashes are not removed. */
const SUSPECT: readonly RegExp[] = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu,
  /(?<![\w-])\+?\d(?:[ .\u00a0]?\d){7,}(?![\w-])/gu,
  /(?<![\w-])[0-9a-f]{24,}(?![\w-])/giu,
  /(?<![\w/+-])(?=[\w/+-]*\d)(?=[\w/+-]*[A-Z])[\w/+-]{32,}={0,2}/gu,
]
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

function scrubbed(line: string, secrets: readonly string[]): string {
  let text = line.replaceAll(homedir(), '~')
  for (const secret of secrets) if (secret.length > 3) text = text.replaceAll(secret, '…')
  for (const suspect of SUSPECT) text = text.replaceAll(suspect, (found) => (UUID.test(found) ? found : '…'))
  return text
}

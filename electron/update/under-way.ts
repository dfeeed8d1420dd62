import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What undoes an update that was cut short: read at the machine's next start by `packaging/undo-update.sh`. */
export interface UnderWay {
  /** Package files, whole and on the disk. */
  readonly before: string
  readonly next: string
  /** The ledger's copy; null where there was none. */
  readonly copy: string | null
  readonly dataDirectory: string
}

const recordIn = (cacheDirectory: string): string => join(cacheDirectory, 'under-way')

/** Whether an update is under way on this machine, or was cut short and not undone yet. */
export const isUnderWay = (cacheDirectory: string): boolean => existsSync(recordIn(cacheDirectory))

/** On the disk when it returns; a word and its value a line, for a shell. */
export function recordUnderWay(cacheDirectory: string, { before, next, copy, dataDirectory }: UnderWay): void {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const lines = [
    `before ${before}`,
    `next ${next}`,
    ...(copy === null ? [] : [`copy ${copy}`]),
    `data ${dataDirectory}`,
    // Tells an update that is still at work from one that was cut.
    `boot ${boot}`,
    `pid ${process.pid}`,
  ]
  putWhole(recordIn(cacheDirectory), `${lines.join('\n')}\n`)
}

export function forgetUnderWay(cacheDirectory: string): void {
  rmSync(recordIn(cacheDirectory), { force: true })
  flush(cacheDirectory)
}

/** A file that is whole or not there, whenever the power goes. */
export function putWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.part`, content, { flush: true, mode: 0o644 })
  moveWhole(`${path}.part`, path)
}

/** Puts a file in the place of another, on the disk when it returns. */
export function moveWhole(from: string, to: string): void {
  renameSync(from, to)
  flush(dirname(to))
}

function flush(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

import { access, chmod, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../../shared/errors.ts'
import type { PrinterStatus, PrintJob, PrintOutcome, TicketPrinter } from '../../kiosk/ports/devices.ts'

/** Job ids in any other form are refused, because a path could lead out of the folder. */
const SAFE_NAME = /^[\w-]{1,100}$/u

/**
 * Saves each job as `<jobId>.pdf` or with another extension. Files are flushed and replaced atomically. Files and
 * folder are readable only by their owner, because anyone who reads a ticket can use it.
 */
export class FolderPrinter implements TicketPrinter {
  readonly name: string
  readonly #ending: string

  constructor(directory: string, ending: 'pdf' | 'csv' = 'pdf') {
    this.name = directory
    this.#ending = ending
  }

  async status(): Promise<PrinterStatus> {
    try {
      await ownFolder(this.name)
      await access(this.name, constants.W_OK)
      return { state: 'ready' }
    } catch (error) {
      return { state: 'not-ready', reason: 'missing', detail: messageOf(error) }
    }
  }

  async print({ jobId, document }: PrintJob): Promise<PrintOutcome> {
    if (!SAFE_NAME.test(jobId)) return { outcome: 'failed', reason: 'refused', detail: `no file name: ${jobId}` }
    const path = join(this.name, `${jobId}.${this.#ending}`)
    const beside = `${path}.part`
    try {
      await ownFolder(this.name)
      const file = await open(beside, 'w', 0o600)
      try {
        // The file may be left over from a program that gave it wider permissions.
        if ((await file.stat()).isFile()) await file.chmod(0o600)
        await file.writeFile(document)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, path)
      await syncDirectory(this.name)
      return { outcome: 'printed', evidence: path }
    } catch (error) {
      // The next attempt overwrites a leftover file, so an error during its removal is ignored.
      await rm(beside, { force: true }).catch(() => null)
      const full = codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
      return { outcome: 'failed', reason: full ? 'storage-full' : 'missing', detail: messageOf(error) }
    }
  }
}

/** Creates the folder, or restricts our own folder to its owner unless the sticky bit is set. */
async function ownFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { mode, uid } = await stat(directory)
  const shared = (mode & 0o1000) !== 0
  if (uid === process.getuid?.() && !shared && (mode & 0o077) !== 0) await chmod(directory, mode & 0o700)
}

/** Returns the path of a saved job's file, or null for a missing or empty file. */
export async function savedFile(directory: string, jobId: string): Promise<string | null> {
  const path = join(directory, `${jobId}.pdf`)
  const found = await stat(path).catch(() => null)
  return found && found.size > 0 ? path : null
}

/** Flushes the folder to disk, so that the new file name is durable. Windows does not need a flush. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

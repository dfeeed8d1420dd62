import { access, chmod, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, messageOf } from '../../../shared/errors.ts'
import type { PrinterStatus, PrintJob, PrintOutcome, TicketPrinter } from '../../core/ports/devices.ts'

/** Only names that cannot leave the folder become files. */
const SAFE_NAME = /^[\w-]{1,100}$/u

/**
 * Saves each job as `<jobId>.pdf`, or with another ending. A file is either whole or not there: written beside its place, flushed to the disk,
 * then renamed. Saving the same job again replaces it with the same bytes. Who reads a ticket holds it, so files and folder
 * are for their owner only.
 */
export function createFolderPrinter(directory: string, ending: 'pdf' | 'csv' = 'pdf'): TicketPrinter {
  async function status(): Promise<PrinterStatus> {
    try {
      await ownFolder(directory)
      await access(directory, constants.W_OK)
      return { state: 'ready' }
    } catch (error) {
      return { state: 'not-ready', reason: 'missing', detail: messageOf(error) }
    }
  }

  async function print(job: PrintJob): Promise<PrintOutcome> {
    if (!SAFE_NAME.test(job.jobId))
      return { outcome: 'failed', reason: 'refused', detail: `no file name: ${job.jobId}` }
    const path = join(directory, `${job.jobId}.${ending}`)
    const beside = `${path}.part`
    try {
      await ownFolder(directory)
      const file = await open(beside, 'w', 0o600)
      try {
        // It may have been left there by a program that gave it wider rights.
        if ((await file.stat()).isFile()) await file.chmod(0o600)
        await file.writeFile(job.document)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, path)
      await syncDirectory(directory)
      return { outcome: 'printed', evidence: path }
    } catch (error) {
      // What may be left over is overwritten by the next try; the fault to tell is the first.
      await rm(beside, { force: true }).catch(() => null)
      const full = codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
      return { outcome: 'failed', reason: full ? 'storage-full' : 'missing', detail: messageOf(error) }
    }
  }

  return { name: directory, status, print }
}

/** Makes the folder, or takes one of our own away from others. One that everybody shares (its sticky bit says so) stays so. */
async function ownFolder(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { mode, uid } = await stat(directory)
  const shared = (mode & 0o1000) !== 0
  if (uid === process.getuid?.() && !shared && (mode & 0o077) !== 0) await chmod(directory, mode & 0o700)
}

/** The file of a saved job, if it is there whole. */
export async function savedFile(directory: string, jobId: string): Promise<string | null> {
  const path = join(directory, `${jobId}.pdf`)
  const found = await stat(path).catch(() => null)
  return found && found.size > 0 ? path : null
}

/** The name in the folder is durable too; Windows has no such call and needs none. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { PrinterFault, PrinterStatus, PrintJob, PrintOutcome, TicketPrinter } from '../../core/ports/devices.ts'
import type { PageDrawing } from '../document-service.ts'
import { pageSizeOf } from './page.ts'

/**
 * The print queues of Windows, accessed through a helper process (`resources/windows/spooler.ps1`). It starts at the
 * first request and keeps running; requests and replies are one JSON object per line. Statuses are the system's own
 * bits (winspool.h).
 */
export interface Spooler {
  /** Returns the names of the queues, the default one first. */
  queues(): Promise<readonly string[]>
  /** Returns the queue, or the default one if `queue` is null; null if there is none. */
  look(queue: string | null): Promise<{ name: string; status: number; attributes: number } | null>
  /**
   * Prints one page of exactly this size, without a dialogue. Returns the job's number, or null if the queue did not
   * accept it.
   */
  print(page: {
    readonly queue: string
    readonly title: string
    readonly widthMm: number
    readonly heightMm: number
    /** The path of a PNG. */
    readonly picture: string
  }): Promise<number | null>
  /** Returns null if the queue no longer has the job. A printed job stays until it is removed. */
  job(queue: string, job: number): Promise<{ status: number; pagesPrinted: number } | null>
  remove(queue: string, job: number): Promise<void>
  /** Ends the helper; the next request starts another. */
  end(): void
}

/** The helper failed, did not reply in time, or is missing; `detail` is the system's own message. */
export class SpoolerFailure extends Error {
  /** `unreached`: no helper read the request. `refused`: the driver refused the page before a job began. */
  readonly fate: 'unreached' | 'refused' | 'unknown'

  constructor(detail: string, fate: SpoolerFailure['fate']) {
    super(detail)
    this.fate = fate
  }
}

export interface SpoolerHelper {
  readonly command: string
  readonly args: readonly string[]
}

/** Returns the command that runs the script in the PowerShell that is part of every Windows. */
export function windowsHelper(resourcesDirectory: string): SpoolerHelper {
  const root = process.env['SystemRoot'] ?? 'C:\\Windows'
  return {
    command: join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    args: [
      '-NoProfile',
      '-NonInteractive',
      '-ExecutionPolicy',
      'Bypass',
      '-File',
      join(resourcesDirectory, 'windows', 'spooler.ps1'),
    ],
  }
}

/** `sent` accompanies an error: false if the error occurred before a job was given to the queue. */
const replySchema = z.object({ id: z.int(), error: z.string().optional(), sent: z.boolean().default(true) }).loose()
const lookSchema = z.union([
  z.object({ missing: z.literal(true) }).transform(() => null),
  z.object({ name: z.string(), status: z.int(), attributes: z.int() }),
])
const queuesSchema = z.object({ queues: z.array(z.string()) })
const printSchema = z.object({ job: z.int() })
const jobSchema = z.union([
  z.object({ gone: z.literal(true) }).transform(() => null),
  z.object({ status: z.int(), pagesPrinted: z.int() }),
])

/**
 * Maximum time for a reply, in milliseconds. Compiling the helper's own part takes a second or two; a driver's
 * communication with a printer takes longer.
 */
const REPLY_MS = 20_000

type Settle = { readonly resolve: (reply: unknown) => void; readonly reject: (error: Error) => void }

export function createSpooler({ command, args }: SpoolerHelper): Spooler {
  let helper: ChildProcessWithoutNullStreams | null = null
  let lastId = 0
  const waiting = new Map<number, Settle>()

  function start(): ChildProcessWithoutNullStreams {
    const child = spawn(command, [...args], { windowsHide: true })
    let said = ''
    const end = (why: string, fate: SpoolerFailure['fate']): void => {
      if (helper === child) helper = null
      for (const { reject } of waiting.values()) reject(new SpoolerFailure(why, fate))
      waiting.clear()
    }
    child.once('error', (error) => end(error.message, 'unreached'))
    // Not at its exit, because its last output may be read after that.
    child.once('close', () => end(`the print helper ended${said === '' ? '' : `: ${said.trim()}`}`, 'unknown'))
    child.stdin.on('error', () => undefined)
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-500)))
    createInterface({ input: child.stdout }).on('line', hear)
    // The helper ends when its input ends, so it ends with the program. The program need not wait for it.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref()
    return child
  }

  function hear(line: string): void {
    const reply = replySchema.safeParse(parseJson(line))
    if (!reply.success) return
    const { id, error, sent } = reply.data
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(reply.data)
    else asked?.reject(new SpoolerFailure(error, sent ? 'unknown' : 'refused'))
  }

  async function ask<T>(op: string, request: object, schema: z.ZodType<T>): Promise<T> {
    helper ??= start()
    const { stdin } = helper
    const id = (lastId += 1)
    const reply = await new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(id)
        reject(new SpoolerFailure('the print helper gives no answer', 'unknown'))
      }, REPLY_MS)
      const settled = (settle: (value: never) => void) => (value: unknown) => {
        clearTimeout(late)
        settle(value as never)
      }
      waiting.set(id, { resolve: settled(resolve), reject: settled(reject) })
      stdin.write(`${JSON.stringify({ id, op, ...request })}\n`)
    })
    const read = schema.safeParse(reply)
    if (!read.success) throw new SpoolerFailure('an answer of the print helper that cannot be read', 'unknown')
    return read.data
  }

  return {
    queues: async () => (await ask('queues', {}, queuesSchema)).queues,
    look: (queue) => ask('look', { queue }, lookSchema),
    print: async (page) => (await ask('print', page, printSchema)).job || null,
    job: (queue, job) => ask('job', { queue, job }, jobSchema),
    remove: async (queue, job) => void (await ask('remove', { queue, job }, z.object({ removed: z.boolean() }))),
    end: () => void helper?.stdin.end(),
  }
}

interface SpoolerPrinterOptions {
  /** The queue's name; null: the system's default queue. */
  readonly queue: string | null
  readonly spooler: Spooler
  readonly drawing: Pick<PageDrawing, 'pictureOf'>
  readonly pollMs?: number
  /** Maximum time that a job waits for paper, in milliseconds. */
  readonly patienceMs: number
}

/** Status bits of `PRINTER_INFO_6`, most severe first. */
const printerFaults: readonly (readonly [bits: number, fault: PrinterFault, words: string])[] = [
  [0x80 | 0x1000 | 0x80_0000, 'offline', 'offline'],
  [0x08, 'jammed', 'paper jam'],
  [0x10 | 0x40, 'paper-out', 'out of paper'],
  [0x40_0000, 'stopped', 'cover open'],
  [0x01 | 0x04, 'stopped', 'paused'],
  [0x20 | 0x800 | 0x4_0000 | 0x10_0000 | 0x20_0000, 'stopped', 'waits for a person'],
  [0x02, 'stopped', 'error'],
]
const WORK_OFFLINE = 0x400

/** Status bits of `JOB_INFO_1`. */
const PRINTING = 0x10
const PRINTED = 0x80 | 0x1000
const DELETED = 0x04 | 0x100

/**
 * Creates a printer for a queue of Windows. The job stays in the queue until its status is read as printed, so that a
 * job deleted by a person never counts as printed. A job that does not print in time is removed.
 */
export function createSpoolerPrinter(options: SpoolerPrinterOptions): TicketPrinter {
  const { queue, spooler, drawing, pollMs = 250, patienceMs } = options
  const asked = queue ?? 'default printer'

  async function look(): Promise<{ readonly name: string; readonly status: PrinterStatus }> {
    const missing = (detail: string) =>
      ({ name: asked, status: { state: 'not-ready', reason: 'missing', detail } }) as const
    const found = await attempt(spooler.look(queue))
    if (found instanceof SpoolerFailure) return missing(`no print service: ${found.message}`)
    if (found === null) return missing(queue === null ? 'no default printer' : `no printer "${queue}"`)
    return { name: found.name, status: statusOf(found.status, found.attributes) }
  }

  async function print({ document, title, jobId }: PrintJob): Promise<PrintOutcome> {
    const { name, status } = await look()
    if (status.state === 'not-ready') return { outcome: 'failed', reason: status.reason, detail: status.detail }
    const folder = await mkdtemp(join(tmpdir(), 'guichet-page-'))
    try {
      const picture = join(folder, 'page.png')
      await writeFile(picture, await drawing.pictureOf(document), { mode: 0o600 })
      const page = { queue: name, title: `${title} ${jobId}`, picture, ...pageSizeOf(document) }
      const job = await attempt(spooler.print(page))
      if (job instanceof SpoolerFailure) {
        const detail = `queue ${name}: ${job.message}`
        if (job.fate === 'unknown') return { outcome: 'unknown', detail }
        return { outcome: 'failed', reason: job.fate === 'refused' ? 'refused' : 'missing', detail }
      }
      if (job === null) return { outcome: 'failed', reason: 'refused', detail: `queue ${name}: takes no job` }
      return await follow(name, job)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function follow(name: string, job: number): Promise<PrintOutcome> {
    const where = `queue ${name}, job ${job}`
    const giveUpAt = performance.now() + patienceMs
    let began = false
    for (;;) {
      const found = await attempt(spooler.job(name, job))
      if (!(found instanceof SpoolerFailure)) {
        began ||= found !== null && ((found.status & PRINTING) !== 0 || found.pagesPrinted > 0)
        if (found === null || found.status & DELETED) return ended(where, began, 'taken from the queue', 'refused')
        if (found.status & PRINTED) {
          await attempt(spooler.remove(name, job))
          return { outcome: 'printed', evidence: `${where}: printed` }
        }
      }
      if (performance.now() >= giveUpAt) return takeBack(name, job, began)
      await wait(pollMs)
    }
  }

  async function takeBack(name: string, job: number, began: boolean): Promise<PrintOutcome> {
    const { status } = await look()
    const fault = status.state === 'not-ready' ? status : ({ reason: 'stopped', detail: 'took too long' } as const)
    const where = `queue ${name}, job ${job}`
    const last = await attempt(spooler.job(name, job))
    if (last !== null && !(last instanceof SpoolerFailure) && last.status & PRINTED) {
      await attempt(spooler.remove(name, job))
      return { outcome: 'printed', evidence: `${where}: printed` }
    }
    const removed = await attempt(spooler.remove(name, job))
    const unsure = began || last instanceof SpoolerFailure || removed instanceof SpoolerFailure
    return ended(where, unsure || (last !== null && last.pagesPrinted > 0), fault.detail, fault.reason)
  }

  return { name: asked, status: async () => (await look()).status, print }
}

/** Returns the outcome of a job that ended. A job that had not begun has printed nothing. */
function ended(where: string, began: boolean, why: string, reason: PrinterFault | 'refused'): PrintOutcome {
  const detail = `${where}: ${why}`
  return began ? { outcome: 'unknown', detail } : { outcome: 'failed', reason, detail }
}

function statusOf(status: number, attributes: number): PrinterStatus {
  if (attributes & WORK_OFFLINE) return { state: 'not-ready', reason: 'offline', detail: 'used offline' }
  for (const [bits, reason, detail] of printerFaults) {
    if (status & bits) return { state: 'not-ready', reason, detail }
  }
  return { state: 'ready' }
}

async function attempt<T>(work: Promise<T>): Promise<T | SpoolerFailure> {
  try {
    return await work
  } catch (error) {
    if (error instanceof SpoolerFailure) return error
    throw error
  }
}

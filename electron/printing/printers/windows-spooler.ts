import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'
import type { PrinterFault, PrinterStatus, PrintJob, PrintOutcome, TicketPrinter } from '../../kiosk/ports/devices.ts'
import type { PageDrawing } from '../document-service.ts'
import { pageSizeOf } from '../pdf/picture.ts'

/** The helper failed, timed out or is missing; `detail` is the system's own message. */
export class SpoolerFailure extends Error {
  /**
   * `unreached`: no helper read the request · `refused`: the driver refused the page before a job began · `unknown`:
   * the page may have been printed.
   */
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

export function helperOf(resourcesDirectory: string): SpoolerHelper | undefined {
  if (process.platform !== 'win32') return undefined
  const root = process.env['SystemRoot'] ?? 'C:\\Windows'
  const script = join(resourcesDirectory, 'windows', 'spooler.ps1')
  return {
    command: join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    args: ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', script],
  }
}

/** `sent` accompanies an error: false if the error occurred before a job was sent to the queue. */
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

/** Maximum time for a reply, long enough for a driver that has to communicate with a printer. */
const REPLY_MS = 20_000

/**
 * Print queues of Windows, accessed through a helper process (`resources/windows/spooler.ps1`), which starts at the
 * first request. Requests and replies are one JSON object per line. Status bits are those of winspool.h.
 */
export class Spooler {
  readonly #program: SpoolerHelper
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #helper: ChildProcessWithoutNullStreams | null = null
  #lastId = 0

  constructor(program: SpoolerHelper) {
    this.#program = program
  }

  async queues(): Promise<readonly string[]> {
    return (await this.#ask('queues', {}, queuesSchema)).queues
  }

  /** `queue`: null for the default queue. Resolves with null if the queue does not exist. */
  look(queue: string | null) {
    return this.#ask('look', { queue }, lookSchema)
  }

  /** Prints one page without a dialogue. Returns the job's number, or null if the queue rejected the job. */
  async print(page: {
    readonly queue: string
    readonly title: string
    readonly widthMm: number
    readonly heightMm: number
    readonly picture: string
  }): Promise<number | null> {
    return (await this.#ask('print', page, printSchema)).job || null
  }

  /** Resolves with null if the queue no longer has the job. A printed job stays in the queue until it is removed. */
  job(queue: string, job: number) {
    return this.#ask('job', { queue, job }, jobSchema)
  }

  async remove(queue: string, job: number): Promise<void> {
    await this.#ask('remove', { queue, job }, z.object({ removed: z.boolean() }))
  }

  /** Ends the helper; the next request starts another helper. */
  end(): void {
    this.#helper?.stdin.end()
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.#program.command, [...this.#program.args], { windowsHide: true })
    let said = ''
    const end = (why: string, fate: SpoolerFailure['fate']): void => {
      if (this.#helper === child) this.#helper = null
      for (const { reject } of this.#waiting.values()) reject(new SpoolerFailure(why, fate))
      this.#waiting.clear()
    }
    child.once('error', (error) => end(error.message, 'unreached'))
    // The `close` event is used instead of `exit`, because the last output may be read after `exit`.
    child.once('close', () => end(`the print helper ended${said === '' ? '' : `: ${said.trim()}`}`, 'unknown'))
    child.stdin.on('error', () => undefined)
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-500)))
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line))
    // The helper exits when its input ends, so it ends together with the program.
    child.unref()
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref()
    return child
  }

  #hear(line: string): void {
    const reply = replySchema.safeParse(parseJson(line))
    if (!reply.success) return
    const { id, error, sent } = reply.data
    const asked = this.#waiting.get(id)
    if (error === undefined) asked?.resolve(reply.data)
    else asked?.reject(new SpoolerFailure(error, sent ? 'unknown' : 'refused'))
  }

  async #ask<T>(op: string, request: object, schema: z.ZodType<T>): Promise<T> {
    this.#helper ??= this.#start()
    const id = (this.#lastId += 1)
    const answer = Promise.withResolvers<unknown>()
    this.#waiting.set(id, answer)
    const late = setTimeout(
      () => answer.reject(new SpoolerFailure('the print helper does not reply', 'unknown')),
      REPLY_MS,
    )
    this.#helper.stdin.write(`${JSON.stringify({ id, op, ...request })}\n`)
    try {
      const read = schema.safeParse(await answer.promise)
      if (read.success) return read.data
    } finally {
      clearTimeout(late)
      this.#waiting.delete(id)
    }
    throw new SpoolerFailure('an unreadable reply of the print helper', 'unknown')
  }
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
 * A printer for a queue of Windows. A job stays in the queue until its status is read as printed, so that a job deleted
 * by a person never counts as printed.
 */
export class SpoolerPrinter implements TicketPrinter {
  readonly name: string
  readonly #queue: string | null
  readonly #spooler: Spooler
  readonly #drawing: Pick<PageDrawing, 'pictureOf'>
  readonly #timeoutMs: number
  readonly #pollMs: number

  /** `queue`: null for the default queue. `timeoutMs`: maximum wait for paper. */
  constructor(
    queue: string | null,
    timeoutMs: number,
    { spooler, drawing }: { readonly spooler: Spooler; readonly drawing: Pick<PageDrawing, 'pictureOf'> },
    pollMs = 250,
  ) {
    this.name = queue ?? 'default printer'
    this.#queue = queue
    this.#spooler = spooler
    this.#drawing = drawing
    this.#timeoutMs = timeoutMs
    this.#pollMs = pollMs
  }

  async status(): Promise<PrinterStatus> {
    return (await this.#look()).status
  }

  async print({ document, title, jobId }: PrintJob): Promise<PrintOutcome> {
    const { name, status } = await this.#look()
    if (status.state === 'not-ready') return { outcome: 'failed', reason: status.reason, detail: status.detail }
    const folder = await mkdtemp(join(tmpdir(), 'guichet-page-'))
    try {
      const picture = join(folder, 'page.png')
      await writeFile(picture, await this.#drawing.pictureOf(document), { mode: 0o600 })
      const page = { queue: name, title: `${title} ${jobId}`, picture, ...pageSizeOf(document) }
      const job = await attempt(this.#spooler.print(page))
      if (job instanceof SpoolerFailure) {
        const detail = `queue ${name}: ${job.message}`
        if (job.fate === 'unknown') return { outcome: 'unknown', detail }
        return { outcome: 'failed', reason: job.fate === 'refused' ? 'refused' : 'missing', detail }
      }
      if (job === null) return { outcome: 'failed', reason: 'refused', detail: `queue ${name}: takes no job` }
      return await this.#follow(name, job)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #look(): Promise<{ readonly name: string; readonly status: PrinterStatus }> {
    const missing = (detail: string) =>
      ({ name: this.name, status: { state: 'not-ready', reason: 'missing', detail } }) as const
    const found = await attempt(this.#spooler.look(this.#queue))
    if (found instanceof SpoolerFailure) return missing(`no print service: ${found.message}`)
    if (found === null) return missing(this.#queue === null ? 'no default printer' : `no printer "${this.#queue}"`)
    return { name: found.name, status: statusOf(found.status, found.attributes) }
  }

  async #follow(name: string, job: number): Promise<PrintOutcome> {
    const where = `queue ${name}, job ${job}`
    const giveUpAt = performance.now() + this.#timeoutMs
    let began = false
    for (;;) {
      const found = await attempt(this.#spooler.job(name, job))
      if (!(found instanceof SpoolerFailure)) {
        began ||= found !== null && ((found.status & PRINTING) !== 0 || found.pagesPrinted > 0)
        if (found === null || found.status & DELETED) return ended(where, began, 'taken from the queue', 'refused')
        if (found.status & PRINTED) return this.#finished(name, job)
      }
      if (performance.now() >= giveUpAt) return this.#takeBack(name, job, began)
      await wait(this.#pollMs)
    }
  }

  async #takeBack(name: string, job: number, began: boolean): Promise<PrintOutcome> {
    const status = await this.status()
    const fault = status.state === 'not-ready' ? status : ({ reason: 'stopped', detail: 'took too long' } as const)
    const last = await attempt(this.#spooler.job(name, job))
    if (last !== null && !(last instanceof SpoolerFailure) && last.status & PRINTED) return this.#finished(name, job)
    const removed = await attempt(this.#spooler.remove(name, job))
    const unsure = began || last instanceof SpoolerFailure || removed instanceof SpoolerFailure
    const printed = unsure || (last !== null && last.pagesPrinted > 0)
    return ended(`queue ${name}, job ${job}`, printed, fault.detail, fault.reason)
  }

  async #finished(name: string, job: number): Promise<PrintOutcome> {
    await attempt(this.#spooler.remove(name, job))
    return { outcome: 'printed', evidence: `queue ${name}, job ${job}: printed` }
  }
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

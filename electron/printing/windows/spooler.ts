import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { parseJson } from '../../../shared/json.ts'

/**
 * The print queues of Windows, by a helper process (`resources/windows/spooler.ps1`) that is started at the first
 * request and kept: one JSON object a line, each way. Statuses are the system's own bits (winspool.h).
 */
export interface Spooler {
  /** Their names, the default one first. */
  queues(): Promise<readonly string[]>
  /** The queue, or the default one for null; null where there is none. */
  look(queue: string | null): Promise<{ name: string; status: number; attributes: number } | null>
  /** One page of just that size, without a dialog: the job's number, or null where the queue took nothing. */
  print(page: {
    readonly queue: string
    readonly title: string
    readonly widthMm: number
    readonly heightMm: number
    /** The path of a PNG. */
    readonly picture: string
  }): Promise<number | null>
  /** Null where the queue has the job no more. A job that has been printed stays until it is removed. */
  job(queue: string, job: number): Promise<{ status: number; pagesPrinted: number } | null>
  remove(queue: string, job: number): Promise<void>
  /** Ends the helper; the next request starts another. */
  end(): void
}

/** The helper could not do it, gave no answer in time, or is not there; `detail` is in the system's own words. */
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

/** The script in the PowerShell that every Windows has. */
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

/** `sent` comes with an error: false if it happened before the queue was given a job. */
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

/** Compiling the helper's own part takes a second or two, a driver's dialog with a printer longer. */
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
    // Not at its exit: what it said last may be read after that.
    child.once('close', () => end(`the print helper ended${said === '' ? '' : `: ${said.trim()}`}`, 'unknown'))
    child.stdin.on('error', () => undefined)
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-500)))
    createInterface({ input: child.stdout }).on('line', hear)
    // It ends with its input, so with the program: nothing has to wait for it.
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

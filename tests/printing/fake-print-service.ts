import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IppServer } from '../../electron/printing/printers/ipp.ts'

/** What becomes of a job, a step each time somebody asks: RFC 8011 job states by name. */
export type JobStep = 'pending' | 'processing' | 'stopped' | 'canceled' | 'aborted' | 'completed'

export interface FakeQueue {
  state: 'idle' | 'processing' | 'stopped'
  reasons: string[]
  message: string
  accepting: boolean
  /** False: a job that has ended is forgotten, as by CUPS with `PreserveJobHistory No`. */
  history: boolean
  /** The message of the queue's backend about the job. */
  jobMessage: string
  /** The steps of the next job; the last one stays. */
  steps: JobStep[]
  /** What the service does with the next print job. */
  submission: 'take' | 'take-and-hang-up' | 'hang-up' | 'refuse-format' | 'deny'
  /** Runs each time a job is asked about. */
  onAsked: (times: number) => void
}

export interface FakeJob {
  readonly name: string
  readonly media: string
  readonly scaling: string
  readonly document: Buffer
  readonly steps: JobStep[]
  began: boolean
  asked: number
}

const jobStateNumbers = { pending: 3, processing: 5, stopped: 6, canceled: 7, aborted: 8, completed: 9 } as const
const printerStateNumbers = { idle: 3, processing: 4, stopped: 5 } as const

/**
 * A print service on a real socket that speaks IPP as CUPS does, with queues of invented paper. It reads requests by
 * itself, not with the code under test.
 */
export class FakePrintService {
  readonly queues = new Map<string, FakeQueue>()
  readonly jobs: FakeJob[] = []
  defaultQueue: string | null = null
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const reply = this.answer(readRequest(Buffer.concat(chunks)))
      if (reply === 'hang-up') request.socket.destroy()
      else if (reply === 'deny') response.writeHead(403).end()
      else response.writeHead(200, { 'content-type': 'application/ipp' }).end(reply)
    })
  })

  async start(): Promise<IppServer> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  addQueue(name: string, changes: Partial<FakeQueue> = {}): FakeQueue {
    const queue: FakeQueue = {
      state: 'idle',
      reasons: ['none'],
      message: '',
      accepting: true,
      history: true,
      jobMessage: '',
      steps: ['pending', 'processing', 'completed'],
      submission: 'take',
      onAsked: () => {},
      ...changes,
    }
    this.queues.set(name, queue)
    return queue
  }

  private answer({ operation, values, document }: Request): Buffer | 'hang-up' | 'deny' {
    if (operation === 0x4001) return this.describe(this.defaultQueue ?? '')
    const name = decodeURIComponent(values.get('printer-uri')?.split('/').at(-1) ?? '')
    if (operation === 0x000b) return this.describe(name)
    const queue = this.queues.get(name)
    if (!queue) return ippReply(0x0406)
    if (operation === 0x0002) return this.take(queue, values, document)
    const job = this.jobs[Number(values.get('job-id')) - 1]
    if (!job) return ippReply(0x0406)
    if (operation === 0x0008) return cancel(job)
    if (operation === 0x0009) return this.look(queue, job)
    return ippReply(0x0501)
  }

  private describe(name: string): Buffer {
    const queue = this.queues.get(name)
    if (!queue) return ippReply(0x0406, [], 'The printer or class does not exist.')
    return ippReply(0, [
      ['name', 'printer-name', name],
      ['enum', 'printer-state', printerStateNumbers[queue.state]],
      ['text', 'printer-state-message', queue.message],
      ...queue.reasons.map((reason, at) => ['keyword', at === 0 ? 'printer-state-reasons' : '', reason] as const),
      ['boolean', 'printer-is-accepting-jobs', queue.accepting],
    ])
  }

  private take(queue: FakeQueue, values: ReadonlyMap<string, string>, document: Buffer): Buffer | 'hang-up' | 'deny' {
    if (!queue.accepting) return ippReply(0x0506, [], 'Destination is not accepting jobs.')
    if (queue.submission === 'refuse-format') return ippReply(0x040a, [], 'Unsupported document format.')
    if (queue.submission === 'hang-up' || queue.submission === 'deny') return queue.submission
    this.jobs.push({
      name: values.get('job-name') ?? '',
      media: values.get('media') ?? '',
      scaling: values.get('print-scaling') ?? '',
      document,
      steps: [...queue.steps],
      began: false,
      asked: 0,
    })
    if (queue.submission === 'take-and-hang-up') return 'hang-up'
    return ippReply(0, [
      ['integer', 'job-id', this.jobs.length],
      ['enum', 'job-state', jobStateNumbers.pending],
    ])
  }

  private look(queue: FakeQueue, job: FakeJob): Buffer {
    job.asked++
    queue.onAsked(job.asked)
    const step = job.steps[0] ?? 'completed'
    if (job.steps.length > 1) job.steps.shift()
    if (!queue.history && (step === 'canceled' || step === 'aborted' || step === 'completed')) return ippReply(0x0406)
    if (step === 'processing' || step === 'stopped' || step === 'completed') job.began = true
    return ippReply(0, [
      ['enum', 'job-state', jobStateNumbers[step]],
      ['text', 'job-printer-state-message', queue.jobMessage],
      job.began ? ['integer', 'time-at-processing', 1_747_000_000] : ['no-value', 'time-at-processing', ''],
    ])
  }
}

/** As in CUPS, a job that has ended cannot be cancelled. */
function cancel(job: FakeJob): Buffer {
  const [step] = job.steps
  if (step === 'completed' || step === 'aborted' || step === 'canceled') return ippReply(0x0404)
  job.steps.splice(0, job.steps.length, 'canceled')
  return ippReply(0)
}

interface Request {
  readonly operation: number
  /** First value of each attribute. */
  readonly values: ReadonlyMap<string, string>
  readonly document: Buffer
}

function readRequest(bytes: Buffer): Request {
  const values = new Map<string, string>()
  let at = 8
  while (bytes[at] !== 0x03) {
    const tag = bytes[at++]!
    if (tag < 0x10) continue
    const nameLength = bytes.readUInt16BE(at)
    const name = bytes.toString('utf8', at + 2, at + 2 + nameLength)
    at += 2 + nameLength
    const value = bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at))
    at += 2 + value.length
    if (name !== '') values.set(name, tag === 0x21 ? String(value.readInt32BE(0)) : value.toString('utf8'))
  }
  return { operation: bytes.readUInt16BE(2), values, document: bytes.subarray(at + 1) }
}

const valueTags = { integer: 0x21, boolean: 0x22, enum: 0x23, 'no-value': 0x13, text: 0x41, name: 0x42, keyword: 0x44 }

type Attribute = readonly [tag: keyof typeof valueTags, name: string, value: string | number | boolean]

function ippReply(status: number, attributes: readonly Attribute[] = [], message = ''): Buffer {
  const header = Buffer.from([2, 0, status >> 8, status & 0xff, 0, 0, 0, 1, 0x01])
  const standard: Attribute[] = [['text', 'status-message', message]]
  return Buffer.concat([
    header,
    ...standard.map(encode),
    Buffer.from([0x04]),
    ...attributes.map(encode),
    Buffer.from([0x03]),
  ])
}

function encode([tag, name, value]: Attribute): Buffer {
  const bytes = Buffer.alloc(typeof value === 'number' ? 4 : typeof value === 'boolean' ? 1 : Buffer.byteLength(value))
  if (typeof value === 'number') bytes.writeInt32BE(value)
  else if (typeof value === 'boolean') bytes.writeUInt8(value ? 1 : 0)
  else bytes.write(value)
  const lengths = [Buffer.byteLength(name), bytes.length].map((length) => Buffer.from([length >> 8, length & 0xff]))
  return Buffer.concat([Buffer.from([valueTags[tag]]), lengths[0]!, Buffer.from(name), lengths[1]!, bytes])
}

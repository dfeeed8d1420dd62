import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TicketPrinter } from '../../electron/kiosk/ports/devices.ts'
import type { IppServer } from '../../electron/printing/printers/ipp.ts'
import { SystemPrinter } from '../../electron/printing/printers/system-printer.ts'
import { listen } from '../partner/scripted-partner.ts'
import { ticketJob } from './ticket-samples.ts'

/** RFC 8011 job states by name. A job advances by one state at each query. */
type JobStep = 'pending' | 'processing' | 'stopped' | 'canceled' | 'aborted' | 'completed'

class FakeQueue {
  state: 'idle' | 'processing' | 'stopped' = 'idle'
  reasons: readonly string[] = ['none']
  message = ''
  accepting = true
  /** False if ended jobs are deleted, as in CUPS with `PreserveJobHistory No`. */
  history = true
  jobMessage = ''
  /** States of the next job, in order. The last state repeats. */
  steps: readonly JobStep[] = ['pending', 'processing', 'completed']
  submission: 'take' | 'take-and-hang-up' | 'hang-up' | 'refuse-format' | 'deny' = 'take'
  onAsked: (times: number) => void = () => {}
}

interface FakeJob {
  readonly values: ReadonlyMap<string, string>
  readonly document: Buffer
  readonly steps: JobStep[]
  began: boolean
  asked: number
}

const jobStateNumbers = { pending: 3, processing: 5, stopped: 6, canceled: 7, aborted: 8, completed: 9 } as const
const printerStateNumbers = { idle: 3, processing: 4, stopped: 5 } as const

/** A print service on a real socket that implements IPP like CUPS, with a parser of its own. */
class FakePrintService {
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
    const queue = Object.assign(new FakeQueue(), changes)
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
    return this.look(queue, job)
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
    this.jobs.push({ values, document, steps: [...queue.steps], began: false, asked: 0 })
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

type Request = Readonly<{ operation: number; values: ReadonlyMap<string, string>; document: Buffer }>

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
  const [start, end] = [Buffer.from([0x04]), Buffer.from([0x03])]
  return Buffer.concat([header, encode(['text', 'status-message', message]), start, ...attributes.map(encode), end])
}

function encode([tag, name, value]: Attribute): Buffer {
  const number = Buffer.alloc(4)
  if (typeof value === 'number') number.writeInt32BE(value)
  const bytes = typeof value === 'string' ? Buffer.from(value) : typeof value === 'number' ? number : Buffer.of(+value)
  const sized = (part: Buffer): Buffer => Buffer.concat([Buffer.of(part.length >> 8, part.length & 0xff), part])
  return Buffer.concat([Buffer.of(valueTags[tag]), sized(Buffer.from(name)), sized(bytes)])
}

const containing = (part: string): unknown => expect.stringContaining(part)

let service: FakePrintService
let server: IppServer

beforeEach(async () => {
  service = new FakePrintService()
  server = await service.start()
})

afterEach(() => service.stop())

function printer(queue: string | null = 'Billets', timeoutMs = 60_000): TicketPrinter {
  return new SystemPrinter(queue, timeoutMs, { server, pollMs: 1 })
}

describe('status', () => {
  const notReady = (reason: string) => ({ state: 'not-ready', reason })
  const detail = 'in the printer’s words'

  test.each<[Partial<FakeQueue>, object]>([
    [{}, { state: 'ready' }],
    [{ state: 'processing' }, { state: 'ready' }],
    [{ reasons: ['media-low-warning', 'toner-low-report'] }, { state: 'ready' }],
    [{ reasons: ['media-empty-warning'] }, { state: 'ready' }],
    [{ state: 'stopped', reasons: ['media-empty-error'] }, notReady('paper-out')],
    [{ state: 'processing', reasons: ['media-needed'] }, notReady('paper-out')],
    [{ state: 'stopped', reasons: ['media-jam-error', 'media-empty-error'] }, notReady('jammed')],
    [{ reasons: ['offline-report'] }, notReady('offline')],
    [{ state: 'stopped', reasons: ['paused'] }, notReady('stopped')],
    [{ state: 'stopped' }, notReady('stopped')],
    [{ state: 'processing', reasons: ['cover-open-error'] }, notReady('stopped')],
    [{ accepting: false }, { ...notReady('stopped'), detail }],
  ])('of %j', async (queue, expected) => {
    service.addQueue('Billets', { ...queue, message: detail })
    expect(await printer().status()).toMatchObject(expected)
  })

  test('without a name it is the system’s default queue', async () => {
    expect(await printer(null).status()).toMatchObject({ reason: 'missing', detail: 'no default printer' })
    service.addQueue('Accueil', { state: 'stopped', reasons: ['media-jam-error'] })
    service.defaultQueue = 'Accueil'
    expect(await printer(null).status()).toMatchObject({ state: 'not-ready', reason: 'jammed' })
  })

  test('an unknown queue, and a system without a print service, are missing', async () => {
    expect(await printer('Nulle part').status()).toMatchObject({ reason: 'missing', detail: 'no printer "Nulle part"' })
    const absent = new SystemPrinter(null, 1_000, { server: { socketPath: '/nowhere/cups.sock' } })
    expect(await absent.status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
    expect(await absent.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'missing' })
  })
})

describe('print', () => {
  test('is done when the queue has completed the job, with the very bytes and the page’s own size', async () => {
    service.addQueue('Billets')
    const job = await ticketJob()
    expect(await printer().print(job)).toEqual({ outcome: 'printed', evidence: 'queue Billets, job 1: completed' })
    const [taken] = service.jobs
    expect(Buffer.compare(taken!.document, job.document)).toBe(0)
    expect(taken!.values.get('job-name')).toBe('TCK-2025-004821 order-1')
    expect(taken!.values.get('media')).toMatch(/^custom_ticket_80x\d{3}mm$/u)
    expect(taken!.values.get('print-scaling')).toBe('none')

    for (const paper of ['a4', 'a6', '210x74'] as const) await printer().print(await ticketJob({}, paper))
    const media = service.jobs.slice(1).map(({ values }) => values.get('media'))
    expect(media).toEqual(['iso_a4_210x297mm', 'iso_a6_105x148mm', 'custom_ticket_210x74mm'])
  })

  test('goes to the default queue under its real name', async () => {
    service.addQueue('Étage 2/guichet')
    service.defaultQueue = 'Étage 2/guichet'
    expect(await printer(null).print(await ticketJob())).toMatchObject({ evidence: containing('Étage 2/guichet') })
  })

  test('hands nothing to a printer that cannot print', async () => {
    service.addQueue('Billets', { state: 'stopped', reasons: ['media-empty-error'] })
    expect(await printer().print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'paper-out' })
    expect(service.jobs).toEqual([])
  })

  const jobMessage = 'Printer cannot print with supplied options.'
  const refused = { outcome: 'failed', reason: 'refused' }
  const badFormat = { ...refused, detail: 'Unsupported document format.' }

  test.each<[string, Partial<FakeQueue>, object]>([
    ['whose document format the printer refuses', { submission: 'refuse-format' }, badFormat],
    ['whose request is forbidden', { submission: 'deny' }, { outcome: 'failed', detail: containing('403') }],
    ['whose request gets no reply', { submission: 'hang-up' }, { outcome: 'unknown' }],
    ['that is accepted without a reply', { submission: 'take-and-hang-up' }, { outcome: 'unknown' }],
    ['canceled before it began', { steps: ['pending', 'canceled'] }, refused],
    ['aborted before it began', { steps: ['pending', 'aborted'] }, refused],
    ['canceled after it began', { steps: ['processing', 'canceled'] }, { outcome: 'unknown' }],
    ['aborted after it began', { steps: ['processing', 'aborted'] }, { outcome: 'unknown' }],
    [
      'whose paper size the printer refuses',
      { steps: ['processing', 'canceled'], jobMessage },
      { ...refused, detail: containing(jobMessage) },
    ],
  ])('a job %s', async (_what, queue, outcome) => {
    service.addQueue('Billets', queue)
    expect(await printer().print(await ticketJob())).toMatchObject(outcome)
  })

  test('a job that a service without a job history lists no more is unknown at once', async () => {
    service.addQueue('Billets', { history: false })
    const detail = 'queue Billets, job 1: no longer listed by the print service'
    expect(await printer().print(await ticketJob())).toEqual({ outcome: 'unknown', detail })
    expect(service.jobs[0]!.asked).toBe(3)
  })

  test('a printer that stops before the job began gives the job back', async () => {
    const queue = service.addQueue('Billets', { steps: ['pending'] })
    queue.onAsked = (times) => {
      if (times === 3) Object.assign(queue, { state: 'stopped', reasons: ['paused'], message: 'Head is open' })
    }
    const stopped = { outcome: 'failed', reason: 'stopped', detail: containing('Head is open') }
    expect(await printer().print(await ticketJob())).toMatchObject(stopped)
    expect(service.jobs[0]!.steps).toEqual(['canceled'])
  })

  test('a printer that stops in the middle leaves it unknown, and nothing to come out later', async () => {
    const queue = service.addQueue('Billets', { steps: ['processing', 'processing', 'stopped'] })
    queue.onAsked = (times) => {
      if (times === 3) Object.assign(queue, { state: 'stopped', reasons: ['media-jam-error', 'paused'] })
    }
    expect(await printer('Billets', 0).print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
    expect(service.jobs[0]!.steps).toEqual(['canceled'])
  })

  test('a printer out of paper gets the time to be filled', async () => {
    const queue = service.addQueue('Billets', { steps: ['processing', 'processing', 'processing', 'completed'] })
    queue.onAsked = (times) => void (queue.reasons = times === 2 ? ['media-empty-error'] : ['none'])
    expect(await printer().print(await ticketJob())).toMatchObject({ outcome: 'printed' })
    expect(service.jobs[0]!.asked).toBe(4)
  })

  test('timeout ends: what had begun is unknown, what had not is taken back, what just ended is printed', async () => {
    const queue = service.addQueue('Billets', { steps: ['processing'] })
    const ended = async (timeoutMs: number) => printer('Billets', timeoutMs).print(await ticketJob())
    expect(await ended(20)).toMatchObject({ outcome: 'unknown' })
    queue.steps = ['pending']
    expect(await ended(20)).toMatchObject({ outcome: 'failed', reason: 'stopped' })
    queue.steps = ['processing', 'completed']
    expect(await ended(0)).toMatchObject({ outcome: 'printed' })
    expect(service.jobs.map(({ steps }) => steps)).toEqual([['canceled'], ['canceled'], ['completed']])
  })

  test('a service that goes away meanwhile leaves it unknown', async () => {
    const queue = service.addQueue('Billets', { steps: ['processing'] })
    queue.onAsked = (times) => {
      if (times === 2) void service.stop()
    }
    expect(await printer('Billets', 200).print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
    await service.start()
  })
})

test.each([
  '',
  'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc',
  'HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n\x02\x00\x00\x00\x00\x00\x00\x01\x04\x44\x00\xff',
])('an answer that is no IPP is no print service: %j', async (answer) => {
  const port = await listen(createSocketServer((socket) => socket.resume().end(answer, 'latin1')))
  const broken = new SystemPrinter('Billets', 1_000, { server: { host: '127.0.0.1', port } })
  expect(await broken.status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
})

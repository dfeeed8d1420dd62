import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { PrintJob, TicketPrinter } from '../../electron/core/ports/printer.ts'
import type { IppServer } from '../../electron/printing/printers/ipp.ts'
import { createSystemPrinter } from '../../electron/printing/printers/system-printer.ts'
import { FakePrintService } from './fake-print-service.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

const containing = (part: string): unknown => expect.stringContaining(part)

let service: FakePrintService
let server: IppServer

beforeEach(async () => {
  service = new FakePrintService()
  server = await service.start()
})

afterEach(() => service.stop())

function printer(queue: string | null = 'Billets', patienceMs = 60_000): TicketPrinter {
  return createSystemPrinter({ queue, server, pollMs: 1, patienceMs })
}

async function jobOf(paper: Paper = 'roll-80'): Promise<PrintJob> {
  const document = await renderTickets([sampleTicket()], { paper, language: 'fr' })
  return { jobId: 'order-1', document, paper, title: 'TCK-2025-004821' }
}

describe('status', () => {
  test.each([
    ['idle', ['none'], { state: 'ready' }],
    ['processing', ['none'], { state: 'ready' }],
    ['idle', ['media-low-warning', 'toner-low-report'], { state: 'ready' }],
    ['idle', ['media-empty-warning'], { state: 'ready' }],
    ['stopped', ['media-empty-error'], { state: 'not-ready', reason: 'paper-out' }],
    ['processing', ['media-needed'], { state: 'not-ready', reason: 'paper-out' }],
    ['stopped', ['media-jam-error', 'media-empty-error'], { state: 'not-ready', reason: 'jammed' }],
    ['idle', ['offline-report'], { state: 'not-ready', reason: 'offline' }],
    ['stopped', ['paused'], { state: 'not-ready', reason: 'stopped' }],
    ['stopped', ['none'], { state: 'not-ready', reason: 'stopped' }],
    ['processing', ['cover-open-error'], { state: 'not-ready', reason: 'stopped' }],
  ] as const)('%s with %s', async (state, reasons, expected) => {
    service.addQueue('Billets', { state, reasons: [...reasons], message: 'in the printer’s words' })
    expect(await printer().status()).toMatchObject(expected)
  })

  test('a queue that takes no jobs is stopped, whatever it prints', async () => {
    service.addQueue('Billets', { accepting: false, message: 'Rejecting Jobs' })
    expect(await printer().status()).toEqual({ state: 'not-ready', reason: 'stopped', detail: 'Rejecting Jobs' })
  })

  test('without a name it is the system’s default queue', async () => {
    expect(await printer(null).status()).toEqual({
      state: 'not-ready',
      reason: 'missing',
      detail: 'no default printer',
    })
    service.addQueue('Accueil', { state: 'stopped', reasons: ['media-jam-error'] })
    service.defaultQueue = 'Accueil'
    expect(await printer(null).status()).toMatchObject({ state: 'not-ready', reason: 'jammed' })
  })

  test('an unknown queue, and a system without a print service, are missing', async () => {
    expect(await printer('Nulle part').status()).toMatchObject({ reason: 'missing', detail: 'no printer "Nulle part"' })
    const absent = createSystemPrinter({ queue: null, server: { socketPath: '/nowhere/cups.sock' } })
    expect(await absent.status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
    expect(await absent.print(await jobOf())).toMatchObject({ outcome: 'failed', reason: 'missing' })
  })
})

describe('print', () => {
  test('is done when the queue has completed the job, with the very bytes and the page’s own size', async () => {
    service.addQueue('Billets')
    const job = await jobOf()
    expect(await printer().print(job)).toEqual({ outcome: 'printed', evidence: 'queue Billets, job 1: completed' })
    const [taken] = service.jobs
    expect(Buffer.compare(taken!.document, job.document)).toBe(0)
    expect(taken!.name).toBe('TCK-2025-004821 order-1')
    expect(taken!.media).toMatch(/^custom_ticket_80x\d{3}mm$/u)
    expect(taken!.scaling).toBe('none')

    await printer().print(await jobOf('a4'))
    expect(service.jobs[1]!.media).toBe('iso_a4_210x297mm')
    for (const [paper, media] of [
      ['a6', 'iso_a6_105x148mm'],
      ['210x74', 'custom_ticket_210x74mm'],
    ] as const) {
      await printer().print(await jobOf(paper))
      expect(service.jobs.at(-1)!.media).toBe(media)
    }
  })

  test('goes to the default queue under its real name', async () => {
    service.addQueue('Étage 2/guichet')
    service.defaultQueue = 'Étage 2/guichet'
    expect(await printer(null).print(await jobOf())).toMatchObject({
      outcome: 'printed',
      evidence: containing('Étage 2/guichet'),
    })
  })

  test.each([
    [{ state: 'stopped', reasons: ['media-empty-error'] }, 'paper-out'],
    [{ state: 'stopped', reasons: ['paused'] }, 'stopped'],
    [{ accepting: false }, 'stopped'],
  ] as const)('hands nothing to a printer that cannot print: %o', async (changes, reason) => {
    service.addQueue('Billets', { ...changes, reasons: [...('reasons' in changes ? changes.reasons : ['none'])] })
    expect(await printer().print(await jobOf())).toMatchObject({ outcome: 'failed', reason })
    expect(service.jobs).toEqual([])
  })

  test('a document the queue refuses has failed; nothing came out', async () => {
    service.addQueue('Billets', { submission: 'refuse-format' })
    const outcome = await printer().print(await jobOf())
    expect(outcome).toEqual({ outcome: 'failed', reason: 'refused', detail: 'Unsupported document format.' })
  })

  test('a service that turns the call away has taken nothing', async () => {
    service.addQueue('Billets', { submission: 'deny' })
    expect(await printer().print(await jobOf())).toMatchObject({
      outcome: 'failed',
      detail: containing('403'),
    })
  })

  test.each(['hang-up', 'take-and-hang-up'] as const)('a lost answer (%s) leaves it unknown', async (submission) => {
    service.addQueue('Billets', { submission })
    expect(await printer().print(await jobOf())).toMatchObject({ outcome: 'unknown' })
  })

  test.each(['canceled', 'aborted'] as const)('a job %s before it began has failed', async (end) => {
    service.addQueue('Billets', { steps: ['pending', 'pending', end] })
    expect(await printer().print(await jobOf())).toMatchObject({ outcome: 'failed', reason: 'refused' })
  })

  test.each(['canceled', 'aborted'] as const)('a job %s after it began is unknown', async (end) => {
    service.addQueue('Billets', { steps: ['pending', 'processing', end] })
    expect(await printer().print(await jobOf())).toMatchObject({ outcome: 'unknown' })
  })

  test('a paper size that the printer refuses instead of taking the job has failed', async () => {
    const jobMessage = 'Printer cannot print with supplied options.'
    service.addQueue('Billets', { steps: ['pending', 'processing', 'canceled'], jobMessage })
    expect(await printer().print(await jobOf())).toMatchObject({
      outcome: 'failed',
      reason: 'refused',
      detail: containing(jobMessage),
    })
  })

  test('a job that a service without a job history lists no more is unknown at once', async () => {
    service.addQueue('Billets', { history: false })
    expect(await printer().print(await jobOf())).toEqual({
      outcome: 'unknown',
      detail: 'queue Billets, job 1: no longer listed by the print service',
    })
    expect(service.jobs[0]!.asked).toBe(3)
  })

  test('a printer that stops before the job began gives the job back', async () => {
    const queue = service.addQueue('Billets', { steps: ['pending'] })
    queue.onAsked = (times) => {
      if (times === 3) Object.assign(queue, { state: 'stopped', reasons: ['paused'], message: 'Head is open' })
    }
    const outcome = await printer().print(await jobOf())
    expect(outcome).toMatchObject({
      outcome: 'failed',
      reason: 'stopped',
      detail: containing('Head is open'),
    })
    expect(service.jobs[0]!.steps).toEqual(['canceled'])
  })

  test('a printer that stops in the middle leaves it unknown, and nothing to come out later', async () => {
    const queue = service.addQueue('Billets', { steps: ['processing', 'processing', 'stopped'] })
    queue.onAsked = (times) => {
      if (times === 3) Object.assign(queue, { state: 'stopped', reasons: ['media-jam-error', 'paused'] })
    }
    expect(await printer('Billets', 0).print(await jobOf())).toMatchObject({ outcome: 'unknown' })
    expect(service.jobs[0]!.steps).toEqual(['canceled'])
  })

  test('a printer out of paper gets the time to be filled', async () => {
    const queue = service.addQueue('Billets', {
      steps: ['processing', 'processing', 'processing', 'processing', 'completed'],
    })
    queue.onAsked = (times) => {
      queue.reasons = times === 2 ? ['media-empty-error'] : ['none']
    }
    expect(await printer().print(await jobOf())).toMatchObject({ outcome: 'printed' })
    expect(service.jobs[0]!.asked).toBe(5)
  })

  test('patience ends: what had begun is unknown, what had not is taken back and failed', async () => {
    const queue = service.addQueue('Billets', { steps: ['processing'] })
    expect(await printer('Billets', 20).print(await jobOf())).toMatchObject({ outcome: 'unknown' })
    queue.steps = ['pending']
    expect(await printer('Billets', 20).print(await jobOf())).toMatchObject({ outcome: 'failed', reason: 'stopped' })
    expect(service.jobs.map(({ steps }) => steps)).toEqual([['canceled'], ['canceled']])
  })

  test('a job that ends just as patience does is printed', async () => {
    service.addQueue('Billets', { steps: ['processing', 'completed'] })
    expect(await printer('Billets', 0).print(await jobOf())).toMatchObject({ outcome: 'printed' })
  })

  test('a service that goes away meanwhile leaves it unknown', async () => {
    const queue = service.addQueue('Billets', { steps: ['processing'] })
    queue.onAsked = (times) => {
      if (times === 2) void service.stop()
    }
    expect(await printer('Billets', 200).print(await jobOf())).toMatchObject({ outcome: 'unknown' })
    await service.start()
  })
})

test.each([
  '',
  'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc',
  'HTTP/1.1 200 OK\r\ncontent-length: 12\r\n\r\n\x02\x00\x00\x00\x00\x00\x00\x01\x04\x44\x00\xff',
])('an answer that is no IPP is no print service: %j', async (answer) => {
  const nonsense = createServer((socket) => socket.resume().end(answer, 'latin1'))
  await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve))
  const { port } = nonsense.address() as { port: number }
  const broken = createSystemPrinter({ queue: 'Billets', server: { host: '127.0.0.1', port } })
  expect(await broken.status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
  await new Promise((resolve) => nonsense.close(resolve))
})

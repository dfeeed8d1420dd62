import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { operations, sendIpp } from '../../electron/printing/printers/ipp.ts'
import { SystemPrinter } from '../../electron/printing/printers/system-printer.ts'
import { sold, startPrintingMachine } from '../world/kiosk.ts'
import { endless, startEndless, UNDERWAY } from '../support/infinite-response-server.ts'
import { readPdf } from '../support/pdf.ts'
import {
  missingForIppPrinter,
  missingForPrintService,
  startPrintService,
  type PrintService,
} from '../support/print-service.ts'
import { sampleTicket, ticketJob } from './ticket-samples.ts'

describe.skipIf(missingForPrintService() !== null)('CUPS', () => {
  let service: PrintService
  let device: Server
  const received: Buffer[] = []

  beforeAll(async () => {
    device = createServer({ allowHalfOpen: true }, (socket) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('end', () => {
        received.push(Buffer.concat(chunks))
        socket.end()
      })
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => device.listen(0, '127.0.0.1', resolve))
    service = await startPrintService()
    service.addRawQueue('Billets', `socket://127.0.0.1:${(device.address() as AddressInfo).port}`)
  })

  beforeEach(() => void received.splice(0))

  afterAll(async () => {
    await service.stop()
    await new Promise((resolve) => device.close(resolve))
  })

  const printer = (queue: string | null) =>
    new SystemPrinter(queue, 60_000, { server: { socketPath: service.socketPath }, pollMs: 20 })

  test('prints on a named queue, byte for byte', async () => {
    expect(await printer('Billets').status()).toEqual({ state: 'ready' })
    const ticket = await ticketJob()
    expect(await printer('Billets').print(ticket)).toMatchObject({ outcome: 'printed' })
    expect(received.map((bytes) => Buffer.compare(bytes, ticket.document))).toEqual([0])
  })

  test('finds the default queue, and says when there is none', async () => {
    expect(await printer(null).status()).toMatchObject({ reason: 'missing', detail: 'no default printer' })
    service.control('lpadmin', '-d', 'Billets')
    expect(await printer(null).print(await ticketJob())).toMatchObject({ outcome: 'printed' })
  })

  test('knows a queue that is not there, stopped, or refusing', async () => {
    expect(await printer('Ailleurs').status()).toMatchObject({ reason: 'missing' })
    service.control('cupsdisable', '-r', 'Capot ouvert', 'Billets')
    expect(await printer('Billets').status()).toMatchObject({ state: 'not-ready', reason: 'stopped' })
    expect(await printer('Billets').print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'stopped' })
    service.control('cupsenable', 'Billets')
    service.control('cupsreject', 'Billets')
    expect(await printer('Billets').print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'stopped' })
    service.control('cupsaccept', 'Billets')
    expect(await printer('Billets').status()).toEqual({ state: 'ready' })
  })

  test('takes a job back that does not come out', async () => {
    service.control('lpadmin', '-p', 'Sourd', '-E', '-v', 'socket://127.0.0.1:1')
    const deaf = new SystemPrinter('Sourd', 500, { server: { socketPath: service.socketPath }, pollMs: 20 })
    expect((await deaf.print(await ticketJob())).outcome).not.toBe('printed')
    expect(service.control('lpstat', '-o', 'Sourd')).toBe('')
  })

  test.skipIf(missingForIppPrinter() !== null)(
    'an IPP printer behind the system’s filters gets pages of their own size, on which the code can be read',
    async () => {
      const { pages } = await service.addIppPrinter('Bureau')
      const papers = [['210x74', 210, 74] as const, ['a4', 210, 297] as const]
      for (const [paper] of papers)
        expect(await printer('Bureau').print(await ticketJob({}, paper))).toMatchObject({ outcome: 'printed' })
      const printed = await Promise.all(pages().map(async (file) => readPdf(new Uint8Array(await readFile(file)))))
      for (const [index, [, width, height]] of papers.entries()) {
        const [page] = printed[index] ?? []
        expect(Math.abs((page?.widthMm ?? 0) - width)).toBeLessThan(0.5)
        expect(Math.abs((page?.heightMm ?? 0) - height)).toBeLessThan(0.5)
        expect(page?.qrCodes).toEqual([sampleTicket().qrCode])
      }
    },
  )

  test('a kiosk prints a job a ticket on it, in its size, each with its code', async () => {
    vi.stubEnv('CUPS_SERVER', service.socketPath)
    onTestFinished(() => void vi.unstubAllEnvs())
    const counter = { kind: 'system', queue: 'Billets', paper: 'roll-80', timeoutSeconds: 30 }
    const machine = await startPrintingMachine({ printers: { devices: { counter }, tickets: ['counter'] } })
    const { sale, stage } = await sold(machine, 3)
    expect(stage.name).toBe('done')
    const pages = (await Promise.all(received.map((document) => readPdf(document)))).flat()
    expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(sale.tickets.map(({ qrCode }) => [qrCode]))
    for (const { widthMm } of pages) expect(widthMm).toBeCloseTo(80, 1)
    for (const { evidence } of sale.jobs) expect(evidence).toMatch(/queue Billets, job \d+: completed/u)
  })
})

test.each([200, 500])(
  'of an endless reply %d of a print service no more is read than a list of printers takes',
  async (status) => {
    const service = await startEndless(status, endless)
    const job = { operation: operations.printJob, attributes: [] }
    const sent = sendIpp({ host: '127.0.0.1', port: service.port }, '/printers/office', job, 8_000)
    await expect(sent).rejects.toMatchObject(
      status === 200
        ? { message: 'a reply of more than 8388608 bytes', mayHaveArrived: true }
        : { message: 'HTTP status 500', mayHaveArrived: false },
    )
    await service.closed
    expect(service.sent).toBeLessThan(8 * 1024 * 1024 + UNDERWAY)
  },
)

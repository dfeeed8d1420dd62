import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operations, sendIpp } from '../../electron/printing/printers/ipp.ts'
import { SystemPrinter } from '../../electron/printing/printers/system-printer.ts'
import { review, settled, startPrintingMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { endless, startEndless, UNDERWAY } from '../support/infinite-response-server.ts'
import { readPdf } from '../support/pdf.ts'
import {
  missingForIppPrinter,
  missingForPrintService,
  startPrintService,
  type PrintService,
} from '../support/print-service.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

describe.skipIf(missingForPrintService() !== null)('CUPS', () => {
  let service: PrintService
  let device: Server
  const received: Buffer[] = []
  /** True if the device accepts data but does not close the connection at the end of the data. */
  let jammed = false
  const held: Socket[] = []

  beforeAll(async () => {
    device = createServer({ allowHalfOpen: true }, (socket) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('end', () => {
        received.push(Buffer.concat(chunks))
        if (jammed) held.push(socket)
        else socket.end()
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

  const control = (command: string, ...args: string[]): string => service.control(command, ...args)
  const printer = (queue: string | null) =>
    new SystemPrinter(queue, 60_000, { server: { socketPath: service.socketPath }, pollMs: 20 })
  const job = async () => ({
    jobId: 'order-1',
    document: await renderTickets([sampleTicket()], { paper: 'roll-80', language: 'fr' }),
    paper: 'roll-80' as const,
    title: 'TCK-1',
  })

  test('prints on a named queue, byte for byte', async () => {
    expect(await printer('Billets').status()).toEqual({ state: 'ready' })
    const ticket = await job()
    expect(await printer('Billets').print(ticket)).toMatchObject({ outcome: 'printed' })
    expect(received.map((bytes) => Buffer.compare(bytes, ticket.document))).toEqual([0])
  })

  test('finds the default queue, and says when there is none', async () => {
    expect(await printer(null).status()).toMatchObject({ reason: 'missing', detail: 'no default printer' })
    control('lpadmin', '-d', 'Billets')
    expect(await printer(null).print(await job())).toMatchObject({ outcome: 'printed' })
  })

  test('knows a queue that is not there, stopped, or refusing', async () => {
    expect(await printer('Ailleurs').status()).toMatchObject({ reason: 'missing' })
    control('cupsdisable', '-r', 'Capot ouvert', 'Billets')
    expect(await printer('Billets').status()).toMatchObject({ state: 'not-ready', reason: 'stopped' })
    expect(await printer('Billets').print(await job())).toMatchObject({ outcome: 'failed', reason: 'stopped' })
    control('cupsenable', 'Billets')
    control('cupsreject', 'Billets')
    expect(await printer('Billets').print(await job())).toMatchObject({ outcome: 'failed', reason: 'stopped' })
    control('cupsaccept', 'Billets')
    expect(await printer('Billets').status()).toEqual({ state: 'ready' })
  })

  test('takes a job back that does not come out', async () => {
    control('lpadmin', '-p', 'Sourd', '-E', '-v', 'socket://127.0.0.1:1')
    const deaf = new SystemPrinter('Sourd', 500, { server: { socketPath: service.socketPath }, pollMs: 20 })
    expect((await deaf.print(await job())).outcome).not.toBe('printed')
    expect(control('lpstat', '-o', 'Sourd')).toBe('')
  })

  test.skipIf(missingForIppPrinter() !== null)(
    'an IPP printer behind the system’s filters gets pages of their own size, on which the code can be read',
    async () => {
      const { pages } = await service.addIppPrinter('Bureau')
      const papers = [
        ['210x74', 210, 74],
        ['a6', 105, 148],
        ['a4', 210, 297],
      ] as const
      for (const [paper] of papers) {
        const document = await renderTickets([sampleTicket()], { paper, language: 'fr' })
        const ticket = { jobId: `order-${paper}`, document, paper, title: 'TCK-1' }
        expect(await printer('Bureau').print(ticket)).toMatchObject({ outcome: 'printed' })
      }
      const printed = await Promise.all(pages().map(async (file) => readPdf(new Uint8Array(await readFile(file)))))
      for (const [index, [, width, height]] of papers.entries()) {
        const [page] = printed[index] ?? []
        expect(Math.abs((page?.widthMm ?? 0) - width)).toBeLessThan(0.5)
        expect(Math.abs((page?.heightMm ?? 0) - height)).toBeLessThan(0.5)
        expect(page?.qrCodes).toEqual([sampleTicket().qrCode])
      }
    },
  )

  describe('a kiosk that prints on it', () => {
    const settings = (timeoutSeconds: number): object => ({
      printers: {
        devices: { counter: { kind: 'system', queue: 'Billets', paper: 'roll-80', timeoutSeconds } },
        tickets: ['counter'],
      },
    })
    const pay = async (machine: Machine, count: number) => {
      const { saleId } = await review(machine, count)
      const paid = need(await machine.api.pay({ saleId, tender: 'card' }))
      return { saleId, paid }
    }
    const jobsOf = (machine: Machine, saleId: string) => {
      const sale = machine.sales.find(saleId)
      if (!sale || !('jobs' in sale)) throw new Error('no jobs')
      return {
        states: sale.jobs.map(({ state }) => state),
        copies: sale.jobs.map(({ copyNumber }) => copyNumber),
        sale,
      }
    }

    beforeEach(() => {
      vi.stubEnv('CUPS_SERVER', service.socketPath)
      jammed = false
    })
    afterEach(() => {
      vi.unstubAllEnvs()
      for (const socket of held.splice(0)) socket.destroy()
    })

    test('a job a ticket, in its size, each with its code', async () => {
      const machine = await startPrintingMachine(settings(30))
      const { saleId } = await pay(machine, 3)
      expect((await settled(machine, saleId)).stage.name).toBe('done')
      const { sale } = jobsOf(machine, saleId)
      const pages = (await Promise.all(received.map((document) => readPdf(document)))).flat()
      expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(sale.tickets.map(({ qrCode }) => [qrCode]))
      for (const { widthMm } of pages) expect(widthMm).toBeCloseTo(80, 1)
      expect(sale.jobs.map(({ evidence }) => evidence)).toEqual(
        sale.jobs.map(() => expect.stringMatching(/queue Billets, job \d+: completed/u) as string),
      )
    })

    test('a stopped queue takes no money; started again it does', async () => {
      const machine = await startPrintingMachine(settings(30))
      control('cupsdisable', 'Billets')
      const { saleId, paid } = await pay(machine, 1)
      expect(paid.stage).toMatchObject({ name: 'review', notice: { type: 'printer-not-ready', reason: 'stopped' } })
      control('cupsenable', 'Billets')
      need(await machine.api.pay({ saleId, tender: 'card' }))
      expect((await settled(machine, saleId)).stage.name).toBe('done')
    })

    test.each<[string, number, () => void]>([
      ['that never ends', 15, () => undefined],
      ['that somebody cancels', 120, () => control('cancel', '-a', 'Billets')],
    ])(
      'a job %s is unknown: the screen says so, and what may have come out is a duplicate',
      async (_, timeout, act) => {
        const machine = await startPrintingMachine(settings(timeout))
        jammed = true
        const { saleId } = await pay(machine, 2)
        await expect.poll(() => received.length).toBeGreaterThan(0)
        act()
        const { stage } = await settled(machine, saleId)
        expect(stage.name).toBe('print-problem')
        expect(jobsOf(machine, saleId).states).toEqual(['unknown', 'queued'])
        jammed = false
        need(await machine.api.retryPrint({ saleId }))
        expect((await settled(machine, saleId)).stage.name).toBe('done')
        expect(jobsOf(machine, saleId)).toMatchObject({ states: ['printed', 'printed'], copies: [1, 0] })
      },
      60_000,
    )
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

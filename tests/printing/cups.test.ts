import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSystemPrinter } from '../../electron/printing/system-printer.ts'
import { need, review, settled, startMachine, type Machine } from '../kiosk/machine.ts'
import { readPdf } from '../support/pdf.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

const cupsd = '/usr/sbin/cupsd'
const installed = existsSync(cupsd) && existsSync('/usr/lib/cups/backend/socket') && process.getuid?.() === 0

/** The real print service, private to this test, printing to a socket that plays the printer. */
describe.skipIf(!installed)('CUPS', () => {
  let folder: string
  let daemon: ChildProcess
  let device: Server
  let received: Buffer[]
  /** The device takes data and never comes to an end of them. */
  let jammed = false
  const held: Socket[] = []
  let socketPath: string

  const control = (command: string, ...args: string[]): void => {
    const { status, stderr, error } = spawnSync(command, args, {
      // The commands of CUPS stand where only an administrator's PATH looks.
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, CUPS_SERVER: socketPath, LC_ALL: 'C' },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
  }

  beforeAll(async () => {
    received = []
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
    folder = await mkdtemp(join(tmpdir(), 'cups-'))
    // CUPS runs its filters and backends as another user.
    await chmod(folder, 0o755)
    socketPath = join(folder, 'cups.sock')
    await Promise.all(
      ['etc', 'spool', 'temp', 'cache', 'run/certs'].map((name) => mkdir(join(folder, name), { recursive: true })),
    )
    const settings = {
      'cupsd.conf': `Listen ${socketPath}\nBrowsing Off\nDefaultAuthType None\n<Location />\nOrder allow,deny\nAllow all\n</Location>\n<Policy default>\nJobPrivateValues none\n<Limit All>\nOrder deny,allow\nAllow all\n</Limit>\n</Policy>\n`,
      'cups-files.conf': `ServerRoot ${folder}/etc\nRequestRoot ${folder}/spool\nTempDir ${folder}/temp\nCacheDir ${folder}/cache\nStateDir ${folder}/run\nAccessLog ${folder}/access\nErrorLog ${folder}/error\nPageLog ${folder}/page\nSandboxing Relaxed\n`,
    }
    for (const [name, text] of Object.entries(settings)) await writeFile(join(folder, 'etc', name), text)
    daemon = spawn(cupsd, ['-f', '-c', join(folder, 'etc/cupsd.conf'), '-s', join(folder, 'etc/cups-files.conf')])
    while (!existsSync(socketPath)) {
      if (daemon.exitCode !== null) throw new Error(`cupsd ended with ${daemon.exitCode}`)
      await wait(20)
    }
    control('lpadmin', '-p', 'Billets', '-E', '-v', `socket://127.0.0.1:${(device.address() as AddressInfo).port}`)
  })

  afterAll(async () => {
    daemon.kill()
    await new Promise((resolve) => daemon.once('exit', resolve))
    await new Promise((resolve) => device.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })

  const printer = (queue: string | null) => createSystemPrinter({ queue, server: { socketPath }, pollMs: 20 })
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
    const deaf = createSystemPrinter({ queue: 'Sourd', server: { socketPath }, pollMs: 20, patienceMs: 500 })
    expect((await deaf.print(await job())).outcome).not.toBe('printed')
    const queued = spawnSync('lpstat', ['-o', 'Sourd'], {
      env: { ...process.env, CUPS_SERVER: socketPath, LC_ALL: 'C' },
    })
    expect(queued.stdout.toString()).toBe('')
  })

  describe('a kiosk that prints on it', () => {
    const settings = (patienceSeconds: number): object => ({
      printers: {
        devices: { counter: { kind: 'system', queue: 'Billets', paper: 'roll-80', patienceSeconds } },
        tickets: ['counter'],
      },
    })
    const pay = async (machine: Machine, count: number) => {
      received.length = 0
      const { saleId } = await review(machine, count)
      const paid = need(await machine.api.pay({ saleId, tender: 'card' }))
      return { saleId, paid }
    }
    const jobsOf = (machine: Machine, saleId: string) => {
      const sale = machine.desk.find(saleId)
      if (!sale || !('jobs' in sale)) throw new Error('no jobs')
      return {
        states: sale.jobs.map(({ state }) => state),
        copies: sale.jobs.map(({ copyNumber }) => copyNumber),
        sale,
      }
    }

    beforeEach(() => {
      vi.stubEnv('CUPS_SERVER', socketPath)
      jammed = false
    })
    afterEach(() => {
      vi.unstubAllEnvs()
      for (const socket of held.splice(0)) socket.destroy()
    })

    test('a job a ticket, in its size, each with its code', async () => {
      const machine = await startMachine(settings(30))
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
      const machine = await startMachine(settings(30))
      control('cupsdisable', 'Billets')
      const { saleId, paid } = await pay(machine, 1)
      expect(paid.stage).toMatchObject({ name: 'review', notice: { type: 'printer-not-ready', reason: 'stopped' } })
      control('cupsenable', 'Billets')
      need(await machine.api.pay({ saleId, tender: 'card' }))
      expect((await settled(machine, saleId)).stage.name).toBe('done')
    })

    test.each<[string, number, () => void]>([
      ['that never ends', 5, () => undefined],
      ['that somebody cancels', 120, () => control('cancel', '-a', 'Billets')],
    ])(
      'a job %s is unknown: the screen says so, and what may have come out is a duplicate',
      async (_, patience, act) => {
        const machine = await startMachine(settings(patience))
        jammed = true
        const { saleId } = await pay(machine, 2)
        await expect.poll(() => received.length, { timeout: 15_000 }).toBeGreaterThan(0)
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

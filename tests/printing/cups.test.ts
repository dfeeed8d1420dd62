import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSystemPrinter } from '../../electron/printing/system-printer.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

const cupsd = '/usr/sbin/cupsd'
const installed = existsSync(cupsd) && existsSync('/usr/lib/cups/backend/socket') && process.getuid?.() === 0

/** The real print service, private to this test, printing to a socket that plays the printer. */
describe.skipIf(!installed)('CUPS', () => {
  let folder: string
  let daemon: ChildProcess
  let device: Server
  let received: Buffer[]
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
    device = createServer((socket) => {
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      socket.on('end', () => {
        received.push(Buffer.concat(chunks))
        socket.end()
      })
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
})

import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sampleTicket, ticketLine } from '../printing/ticket-samples.ts'
import { readPdf, readQrCodes } from '../support/pdf.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { startProcess, startShell, temporaryFolder } from './shell.ts'

const partner = { headers: { 'x-partner-code': 'demo' } }

describe('npm run demo', () => {
  test('sells once, prints the path of the tickets’ PDF, and a command that finds the ledger in order', async () => {
    const data = temporaryFolder()
    const demo = startProcess('npm', ['run', '--silent', 'demo', '--', '--data', data])
    expect(await demo.ended).toBe(0)
    const lines = demo.output.stdout.trimEnd().split('\n')
    const printed = lines.flatMap((line) => /QR ([0-9a-f]{32})$/u.exec(line)?.[1] ?? [])
    const path = /^Tickets: (.*\.pdf)$/mu.exec(demo.output.stdout)?.[1] ?? ''
    const pages = await readPdf(readFileSync(path))
    expect(pages).toHaveLength(3)
    expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(printed.map((code) => [code]))

    const [window = '', desk = '', ledger = ''] = lines.slice(-3).map((line) => line.replace(/^.*: {2,}/u, ''))
    expect([window, desk]).toEqual(['npm start', 'npm start -- --role cashier'])
    expect(ledger).toMatch(/^npm run guichet -- ledger verify /u)
    expect(await startProcess('sh', ['-c', ledger]).ended).toBe(0)
  })

  test('sells as many as asked, again and again on the same data', async () => {
    const data = await seedFolder(temporaryFolder())
    const paths = new Set<string>()
    for (const seats of ['1', '8']) {
      const demo = startShell('cli.js', ['demo', '--seats', seats, '--data', data])
      expect([await demo.ended, demo.output.stderr]).toEqual([0, ''])
      const [, path = ''] = await demo.says(/^Tickets: (.*\.pdf)$/mu)
      expect(await readPdf(readFileSync(path))).toHaveLength(Number(seats))
      paths.add(path)
    }
    expect(paths.size).toBe(2)
  })

  test('sells nothing on a live machine', async () => {
    const data = temporaryFolder()
    const live = {
      partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'x' },
      tenders: ['cash'],
      staffPin: '730516',
    }
    writeFileSync(join(data, 'config.json'), JSON.stringify({ mode: 'live', ...live }))
    const demo = startShell('cli.js', ['demo', '--data', data])
    expect([await demo.ended, demo.output]).toEqual([
      2,
      { stdout: '', stderr: 'guichet: demo works in demo mode only: these settings are live\n' },
    ])
  })

  test('says why it could not sell', async () => {
    const data = await seedFolder(temporaryFolder())
    const simulatedTerminal = { thinkSeconds: 0, script: ['refuse'] }
    writeFileSync(join(data, 'config.json'), JSON.stringify({ simulatedTerminal }))
    const demo = startShell('cli.js', ['demo', '--data', data])
    expect(await demo.ended).toBe(1)
    expect(demo.output.stderr).toBe('guichet: the sale ended as priced; it continues at the next start\n')
  })
})

describe('guichet serve', () => {
  test('lists events to a partner, and ends cleanly on SIGTERM with a client still connected', async () => {
    const hub = startShell('cli.js', ['serve', '--port', '0', '--data', temporaryFolder()])
    const [, url = ''] = await hub.says(/at (http:\/\/127\.0\.0\.1:\d+) /u)
    const reply = await fetch(`${url}/api/v1/public/events?page=1&limit=12`, partner)
    const { data } = (await reply.json()) as { data: { events: { id: string }[] } }
    expect(data.events.length).toBeGreaterThan(0)
    for (const { id } of data.events) await hub.says(new RegExp(`^event ${id}: access code \\S+$`, 'mu'))
    expect((await fetch(`${url}/api/v1/public/events`)).status).toBe(401)
    hub.kill('SIGTERM')
    expect([await hub.ended, hub.output.stderr]).toEqual([0, ''])
  })

  test('keeps what it sold: the next start on the same data knows it', async () => {
    const data = temporaryFolder()
    const codes: string[] = []
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const hub = startShell('cli.js', ['serve', '--port', '0', '--data', data])
      codes.push((await hub.says(/access code (\S+)/u))[1] ?? '')
      hub.kill(signal)
      expect(await hub.ended).toBe(0)
    }
    expect(codes[0]).toBe(codes[1])
  })

  test('says that its port is in use', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const hub = startShell('cli.js', ['serve', '--port', String(port), '--data', await seedFolder(temporaryFolder())])
    expect(await hub.ended).toBe(1)
    expect(hub.output.stderr).toBe(`guichet: port ${port} at 127.0.0.1 is in use: choose another with --port\n`)
  })
})

describe('guichet conformance', () => {
  test('judges a hub rule by rule, writes a report, and says by its exit code whether a rule was broken', async () => {
    const hub = startShell('cli.js', ['serve', '--port', '0', '--data', await seedFolder(temporaryFolder())])
    const [, url = ''] = await hub.says(/at (http:\/\/127\.0\.0\.1:\d+) /u)
    const text = startShell('cli.js', ['conformance', '--base-url', url, '--partner-code', 'demo'])
    expect([await text.ended, text.output.stderr]).toEqual([0, ''])
    expect(text.output.stdout).toMatch(/^pass +6\.amount-checked /mu)
    expect(text.output.stdout).toMatch(/: \d+ passed, 0 failed, 0 not testable\n$/u)
    const hold = join(temporaryFolder(), 'hold.json')
    const held = async (settings: object) => {
      writeFileSync(hold, JSON.stringify(settings))
      const shell = startShell('cli.js', ['conformance', '--base-url', url, '--hold', hold])
      return { code: await shell.ended, ...shell.output }
    }
    expect((await held({ batch: true, body: { seat_ids: '{seat_ids}' } })).stdout).toMatch(
      /0 failed, 0 not testable\n$/u,
    )
    expect((await held({ body: { place: '{seat_id}' } })).stdout).not.toMatch(/ 0 not testable\n$/u)
    expect(await held({ body: { seat_id: '17' } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected the text "{seat_id}"') as string,
    })
    const file = join(temporaryFolder(), 'report.xml')
    const wrong = ['conformance', '--base-url', url, '--partner-code', 'nobody', '--format', 'junit', '--output', file]
    const broken = startShell('cli.js', [...wrong, '--header', 'x-env: demo'])
    // Nothing is let in, so that nothing can be tested: no rule is broken, but none was seen to be kept.
    expect(await broken.ended).toBe(1)
    expect(readFileSync(file, 'utf8')).toMatch(/<testsuite name="http:.*skipped="[1-9]/u)
    hub.kill('SIGTERM')
    await hub.ended
    const dead = startShell('cli.js', ['conformance', '--base-url', url, '--format', 'json'])
    expect([await dead.ended, dead.output]).toEqual([
      3,
      { stdout: '', stderr: `guichet: ${url} cannot be reached: connect ECONNREFUSED ${new URL(url).host}\n` },
    ])
  })
})

describe('guichet virtual-printer', () => {
  test('sells the demo its paper, goes wrong when told to, and quits', async () => {
    const folder = temporaryFolder()
    const printer = startShell('cli.js', ['virtual-printer', '--port', '0', '--speed', '1000', '--folder', folder])
    const [, port = ''] = await printer.says(/80 mm paper, at 127\.0\.0\.1:(\d+)/u)
    const data = await seedFolder(temporaryFolder())
    const address = `tcp://127.0.0.1:${port}`
    const printers = { devices: { training: { kind: 'escpos', address } }, tickets: ['training'] }
    writeFileSync(join(data, 'config.json'), JSON.stringify({ printers, simulatedTerminal: { thinkSeconds: 0 } }))
    const sale = startShell('cli.js', ['demo', '--seats', '2', '--data', data])
    expect([await sale.ended, sale.output.stderr]).toEqual([0, ''])
    const [, path = ''] = await printer.says(/^piece 2: (.*\.png)$/mu)
    const { width, height, data: pixels } = PNG.sync.read(readFileSync(path))
    const codes = await readQrCodes({ width, height, data: Uint8ClampedArray.from(pixels) })
    expect(sale.output.stdout).toContain(`QR ${codes[0]}`)

    printer.types('paper out')
    await printer.says(/"paperMillimetres":0/u)
    const refused = startShell('cli.js', ['demo', '--seats', '1', '--data', data])
    expect(await refused.ended).toBe(1)
    expect(refused.output.stderr).toMatch(/printer-not-ready.*paper-out/u)
    printer.types('dance')
    await printer.says(/no order: dance/u)
    printer.types('quit')
    expect([await printer.ended, printer.output.stderr]).toEqual([0, ''])
  })

  test('says that its port is in use, and ends at a signal', async () => {
    const first = startShell('cli.js', ['virtual-printer', '--port', '0', '--folder', temporaryFolder()])
    const [, port = ''] = await first.says(/:(\d+);/u)
    const second = startShell('cli.js', ['virtual-printer', '--port', port, '--folder', temporaryFolder()])
    expect(await second.ended).toBe(1)
    expect(second.output.stderr).toBe(`guichet: port ${port} at 127.0.0.1 is in use: choose another with --port\n`)
    first.kill('SIGTERM')
    expect([await first.ended, first.output.stderr]).toEqual([0, ''])
  })
})

describe('guichet tickets', () => {
  test('makes files of many tickets in the built program, and names a line it cannot read', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'saison 2025.jsonl')
    const lines = [1, 2, 3].map((index) => ticketLine(sampleTicket({ index, qrCode: `${index}`.repeat(32) })))
    writeFileSync(file, lines.join('\n'))
    const args = ['tickets', file, '--per-file', '2', '--folder', folder, '--paper', 'roll-80', '--data', folder]
    const press = startShell('cli.js', args)
    expect([await press.ended, press.output.stderr]).toEqual([0, ''])
    const paths = [1, 2].map((number) => join(folder, `saison-2025-000${number}.pdf`))
    expect(press.output.stdout.trimEnd().split('\n')).toEqual(['2 tickets', '3 tickets', ...paths])
    const pages = await readPdf(readFileSync(paths[1] ?? ''))
    expect(pages.map(({ qrCodes }) => qrCodes)).toEqual([['3'.repeat(32)]])

    writeFileSync(file, `${lines[0]}\n{}`)
    const wrong = startShell('cli.js', args)
    expect(await wrong.ended).toBe(1)
    expect(wrong.output.stderr).toMatch(/^guichet: .*saison 2025\.jsonl:2:1: eventTitle: /u)
  })
})

describe('a command line that is wrong', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no command', [], /^guichet: run and maintain/u],
    ['an unknown one', ['sell'], /^guichet: no command "sell"\n/u],
    ['one that every object has', ['constructor'], /^guichet: no command "constructor"\n/u],
    ['an unknown option', ['serve', '--prot', '1'], /Unknown option '--prot'/u],
    ['a stray word', ['serve', '7420'], /Unexpected argument '7420'/u],
    ['an invalid port', ['serve', '--port', '70000'], /--port takes a whole number from 0 to 65535/u],
    ['no service to check', ['conformance'], /--base-url takes the address of the service/u],
    ['an unknown mode', ['serve', '--mode', 'test'], /--mode is demo or live/u],
    ['half a TLS identity', ['serve', '--tls-key', 'x'], /--tls-cert and --tls-key go together/u],
    ['too many seats', ['demo', '--seats', '9'], /--seats takes a whole number from 1 to 8/u],
    ['an unknown paper', ['virtual-printer', '--paper', 'a4'], /--paper takes roll-80 or roll-58/u],
    ['an invalid speed', ['virtual-printer', '--speed', '0'], /--speed takes millimetres a second/u],
    ['seats in words', ['demo', '--seats', 'three'], /--seats takes a whole number from 1 to 8/u],
  ])('%s', async (_, args, words) => {
    const cli = startShell('cli.js', args)
    expect(await cli.ended).toBe(2)
    expect(cli.output.stderr).toMatch(words)
    expect(cli.output.stderr).not.toMatch(/ {4}at /u)
  })

  test('help is no error', async () => {
    const cli = startShell('cli.js', ['--help'])
    expect([await cli.ended, cli.output.stderr]).toEqual([0, ''])
    expect(cli.output.stdout).toContain('guichet demo')
  })
})

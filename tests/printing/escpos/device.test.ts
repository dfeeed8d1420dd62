import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DeviceTransport } from '../../../electron/printing/escpos/transport.ts'
import { EscPosPrinter } from '../../../electron/printing/escpos/escpos-printer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { documents } from '../ticket-samples.ts'
import { clock, codeOf, hurryingClock, scan, ticketJob, virtualPrinter } from './printers.ts'

/** Creates a serial line to the virtual printer: a pseudo-terminal of `script` (util-linux). */
async function serialLine(port: number) {
  // Without `LC_ALL`, the shell might first print a warning that a language is not installed.
  const env = { ...process.env, LC_ALL: 'C' }
  const line = spawn('script', ['-q', '-f', '-c', 'tty; exec sleep 600', '/dev/null'], { stdio: 'pipe', env })
  const socket = connect({ host: '127.0.0.1', port, noDelay: true }).on('error', () => {})
  onTestFinished(async () => {
    socket.destroy()
    if (line.exitCode === null && line.kill()) await once(line, 'exit')
  })
  const [name] = (await once(line.stdout, 'data')) as [Buffer]
  line.stdout.pipe(socket)
  line.stdin.on('error', () => {})
  socket.on('data', (bytes) => line.stdin.write(bytes))
  const path = name.toString().trim()
  const transport = new DeviceTransport(path, { baudRate: 115_200, flowControl: 'none' })
  return { path, transport, pullOut: () => void line.kill() }
}

const hasLines = process.platform === 'linux' && ['/usr/bin/script', '/bin/script'].some(existsSync)

test.runIf(hasLines)('tickets come out at the end of a serial line, one after another', async () => {
  const device = await virtualPrinter()
  const { path, transport } = await serialLine(device.port)
  const printer = new EscPosPrinter({ transport, clock, drawing: documents, widthDots: 576 })
  expect(printer.name).toBe(path)
  expect(await printer.status()).toEqual({ state: 'ready' })
  for (const index of [1, 2]) {
    expect(await printer.print(await ticketJob({ qrCode: codeOf(index) }))).toMatchObject({ outcome: 'printed' })
  }
  expect(await Promise.all(device.pieces.map(scan))).toEqual([[codeOf(1)], [codeOf(2)]])
})

test.runIf(hasLines)('a line that falls silent is no paper', async () => {
  const device = await virtualPrinter()
  const { transport } = await serialLine(device.port)
  const printer = new EscPosPrinter({
    transport,
    clock: hurryingClock(() => device.state().muted),
    drawing: documents,
    widthDots: 576,
  })
  expect(await printer.status()).toEqual({ state: 'ready' })
  device.order('mute')
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'offline' })
  device.order('unmute')
  device.order('after 30000: mute')
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
})

test.runIf(hasLines)('pulled out within a ticket: unknown, and missing afterwards', async () => {
  const device = await virtualPrinter()
  const { transport, pullOut } = await serialLine(device.port)
  const printer = new EscPosPrinter({ transport, clock, drawing: documents, widthDots: 576 })
  device.order('piece 1 at 60: offline')
  const printing = printer.print(await ticketJob())
  await expect.poll(() => device.state().offline).toBe(true)
  pullOut()
  expect(await printing).toMatchObject({ outcome: 'unknown' })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'failed', reason: 'missing' })
})

test.runIf(process.platform !== 'win32')('what an earlier program left unread is no answer', async () => {
  const path = join(temporaryFolder(), 'printer')
  execFileSync('mkfifo', [path])
  const left = openSync(path, 'r+')
  onTestFinished(() => closeSync(left))
  writeSync(left, 'left')
  const opened = await new DeviceTransport(path).open(clock, 1_000)
  if (!opened.ok) throw new Error(opened.error.detail)
  const connection = opened.value
  const heard: Uint8Array[] = []
  connection.listen((bytes) => heard.push(bytes))
  // A pipe returns the bytes that are written to it.
  await connection.write(Buffer.from('new'))
  await expect.poll(() => Buffer.concat(heard).toString()).toBe('new')
  await connection.close()
  expect(await connection.ended).toBe('closed')
})

test('a device that is not there is missing', async () => {
  const transport = new DeviceTransport('/dev/usb/no-such-printer')
  const printer = new EscPosPrinter({ transport, clock, drawing: documents, widthDots: 576 })
  expect(await printer.status()).toMatchObject({ state: 'not-ready' })
  if (process.platform !== 'win32') expect(await printer.status()).toMatchObject({ reason: 'missing' })
})

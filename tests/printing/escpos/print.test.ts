import { expect, test, onTestFinished } from 'vitest'
import { cropped, inkExtent, rasterisePage } from '../../../electron/printing/escpos/bitmap.ts'
import { cutterDots, type PaperWidth, paperWidths } from '../../../electron/simulators/virtual-printer/mechanism.ts'
import { codeOf, printerAt, printerOn, scan, clock, virtualPrinter } from './printers.ts'
import { ticketJob } from '../ticket-samples.ts'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DeviceTransport } from '../../../electron/printing/escpos/transport.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { need } from '../../world/kiosk-fixture.ts'

test.each([
  ['roll-80', 80, 576],
  ['roll-58', 58, 384],
  // The page is scaled down if the paper differs from the settings.
  ['roll-80', 58, 384],
  ['roll-80', 80, 512],
] as const)(
  'a ticket for %s comes out on %d mm paper, dot for dot, and its code is read',
  async (paper, paperWidth, widthDots) => {
    const { device, printer } = await printerOn({ paperWidth }, { widthDots })
    const job = await ticketJob({}, paper)
    expect(await printer.status()).toEqual({ state: 'ready' })
    const outcome = await printer.print(job)
    expect(JSON.stringify(outcome)).toMatch(/"printed".*127\.0\.0\.1:\d+: process [0-9A-Z]{4} completed/u)
    const [piece, ...more] = device.pieces
    expect(more).toEqual([])
    expect(piece).toMatchObject({ ended: 'cut', text: [] })
    expect(await scan(piece)).toEqual(['3f9a0c12d4e5f60718293a4b5c6d7e8f'])
    const { width, height, data } = need(await rasterisePage(job.document, widthDots))
    const onPaper = cropped(piece!.picture, marginOf(paperWidth), cutterDots, width, height)
    const added = onPaper.data.map((byte, i) => byte ^ data[i]!)
    // A few bytes of the picture get one additional dot, so that the printer does not interpret them as commands.
    expect(added.filter((bits) => bits !== 0).every((bits) => bits === 0x08)).toBe(true)
    expect(added.filter((bits) => bits !== 0).length).toBeLessThan(20)
    expect(inkExtent(piece!.picture)?.rows.from).toBe(cutterDots)
    expect(piece!.picture.height).toBe(cutterDots + height)
  },
)

function marginOf(width: PaperWidth): number {
  const { paper, head } = paperWidths[width]
  return (paper - head) / 2
}

test('tickets follow one another, each cut off, each with the paper between head and cutter above it', async () => {
  const { device, printer } = await printerOn()
  const codes = [1, 2, 3].map(codeOf)
  const outcomes = await Promise.all(codes.map(async (qrCode) => printer.print(await ticketJob({ qrCode }))))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['printed', 'printed', 'printed'])
  expect((await Promise.all(device.pieces.map(scan))).flat().toSorted()).toEqual(codes)
  expect(device.pieces.map(({ picture }) => inkExtent(picture)?.rows.from)).toEqual(Array(3).fill(cutterDots))
})

test('a printer that takes little at a time and prints slowly gets no more than it can take', async () => {
  const { device, printer } = await printerOn({ bufferBytes: 2_048, millimetresPerSecond: 2_000 })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
  expect(await scan(device.pieces[0])).toHaveLength(1)
})

test('a simpler make, which names no jobs, is believed by its answer in turn', async () => {
  const { device, printer } = await printerOn({ knowsProcessIds: false }, { acknowledgement: 'paper-status' })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
  expect(await scan(device.pieces[0])).toHaveLength(1)
})

test('the drawer opens at its pin, and only where there is one', async () => {
  const { device, printer } = await printerOn({}, { drawerKick: { pin: 2, pulseMs: 120 } })
  expect(await printer.openDrawer()).toMatchObject({ outcome: 'opened' })
  expect(device.state().drawerPulses).toBe(1)
  expect(await printerAt(device.port).openDrawer()).toMatchObject({ outcome: 'failed', reason: 'missing' })
  expect(device.state().drawerPulses).toBe(1)
  expect(device.pieces).toEqual([])
})

test('a roll that ends soon is told and printed on', async () => {
  const { printer } = await printerOn({ paperMillimetres: 900 })
  expect(await printer.status()).toEqual({ state: 'ready', paperLow: true })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
})

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
  return { path, printer: printerAt(0, { transport }), transport, pullOut: () => void line.kill() }
}

const hasLines = process.platform === 'linux' && ['/usr/bin/script', '/bin/script'].some(existsSync)

test.runIf(hasLines)('tickets come out at the end of a serial line, one after another', async () => {
  const device = await virtualPrinter()
  const { path, printer } = await serialLine(device.port)
  expect(printer.name).toBe(path)
  expect(await printer.status()).toEqual({ state: 'ready' })
  for (const index of [1, 2])
    expect(await printer.print(await ticketJob({ qrCode: codeOf(index) }))).toMatchObject({ outcome: 'printed' })
  expect(await Promise.all(device.pieces.map(scan))).toEqual([[codeOf(1)], [codeOf(2)]])
})

test.runIf(hasLines)('pulled out within a ticket: unknown, and missing afterwards', async () => {
  const device = await virtualPrinter()
  const { printer, pullOut } = await serialLine(device.port)
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
  const connection = need(await new DeviceTransport(path).open(clock, 1_000))
  const heard: Uint8Array[] = []
  connection.listen((bytes) => heard.push(bytes))
  // The test device is a pipe, which returns the bytes that are written to it.
  await connection.write(Buffer.from('new'))
  await expect.poll(() => Buffer.concat(heard).toString()).toBe('new')
  await connection.close()
  expect(await connection.ended).toBe('closed')
})

test('a device that is not there is missing', async () => {
  const printer = printerAt(0, { transport: new DeviceTransport('/dev/usb/no-such-printer') })
  expect(await printer.status()).toMatchObject({ state: 'not-ready' })
  if (process.platform !== 'win32') expect(await printer.status()).toMatchObject({ reason: 'missing' })
})

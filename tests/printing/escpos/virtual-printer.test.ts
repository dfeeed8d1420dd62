import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { PNG } from 'pngjs'
import { expect, onTestFinished, test } from 'vitest'
import { inkExtent, isBlack } from '../../../electron/printing/escpos/bitmap.ts'
import { cutterDots } from '../../../electron/simulators/virtual-printer/mechanism.ts'
import {
  NotAnOrder,
  commandHelp,
  runVirtualPrinter,
} from '../../../electron/simulators/virtual-printer/virtual-printer.ts'
import { clock, printerAt, virtualPrinter } from './printers.ts'
import { ticketJob } from '../ticket-samples.ts'
import { temporaryFolder } from '../../shells/shell.ts'

async function till(port: number) {
  const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  const heard: number[] = []
  socket.on('data', (bytes) => heard.push(...bytes))
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return {
    say: (...parts: readonly (string | readonly number[])[]) =>
      void socket.write(
        Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
      ),
    hear: async (count: number): Promise<readonly number[]> => {
      await expect.poll(() => heard.length).toBeGreaterThanOrEqual(count)
      return heard.splice(0)
    },
    ended: once(socket, 'close'),
  }
}

const [ESC, GS, DLE] = [0x1b, 0x1d, 0x10]
const cut = [GS, 0x56, 66, 0]

test('text of a till: code pages, sizes, sides, feeding and cutting', async () => {
  const device = await virtualPrinter()
  const { say } = await till(device.port)
  say([ESC, 0x40], 'Re\u0087u \u0082t\u0082\n')
  say([ESC, 0x74, 16], '\u00c9l\u00e9phant 5 \u0080\n', [ESC, 0x74, 19], '5 \u00d5\n', [ESC, 0x74, 99], '5 \u00d5\n')
  say([ESC, 0x61, 2, GS, 0x21, 0x11, ESC, 0x45, 1], 'TOTAL\n', [ESC, 0x40, ESC, 0x64, 3], 'x'.repeat(60), '\n', cut)
  await expect.poll(() => device.pieces.length).toBe(1)
  const [piece] = device.pieces
  expect(piece?.text).toEqual(['Reçu été', 'Éléphant 5 €', '5 €', '5 ?', 'TOTAL', 'x'.repeat(48), 'x'.repeat(12)])
  const paper = piece!.picture
  const inked = (y: number): number => Array.from({ length: paper.width }, (_, x) => isBlack(paper, x, y)).indexOf(true)
  // The lines are 30 dots apart. The large line ends at the last dot of the print head, 32 dots from the paper's edge.
  const line = (n: number): number[] => Array.from({ length: 24 }, (_, y) => inked(cutterDots + n * 30 + y))
  expect(Math.min(...line(0).filter((x) => x >= 0))).toBeLessThan(32 + 12)
  expect(Math.min(...line(4).filter((x) => x >= 0))).toBeGreaterThanOrEqual(640 - 32 - 5 * 24)
  expect(inkExtent(paper)?.columns.to).toBeLessThanOrEqual(640 - 32)
})

test('unknown commands and their parameters are passed over, not printed', async () => {
  const device = await virtualPrinter()
  const { say } = await till(device.port)
  say([ESC, 0x33, 0x41, ESC, 0x52, 0x42, GS, 0x42, 0x43, GS, 0x4c, 0x44, 0x45, ESC, 0x24, 0x46, 0x47])
  say([ESC, 0x2a, 33, 2, 0, 65, 65, 65, 65, 65, 65, GS, 0x28, 0x6b, 3, 0, 49, 67, 65])
  say([GS, 0x6b, 73, 2, 65, 66, GS, 0x6b, 4, 65, 66, 0, ESC, 0x44, 65, 66, 0, 0x1c, 0x2e], 'ok\n', cut)
  await expect.poll(() => device.pieces.map(({ text }) => text)).toEqual([['ok']])
})

test('answers at once what is asked in real time, in turn what is asked in turn, and reports changes', async () => {
  const device = await virtualPrinter()
  const { say, hear } = await till(device.port)
  const all = [DLE, 4, 1, DLE, 4, 2, DLE, 4, 3, DLE, 4, 4]
  say(all)
  expect(await hear(4)).toEqual([0x12, 0x12, 0x12, 0x12])
  say([GS, 0x61, 14])
  expect(await hear(4)).toEqual([0x10, 0, 0, 0])
  device.order('cover open')
  expect(await hear(4)).toEqual([0x38, 0, 0, 0])
  device.order('jam')
  expect(await hear(4)).toEqual([0x38, 4, 0, 0])
  device.order('paper out')
  expect(await hear(4)).toEqual([0x38, 4, 15, 0])
  say([GS, 0x72, 1, GS, 0x28, 0x48, 6, 0, 48, 48, 65, 66, 67, 68], all)
  expect(await hear(4)).toEqual([0x1a, 0x76, 0x16, 0x7e])
  device.order('cover closed')
  device.order('clear')
  device.order('paper 500')
  const reports = [0x18, 4, 15, 0, 0x18, 0, 15, 0, 0x10, 0, 3, 0]
  expect(await hear(20)).toEqual([...reports, 0x03, 0x37, 0x22, 65, 66, 67, 68, 0])
})

test('clearing throws away what was not printed, in the middle of a picture too', async () => {
  const device = await virtualPrinter()
  const { say, hear } = await till(device.port)
  device.order('after 5: cover open')
  device.order('offline')
  say('lost\n')
  await expect.poll(() => device.state()).toMatchObject({ coverOpen: true, bufferedBytes: 0 })
  device.order('cover closed')
  say([GS, 0x76, 0x30, 0, 72, 0, 100, 0], 'picture', [DLE, 0x14, 8, 1, 3, 20, 1, 6, 2, 8])
  expect(await hear(3)).toEqual([0x37, 0x25, 0])
  device.order('online')
  say('kept\n', cut)
  await expect.poll(() => device.pieces.map(({ text }) => text)).toEqual([['kept']])
})

test('clearing a printer in the middle of printing a picture', async () => {
  const device = await virtualPrinter({ millimetresPerSecond: 1 })
  const { say, hear } = await till(device.port)
  say([GS, 0x76, 0x30, 0, 72, 0, 100, 0, ...new Uint8Array(20 * 72).fill(0xff)])
  await expect.poll(() => device.state().bufferedBytes).toBeGreaterThan(0)
  await expect.poll(() => device.state().bufferedBytes).toBeLessThan(20 * 72)
  say([DLE, 0x14, 8, 1, 3, 20, 1, 6, 2, 8])
  expect(await hear(3)).toEqual([0x37, 0x25, 0])
  device.order('speed max')
  say('kept\n', cut)
  await expect.poll(() => device.pieces.map(({ text }) => text)).toEqual([['kept']])
})

test('dots that read like a real-time command are one', async () => {
  const device = await virtualPrinter()
  const { say, hear } = await till(device.port)
  say([GS, 0x76, 0x30, 0, 5, 0, 1, 0, DLE, 0x14, 1, 0, 1], [GS, 0x76, 0x30, 0, 3, 0, 1, 0, DLE, 4, 1])
  expect(await hear(1)).toEqual([0x12])
  expect(device.state().drawerPulses).toBe(1)
})

test('without feeding, the cut goes through what is still between head and cutter', async () => {
  const device = await virtualPrinter()
  const { say } = await till(device.port)
  say([GS, 0x76, 0x30, 0, 1, 0, 10, 0, ...new Uint8Array(10).fill(0xff), GS, 0x56, 1], cut)
  await expect.poll(() => device.pieces.length).toBe(2)
  expect(device.pieces.map(({ picture }) => inkExtent(picture)?.rows)).toEqual([undefined, { from: 86, to: 96 }])
})

test('every order of its help can be given as a line; others are told', async () => {
  const device = await virtualPrinter()
  const lines = commandHelp.split('\n').flatMap((line) => line.split(/ {2,}/u)[0]!.split(' | '))
  for (const line of lines) device.order(line.replace('ORDER', 'jam').replace(/\b(?:MM|BYTES|N)\b/gu, '7'))
  const others = ['', 'paper', 'paper -1', 'speed 0', 'after 5:', 'piece 0 at 1: jam', 'after 5: no', 'constructor']
  for (const line of others) expect(() => device.order(line), line).toThrow(NotAnOrder)
})

test('an order may wait for an order that waits', async () => {
  const device = await virtualPrinter()
  const { say, hear } = await till(device.port)
  device.order(' after 3:  after 2: offline')
  say([DLE, 4, 1])
  expect(await hear(1)).toEqual([0x12])
  expect(device.state().offline).toBe(false)
  say('45')
  await expect.poll(() => device.state().offline).toBe(true)
})

test('on a terminal: pictures in the folder, orders by line, and it ends when told to', async () => {
  const folder = temporaryFolder()
  const orders = new PassThrough()
  const said: string[] = []
  const stop = new AbortController()
  const [at, paper] = [{ host: '127.0.0.1', port: 0 }, { paperWidth: 58, millimetresPerSecond: 5_000 } as const]
  const say = (line: string): void => void said.push(line)
  const running = runVirtualPrinter({ clock, ...at, folder, ...paper, orders, say, stop: stop.signal })
  await expect.poll(() => said.length).toBe(1)
  const port = Number(/:(\d+);/u.exec(said[0]!)?.[1])
  const printer = printerAt(port, { widthDots: 384 })
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'printed' })
  orders.write('cover open\n')
  await expect.poll(() => said.at(-1)).toContain('"coverOpen":true')
  expect(await printer.status()).toMatchObject({ state: 'not-ready', detail: 'cover open' })
  orders.write('nonsense\nhelp\n')
  await expect.poll(() => said.join('\n')).toContain('piece N at MM: ORDER')
  expect(said).toContain('no order: nonsense')
  orders.end('cover closed\npiece 2 at 40: jam\n')
  await expect.poll(() => said.at(-1)).toContain('"coverOpen":false')
  expect(await printer.print(await ticketJob())).toMatchObject({ outcome: 'unknown' })
  stop.abort()
  await running
  expect(readdirSync(folder)).toEqual(['0001.png'])
  expect(PNG.sync.read(readFileSync(join(folder, '0001.png'))).width).toBe(464)
  const late = printerAt(port, { limits: { connectMs: 300 } })
  expect(await late.status()).toMatchObject({ state: 'not-ready', reason: 'offline' })
})

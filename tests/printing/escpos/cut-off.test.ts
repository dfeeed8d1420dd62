import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PrintJob } from '../../../electron/kiosk/ports/devices.ts'
import { inkExtent } from '../../../electron/printing/escpos/bitmap.ts'
import { askProcessId, askRealTime } from '../../../electron/printing/escpos/session.ts'
import { cutterDots, type Piece } from '../../../electron/simulators/virtual-printer/mechanism.ts'
import { VirtualPrinter } from '../../../electron/simulators/virtual-printer/virtual-printer.ts'
import { amountOf } from '../../support/share.ts'
import { bytesOf, clock, hurryingClock, pdfOf, printerAt } from './printers.ts'

/** Creates a ticket stub of 80 × 18 mm, which is short so that the test can interrupt many prints. */
async function stub(text: string): Promise<PrintJob> {
  const document = await pdfOf([226.77, 51], (pdf) => {
    pdf.rect(12, 4, 200, 40).stroke()
    pdf.fontSize(20).text(text, 20, 14)
  })
  return { jobId: text, document, paper: 'roll-80', title: text }
}

const faults = ['drop', 'mute', 'off'] as const

/**
 * Prints two jobs, with a fault after `bytes` bytes. Returns the outcomes of both jobs and the pieces of paper printed
 * before (`before`) and after (`after`) the second job started.
 */
async function spoil(fault: (typeof faults)[number], bytes: number, jobs: readonly [PrintJob, PrintJob]) {
  const device = await VirtualPrinter.start({ clock })
  try {
    const isSilent = (): boolean => device.state().muted || !device.state().on
    const printer = printerAt(device.port, { clock: hurryingClock(isSilent) })
    device.order(`after ${bytes}: ${fault}`)
    const first = await printer.print(jobs[0])
    device.order('unmute')
    device.order('on')
    const count = device.pieces.length
    const second = await printer.print(jobs[1])
    return { first, second, before: device.pieces.slice(0, count), after: device.pieces.slice(count) }
  } finally {
    await device.close()
  }
}

const hasInk = ({ picture }: Piece): boolean => inkExtent(picture) !== null

test('wherever the connection or the printer goes: printed only when acknowledged, failed only when nothing came out', async () => {
  const jobs = [await stub('first'), await stub('second')] as const
  const [asked, whole] = await Promise.all([bytesOf(jobs[0], askProcessId('0000')), wholePiece(jobs[1])])
  /** Total number of bytes, including the end of the status reports and the last four queries. */
  const total = asked + 15
  const between = (min: number, max: number) => fc.integer({ min, max })
  const bytes = fc.oneof(between(0, total), between(0, 40), between(total - 40, total))
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...faults), bytes, async (fault, at) => {
      const { first, second, before, after } = await spoil(fault, at, jobs)
      seen.add(first.outcome)
      // If the connection drops before the first reply, the driver opens it again.
      const isRefused = fault === 'drop' && at <= askRealTime(1).length
      if (first.outcome === 'printed')
        expect([isRefused || at, before.map(({ ended }) => ended)]).toEqual([isRefused || total, ['cut']])
      if (first.outcome === 'failed') expect([...before, ...after.slice(0, -1)].filter(hasInk)).toEqual([])
      expect(second).toMatchObject({ outcome: 'printed' })
      expect(after.at(-1)?.picture).toEqual(whole.picture)
    }),
    {
      numRuns: amountOf(60, 8),
      examples: faults.flatMap((fault) =>
        [0, 15, 3_620, asked, total].map((at) => [fault, at] as [typeof fault, number]),
      ),
    },
  )
  expect([...seen].toSorted()).toEqual(['failed', 'printed', 'unknown'])
}, 120_000)

async function wholePiece(job: PrintJob): Promise<Piece> {
  const device = await VirtualPrinter.start({ clock })
  try {
    expect(await printerAt(device.port).print(job)).toMatchObject({ outcome: 'printed' })
    const [piece] = device.pieces
    expect(piece!.picture.height).toBeGreaterThan(cutterDots)
    return piece!
  } finally {
    await device.close()
  }
}

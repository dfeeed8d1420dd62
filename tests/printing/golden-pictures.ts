import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'
import { createSystemClock } from '../../electron/host/system.ts'
import { EscPosPrinter } from '../../electron/printing/escpos/escpos-printer.ts'
import { TcpTransport } from '../../electron/printing/escpos/transport.ts'
import { pngOf } from '../../electron/simulators/virtual-printer/mechanism.ts'
import { VirtualPrinter } from '../../electron/simulators/virtual-printer/virtual-printer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Language } from '../../shared/domain/language.ts'
import { drawPdf } from '../support/pdf.ts'
import { documents } from './ticket-samples.ts'
import { sampleDocument, type DocumentKind } from './document-samples.ts'

const clock = createSystemClock()

/** A picture of a printed document that a person has checked and approved. */
export interface Golden {
  readonly name: string
  readonly draw: () => Promise<PNG>
}

export const goldenFolder = fileURLToPath(new URL('golden', import.meta.url))
export const goldenFile = (name: string): string => join(goldenFolder, `${name}.png`)

/** A resolution with small files in which a missing line is still visible. */
const dotsPerInch = 50

function drawn(kind: DocumentKind, paper: Paper, language: Language = 'fr'): Golden {
  return {
    name: `${kind}-${paper}-${language}`,
    async draw() {
      const page = (await drawPdf(await sampleDocument(kind, paper, { language }), dotsPerInch))[0]!
      const picture = new PNG({ width: page.image.width, height: page.image.height })
      picture.data = Buffer.from(page.image.data)
      return picture
    },
  }
}

function fromVirtualPrinter(kind: DocumentKind, paper: 'roll-80' | 'roll-58'): Golden {
  return {
    name: `${kind}-${paper}-escpos`,
    async draw() {
      const [width, widthDots] = paper === 'roll-80' ? ([80, 576] as const) : ([58, 384] as const)
      const device = await VirtualPrinter.start({ clock, paperWidth: width })
      const transport = new TcpTransport('127.0.0.1', device.port)
      const document = await sampleDocument(kind, paper)
      const printer = new EscPosPrinter({ transport, clock, drawing: documents, widthDots })
      await printer.print({ jobId: kind, document, paper, title: kind })
      await device.close()
      return PNG.sync.read(Buffer.from(pngOf(device.pieces[0]!.picture)))
    },
  }
}

const papers: readonly Paper[] = ['a4', 'a6', '210x74', 'roll-80', 'roll-58']

export const goldens: readonly Golden[] = [
  ...papers.flatMap((paper) => [
    drawn('ticket', paper),
    drawn('receipt', paper),
    drawn('report', paper),
    drawn('test-page', paper),
  ]),
  drawn('branded', 'a4'),
  drawn('ticket', 'a4', 'ar'),
  drawn('branded', '210x74', 'ar'),
  drawn('ticket', 'roll-80', 'ar'),
  drawn('collection-slip', 'roll-80'),
  drawn('collection-slip', 'a6', 'ar'),
  drawn('credit-slip', 'roll-80'),
  drawn('credit-slip', 'roll-58', 'ar'),
  drawn('credit-slip-copy', 'roll-80'),
  drawn('credit-slip-copy', 'roll-58', 'ar'),
  drawn('invoice', 'a4'),
  drawn('invoice', 'roll-58', 'ar'),
  drawn('credit-note', 'roll-80'),
  drawn('invoice-waiting', 'roll-80', 'pt'),
  drawn('invoice-signed', 'a4'),
  drawn('invoice-signed', 'roll-58', 'ar'),
  drawn('account-statement', 'a4'),
  drawn('account-statement', 'roll-80', 'ar'),
  drawn('account-receipt', 'roll-80', 'en'),
  drawn('sales-list', 'a4', 'pt'),
  drawn('badge', 'roll-80'),
  drawn('slip', 'a4'),
  drawn('slip-copy', 'roll-80'),
  fromVirtualPrinter('ticket', 'roll-80'),
  fromVirtualPrinter('branded', 'roll-58'),
]

/** Maximum difference of matching shades, out of 255: smoothed edges of a letter differ less, other letters more. */
const sameShade = 80
const CHANNELS = [0, 1, 2] as const

/** Compares two pictures. Pixels that only one picture has count as different. */
export function differenceOf(one: PNG, other: PNG) {
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)]
  const picture = new PNG({ width, height })
  const at = ({ width: across, height: down }: PNG, x: number, y: number): number | null =>
    x < across && y < down ? (y * across + x) * 4 : null
  let differing = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [here, there] = [at(one, x, y), at(other, x, y)]
      const same =
        here !== null &&
        there !== null &&
        CHANNELS.every((channel) => Math.abs(one.data[here + channel]! - other.data[there + channel]!) <= sameShade)
      if (!same) differing++
      const faint = 190 + (same ? one.data[here + 1]! >> 2 : 0)
      picture.data.writeUInt32BE(same ? faint * 0x1010100 + 0xff : 0xd0103aff, (y * width + x) * 4)
    }
  }
  return { share: differing / (width * height), picture }
}

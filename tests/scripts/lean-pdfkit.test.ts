import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type PdfKit from 'pdfkit'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketRenderer, createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import { bundledWithPdfkit, leanPdfkit } from '../../scripts/lean-pdfkit.ts'
import { fontsDirectory, renderTickets, sampleTicket } from '../printing/ticket-samples.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Bundle {
  readonly createTicketRenderer: typeof createTicketRenderer
  readonly Pdf: typeof PdfKit
}

let folder: string
let bundle: Bundle

beforeAll(async () => {
  // Below node_modules, so that packages are found.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'lean-pdfkit-'))
  writeFileSync(
    join(folder, 'entry.mjs'),
    `export { default as Pdf } from 'pdfkit'
export { createTicketRenderer } from ${JSON.stringify(join(root, 'electron/printing/ticket-renderer.ts'))}`,
  )
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [leanPdfkit()],
    ssr: { noExternal: bundledWithPdfkit },
    build: { ssr: join(folder, 'entry.mjs'), outDir: join(folder, 'out'), minify: false },
  })
  bundle = (await import(pathToFileURL(join(folder, 'out/entry.js')).href)) as Bundle
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the bundled pdfkit writes the same bytes as the package', async () => {
  const bundled: TicketRenderer = bundle.createTicketRenderer({ fontsDirectory })
  for (const eventTitle of ['Horoya AC – AS Kaloum Star', 'مباراة هوريا']) {
    const tickets = [sampleTicket({ eventTitle })]
    const options = { paper: 'a4', language: 'fr' } as const
    const [ours, theirs] = await Promise.all([bundled.renderTickets(tickets, options), renderTickets(tickets, options)])
    expect(Buffer.compare(ours, theirs)).toBe(0)
  }
})

test('standard fonts are found in the package; other fonts are refused by name', () => {
  const pdf = new bundle.Pdf({ font: 'Courier-Bold' })
  pdf.text('receipt', 0, 0, { lineBreak: false })
  expect(() => pdf.font(join(fontsDirectory, 'noto-sans-nko-regular.ttf'))).toThrow('bundled without fonts')
  pdf.resume().end()
})

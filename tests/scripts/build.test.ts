import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as fontkit from 'fontkit'
import type PdfKit from 'pdfkit'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import { bundledWithPdfkit, leanPdfkit } from '../../scripts/trim-pdfkit.ts'
import { fontsDirectory, renderTickets, sampleTicket } from '../printing/ticket-samples.ts'
import { plainBuiltins } from '../../scripts/plain-builtins.ts'
import { plainZero, weights } from '../../scripts/unslashed-zero-font.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Bundle = Readonly<{ TicketRenderer: typeof TicketRenderer; Pdf: typeof PdfKit }>

let folder: string
let bundle: Bundle

beforeAll(async () => {
  // The folder is below node_modules so that packages are found.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'lean-pdfkit-'))
  writeFileSync(
    join(folder, 'entry.mjs'),
    `export { default as Pdf } from 'pdfkit'
export { TicketRenderer } from ${JSON.stringify(join(root, 'electron/printing/ticket-renderer.ts'))}`,
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
  const bundled = new bundle.TicketRenderer({ fontsDirectory })
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

const rendered = (chunk: string): string => plainBuiltins().renderChunk(chunk).code

test('a built program takes Node’s modules without reading all that they export', () => {
  const chunk = `import fs, { readFileSync as read$1, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import path from "node:path";
import { z } from "./schemas.js";
`
  expect(rendered(chunk))
    .toBe(`const fs = process.getBuiltinModule("node:fs"), { readFileSync: read$1, writeFileSync } = process.getBuiltinModule("node:fs");
const { setTimeout: wait } = process.getBuiltinModule("node:timers/promises");
const path = process.getBuiltinModule("node:path");
import { z } from "./schemas.js";
`)
})

test('what they give is what an import gives', async () => {
  const code = 'import os, { EOL as end } from "node:os";\n'
  const body = `${rendered(code)} return [os, end]`
  const given = (await import(`data:text/javascript,export default () => { ${encodeURIComponent(body)} }`)) as {
    default: () => [unknown, string]
  }
  const os = await import('node:os')
  expect(given.default()).toEqual([os.default, os.EOL])
})

const fileOf = (weight: number): Buffer =>
  readFileSync(new URL(`../../renderer/styles/plain-zero-${weight}.ttf`, import.meta.url))

test.each(weights)('the plain zero of weight %d is the font’s own without its slash: npm run font:zero', (weight) => {
  expect(fileOf(weight).equals(plainZero(weight))).toBe(true)
  const font = fontkit.create(fileOf(weight))
  if (!('layout' in font)) throw new Error('a collection')
  const [zero] = font.layout('0').glyphs
  expect(zero?.advanceWidth).toBe(632)
  expect(zero?.path.commands.filter(({ command }) => command === 'moveTo')).toHaveLength(2)
})

test('the script makes just the fonts that are here', () => {
  const fresh = join(folder, 'fonts')
  execFileSync(process.execPath, [join(root, 'scripts/subset-fonts.mjs'), fresh])
  const names = readdirSync(fontsDirectory).toSorted()
  expect(readdirSync(fresh).toSorted()).toEqual(names)
  const isEqual = (name: string) => readFileSync(join(fresh, name)).equals(readFileSync(join(fontsDirectory, name)))
  expect(names.filter((name) => !isEqual(name))).toEqual([])
})

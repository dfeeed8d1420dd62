import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Config, loadConfig } from '../../electron/config/config.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { brandFolder, printTestPages } from '../../electron/app/kiosk-printing.ts'
import type { VirtualPrinter } from '../../electron/simulators/virtual-printer/virtual-printer.ts'
import { virtualPrinter } from '../printing/escpos/printers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'

const parts = {
  resourcesDirectory: fileURLToPath(new URL('../../resources', import.meta.url)),
  openDocuments: createDocumentService,
}

function configFor(printers: Readonly<Record<string, VirtualPrinter>>): Config {
  const directory = temporaryFolder()
  const devices = Object.entries(printers).map(([name, { port }]) => [
    name,
    { kind: 'escpos', address: `tcp://127.0.0.1:${port}` },
  ])
  const settings = { devices: Object.fromEntries(devices) as object, tickets: Object.keys(printers) }
  writeFileSync(join(directory, 'config.json'), JSON.stringify({ printers: settings }))
  return need(loadConfig({ dataDirectory: directory }))
}

test('each printer gets a page, and each outcome is told with what the printer says afterwards; one may be named', async () => {
  const [counter, spare] = [await virtualPrinter(), await virtualPrinter()]
  const config = configFor({ counter, spare })
  spare.order('paper out')
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  expect(await printTestPages(config, parts, null, say)).toBe(false)
  expect([counter.pieces.length, spare.pieces.length]).toEqual([1, 0])
  expect(lines).toEqual([
    expect.stringMatching(/^counter \(127\.0\.0\.1:\d+, roll-80\): printed – .*completed$/u),
    expect.stringMatching(/^spare \(.*failed \(paper-out\) – /u),
    expect.stringMatching(/^spare: not ready: paper-out – /u),
  ])
  spare.order('paper 5000')
  expect(await printTestPages(config, parts, 'spare', say)).toBe(true)
  expect([counter.pieces.length, spare.pieces.length]).toEqual([1, 1])
  expect(await printTestPages(config, parts, 'elsewhere', say)).toBeNull()
})

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

const jpeg = Buffer.from('ffd8ffe000104a46', 'hex')

const webp = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')])

const svg = '<?xml version="1.0"?>\n<!-- a crest -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'

function brandOf(files: Readonly<Record<string, string | Buffer>>): { data: string; brand: string } {
  const data = temporaryFolder()
  const brand = join(data, 'brand')
  mkdirSync(brand)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(brand, name), content)
  return { data, brand }
}

test('pictures of all four kinds are shown, each under the name of its file', () => {
  const files = { 'team-badia-fc.svg': svg, 'team-hamana-ac.png': png, 'event-1042.webp': webp }
  const { data, brand } = brandOf({ ...files, 'venue-stade-de-la-corniche.jpg': jpeg })
  expect(brandFolder(data)).toEqual({
    pictures: ['event-1042.webp', 'team-badia-fc.svg', 'team-hamana-ac.png', 'venue-stade-de-la-corniche.jpg'].map(
      (name) => ({ name, path: join(brand, name) }),
    ),
    refused: [],
  })
})

test('what no screen can show is refused, and said why', () => {
  const { data, brand } = brandOf({
    'team-badia-fc.png': svg,
    'team-hamana-ac.svg': '<html><body>no picture</body></html>',
    'venue-corniche.jpg': Buffer.concat([jpeg, Buffer.alloc(600 * 1024)]),
    'event-1.webp': '',
    'Équipe.png': png,
    'card.html': '<p>no picture</p>',
    '..team.png': png,
    [`team-${'a'.repeat(61)}.png`]: png,
    'team-as--kaloum.png': png,
    'team-as-kaloum-.png': png,
  })
  writeFileSync(join(data, 'secret.png'), png)
  symlinkSync(join(data, 'secret.png'), join(brand, 'team-link.png'))
  mkdirSync(join(brand, 'team-folder.png'))
  const { pictures, refused } = brandFolder(data)
  expect(pictures).toEqual([])
  const badName =
    'its name must consist of lower-case letters a to z, digits and single hyphens between them, have at most 60 characters after team-, venue- or event-, and end in .png, .jpg, .webp or .svg'
  const noFile = 'it is a link or a folder, not a file'
  expect(Object.fromEntries(refused.map(({ name, why }) => [name.normalize('NFC'), why]))).toEqual({
    'team-badia-fc.png': 'its content is not a .png picture',
    'team-hamana-ac.svg': 'its content is not a .svg picture',
    'venue-corniche.jpg': 'it is larger than 512 KB: 601 KB',
    'event-1.webp': 'its content is not a .webp picture',
    'Équipe.png': badName,
    'card.html': badName,
    '..team.png': badName,
    [`team-${'a'.repeat(61)}.png`]: badName,
    'team-as--kaloum.png': badName,
    'team-as-kaloum-.png': badName,
    'team-link.png': noFile,
    'team-folder.png': noFile,
  })
})

test('a machine without such a folder has no pictures', () => {
  expect(brandFolder(temporaryFolder())).toEqual({ pictures: [], refused: [] })
})

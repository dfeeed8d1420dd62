import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/clock.ts'
import { loadConfig, type Config } from '../../electron/config/config.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { printTestPages } from '../../electron/app/printers.ts'
import { createVirtualPrinter, type VirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'

const parts = {
  resourcesDirectory: fileURLToPath(new URL('../../resources', import.meta.url)),
  openDocuments: createDocumentService,
}

async function virtualPrinter(): Promise<VirtualPrinter> {
  const printer = await createVirtualPrinter({ clock: createSystemClock() })
  onTestFinished(() => printer.close())
  return printer
}

function configFor(printers: Readonly<Record<string, VirtualPrinter>>): Config {
  const directory = mkdtempSync(join(tmpdir(), 'printer-care-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const devices = Object.entries(printers).map(([name, { port }]) => [
    name,
    { kind: 'escpos', address: `tcp://127.0.0.1:${port}` },
  ])
  const settings = { devices: Object.fromEntries(devices) as object, tickets: Object.keys(printers) }
  writeFileSync(join(directory, 'config.json'), JSON.stringify({ printers: settings }))
  const config = loadConfig({ dataDirectory: directory })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  return config.value
}

test('each printer gets a page, and each outcome is told with what the printer says afterwards', async () => {
  const [counter, spare] = [await virtualPrinter(), await virtualPrinter()]
  spare.order({ do: 'load-paper', millimetres: 0 })
  const lines: string[] = []
  const all = await printTestPages(configFor({ counter, spare }), parts, null, (line) => void lines.push(line))
  expect(all).toBe(false)
  expect([counter.pieces.length, spare.pieces.length]).toEqual([1, 0])
  expect(lines).toEqual([
    expect.stringMatching(/^counter \(127\.0\.0\.1:\d+, roll-80\): printed – .*completed$/u),
    expect.stringMatching(/^spare \(.*failed \(paper-out\) – /u),
    expect.stringMatching(/^spare: not ready: paper-out – /u),
  ])
})

test('one printer is named, or none is there', async () => {
  const [counter, spare] = [await virtualPrinter(), await virtualPrinter()]
  const config = configFor({ counter, spare })
  const say = (): void => undefined
  expect(await printTestPages(config, parts, 'spare', say)).toBe(true)
  expect([counter.pieces.length, spare.pieces.length]).toEqual([0, 1])
  expect(await printTestPages(config, parts, 'elsewhere', say)).toBeNull()
})

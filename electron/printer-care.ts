import { join } from 'node:path'
import { createSystemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { PrinterStatus, PrintOutcome } from './core/printer.ts'
import { loadPrinters } from './printing/printers.ts'
import { createTicketRenderer } from './printing/ticket-renderer.ts'

/**
 * Prints the test page on each printer of the settings, or on the one named, and says what each made of it. Resolves
 * with whether all of them printed; null where there is nothing to print on.
 */
export async function printTestPages(
  { printers, tickets, language }: Config,
  resourcesDirectory: string,
  wanted: string | null,
  say: (line: string) => void,
): Promise<boolean | null> {
  const loaded = loadPrinters(printers.devices, tickets.paper, createSystemClock())
  const chosen = [...loaded].filter(([name]) => wanted === null || name === wanted)
  if (chosen.length === 0) return null
  const { renderTestPage } = createTicketRenderer({ fontsDirectory: join(resourcesDirectory, 'fonts') })
  let all = true
  for (const [name, { printer, paper }] of chosen) {
    const page = { printer: name, paper, language: language === 'en' ? 'en' : 'fr' } as const
    const document = await renderTestPage(page)
    const outcome = await printer.print({ jobId: `test-page-${name}`, document, paper, title: 'Guichet' })
    say(`${name} (${printer.name}, ${paper}): ${inWords(outcome)}`)
    const after = await printer.status()
    if (after.state !== 'ready') say(`${name}: ${statusInWords(after)}`)
    all &&= outcome.outcome === 'printed'
  }
  return all
}

function inWords(outcome: PrintOutcome): string {
  if (outcome.outcome === 'printed') return `printed – ${outcome.evidence}`
  return outcome.outcome === 'failed' ? `failed (${outcome.reason}) – ${outcome.detail}` : `unknown – ${outcome.detail}`
}

function statusInWords(status: Exclude<PrinterStatus, { state: 'ready' }>): string {
  return status.state === 'unknown'
    ? `state unknown – ${status.detail}`
    : `not ready: ${status.reason} – ${status.detail}`
}

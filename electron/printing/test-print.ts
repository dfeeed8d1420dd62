import { randomUUID } from 'node:crypto'
import type { Language } from '../../shared/domain/language.ts'
import type { PrintOutcome } from '../core/ports/printer.ts'
import type { LoadedPrinter } from './printers/printers.ts'
import { createTicketRenderer } from './ticket-renderer.ts'

/** Prints the test page on a printer that is known by the name that the settings give it. */
export function createTestPrint(
  fontsDirectory: string,
  language: Language,
): (name: string, on: LoadedPrinter) => Promise<PrintOutcome> {
  const { renderTestPage } = createTicketRenderer({ fontsDirectory })
  return async (name, { printer, paper }) => {
    const document = await renderTestPage({ printer: name, paper, language })
    return printer.print({ jobId: `test-page-${name}-${randomUUID()}`, document, paper, title: 'Guichet' })
  }
}

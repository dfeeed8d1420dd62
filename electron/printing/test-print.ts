import { randomUUID } from 'node:crypto'
import type { Language } from '../../shared/domain/language.ts'
import type { PrintOutcome } from '../core/ports/devices.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import type { LoadedPrinter } from './printers/printers.ts'

/** Returns a function that prints the test page on a printer, with the name that the settings give it. */
export function createTestPrint(
  documents: Pick<DocumentService, 'renderTestPage'>,
  language: Language,
): (name: string, on: LoadedPrinter) => Promise<PrintOutcome> {
  return (name, { printer, paper }) =>
    failedIfWorkerEnds(async () => {
      const document = await documents.renderTestPage({ printer: name, paper, language })
      return printer.print({ jobId: `test-page-${name}-${randomUUID()}`, document, paper, title: 'Guichet' })
    })
}

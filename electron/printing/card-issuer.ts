import type { Language } from '../../shared/domain/language.ts'
import type { CardName } from '../../shared/i18n/paper-texts.ts'
import type { PrintOutcome } from '../core/ports/devices.ts'
import type { CardMachine } from './documents/card-content.ts'
import type { DocumentService } from './document-service.ts'
import { failedIfWorkerEnds } from './document-thread.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import { printing, type PrinterPool } from './printers/printer-pool.ts'

export interface CardIssuerOptions {
  readonly documents: Pick<DocumentService, 'renderCard'>
  /** Every card is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly machine: CardMachine
}

/**
 * Returns a function that makes a card to be kept beside a machine: a file, and paper if the report printer takes A4.
 */
export function createCardIssuer({ documents, folder, printers, machine }: CardIssuerOptions) {
  const saving = createFolderPrinter(folder)
  return async (
    card: CardName,
    language: Language,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }> => {
    const jobId = `card-${card}-${language}`
    const print = printing(jobId, () => documents.renderCard(card, machine, language))
    const saved = await failedIfWorkerEnds(() => print({ printer: saving, paper: 'a4' }))
    if (printers.paperOf('reports') !== 'a4') return { saved, printed: null }
    return { saved, printed: await printers.print('reports', jobId, ({ printer }) => print({ printer, paper: 'a4' })) }
  }
}

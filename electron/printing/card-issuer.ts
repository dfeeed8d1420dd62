import type { Language } from '../../shared/domain/language.ts'
import type { CardName } from '../../shared/i18n/card-texts.ts'
import type { PrintOutcome } from '../core/ports/printer.ts'
import type { CardMachine } from './documents/card-content.ts'
import { createFolderPrinter } from './printers/folder-printer.ts'
import type { PrinterPool } from './printers/printer-pool.ts'
import { createTicketRenderer } from './ticket-renderer.ts'

export interface CardIssuerOptions {
  readonly fontsDirectory: string
  /** Every card is saved here, printed or not. */
  readonly folder: string
  readonly printers: PrinterPool
  readonly machine: CardMachine
}

/** Makes the cards that lie beside a machine: a file, and paper where a printer that makes reports takes A4. */
export function createCardIssuer({ fontsDirectory, folder, printers, machine }: CardIssuerOptions) {
  const { renderCard } = createTicketRenderer({ fontsDirectory })
  const saving = createFolderPrinter(folder)
  return async (
    card: CardName,
    language: Language,
  ): Promise<{ readonly saved: PrintOutcome; readonly printed: PrintOutcome | null }> => {
    const jobId = `card-${card}-${language}`
    const job = { jobId, title: jobId, paper: 'a4', document: await renderCard(card, machine, language) } as const
    const saved = await saving.print(job)
    if (printers.paperOf('reports') !== 'a4') return { saved, printed: null }
    return { saved, printed: await printers.print('reports', jobId, ({ printer }) => printer.print(job)) }
  }
}

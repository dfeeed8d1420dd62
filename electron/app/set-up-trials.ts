import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import type { ExaminedStep, SetupView, TriedPrinter } from '../../shared/kiosk-api/setup-views.ts'
import type { Config } from '../config/config.ts'
import { testPrintView } from '../core/office/machine-commands.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { examine } from './partner-connection.ts'
import { testPrints } from './printers.ts'

/** What a set-up tries out: the partner, step by step, and the printer. */
export interface SetupTrials {
  view(): Pick<SetupView, 'examination' | 'triedPrinter'>
  examine(config: Config): Promise<void>
  tryPrinter(config: Config): Promise<void>
  /** Other answers are other partners and printers. */
  forget(answers: SetupAnswers): void
}

export function createTrials(
  resourcesDirectory: string,
  windowPrinting: WindowPrinting | null,
  changed: () => void,
): SetupTrials {
  let examination: SetupView['examination'] = null
  let triedPrinter: TriedPrinter | null = null

  return {
    view: () => ({ examination, triedPrinter }),
    async examine(config) {
      const mine: { running: boolean; steps: readonly ExaminedStep[] } = { running: true, steps: [] }
      const told = (change: Partial<typeof mine>): void => {
        Object.assign(mine, change)
        // New answers were given meanwhile, and ask again themselves.
        if (examination === mine) changed()
      }
      examination = mine
      changed()
      await examine(config, {
        hold: false,
        language: config.language,
        spoken: true,
        onFinding: ({ step, outcome, title, text }) => told({ steps: [...mine.steps, { step, outcome, title, text }] }),
      }).finally(() => told({ running: false }))
    },
    async tryPrinter(config) {
      const mine = { outcome: 'printing', reason: '', detail: '' } as const
      triedPrinter = mine
      changed()
      const [print] = await testPrints(config, resourcesDirectory, 'tickets', windowPrinting)
      if (print && triedPrinter === mine) {
        triedPrinter = testPrintView(print.outcome)
        changed()
      }
    },
    forget({ partner, profile, printer }) {
      if (partner || profile) examination = null
      if (printer) triedPrinter = null
    },
  }
}

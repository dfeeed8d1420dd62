import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import type { ExaminedStep, SetupEvent, SetupView, TriedPrinter } from '../../shared/kiosk-api/setup-views.ts'
import type { Config } from '../config/config.ts'
import { testPrintView } from '../core/office/machine-commands.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { readAccessCodes } from './access-codes.ts'
import { eventsOnSale, examine } from './partner-connection.ts'
import { testPrints } from './printers.ts'

/** What a set-up tries out: the partner, step by step, its events, and the printer. */
export interface SetupTrials {
  view(): Pick<SetupView, 'examination' | 'events' | 'triedPrinter'>
  examine(config: Config): Promise<void>
  /** Each event whose code the settings have, one after the other. */
  tryEvents(config: Config): Promise<void>
  tryPrinter(config: Config): Promise<void>
  /** Other answers are other partners, events and printers. */
  forget(answers: SetupAnswers): void
}

export function createTrials(
  resourcesDirectory: string,
  windowPrinting: WindowPrinting | null,
  changed: () => void,
): SetupTrials {
  let examination: SetupView['examination'] = null
  let events: readonly SetupEvent[] | null = null
  let triedPrinter: TriedPrinter | null = null

  return {
    view: () => ({ examination, events, triedPrinter }),
    async examine(config) {
      const mine: { running: boolean; steps: readonly ExaminedStep[] } = { running: true, steps: [] }
      const told = (change: Partial<typeof mine>): void => {
        Object.assign(mine, change)
        // New answers were given meanwhile, and ask again themselves.
        if (examination === mine) changed()
      }
      examination = mine
      changed()
      try {
        await examine(config, {
          ...spokenIn(config),
          hold: false,
          onFinding: ({ step, outcome, title, text }) =>
            told({ steps: [...mine.steps, { step, outcome, title, text }] }),
        })
        const isListed = mine.steps.some(({ step, outcome }) => step === 'events' && outcome === 'ok')
        const onSale = isListed ? await eventsOnSale(config) : null
        if (examination === mine) events = onSale && onSale.map((event) => ({ ...event, tried: null }))
      } finally {
        told({ running: false })
      }
    },
    async tryEvents(config) {
      const known = readAccessCodes(config)
      for (const { eventId } of events ?? []) {
        const given = config.accessCodes[eventId]
        const codes = [...(given === undefined ? [] : [given]), ...(await known(eventId))]
        if (codes.length === 0) continue
        const tried = await trySale(config, eventId, codes)
        events = events && events.map((event) => (event.eventId === eventId ? { ...event, tried } : event))
        changed()
      }
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
    forget({ partner, profile, printer, accessCodes }) {
      if (partner || profile) {
        examination = null
        events = null
      }
      if (accessCodes)
        events = events && events.map((event) => (event.eventId in accessCodes ? { ...event, tried: null } : event))
      if (printer) triedPrinter = null
    },
  }
}

const spokenIn = ({ language }: Config) => ({ language, spoken: true })

/** A seat of that event held and given back; what went worst on the way to it. */
async function trySale(config: Config, eventId: string, codes: readonly string[]): Promise<SetupEvent['tried']> {
  const codesOf = (id: string): Promise<readonly string[]> => Promise.resolve(id === eventId ? codes : [])
  const findings = (await examine(config, { ...spokenIn(config), hold: true, codesOf })) ?? []
  const ofEvent = findings.filter(({ step }) => step === 'section' || step === 'hold')
  const worst =
    findings.find(({ outcome }) => outcome === 'failed') ??
    ofEvent.find(({ outcome }) => outcome === 'warning') ??
    ofEvent.findLast(({ outcome }) => outcome === 'ok')
  return worst ? { outcome: worst.outcome, text: worst.text } : null
}

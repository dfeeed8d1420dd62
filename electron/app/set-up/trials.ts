import { type BankNotes, isNotes } from '../../../shared/domain/money/tender.ts'
import type { SetupAnswers, SetupView, TriedPrinter } from '../../../shared/kiosk-api/setup.ts'
import type { Config } from '../../config/config.ts'
import type { ProvidedTender } from '../../config/payments.ts'
import { testPrintView } from '../../core/office/office-commands.ts'
import type { WindowPrinting } from '../../core/ports/devices.ts'
import { examineProvider, examineProviders, waysDownOf } from '../payment-examination.ts'
import { examineNotes } from '../note-device.ts'
import { type DescribedFinding, examine, type Examined } from '../partner-connection.ts'
import { testPrints, ticketPrinterFault } from '../printers.ts'
import type { Program } from '../program.ts'

/** What a set-up tries out: the partner, step by step, its events, the printer, and whether all of it sells. */
export interface SetupTrials {
  view(): Pick<SetupView, 'examination' | 'events' | 'readiness' | 'triedPrinter' | 'examinedPayments'>
  /** Asks the partner, opens each event on sale, asks the printer how it is, and judges by that. */
  examine(config: Config): Promise<void>
  /** Asks the provider or the device of this tender, and moves no money. */
  examinePayment(config: Config, tender: TakenTender): Promise<void>
  tryPrinter(config: Config): Promise<void>
  /** Other answers are other partners, events and printers. */
  forget(answers: SetupAnswers): void
}

/** All that somebody has to be told about who takes it. */
type TakenTender = ProvidedTender | BankNotes

interface Examination {
  running: boolean
  findings: readonly DescribedFinding[]
  events: SetupView['events']
  readiness: SetupView['readiness']
}

export function createTrials(
  parts: Pick<Program, 'resourcesDirectory' | 'openDocuments'>,
  windowPrinting: WindowPrinting | null,
  changed: () => void,
): SetupTrials {
  let examination: Examination | null = null
  let triedPrinter: TriedPrinter | null = null
  let payments: SetupView['examinedPayments'] = {}

  return {
    view: () => ({
      examination: examination && {
        running: examination.running,
        steps: examination.findings.filter(isTold),
      },
      events: examination?.events ?? null,
      readiness: examination?.readiness ?? null,
      triedPrinter,
      examinedPayments: payments,
    }),
    async examine(config) {
      const mine: Examination = { running: true, findings: [], events: examination?.events ?? null, readiness: null }
      const told = (change: Partial<Examination>): void => {
        Object.assign(mine, change)
        // New answers were given meanwhile, and ask again themselves.
        if (examination === mine) changed()
      }
      examination = mine
      changed()
      try {
        const waysDown = waysDownOf(await examineProviders(config, config.language))
        const printerFault = await ticketPrinterFault(config, parts, windowPrinting)
        const examined = await examine(config, {
          language: config.language,
          spoken: true,
          hold: false,
          printerFault,
          waysDown,
          onFinding: (finding) => told({ findings: [...mine.findings, finding] }),
        })
        if (examined) told({ readiness: examined.readiness, events: eventsOf(examined) })
      } finally {
        told({ running: false })
      }
    },
    async examinePayment(config, tender) {
      const asked = askTaker(config, tender)
      if (!asked) return
      const mine = { running: true, steps: [] }
      payments = { ...payments, [tender]: mine }
      changed()
      const { steps } = await asked
      // It was answered again meanwhile.
      if (payments[tender] !== mine) return
      payments = { ...payments, [tender]: { running: false, steps } }
      changed()
    },
    async tryPrinter(config) {
      const mine = { outcome: 'printing', reason: '', detail: '' } as const
      triedPrinter = mine
      changed()
      const [print] = await testPrints(config, parts, 'tickets', windowPrinting)
      if (print && triedPrinter === mine) {
        triedPrinter = testPrintView(print.outcome)
        changed()
      }
    },
    forget({ partner, profile, printer, accessCodes, fleet, tenders, payments: answered, notes }) {
      const again = { ...answered, ...(notes !== undefined && { notes }) }
      payments = Object.fromEntries(Object.entries(payments).filter(([tender]) => !(tender in again)))
      if (partner || profile) examination = null
      if (examination && (printer || accessCodes || tenders || fleet !== undefined))
        examination = outdated(examination, accessCodes)
      if (printer) triedPrinter = null
    },
  }
}

/** What takes the money of this tender; null: nothing does. */
function askTaker({ payments, notes, language }: Config, tender: TakenTender) {
  if (isNotes(tender)) return notes ? examineNotes(notes, language) : null
  const provider = payments[tender]
  return provider ? examineProvider(tender, provider, language) : null
}

/** What was judged by other answers; an event with another code is untried. */
function outdated(examination: Examination, accessCodes: SetupAnswers['accessCodes'] = {}): Examination {
  const events = examination.events?.map((event) => (event.eventId in accessCodes ? { ...event, tried: null } : event))
  return { ...examination, events: events ?? null, readiness: null }
}

/** What each event says belongs to the event, and what is only done on demand is not asked for here. */
function isTold({ step, outcome }: DescribedFinding): boolean {
  return step === 'section' ? outcome !== 'skipped' : !['session', 'hold', 'purchase'].includes(step)
}

/** Null where the service did not tell them. */
function eventsOf({ findings, events }: Examined): SetupView['events'] {
  const opened = findings.filter(({ step }) => step === 'session')
  if (!findings.some(({ step, outcome }) => step === 'events' && (outcome === 'ok' || outcome === 'warning')))
    return null
  return events.map(({ eventId, title, startsAt, session }, index) => {
    const found = session.type === 'no-code' || session.type === 'untried' ? undefined : opened[index]
    return { eventId, title, startsAt, tried: found ? { outcome: found.outcome, text: found.text } : null }
  })
}

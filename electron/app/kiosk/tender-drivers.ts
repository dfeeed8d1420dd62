import { join } from 'node:path'
import { languageOf } from '../../../shared/domain/language.ts'
import {
  type DrivenTender,
  drivenTenders,
  isMobileMoney,
  isNotes,
  isOnlyNamed,
  type OwnTenderNames,
  type TenderKind,
} from '../../../shared/domain/money/tender.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import type { Provider } from '../../config/payments.ts'
import type { NoteValidator, SlipHub, TenderDriver, TenderRequest } from '../../core/ports/devices.ts'
import type { Log } from '../../core/ports/ports.ts'
import { createHttpClient } from '../../partner/http-client.ts'
import { createAttendedTerminal } from '../../payment/attended-terminal.ts'
import type { Line } from '../../payment/http.ts'
import { createSimulatedNotes, createSimulatedTerminal } from '../../payment/simulated.ts'
import { slipsOfHub } from '../fleet-membership.ts'
import { openNoteValidator } from '../note-device.ts'
import type { Ground } from './ground.ts'

type Standing = Pick<Ground, 'config' | 'directory' | 'clock' | 'log'>

export interface TenderDrivers {
  /** Absent: it takes no notes by itself. */
  readonly notes?: NoteValidator
  /** Absent: its credit slips are spent here alone. */
  readonly slipHub?: SlipHub
  readonly tenders: Partial<Record<TenderKind, TenderDriver>>
  readonly close: () => Promise<void>
}

/** Cash has no driver: staff say what they received. What is not offered is not asked for what it did, either. */
export async function openTenderDrivers(ground: Standing): Promise<TenderDrivers> {
  const { payments, tenders: offered, terminals } = ground.config
  const opened: OpenProvider[] = []
  const driverOf = async (kind: DrivenTender): Promise<TenderDriver> => {
    const provider = payments[kind]
    if (!provider) return terminals === 'attended' ? createAttendedTerminal() : simulated(kind, ground)
    const open = await openProvider(provider, ground)
    opened.push(open)
    return open.driver
  }
  // The demo asks its simulated ones about all that they ever took.
  const kinds = terminals === 'attended' ? drivenTenders.filter((kind) => offered.includes(kind)) : drivenTenders
  const tenders = await Promise.all(kinds.map(async (kind) => [kind, await driverOf(kind)] as const))
  const notes = await openNotes(ground)
  const slips = slipsOfHub(ground.config, ground.log)
  return {
    tenders: Object.fromEntries(tenders),
    ...(notes && { notes }),
    ...(slips && { slipHub: slips.line }),
    async close() {
      opened.forEach(({ close }) => close())
      slips?.close()
      await notes?.close()
    },
  }
}

/** The demo's takes no real note. */
async function openNotes({ config, directory, clock, log }: Standing): Promise<NoteValidator | null> {
  const { role, terminals, tenders, notes, simulatedTerminal } = config
  if (role !== 'kiosk' || !tenders.some(isNotes)) return null
  if (terminals === 'attended') return notes ? openNoteValidator(notes, { clock, log }) : null
  const { thinkSeconds } = simulatedTerminal
  return createSimulatedNotes({ journalPath: join(directory, 'simulated-notes.jsonl'), clock, thinkSeconds })
}

export interface OpenProvider {
  readonly driver: TenderDriver
  readonly close: () => void
}

/** With a line of its own. */
export async function openProvider(
  provider: Provider,
  { clock, log }: Pick<Line, 'clock'> & { readonly log: Pick<Log, 'info' | 'warn'> },
): Promise<OpenProvider> {
  const { ca, settings, isPeer } = provider
  const httpProxy = 'httpProxy' in settings ? settings.httpProxy : undefined
  const client = createHttpClient({ ca, httpProxy, isPeer })
  const driver = await provider.create({
    clock,
    log,
    fetch: (request) => client.fetch(request),
    onExchanged({ status, ...facts }) {
      if (status === null) log.info('payment.request-unanswered', facts)
      else log.info('payment.request-answered', { ...facts, status })
    },
  })
  return { driver, close: () => client.close() }
}

function simulated(kind: DrivenTender, { config, directory, clock }: Standing): TenderDriver {
  const settings = isMobileMoney(kind) ? config.simulatedMobileMoney : config.simulatedTerminal
  const journalPath = join(directory, kind === 'card' ? 'simulated-terminal.jsonl' : `simulated-${kind}.jsonl`)
  // Where customers stand alone they scan a code; at a desk they name their number.
  const scans = isMobileMoney(kind) && !isOnlyNamed(kind) && config.role === 'kiosk'
  return createSimulatedTerminal({
    journalPath,
    payer: isMobileMoney(kind) && !scans ? 'phone' : 'none',
    code: scans ? (request) => simulatedCode(kind, request, config.tenderNames) : undefined,
    clock,
    ...settings,
  })
}

/** Scanned all the same, it says that it is no code to pay by. */
function simulatedCode(kind: DrivenTender, { language }: TenderRequest, own: OwnTenderNames): string {
  const { tenderNames, simulatedPayment } = textsIn(languageOf(language), own)
  return `${simulatedPayment.title(tenderNames[kind])}. ${simulatedPayment.noMoney}`
}

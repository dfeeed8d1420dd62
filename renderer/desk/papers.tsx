import { digitsInNumber } from '../../shared/domain/keypad.ts'
import { inWesternDigits } from '../../shared/domain/language.ts'
import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import type { TicketPrintView } from '../../shared/api/kiosk/views.ts'
import { seatsInShort } from '../i18n/names.ts'
import { eventAndDate } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { validTickets } from '../../shared/domain/sale/sale-file.ts'
import { Answers, Facts, Panel } from './sale-panel.tsx'
import { useDesk } from './state/desk-store.tsx'
import type { SaleAt, WorkAt } from './state/desk-task.ts'

/** Asks why the last sale's tickets are reprinted. Enter alone selects the first reason. */
export function CopiesPanel({ work: { file } }: { work: WorkAt<'copies'> }) {
  const i18n = useI18n()
  const { t, clock } = i18n
  const { store } = useDesk()
  const tickets = validTickets(file)
  return (
    <Panel title={t.desk.copies.title}>
      <p>{eventAndDate(file, i18n)}</p>
      <Facts
        facts={[
          [
            clock(file.begunUtc),
            `${t.desk.places(tickets.length)} · ${seatsInShort(tickets.map(({ place }) => place))}`,
          ],
        ]}
      />
      <p>{t.desk.copies.body}</p>
      <Answers
        answers={t.files.reasons.reprint.map((reason, index) => [String(index + 1), reason])}
        firstChosen
        onAnswer={(_, reason) => store.enter(reason)}
      />
    </Panel>
  )
}

/**
 * Returns the reason for the typed text: the reason with the typed number, the first reason for an empty text,
 * otherwise the text itself.
 */
export function reasonFor(typed: string, reasons: readonly string[]): string {
  const text = typed.trim()
  return (text === '' ? reasons[0] : reasons[Number(inWesternDigits(digitsInNumber(text))) - 1]) ?? text
}

/** Returns the seats whose tickets are in one of the given states, in short form; empty if no ticket matches. */
export function seatsOf(
  tickets: readonly TicketPrintView[],
  seats: readonly ChosenSeat[],
  ...states: readonly TicketPrintView['state'][]
): string {
  const codes = tickets.filter(({ state }) => states.includes(state)).map(({ seatCode }) => seatCode)
  const places = seats.map(({ place }) => place).filter(({ seatCode }) => codes.includes(seatCode))
  const known = new Set(places.map(({ seatCode }) => seatCode))
  const others = codes.filter((code) => !known.has(code))
  return [...(places.length > 0 ? [seatsInShort(places)] : []), ...others].join(' · ')
}

export function PapersPanel({ sale: { seats, stage } }: { sale: SaleAt<'printing' | 'print-problem'> }) {
  const { t } = useI18n()
  const { papers } = t.desk
  const { tickets } = stage
  const doubtful = seatsOf(tickets, seats, 'unknown')
  const groups = [
    [papers.out, seatsOf(tickets, seats, 'printed')],
    [papers.doubtful, doubtful],
    [papers.missing, seatsOf(tickets, seats, 'queued', 'spooling', 'failed')],
  ] as const
  const stopped = stage.name === 'print-problem'
  const known = stopped && stage.printer.state === 'not-ready'
  const title = known ? t.printProblem.reason(stage.printer.reason) : t.printProblem.title
  return (
    <section className={styles.question} role={stopped ? 'alert' : 'status'}>
      <h2>{stopped ? title : t.desk.stages.printing}</h2>
      <Facts facts={groups.filter(([, where]) => where !== '')} />
      {stopped && <p>{papers.body}</p>}
      {stopped && doubtful !== '' && <p>{papers.doubt}</p>}
    </section>
  )
}

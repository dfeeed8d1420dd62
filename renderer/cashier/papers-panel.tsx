import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { seatsOf } from './paper-states.ts'
import type { SaleAt } from './state/work.ts'

/** Which tickets the customer has, and which are to come: the printer is at work, or it stopped in the middle. */
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
      <dl>
        {groups.map(
          ([name, where]) =>
            where !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{where}</dd>
              </div>
            ),
        )}
      </dl>
      {stopped && <p>{papers.body}</p>}
      {stopped && doubtful !== '' && <p>{papers.doubt}</p>}
    </section>
  )
}

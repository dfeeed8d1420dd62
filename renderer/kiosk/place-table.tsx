import { shownGate, type WayStep } from '../../shared/domain/venue/way.ts'
import { Icon } from '../components/icon.tsx'
import { TribuneBand } from '../components/drawn/tribune-mark.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { PlaceGroup } from './place-groups.ts'
import { SeatNotes } from './seat-notes.tsx'
import styles from './place-table.module.css'

/** Shows gate, section, row and seats in large figures under the tribune's band, then the route. `compact`: all in one row. */
export function PlaceTable({ group, compact }: { group: PlaceGroup; compact: boolean }) {
  const { t } = useI18n()
  const { gate, sector, rows, route, tribune } = group
  const single = rows.length === 1 && rows[0]?.numbers.length === 1
  return (
    <section
      className={styles.place}
      data-compact={compact}
      aria-label={`${tribune.name}, ${t.review.sector} ${sector}`}
    >
      <TribuneBand tribune={tribune} />
      <dl className={styles.fields}>
        <Field label={t.review.gate} values={[shownGate(gate)]} />
        <Field label={t.review.sector} values={[sector]} />
        <Field label={t.review.row} values={rows.map(({ row }) => row)} />
        <Field
          label={single ? t.review.seat : t.review.seats}
          values={rows.map(({ numbers }) => numbers.join('\u2002'))}
        />
      </dl>
      <SeatNotes groups={[group]} />
      <Route steps={route} />
    </section>
  )
}

function Field({ label, values }: { label: string; values: readonly string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      {values.map((value) => (
        <dd key={value}>{value}</dd>
      ))}
    </div>
  )
}

/** The steps of the way: names in the customer's language, the rest as the venue words it. */
export function Route({ steps }: { steps: readonly WayStep[] }) {
  const { t } = useI18n()
  if (steps.length === 0) return null
  const { gate, sector, row, seat } = t.review
  const nouns = { gate, sector, row, seat }
  return (
    <div className={styles.route}>
      <p>{t.review.route}</p>
      <ol>
        {steps.map((step) => (
          <li key={`${step.kind} ${step.text}`}>
            <Icon name="arrow-right" />
            <span>
              {step.kind === 'words' ? '' : `${nouns[step.kind]} `}
              <bdi>{step.text}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

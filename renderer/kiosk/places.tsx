import type { ReactNode } from 'react'
import type { PlaceGroup } from '../../shared/domain/seats/place-groups.ts'
import { type SeatNote, shownGate, type WayStep } from '../../shared/domain/seats/place.ts'
import { inkOn, TribuneBand, TribuneMark } from '../ui/illustrations/tribune.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './places.module.css'

/** Minimum number of seat groups that are listed in a table. Fewer groups are shown as cards. */
const TABLE_FROM = 3

interface PlacesProps {
  readonly groups: readonly PlaceGroup[]
  /** True to list two groups in a table as well, because space is limited. Default: false. */
  readonly brief?: boolean
  /** Button beside the name of the first stand, or in the head of the table. */
  readonly children?: ReactNode
}

/** Gate, section, row and seats of each group. */
export function Places({ groups, brief = false, children }: PlacesProps) {
  if (groups.length >= (brief ? TABLE_FROM - 1 : TABLE_FROM)) return <PlaceTable groups={groups}>{children}</PlaceTable>
  return groups.map((group, index) => (
    <PlaceCard key={group.key} group={group}>
      {index === 0 && children}
    </PlaceCard>
  ))
}

function PlaceCard({ group, children }: { group: PlaceGroup; children: ReactNode }) {
  const { t } = useI18n()
  const { gate, sector, rows, route, tribune } = group
  const single = rows.length === 1 && rows[0]?.numbers.length === 1
  const fields: readonly (readonly [label: string, values: readonly string[]])[] = [
    [t.review.gate, [shownGate(gate)]],
    [t.review.sector, [sector]],
    [t.review.row, rows.map(({ row }) => row)],
    [single ? t.review.seat : t.review.seats, rows.map(({ numbers }) => numbers.join('\u2002'))],
  ]
  const letters = fields.reduce((sum, [, values]) => sum + Math.max(2, ...values.map(({ length }) => length)), 0)
  return (
    <section
      className={styles.place}
      style={{ '--letters': letters, '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}
      data-rows={rows.length > 1 ? 'several' : 'one'}
      aria-label={`${tribune.name}, ${t.review.sector} ${sector}`}
    >
      <TribuneBand tribune={tribune}>{children}</TribuneBand>
      <dl className={styles.fields}>
        {fields.map(([label, values]) => (
          <div key={label}>
            <dt>{label}</dt>
            {values.map((value) => (
              <dd key={value}>{value}</dd>
            ))}
          </div>
        ))}
      </dl>
      <SeatNotes groups={[group]} />
      <Route steps={route} />
    </section>
  )
}

/** Table with one line for each row of seats. */
function PlaceTable({ groups, children }: PlacesProps) {
  const { t } = useI18n()
  const { gate: door, sector: part, row: line, seats: places } = t.review
  return (
    <div className={styles.table}>
      <div className={styles.heads}>
        {[door, part, line, places].map((head) => (
          <span key={head} aria-hidden="true">
            {head}
          </span>
        ))}
        {children}
      </div>
      <ul>
        {groups.flatMap(({ key, gate, tribune, sector, rows, notes }) =>
          rows.map(({ row, numbers }) => (
            <li key={`${key} ${row}`} style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}>
              <span className="unseen">{tribune.name}</span>
              {[
                [door, shownGate(gate)],
                [part, sector],
                [line, row],
                [places, numbers.join('\u2002')],
              ].map(([label, value]) => (
                <b key={label}>
                  <span className="unseen">{label} </span>
                  {value}
                </b>
              ))}
              <span className={styles.mark}>
                <TribuneMark tribune={tribune} />
              </span>
              <SeatNotes groups={[{ notes }]} />
            </li>
          )),
        )}
      </ul>
    </div>
  )
}

/** Route to the seats, with nouns in the customer's language and free text as the venue wrote it. */
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

const icons: Readonly<Record<SeatNote, IconName>> = {
  accessible: 'wheelchair',
  companion: 'person',
  restrictedView: 'info',
  stepFree: 'ramp',
}

export function SeatNotes({ groups }: { groups: readonly Pick<PlaceGroup, 'notes'>[] }) {
  const { t } = useI18n()
  const notes = groups.flatMap((group) => group.notes)
  if (notes.length === 0) return null
  return (
    <span className={styles.notes}>
      {notes.map(({ note, numbers }) => (
        <span key={`${note} ${numbers.join()}`} className={styles.note} data-note={note}>
          <Icon name={icons[note]} />
          <span>
            {t.seatNotes[note]} {note !== 'stepFree' && <b>{numbers.join(' ')}</b>}
          </span>
        </span>
      ))}
    </span>
  )
}

import { Icon, type IconName } from '../components/icon.tsx'
import type { SeatNote } from '../../shared/domain/seats/place.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { PlaceGroup } from './place-groups.ts'
import styles from './seat-notes.module.css'

const icons: Readonly<Record<SeatNote, IconName>> = {
  accessible: 'wheelchair',
  companion: 'person',
  restrictedView: 'info',
  stepFree: 'ramp',
}

/** What is to be known of some of the seats, each with its sign and its word; nothing where they are like all others. */
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

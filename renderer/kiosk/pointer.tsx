import type { Edge, Surroundings } from '../../shared/domain/surroundings.ts'
import { useSpoken } from '../components/speech/speech.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './pointer.module.css'
import type { Screen } from './screen.ts'
import { useKioskState } from './state/kiosk-context.tsx'

/** What the customer's hands or feet look for at each screen, beside what it shows. */
const soughtAt: Readonly<Partial<Record<Screen['name'], keyof Surroundings>>> = {
  card: 'terminal',
  notes: 'notes',
  printing: 'tickets',
  done: 'tickets',
  cash: 'help',
  'print-problem': 'help',
  'refund-due': 'help',
  'needs-staff': 'help',
}

/** An arrow to the edge of the screen beside which it is, where the venue has said so. */
export function Pointer({ screen }: { screen: Screen['name'] }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const sought = soughtAt[screen]
  const edge = sought && info?.surroundings?.[sought]
  const texts: Readonly<Partial<Record<Edge, string>>> = sought ? t.around[sought] : {}
  const words = (edge && texts[edge]) ?? ''
  useSpoken('notice', words)
  if (!edge) return null
  return (
    <p className={styles.pointer} data-edge={edge} role="status" data-said>
      <span>{words}</span>
      <svg viewBox="0 0 48 24" aria-hidden="true">
        <path d="M3 12h38M32 3l9.5 9-9.5 9" />
      </svg>
    </p>
  )
}

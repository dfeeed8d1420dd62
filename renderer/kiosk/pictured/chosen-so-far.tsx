import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { useSecondsLeft } from '../../app/use-countdown.ts'
import { playsTeams } from '../../app/event-title.ts'
import { useSpoken } from '../../components/speech/speech.tsx'
import { minutesAndSeconds } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { EventCrest } from '../pictures/event-picture.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './chosen-so-far.module.css'
import { Persons } from './drawings/people.tsx'
import { Said } from './said.tsx'
import { useEventWords } from './words.ts'

export interface ChosenSoFarProps {
  readonly event: EventOffer | undefined
  readonly count: number | undefined
  readonly countdown: boolean | undefined
}

/** What stands on the stub: who plays, how many will come, and how long the seats are kept. */
export function ChosenSoFar({ event, count, countdown = true }: ChosenSoFarProps) {
  const { t } = useI18n()
  const { sale } = useKioskState()
  const eventWords = useEventWords()
  const held = sale && sale.seats.length > 0 ? sale : null
  const shown = held?.event ?? event
  const coming = held?.seats.length ?? count
  if (!shown) return null
  return (
    <div className={styles.chosen}>
      <Said words={eventWords(shown)} look={styles.crests}>
        <EventCrest event={shown} index={0} />
        {playsTeams(shown) && <EventCrest event={shown} index={1} />}
      </Said>
      {coming !== undefined && (
        <Said words={t.pictures.persons(coming)} look={styles.persons}>
          <Persons count={Math.min(coming, 12)} />
        </Said>
      )}
      {held && held.holdRemainingMs !== null && countdown && <TimeLeft remainingMs={held.holdRemainingMs} />}
    </div>
  )
}

const SOON_S = 120
/** What a full glass of sand stands for. */
const FULL_S = 600

/** Sand that runs out; a touch says the minutes. */
function TimeLeft({ remainingMs }: { remainingMs: number }) {
  const { t, digits } = useI18n()
  const { saleSeenAt } = useKioskState()
  const seconds = useSecondsLeft(saleSeenAt + remainingMs) ?? 0
  const soon = seconds <= SOON_S
  useSpoken('notice', soon ? t.coupon.twoMinutes : '')
  const left = Math.min(1, seconds / FULL_S)
  return (
    <Said words={t.pictures.timeLeft(Math.max(1, Math.ceil(seconds / 60)))} look={soon ? styles.soon : styles.time}>
      <svg viewBox="0 0 60 84" aria-hidden="true">
        <path className={styles.sand} d={sandAbove(left)} />
        <path className={styles.sand} d={sandBelow(1 - left)} />
        <path
          className={styles.glass}
          d="M6 4h48M6 80h48M12 4c0 22 14 24 14 38S12 58 12 80M48 4c0 22-14 24-14 38s14 16 14 38"
        />
      </svg>
      <strong role="timer">{digits(minutesAndSeconds(seconds * 1000))}</strong>
    </Said>
  )
}

const sandAbove = (share: number): string => {
  const top = 38 - 28 * share
  const half = 4 + 13 * share
  return `M${30 - half} ${top}h${2 * half}L32 40h-4z`
}

const sandBelow = (share: number): string => `M15 78q15 ${-44 * share} 30 0z`

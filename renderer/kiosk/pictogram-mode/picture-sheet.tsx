import { type ReactNode, useState } from 'react'
import { type EventOffer, type ChosenSeat, venueTime } from '../../../shared/domain/seats/offer.ts'
import { playsTeams, titleLines } from '../../i18n/names.ts'
import { useSecondsLeft } from '../../app/hooks.ts'
import { Sheet, type SheetProps } from '../../ui/sheets/sheet.tsx'
import { useSay, useSpoken } from '../../ui/speech/speech.tsx'
import { minutesAndSeconds, sentence } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { EventCrest } from '../event-picture.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import { AnswerBar, type AnswerBarProps } from './answer-bar.tsx'
import styles from './picture-sheet.module.css'
import { Persons } from './drawings.tsx'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { BUNDLE, type NotePile } from '../../../shared/domain/money/cash.ts'
import { shownGate } from '../../../shared/domain/seats/place.ts'
import { nightsUntil } from './when.tsx'
import { placeGroups } from '../../../shared/domain/seats/place-groups.ts'

interface PictureSheetProps
  extends Pick<SheetProps, 'title' | 'turn' | 'lead' | 'notice' | 'leadRole'>, Omit<AnswerBarProps, 'question'> {
  /** Event and number of seats chosen so far; not needed if a sale exists, which contains both. */
  readonly event?: EventOffer
  readonly count?: number
  /** True to show the remaining time of the hold; false after the payment. Default: true. */
  readonly countdown?: boolean
  /** Small content next to the heading, such as page buttons. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Layout of every screen in pictogram mode: a spoken question, pictures and answer buttons. */
export function PictureSheet({
  event,
  count,
  countdown,
  aside,
  onYes,
  ready,
  onNo,
  children,
  ...sheet
}: PictureSheetProps) {
  const question = sheet.lead ? `${sentence(sheet.title)} ${sheet.lead}` : sheet.title
  return (
    <Sheet
      {...sheet}
      coupon={<SelectionSummary event={event} count={count} countdown={countdown} />}
      options={aside}
      actions={<AnswerBar question={question} onYes={onYes} ready={ready} onNo={onNo} />}
    >
      {children}
    </Sheet>
  )
}

interface ChosenSoFarProps {
  readonly event: EventOffer | undefined
  readonly count: number | undefined
  readonly countdown: boolean | undefined
}

function SelectionSummary({ event, count, countdown = true }: ChosenSoFarProps) {
  const { t } = useI18n()
  const { sale } = useKioskState()
  const eventWords = useEventWords()
  const held = sale && sale.seats.length > 0 ? sale : null
  const shown = held?.event ?? event
  const coming = held?.seats.length ?? count
  if (!shown) return null
  return (
    <div className={styles.chosen}>
      <SpokenPrompt words={eventWords(shown)} look={styles.crests}>
        <EventCrest event={shown} index={0} />
        {playsTeams(shown) && <EventCrest event={shown} index={1} />}
      </SpokenPrompt>
      {coming !== undefined && (
        <SpokenPrompt words={t.pictures.persons(coming)} look={styles.persons}>
          <Persons count={Math.min(coming, 12)} />
        </SpokenPrompt>
      )}
      {held && held.holdRemainingMs !== null && countdown && <TimeLeft remainingMs={held.holdRemainingMs} />}
    </div>
  )
}

const SOON_S = 120
/** Seconds that a full hourglass represents. */
const FULL_S = 600

function TimeLeft({ remainingMs }: { remainingMs: number }) {
  const { t, digits } = useI18n()
  const { saleSeenAt } = useKioskState()
  const seconds = useSecondsLeft(saleSeenAt + remainingMs) ?? 0
  const soon = seconds <= SOON_S
  useSpoken('notice', soon ? t.coupon.twoMinutes : '')
  const left = Math.min(1, seconds / FULL_S)
  return (
    <SpokenPrompt
      words={t.pictures.timeLeft(Math.max(1, Math.ceil(seconds / 60)))}
      look={soon ? styles.soon : styles.time}
    >
      <svg viewBox="0 0 60 84" aria-hidden="true">
        <path className={styles.sand} d={sandAbove(left)} />
        <path className={styles.sand} d={sandBelow(1 - left)} />
        <path
          className={styles.glass}
          d="M6 4h48M6 80h48M12 4c0 22 14 24 14 38S12 58 12 80M48 4c0 22-14 24-14 38s14 16 14 38"
        />
      </svg>
      <strong role="timer">{digits(minutesAndSeconds(seconds * 1000))}</strong>
    </SpokenPrompt>
  )
}

const sandAbove = (share: number): string => {
  const top = 38 - 28 * share
  const half = 4 + 13 * share
  return `M${30 - half} ${top}h${2 * half}L32 40h-4z`
}

const sandBelow = (share: number): string => `M15 78q15 ${-44 * share} 30 0z`

interface SpokenPromptProps {
  /** Text spoken when the picture is touched. */
  readonly words: string
  /** True if the picture is the marked choice. Absent if a touch only speaks the text of the picture. */
  readonly marked?: boolean
  readonly onMark?: () => void
  readonly disabled?: boolean
  readonly look?: string | undefined
  readonly children: ReactNode
}

/** Picture whose text is spoken on touch. A touch also marks a picture that is a choice. */
export function SpokenPrompt({ words, marked, onMark, disabled = false, look = '', children }: SpokenPromptProps) {
  const { t } = useI18n()
  const say = useSay()
  const touch = (): void => {
    if (!disabled) onMark?.()
    say?.(marked === undefined || disabled ? words : `${sentence(words)} ${t.pictures.thenTake}`)
  }
  return (
    <button
      type="button"
      className={`${styles.said} ${marked === undefined ? '' : styles.choice} ${look}`}
      aria-label={words}
      data-picture
      aria-pressed={marked}
      aria-disabled={disabled || undefined}
      onClick={touch}
    >
      {children}
      {marked && (
        <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true">
          <circle cx="20" cy="20" r="19" />
          <path d="M10.5 20.5l6.5 7 12.5-14" />
        </svg>
      )}
    </button>
  )
}

/** Returns a function that describes an event: `Guinée contre Sénégal. demain, samedi 17 mai, 16 h` */
export function useEventWords(): (event: EventOffer) => string {
  const { t, date } = useI18n()
  const { info } = useKioskState()
  const [now] = useState(() => venueTime(info ?? {}, Date.now()))
  return (event) => {
    const nights = nightsUntil(event.startsAt, now)
    const near = nights === 0 ? t.pictures.today : nights === 1 ? t.pictures.tomorrow : ''
    const when = [near, date(event.startsAt).full].filter((words) => words !== '').join(t.common.comma)
    return `${titleLines(event).join(` ${t.common.versus} `)}. ${when}`
  }
}

/** Returns a function that describes how to reach the seats: stand, gate, sector, row and seats. */
export function usePlaceWords(): (seats: readonly ChosenSeat[]) => string {
  const { t } = useI18n()
  return (seats) =>
    placeGroups(seats)
      .map(({ tribune, gate, sector, rows }) => {
        const inRows = rows.map(
          ({ row, numbers }) => `${t.offers.place(sector, row)}${t.common.comma}${t.offers.seats(numbers)}`,
        )
        return [tribune.name, `${t.review.gate} ${shownGate(gate)}`, ...inRows].join('. ')
      })
      .join('. ')
}

/** Returns a function that describes notes of one value: `2 paquets de dix billets de 20 000 GNF, …` */
export function usePileWords(): (pile: NotePile, currency: string) => string {
  const { t, money } = useI18n()
  return ({ value, bundles, loose }, currency) => {
    const note = money(value, currency)
    const parts = [bundles > 0 && t.pictures.bundles(bundles, note), loose > 0 && t.pictures.notes(loose, note)].filter(
      (part) => part !== false,
    )
    return parts.join(t.common.comma)
  }
}

export const countOf = ({ bundles, loose }: NotePile): number => bundles * BUNDLE + loose

export function usePriceWords(): (amount: Minor, currency: string) => string {
  const { t, money } = useI18n()
  return (amount, currency) => t.pictures.price(money(amount, currency))
}

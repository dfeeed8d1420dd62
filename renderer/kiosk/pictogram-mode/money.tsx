import { notesToCount } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { Coins, NotesOfValue } from '../../ui/banknotes.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './money.module.css'
import { SpokenPrompt, countOf, usePileWords, usePriceWords } from './picture-sheet.tsx'

interface MoneyProps {
  readonly amount: Minor
  readonly currency: string
}

/** Amount as banknotes, for display only; the surrounding element handles touches. */
export function MoneyPicture({ amount, currency, figure = true }: MoneyProps & { readonly figure?: boolean }) {
  const { money } = useI18n()
  const { piles, rest } = notesToCount(amount, currency)
  return (
    <span className={styles.countMoney}>
      <span className={styles.piles}>
        {piles.map((pile) => (
          <NotesOfValue key={pile.value} pile={pile} currency={currency} />
        ))}
        {rest > 0 && <Coins sum={rest} currency={currency} />}
      </span>
      {figure && rest !== amount && <b className={styles.sum}>{money(amount, currency)}</b>}
    </span>
  )
}

/** Amount as banknotes to count. A touch speaks the number of notes of one value, or the total. */
export function MoneyToCount({ amount, currency }: MoneyProps) {
  const { t, money, count } = useI18n()
  const pileWords = usePileWords()
  const priceWords = usePriceWords()
  const { piles, rest } = notesToCount(amount, currency)
  return (
    <div className={styles.counted}>
      <SpokenPrompt words={priceWords(amount, currency)} look={styles.total}>
        <b>{money(amount, currency)}</b>
      </SpokenPrompt>
      <ul className={styles.values}>
        {piles.map((pile) => (
          <li key={pile.value}>
            <SpokenPrompt words={pileWords(pile, currency)} look={styles.value}>
              <NotesOfValue pile={pile} currency={currency} />
              <span className={styles.times}>{count(countOf(pile))} ×</span>
            </SpokenPrompt>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <SpokenPrompt words={t.pictures.coins(money(rest, currency))}>
              <Coins sum={rest} currency={currency} />
            </SpokenPrompt>
          </li>
        )}
      </ul>
    </div>
  )
}

/** `paid`: null if the payment is uncertain; the picture then warns the customer not to pay again. */
export function CashFlowPictogram({ paid }: { paid: boolean | null }) {
  return (
    <svg className={styles.money} viewBox="0 0 120 90" aria-hidden="true">
      <rect className={styles.note} x="6" y="18" width="84" height="46" rx="6" />
      <circle className={styles.note} cx="48" cy="41" r="12" />
      {paid === true && (
        <g className={styles.kept}>
          <circle cx="90" cy="62" r="24" />
          <path d="M79 62l8 9 15-18" />
        </g>
      )}
      {paid === false && (
        <path
          className={styles.hand}
          d="M2 74c16-4 26 0 36 4h26c6 0 6-9 0-9H50M64 70l24-10c7-2 9 6 4 9L66 86c-6 3-50 1-64 0"
        />
      )}
      {paid === null && (
        <g className={styles.again}>
          <path d="M79 38h22l16 16v22l-16 16H79L63 76V54z" />
          <path d="M79 54l22 22M101 54L79 76" />
        </g>
      )}
    </svg>
  )
}

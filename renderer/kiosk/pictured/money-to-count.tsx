import type { Minor } from '../../../shared/domain/money/money.ts'
import { notesToCount } from '../../../shared/domain/money/cash.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { Coins, NotesOfValue } from '../../components/money/banknotes.tsx'
import styles from './money-to-count.module.css'
import { Said } from './said.tsx'
import { countOf, usePileWords, usePriceWords } from './words.ts'

export interface MoneyProps {
  readonly amount: Minor
  readonly currency: string
}

/** An amount as the notes that make it, for the eye: part of something else that can be touched. */
export function MoneyPicture({ amount, currency, figure = true }: MoneyProps & { readonly figure?: boolean }) {
  const { money } = useI18n()
  const { piles, rest } = notesToCount(amount, currency)
  return (
    <span className={styles.money}>
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

/** The same to be counted: a touch on the notes of a value says how many, one on the sum says that. */
export function MoneyToCount({ amount, currency }: MoneyProps) {
  const { t, money, count } = useI18n()
  const pileWords = usePileWords()
  const priceWords = usePriceWords()
  const { piles, rest } = notesToCount(amount, currency)
  return (
    <div className={styles.counted}>
      <Said words={priceWords(amount, currency)} look={styles.total}>
        <b>{money(amount, currency)}</b>
      </Said>
      <ul className={styles.values}>
        {piles.map((pile) => (
          <li key={pile.value}>
            <Said words={pileWords(pile, currency)} look={styles.value}>
              <NotesOfValue pile={pile} currency={currency} />
              <span className={styles.times}>{count(countOf(pile))} ×</span>
            </Said>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <Said words={t.pictures.coins(money(rest, currency))}>
              <Coins sum={rest} currency={currency} />
            </Said>
          </li>
        )}
      </ul>
    </div>
  )
}

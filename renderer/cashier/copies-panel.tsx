import { inWesternDigits } from '../../shared/domain/language.ts'
import { digitsInNumber } from '../../shared/domain/keypad.ts'
import { eventAndDate } from '../i18n/dates.ts'
import { seatsInShort } from '../app/seats-in-short.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { validTickets } from './files/after-sale-acts.ts'
import { useDesk } from './state/desk-context.tsx'
import type { WorkAt } from './state/work.ts'

/** The last sale's tickets once more: why, by a digit, in words, or the first reason by Enter alone. */
export function CopiesPanel({ work: { file } }: { work: WorkAt<'copies'> }) {
  const i18n = useI18n()
  const { t, clock } = i18n
  const { store } = useDesk()
  const tickets = validTickets(file)
  return (
    <section className={styles.question} aria-label={t.desk.copies.title}>
      <h2>{t.desk.copies.title}</h2>
      <p>{eventAndDate(file, i18n)}</p>
      <dl>
        <div>
          <dt>{clock(file.begunUtc)}</dt>
          <dd>{`${t.desk.places(tickets.length)} · ${seatsInShort(tickets.map(({ place }) => place))}`}</dd>
        </div>
      </dl>
      <p>{t.desk.copies.body}</p>
      <ol>
        {t.files.reasons.reprint.map((reason, index) => (
          <li key={reason}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === 0}
              className={styles.choice}
              onClick={() => store.enter(reason)}
            >
              <kbd>{index + 1}</kbd>
              <b>{reason}</b>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The reason that is meant by what was typed. */
export function reasonFor(typed: string, reasons: readonly string[]): string {
  const text = typed.trim()
  return (text === '' ? reasons[0] : reasons[Number(inWesternDigits(digitsInNumber(text))) - 1]) ?? text
}

import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import type { WorkAt } from './state/work.ts'

/** The one question that the program cannot answer itself, with all that is needed to look it up. */
export function QuestionPanel({ work: { sale, question } }: { work: WorkAt<'question'> }) {
  const { t, money } = useI18n()
  const { store } = useDesk()
  const tender = 'tender' in question ? question.tender : null
  const texts = t.desk.questions[question.type]
  const answers =
    'yes' in texts
      ? ([
          ['1', texts.yes],
          ['2', texts.no],
        ] as const)
      : []
  return (
    <section className={styles.question} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p>{texts.body}</p>
      {tender && (
        <dl>
          <div>
            <dt>{t.desk.tenders[tender.tender]}</dt>
            <dd>{money(tender.due, sale.currency)}</dd>
          </div>
          <div>
            <dt>{t.desk.reference}</dt>
            <dd className={styles.reference} data-code>
              {tender.reference}
            </dd>
          </div>
        </dl>
      )}
      <ol>
        {answers.map(([digit, answer]) => (
          <li key={digit}>
            <button type="button" tabIndex={-1} className={styles.choice} onClick={() => store.enter(digit)}>
              <kbd>{digit}</kbd>
              <b>{answer}</b>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

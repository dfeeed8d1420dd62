import type { ExaminedStep } from '../../../shared/kiosk-api/payment-forms.ts'
import { Icon, type IconName } from '../icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './findings.module.css'

const drawings = { ok: 'check', warning: 'alert', failed: 'cross', skipped: 'minus' } as const satisfies Record<
  ExaminedStep['outcome'],
  IconName
>

interface FindingsProps {
  readonly findings: readonly ExaminedStep[]
  readonly running: boolean
  /** Of a step, below the headings around the list. */
  readonly heading?: 'h2' | 'h4'
}

/** What was tried, one below the other, and what came of it. */
export function Findings({ findings, running, heading: Heading = 'h2' }: FindingsProps) {
  const words = useI18n().t.setup.examination
  return (
    <ol className={styles.findings} aria-busy={running}>
      {findings.map(({ step, outcome, title, text }) => (
        <li key={step} data-outcome={outcome}>
          <Icon name={drawings[outcome]} />
          <div>
            <Heading>
              {title} <span>{words.outcomes[outcome]}</span>
            </Heading>
            {outcome !== 'skipped' && text !== '' && <p>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

import type { ReactNode } from 'react'
import type { ReadinessIssue } from '../../shared/domain/fleet/readiness.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import type { ExaminedStep } from '../../shared/api/kiosk/payment-forms.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './findings.module.css'
import { Icon, type IconName } from './icon.tsx'

const drawings = { ok: 'check', warning: 'alert', failed: 'cross', skipped: 'minus' } as const satisfies Record<
  ExaminedStep['outcome'],
  IconName
>

interface FindingsProps {
  readonly findings: readonly ExaminedStep[]
  readonly running: boolean
  /** Heading level of each step. It must be below the level of the headings around the list. */
  readonly heading?: 'h2' | 'h4'
}

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

interface ReadinessIssueListProps {
  readonly issues: readonly ReadinessIssue[]
  /**
   * Returns the control that fixes the issue. If the function is absent or returns null, written advice is shown
   * instead.
   */
  readonly mendOf?: (issue: ReadinessIssue) => ReactNode
}

export function ReadinessIssueList({ issues, mendOf }: ReadinessIssueListProps) {
  const { t } = useI18n()
  if (issues.length === 0) return null
  return (
    <div role="alert">
      <ul className={styles.issues} aria-label={t.service.sales}>
        {issues.map((issue) => {
          const { what, todo } = adviceOn(t.service.issues, issue, t.desk.tenders)
          return (
            <li key={issue.type}>
              <Icon name="alert" />
              <div>
                <strong>{what}</strong>
                {mendOf?.(issue) ?? <p>{todo}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

import type { ExaminedStep } from '../../shared/kiosk-api/setup-views.ts'
import { Icon, type IconName } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './setup.module.css'

const drawings = { ok: 'check', warning: 'alert', failed: 'cross', skipped: 'minus' } as const satisfies Record<
  ExaminedStep['outcome'],
  IconName
>

/** What was tried, one below the other, and what came of it. */
export function Findings({ findings, running }: { findings: readonly ExaminedStep[]; running: boolean }) {
  const words = useI18n().t.setup.examination
  return (
    <ol className={styles.findings} aria-busy={running}>
      {findings.map(({ step, outcome, title, text }) => (
        <li key={step} data-outcome={outcome}>
          <Icon name={drawings[outcome]} />
          <div>
            <h2>
              {title} <span>{words.outcomes[outcome]}</span>
            </h2>
            {outcome !== 'skipped' && text !== '' && <p>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

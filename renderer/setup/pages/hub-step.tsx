import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from '../setup.module.css'
import { StepSheet } from '../step-sheet.tsx'

const commands = [
  ['venues', 'guichet hub venues import stade.json'],
  ['events', 'guichet hub events create …'],
  ['serve', 'guichet serve --mode live'],
] as const

/** A server is set up where servers are. */
export function HubStep() {
  const { t } = useI18n()
  return (
    <StepSheet title={t.setup.hub.title} lead={t.setup.hub.lead}>
      <dl className={styles.commands}>
        {commands.map(([what, line]) => (
          <div key={what}>
            <dt>{t.setup.hub[what]}</dt>
            <dd dir="ltr">
              <code>{line}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.more}>{t.setup.hub.more('docs/operating/hub.md')}</p>
    </StepSheet>
  )
}

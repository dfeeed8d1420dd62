import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepSheet } from '../step-sheet.tsx'

const commands = [
  ['venues', 'guichet hub venues import places.csv …'],
  ['events', 'guichet hub events create …'],
  ['serve', 'guichet serve --mode live'],
] as const

/** A server is set up where servers are. */
export function HubStep() {
  const { t } = useI18n()
  const { openManual } = useSetup()
  return (
    <StepSheet
      title={t.setup.hub.title}
      lead={t.setup.hub.lead}
      actions={
        <Button kind="primary" onPress={() => openManual('hub')}>
          {t.setup.hub.manual}
        </Button>
      }
    >
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
    </StepSheet>
  )
}

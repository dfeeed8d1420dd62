import { setupProfiles } from '../../../shared/kiosk-api/setup.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepSheet } from '../step-sheet.tsx'

const drawings = { kiosk: 'ticket', cashier: 'person', demo: 'calendar', hub: 'globe' } as const satisfies Record<
  (typeof setupProfiles)[number],
  IconName
>

/** What the machine is for: the choice is the way on. */
export function ProfileStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  return (
    <StepSheet title={t.setup.profile.title}>
      <ul className={styles.profiles}>
        {setupProfiles.map((profile) => (
          <li key={profile}>
            <button
              type="button"
              className={styles.profile}
              aria-pressed={view.answers.profile === profile}
              onClick={() => void goOn({ profile })}
            >
              <Icon name={drawings[profile]} />
              <strong>{t.setup.profile.names[profile]}</strong>
              <span>{t.setup.profile.about[profile]}</span>
            </button>
          </li>
        ))}
      </ul>
    </StepSheet>
  )
}

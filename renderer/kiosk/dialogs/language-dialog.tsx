import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { directionOf, nameOf } from '../../i18n/languages.ts'
import { Dialog } from './dialog.tsx'
import styles from './dialogs.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'

/** Every language of this kiosk, each in its own words; a touch speaks it. */
export function LanguageDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info, language } = useKioskState()
  return (
    <Dialog
      title={t.tools.language}
      role="dialog"
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={store.closeDialog}>
          {t.common.back}
        </Button>
      }
    >
      <ul className={styles.choices}>
        {info?.languages.map((each) => (
          <li key={each} dir={directionOf(each)}>
            <Choice chosen={each === language} lang={each} onPress={() => store.speak(each)}>
              <strong>{nameOf(each)}</strong>
            </Choice>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

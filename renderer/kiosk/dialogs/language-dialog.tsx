import { useEffect, useState } from 'react'
import { writtenIn, type Tongue } from '../../../shared/domain/language.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { useSpeaker } from '../../components/speech/use-speaker.ts'
import { useSpoken } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { createI18n } from '../../i18n/i18n.ts'
import { directionOf, nameOf } from '../../i18n/languages.ts'
import { Dialog } from './dialog.tsx'
import styles from './dialogs.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { tonguesOf } from '../state/kiosk-state.ts'

/** Every language of this kiosk, each in its own words and in its own voice; a touch chooses it. */
export function LanguageDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const state = useKioskState()
  useSpoken('screen', t.tools.language)
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
      <ul className={`${styles.choices} ${styles.tongues}`}>
        {tonguesOf(state).map((each) => (
          <TongueItem key={each} tongue={each} />
        ))}
      </ul>
    </Dialog>
  )
}

/** Those who read none of the names find theirs by ear. */
function TongueItem({ tongue }: { readonly tongue: Tongue }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info, tongue: chosen } = useKioskState()
  const [asked, setAsked] = useState(false)
  const packs = info?.speech ?? []
  const speaker = useSpeaker(asked ? tongue : null, packs)
  const name = nameOf(tongue)
  const greeting = `${name}. ${createI18n(writtenIn(tongue)).t.attract.touch}.`
  useEffect(() => {
    void speaker?.say(greeting)
    return () => speaker?.stop()
  }, [speaker, greeting])
  const hear = (): void => {
    setAsked(true)
    speaker?.stop()
    void speaker?.say(greeting)
  }
  return (
    <li className={styles.tongue}>
      <div dir={directionOf(writtenIn(tongue))}>
        <Choice chosen={tongue === chosen} lang={tongue} onPress={() => store.speak(tongue)}>
          <strong>{name}</strong>
        </Choice>
      </div>
      {packs.some((at) => at.split('/')[0] === tongue) && (
        <Button icon="speaker" label={t.tools.hear(name)} onPress={hear} />
      )}
    </li>
  )
}

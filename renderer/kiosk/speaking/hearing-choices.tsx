import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { LOUDEST, paces } from './hearing.ts'
import styles from './hearing-choices.module.css'
import { keysInWords } from './speaking.tsx'

/** How the voice is to be, for who listens: as loud, as fast and as private as they like. */
export function HearingChoices() {
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const { hearing, headphones, info } = useKioskState()
  const { volume, pace, dark, aloud } = hearing
  const { speaking } = t
  const at = paces.indexOf(pace)
  return (
    <>
      <li className={styles.whole}>
        <div className={styles.steps}>
          <div role="group" aria-label={speaking.volume(volume, LOUDEST)}>
            <Button icon="minus" label={speaking.quieter} onPress={() => store.hearBy('quieter')} />
            <output>{speaking.volume(volume, LOUDEST)}</output>
            <Button icon="plus" label={speaking.louder} onPress={() => store.hearBy('louder')} />
          </div>
          <div role="group" aria-label={speaking.pace(at + 1, paces.length)}>
            <Button icon="minus" label={speaking.slower} onPress={() => store.hearBy('slower')} />
            <output>{speaking.pace(at + 1, paces.length)}</output>
            <Button icon="plus" label={speaking.faster} onPress={() => store.hearBy('faster')} />
          </div>
        </div>
      </li>
      <li>
        <Choice chosen={dark} icon="contrast" onPress={() => store.hearBy('dark')}>
          <strong>{speaking.dark.title}</strong>
          <span>{speaking.dark.about}</span>
        </Choice>
      </li>
      {headphones !== 'in' && headphones !== 'always' && (
        <li>
          <Choice chosen={aloud} icon="speaker" onPress={() => store.hear({ aloud: !aloud })}>
            <strong>{speaking.aloud.title}</strong>
            <span>{speaking.aloud.about}</span>
          </Choice>
        </li>
      )}
      <li className={styles.whole}>
        <p className={styles.keys}>{keysInWords(i18n, info?.keypad).join(' ')}</p>
      </li>
    </>
  )
}

import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useSpoken } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useSecondsLeft } from '../../app/use-countdown.ts'
import { AnswerBar } from '../pictured/answer-bar.tsx'
import { Persons } from '../pictured/drawings/people.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { warningMsOf } from '../screen.ts'
import { Dialog } from './dialog.tsx'
import styles from './dialogs.module.css'

/** Asks whether somebody is still there. A key on its way to a button begins the time again. */
export function IdleDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const state = useKioskState()
  const { sale, aids, byKeys } = state
  const warningMs = warningMsOf(state)
  const [from, setFrom] = useState(() => performance.now())
  const seconds = useSecondsLeft(from + warningMs) ?? 0
  useEffect(() => {
    const pressed = (): void => setFrom(performance.now())
    window.addEventListener('keydown', pressed, true)
    return () => window.removeEventListener('keydown', pressed, true)
  }, [])
  useEffect(() => {
    if (seconds === 0) store.leave('idle')
  }, [store, seconds])
  const holds = sale?.stage.name === 'review' || sale?.stage.name === 'paying'
  const words = byKeys ? t.idle.byKeys : t.idle
  const body = (holds ? words.held : words.free)(seconds)
  const [first] = useState(body)
  useSpoken('screen', `${t.idle.title} ${first}`)
  return (
    <Dialog
      title={t.idle.title}
      role="alertdialog"
      actions={
        aids.pictures ? (
          <AnswerBar
            question={`${t.idle.title} ${first}`}
            onYes={store.closeDialog}
            onNo={() => store.leave('cancelled')}
          />
        ) : (
          <>
            <Button kind="primary" onPress={store.closeDialog}>
              {t.idle.stay}
            </Button>
            <Button onPress={() => store.leave('cancelled')}>{t.idle.leave}</Button>
          </>
        )
      }
    >
      <p>{body}</p>
      {aids.pictures && (
        <div className={styles.person}>
          <Persons count={1} />
        </div>
      )}
      <div className={styles.sand} aria-hidden="true">
        <span style={{ '--left': seconds / (warningMs / 1000) }} />
      </div>
    </Dialog>
  )
}

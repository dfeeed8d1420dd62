import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Persons } from '../pictured/drawings/people.tsx'
import { AnswerBar } from '../pictured/answer-bar.tsx'
import { useSpoken } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { AboutDialog } from './about-dialog.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { Dialog } from './dialog.tsx'
import styles from './dialogs.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { LanguageDialog } from './language-dialog.tsx'
import { isVisit } from '../state/steps.ts'
import { useSecondsLeft } from '../../app/use-countdown.ts'

const WARNING_MS = 30_000

export function Dialogs() {
  const { dialog, step } = useKioskState()
  switch (dialog) {
    case null:
      return null
    case 'idle':
      return <IdleDialog />
    case 'start-over':
      return <StartOverDialog />
    case 'access':
      return <AccessDialog />
    case 'language':
      return <LanguageDialog />
    case 'about':
      return isVisit(step) ? <AboutDialog event={step.event} /> : null
  }
}

function IdleDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale, aids } = useKioskState()
  const [endsAt] = useState(() => performance.now() + WARNING_MS)
  const seconds = useSecondsLeft(endsAt) ?? 0
  const holds = sale?.stage.name === 'review' || sale?.stage.name === 'paying'
  const [first] = useState(holds ? t.idle.held(seconds) : t.idle.free(seconds))
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
      <p>{holds ? t.idle.held(seconds) : t.idle.free(seconds)}</p>
      {aids.pictures && (
        <div className={styles.person}>
          <Persons count={1} />
        </div>
      )}
      <div className={styles.sand} aria-hidden="true">
        <span style={{ '--left': seconds / (WARNING_MS / 1000) }} />
      </div>
    </Dialog>
  )
}

function StartOverDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { aids } = useKioskState()
  const question = `${t.startOver.title} ${t.startOver.body}`
  useSpoken('screen', question)
  return (
    <Dialog
      title={t.startOver.title}
      role="alertdialog"
      actions={
        aids.pictures ? (
          <AnswerBar question={question} onYes={store.showEvents} onNo={store.closeDialog} />
        ) : (
          <>
            <Button kind="primary" onPress={store.closeDialog}>
              {t.startOver.no}
            </Button>
            <Button onPress={store.showEvents}>{t.startOver.yes}</Button>
          </>
        )
      }
    >
      <p>{t.startOver.body}</p>
    </Dialog>
  )
}

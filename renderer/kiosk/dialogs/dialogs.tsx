import { Button } from '../../components/button.tsx'
import { AnswerBar } from '../pictured/answer-bar.tsx'
import { useSpoken } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { AboutDialog } from './about-dialog.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { IdleDialog } from './idle-dialog.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { LanguageDialog } from './language-dialog.tsx'
import { TermsDialog } from '../terms/terms-dialog.tsx'
import { isVisit } from '../state/steps.ts'
import { UnpluggedDialog } from './unplugged-dialog.tsx'

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
    case 'unplugged':
      return <UnpluggedDialog />
    case 'terms':
      return <TermsDialog />
    case 'about':
      return isVisit(step) ? <AboutDialog event={step.event} /> : null
  }
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

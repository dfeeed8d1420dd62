import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { Dialog } from './dialog.tsx'

/** The headphones are out, and nothing is said any more: how the customer likes to go on. Plugging them in again answers too. */
export function UnpluggedDialog() {
  const { unplugged } = useI18n().t.speaking
  const store = useKioskStore()
  return (
    <Dialog
      title={unplugged.title}
      role="alertdialog"
      actions={
        <>
          <Button kind="primary" onPress={store.closeDialog}>
            {unplugged.silent}
          </Button>
          <Button icon="speaker" onPress={store.beginSpeaking}>
            {unplugged.loud}
          </Button>
        </>
      }
    >
      <p>{unplugged.body}</p>
    </Dialog>
  )
}

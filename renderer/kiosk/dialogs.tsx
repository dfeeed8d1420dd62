import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '../components/button.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './dialogs.module.css'
import { useKioskState, useKioskStore } from './kiosk-context.tsx'
import { useSecondsLeft } from './use-countdown.ts'

const WARNING_MS = 30_000

export function Dialogs() {
  const { dialog } = useKioskState()
  switch (dialog) {
    case null:
      return null
    case 'idle':
      return <IdleDialog />
    case 'start-over':
      return <StartOverDialog />
  }
}

function IdleDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { sale } = useKioskState()
  const [endsAt] = useState(() => performance.now() + WARNING_MS)
  const seconds = useSecondsLeft(endsAt) ?? 0
  const holds = sale?.stage.name === 'review'
  return (
    <Dialog
      title={t.idle.title}
      actions={
        <>
          <Button kind="primary" onPress={store.closeDialog}>
            {t.idle.stay}
          </Button>
          <Button onPress={() => store.leave('cancelled')}>{t.idle.leave}</Button>
        </>
      }
    >
      <p>{holds ? t.idle.held(seconds) : t.idle.free(seconds)}</p>
      <div className={styles.sand} aria-hidden="true">
        <span style={{ '--left': seconds / (WARNING_MS / 1000) }} />
      </div>
    </Dialog>
  )
}

function StartOverDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  return (
    <Dialog
      title={t.startOver.title}
      actions={
        <>
          <Button kind="primary" onPress={store.closeDialog}>
            {t.startOver.no}
          </Button>
          <Button onPress={store.showEvents}>{t.startOver.yes}</Button>
        </>
      }
    >
      <p>{t.startOver.body}</p>
    </Dialog>
  )
}

/** A slip laid over the ticket; everything under it rests. */
function Dialog({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const { closeDialog } = useKioskStore()
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        closeDialog()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}

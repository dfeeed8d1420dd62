import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { ScrollHint } from '../../ui/scroll-hint.tsx'
import { PageTurner } from '../../ui/paged.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import styles from './dialogs.module.css'

interface DialogProps {
  readonly title: string
  /** `alertdialog` requires an answer, `dialog` offers choices. */
  readonly role: 'alertdialog' | 'dialog'
  readonly actions: ReactNode
  readonly children: ReactNode
}

export function Dialog({ title, role, actions, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector('h2')?.focus()
    return () => dialog?.close()
  }, [])
  const { closeDialog } = useKioskStore()
  return (
    <dialog
      ref={element}
      className={`${styles.dialog} ${role === 'dialog' ? styles.wide : ''}`}
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        closeDialog()
      }}
    >
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
      <div className={styles.actions}>{actions}</div>
      <ScrollHint />
    </dialog>
  )
}

interface PagedDialogProps {
  readonly title: string
  /** Index of the current page, from 0. */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
  readonly children: ReactNode
}

export function PagedDialog({ title, page, pages, onPage, children }: PagedDialogProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  return (
    <Dialog
      title={title}
      role="dialog"
      actions={
        <>
          <PageTurner page={page} pages={pages} onPage={onPage} />
          <Button kind="primary" icon="arrow-left" onPress={store.closeDialog}>
            {t.common.back}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

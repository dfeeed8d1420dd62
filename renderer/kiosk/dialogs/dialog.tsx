import { useEffect, useId, useRef, type ReactNode } from 'react'
import { MoreBelow } from '../../components/more-below.tsx'
import styles from './dialogs.module.css'
import { useKioskStore } from '../state/kiosk-context.tsx'

export interface DialogProps {
  readonly title: string
  /** `alertdialog` asks for an answer, `dialog` offers something. */
  readonly role: 'alertdialog' | 'dialog'
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** A slip laid over the ticket; everything under it rests. */
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
      <MoreBelow />
    </dialog>
  )
}

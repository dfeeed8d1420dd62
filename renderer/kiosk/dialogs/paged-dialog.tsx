import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { PageTurner } from '../../components/paging/page-turner.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import { Dialog } from './dialog.tsx'

export interface PagedDialogProps {
  readonly title: string
  /** Counted from 0. */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
  readonly children: ReactNode
}

/** A text to read page by page, with the way back. */
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

import { useI18n } from '../../i18n/i18n-context.tsx'
import { Button } from '../button.tsx'
import styles from './page-turner.module.css'

export interface PageTurnerProps {
  /** Counted from 0; past the end where there is room for more on a page by now. */
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** The way to the other pages of `Paged`; nothing where there is one. */
export function PageTurner({ page, pages, onPage }: PageTurnerProps) {
  const { t } = useI18n()
  if (pages <= 1) return null
  return (
    <div className={styles.pages}>
      <Button icon="arrow-left" label={t.events.previous} disabled={page === 0} onPress={() => onPage(page - 1)} />
      <p>{t.events.page(Math.min(page, pages - 1) + 1, pages)}</p>
      <Button icon="arrow-right" label={t.events.next} disabled={page >= pages - 1} onPress={() => onPage(page + 1)} />
    </div>
  )
}

import type { ReactNode } from 'react'
import type { Problem } from '../app/problem.ts'
import { NoticeCode } from '../components/notice.tsx'
import { sentence } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import styles from './office.module.css'

interface OfficePageProps {
  readonly title: string
  readonly lead?: string | undefined
  readonly problem?: Problem | null
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** Frame of a page of the office: title, actions, problem, then the content. */
export function OfficePage({ title, lead, problem = null, actions, children }: OfficePageProps) {
  const i18n = useI18n()
  const text = problem && deskNoticeText(i18n, problem)
  return (
    <section className={styles.page} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.quiet}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {problem && text && (
        <p className={styles.notice} role="alert">
          <strong>{sentence(text.title)}</strong> {text.body}
          <NoticeCode type={problem.type} />
        </p>
      )}
      {children}
    </section>
  )
}

interface OfficeButtonProps {
  readonly onPress: () => void
  readonly disabled?: boolean
  readonly strong?: boolean
  readonly pressed?: boolean
  readonly children: ReactNode
}

export function OfficeButton({ onPress, disabled = false, strong = false, pressed, children }: OfficeButtonProps) {
  return (
    <button
      type="button"
      className={strong ? styles.strong : styles.button}
      aria-disabled={disabled}
      aria-pressed={pressed}
      onClick={disabled ? undefined : onPress}
    >
      {children}
    </button>
  )
}

/** Message of a device or the verifier in its own English words. It is collapsed, for readers who need it. */
export function TechnicalDetail({ children }: { readonly children: string }) {
  const { t } = useI18n()
  return (
    <details className={styles.code}>
      <summary>{t.office.technicalDetail}</summary>
      <bdi>{children}</bdi>
    </details>
  )
}

export interface DataTableProps {
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** Indexes of the columns with figures, from 0. */
  readonly figures?: readonly number[]
  /** Shown instead of a table without rows. */
  readonly empty?: string
}

export function DataTable({ caption, head, rows, figures = [], empty = '' }: DataTableProps) {
  if (rows.length === 0 && empty !== '') return <p className={styles.quiet}>{empty}</p>
  const align = (column: number): string | undefined => (figures.includes(column) ? styles.figures : undefined)
  return (
    <table className={styles.table}>
      <caption className={styles.unseen}>{caption}</caption>
      <thead>
        <tr>
          {head.map((name, column) => (
            <th key={name} scope="col" className={align(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column} className={align(column)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows one value in large type under its name. */
export function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

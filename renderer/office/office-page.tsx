import { type InputHTMLAttributes, type ReactNode, type Ref, useState } from 'react'
import type { Problem } from '../app/problem.ts'
import type { Second } from '../ui/drawer.ts'
import { focusOnce } from '../ui/hooks.ts'
import { digitKeys } from '../ui/keypad.tsx'
import { NoticeCode } from '../ui/notice.tsx'
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

export function OfficePage({ title, lead, problem = null, actions, children }: OfficePageProps) {
  return (
    <section className={styles.page} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p className={styles.quiet}>{lead}</p>}
        </div>
        {actions !== undefined && <div className="row wrap middle gap-60">{actions}</div>}
      </header>
      {problem && <ProblemNote problem={problem} />}
      {children}
    </section>
  )
}

export function ProblemNote({ problem, brief = false }: { problem: Problem; brief?: boolean }) {
  const { title, body } = deskNoticeText(useI18n(), problem)
  return (
    <p className={styles.notice} role="alert">
      {brief ? (
        title
      ) : (
        <>
          <strong>{sentence(title)}</strong> {body}
        </>
      )}
      <NoticeCode type={problem.type} />
    </p>
  )
}

export function Done({ children }: { readonly children: string }) {
  return (
    children !== '' && (
      <p className={styles.good} role="status">
        {children}
      </p>
    )
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

interface OfficeInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** True for a number or a PIN: every character that is not a digit is removed. */
  readonly digits?: boolean
  readonly onTyped: (typed: string) => void
  readonly ref?: Ref<HTMLInputElement> | undefined
}

export function OfficeInput({ label, digits = false, onTyped, ...input }: OfficeInputProps) {
  return (
    <input
      {...(digits && { ...digitKeys, inputMode: 'numeric' })}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      {...input}
      onChange={({ target }) => onTyped(digits ? target.value.replaceAll(/\D/gu, '') : target.value)}
    />
  )
}

interface OfficeSectionProps {
  readonly words: { readonly title: string; readonly lead: string }
  readonly children: ReactNode
}

export function OfficeSection({ words: { title, lead }, children }: OfficeSectionProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.quiet}>{lead}</p>
      {children}
    </section>
  )
}

interface ApproverFormProps {
  readonly busy: boolean
  /** Question above the fields; if absent, the form asks for an approver. */
  readonly title?: string
  readonly onConfirm: (second: Second) => void
}

export function ApproverForm({ busy, title, onConfirm }: ApproverFormProps) {
  const { t } = useI18n()
  const question = title ?? t.files.second
  const [number, setNumber] = useState('')
  const [pin, setPin] = useState('')
  return (
    <form
      className={styles.field}
      aria-label={question}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || pin === '') return
        onConfirm({ pin, ...(number !== '' && { staff: number }) })
        setPin('')
      }}
    >
      <strong>{question}</strong>
      <OfficeInput ref={focusOnce} digits label={t.people.number} maxLength={6} value={number} onTyped={setNumber} />
      <OfficeInput digits type="password" label={t.desk.pin} maxLength={8} value={pin} onTyped={setPin} />
      <button type="submit" className={styles.strong} aria-disabled={busy}>
        {t.files.confirm}
      </button>
    </form>
  )
}

interface OfficeSelectProps {
  readonly label: string
  readonly value: string
  /** Value and text of each option. */
  readonly options: readonly (readonly [string, string])[]
  readonly onChoose: (value: string) => void
}

export function OfficeSelect({ label, value, options, onChoose }: OfficeSelectProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Message of a device or of the ledger verifier in its original English wording, collapsed by default. */
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
  /** Zero-based indexes of the columns with figures. */
  readonly figures?: readonly number[]
  /** Text shown instead of a table without rows. */
  readonly empty?: string
}

export function DataTable({ caption, head, rows, figures = [], empty = '' }: DataTableProps) {
  if (rows.length === 0 && empty !== '') return <p className={styles.quiet}>{empty}</p>
  const align = (column: number): string | undefined => (figures.includes(column) ? styles.figures : undefined)
  return (
    <table className={styles.table}>
      <caption className="unseen">{caption}</caption>
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

export function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

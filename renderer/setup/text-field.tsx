import { useEffect, useId, useRef } from 'react'
import { digitKeys } from '../components/keypad.tsx'
import styles from './setup.module.css'

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly example?: string
  /** Under the field. */
  readonly remark?: string
  /** What is typed is not shown. */
  readonly secret?: boolean
  /** A number. */
  readonly digits?: boolean
  /** Several lines, as a key in PEM has them. */
  readonly long?: boolean
  /** Words in a language, which run as their script does. */
  readonly words?: boolean
  /** Has the keys when the step comes up. */
  readonly first?: boolean
  readonly onChange: (value: string) => void
}

/** A line to type, by a keyboard or the board on the screen. Addresses of machines and codes run from left to right in every language. */
export function TextField({
  label,
  value,
  example,
  remark,
  secret,
  digits,
  long,
  words,
  first,
  onChange,
}: TextFieldProps) {
  const described = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (first) field.current?.focus()
  }, [first])
  const common = {
    ref: field,
    ...(digits && digitKeys),
    value,
    dir: words ? 'auto' : 'ltr',
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    placeholder: example,
    'aria-describedby': remark ? described : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  } as const
  return (
    <div className={styles.field}>
      <label>
        <span>{label}</span>
        {long ? <textarea {...common} rows={4} /> : <input {...common} type={secret ? 'password' : 'text'} />}
      </label>
      {remark && <small id={described}>{remark}</small>}
    </div>
  )
}

import { useId, useState, type SyntheticEvent } from 'react'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'

/** Adds a name of the venue's own, as its screens write it. */
export function NameForm({ onName }: { readonly onName: (text: string) => void }) {
  const { names } = useWords()
  const id = useId()
  const noticeId = useId()
  const [isRefused, setRefused] = useState(false)
  const add = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    const isName = typeof name === 'string' && /\p{L}/u.test(name)
    setRefused(!isName)
    if (!isName) return
    event.currentTarget.reset()
    onName(name.trim())
  }
  return (
    <form className={styles.names} onSubmit={add}>
      <p className={styles.quiet}>{names.lead}</p>
      <label htmlFor={id}>{names.name}</label>
      <span>
        <input
          id={id}
          name="name"
          className={styles.field}
          maxLength={100}
          {...(isRefused && { 'aria-invalid': true, 'aria-describedby': noticeId })}
        />
        <button type="submit" className={styles.quietGo}>
          {names.add}
        </button>
      </span>
      {isRefused && (
        <p id={noticeId} role="alert" className={styles.bad}>
          {names.missing}
        </p>
      )}
    </form>
  )
}

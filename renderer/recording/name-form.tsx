import { useId, useState, type SyntheticEvent } from 'react'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'

/** Returns the attributes of a field, and the notice that goes below it, for an answer that may be missing. */
export function useMissing(sentence: string) {
  const id = useId()
  const [isMissing, setMissing] = useState(false)
  return {
    setMissing,
    field: isMissing && { 'aria-invalid': true, 'aria-describedby': id },
    notice: isMissing && (
      <p id={id} role="alert" className={styles.bad}>
        {sentence}
      </p>
    ),
  }
}

/** Adds a name of the venue's own, as its screens write it. */
export function NameForm({ onName }: { readonly onName: (text: string) => void }) {
  const { names } = useWords()
  const id = useId()
  const { field, notice, setMissing } = useMissing(names.missing)
  const add = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    const isName = typeof name === 'string' && /\p{L}/u.test(name)
    setMissing(!isName)
    if (!isName) return
    event.currentTarget.reset()
    onName(name.trim())
  }
  return (
    <form className={styles.names} onSubmit={add}>
      <p className={styles.quiet}>{names.lead}</p>
      <label htmlFor={id}>{names.name}</label>
      <span>
        <input id={id} name="name" className={styles.field} maxLength={100} {...field} />
        <button type="submit" className={styles.quietGo}>
          {names.add}
        </button>
      </span>
      {notice}
    </form>
  )
}

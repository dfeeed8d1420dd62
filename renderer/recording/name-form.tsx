import { useId, type SyntheticEvent } from 'react'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'

/** A name of the venue's own, as its screens write it. */
export function NameForm({ onName }: { readonly onName: (text: string) => void }) {
  const { names } = useWords()
  const id = useId()
  const add = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    if (typeof name !== 'string' || !/\p{L}/u.test(name)) return
    event.currentTarget.reset()
    onName(name.trim())
  }
  return (
    <form className={styles.names} onSubmit={add}>
      <p className={styles.quiet}>{names.lead}</p>
      <label htmlFor={id}>{names.name}</label>
      <span>
        <input id={id} name="name" className={styles.field} maxLength={100} required />
        <button type="submit" className={styles.quietGo}>
          {names.add}
        </button>
      </span>
    </form>
  )
}

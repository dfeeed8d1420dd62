import { useId, useState, type SyntheticEvent } from 'react'
import type { Language } from '../../shared/domain/language.ts'
import { signIn } from './fleet-client.ts'
import styles from './fleet.module.css'
import { useWords } from './fleet-texts.ts'
import { LanguageChoice } from './language-choice.tsx'

export interface SignInProps {
  readonly onSignedIn: () => Promise<void>
  readonly onLanguage: (language: Language) => void
}

export function SignIn({ onSignedIn, onLanguage }: SignInProps) {
  const { t } = useWords()
  const [problem, setProblem] = useState('')
  const [nameId, passwordId] = [useId(), useId()]

  async function enter(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (key: string): string => {
      const value = form.get(key)
      return typeof value === 'string' ? value.trim() : ''
    }
    const { refused, tooOften, unreachable } = t.signIn
    if (text('name') === '' || text('password') === '') return setProblem(refused)
    const done = await signIn(text('name'), text('password'))
    if (done.type === 'ok') return onSignedIn()
    setProblem(done.type === 'refused' ? refused : done.type === 'too-often' ? tooOften : unreachable)
  }

  return (
    <main className={styles.door}>
      <form className={styles.doorSheet} onSubmit={(event) => void enter(event)}>
        <p className={styles.brand}>Guichet</p>
        <h1>{t.title}</h1>
        <label htmlFor={nameId}>{t.signIn.name}</label>
        <input id={nameId} name="name" className={styles.field} autoComplete="username" />
        <label htmlFor={passwordId}>{t.signIn.password}</label>
        <input
          id={passwordId}
          name="password"
          type="password"
          className={styles.field}
          autoComplete="current-password"
        />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <div className={styles.doorFoot}>
          <button type="submit" className={styles.go}>
            {t.signIn.go}
          </button>
          <LanguageChoice onLanguage={onLanguage} />
        </div>
      </form>
    </main>
  )
}

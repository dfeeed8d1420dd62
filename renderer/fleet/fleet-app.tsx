import { type SyntheticEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Language, languages } from '../../shared/domain/language.ts'
import { useDocument } from '../ui/hooks.ts'
import { Board, LanguageChoice } from './board.tsx'
import {
  type Calls,
  type Fleet,
  readFleet,
  signIn,
  watchCalls,
  fleetWords,
  useWords,
  WordsContext,
} from './fleet-client.ts'
import styles from './fleet.module.css'

const KEPT = 'guichet-fleet-language'

function keptLanguage(): Language {
  const kept = localStorage.getItem(KEPT)
  return languages.find((each) => each === kept) ?? 'fr'
}

export function FleetApp() {
  const [language, setLanguage] = useState(keptLanguage)
  const words = useMemo(() => fleetWords(language), [language])
  const { state, fleet, readMs, silent, ask } = useFleet()
  const calls = useCalls(state === 'shown')

  useDocument(language, { title: `Guichet · ${words.t.title}` })

  function choose(next: Language): void {
    localStorage.setItem(KEPT, next)
    setLanguage(next)
  }

  return (
    <WordsContext value={words}>
      {state === 'signed-out' && <SignIn onSignedIn={ask} onLanguage={choose} />}
      {fleet && <Board fleet={fleet} calls={calls} readMs={readMs} silent={silent} onLanguage={choose} onAsk={ask} />}
    </WordsContext>
  )
}

interface SignInProps {
  readonly onSignedIn: () => Promise<void>
  readonly onLanguage: (language: Language) => void
}

function SignIn({ onSignedIn, onLanguage }: SignInProps) {
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
    const { refused, rateLimited, unreachable } = t.signIn
    if (text('name') === '' || text('password') === '') return setProblem(refused)
    const done = await signIn(text('name'), text('password'))
    if (done.type === 'ok') return onSignedIn()
    setProblem(done.type === 'refused' ? refused : done.type === 'rate-limited' ? rateLimited : unreachable)
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
        <div className="row between gap-75">
          <button type="submit" className={styles.go}>
            {t.signIn.go}
          </button>
          <LanguageChoice onLanguage={onLanguage} />
        </div>
      </form>
    </main>
  )
}

const EVERY_MS = 5_000

const unread = { state: 'asking', fleet: null, readMs: 0, silent: false } as const

interface WatchedFleet {
  readonly state: 'asking' | 'signed-out' | 'shown'
  /** Fleet as last read; null before the first reply. */
  readonly fleet: Fleet | null
  readonly readMs: number
  readonly silent: boolean
}

function useFleet() {
  const [watched, setWatched] = useState<WatchedFleet>(unread)
  const isSignedIn = useRef(false)

  const ask = useCallback(async () => {
    const reply = await readFleet(!isSignedIn.current)
    if (reply.type === 'ok' || reply.type === 'signed-out') isSignedIn.current = reply.type === 'ok'
    const readMs = Date.now()
    setWatched((before) => {
      if (reply.type === 'ok') return { state: 'shown', fleet: reply.value, readMs, silent: false }
      if (reply.type === 'signed-out') return { state: 'signed-out', fleet: null, readMs, silent: false }
      return { ...before, silent: true }
    })
  }, [])

  useEffect(() => {
    let timer = 0
    let left = false
    const turn = async (): Promise<void> => {
      await ask()
      if (!left) timer = window.setTimeout(() => void turn(), EVERY_MS)
    }
    void turn()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [ask])

  return { ...watched, ask }
}

const AGAIN_MS = 3_000
/** Delay between a reply and the next request, in milliseconds. It limits the request rate during frequent changes. */
const SETTLE_MS = 300

/** Returns the open calls, updated by long polling while a user is signed in; null before the first reply. */
function useCalls(isSignedIn: boolean): Calls | null {
  const [calls, setCalls] = useState<Calls | null>(null)
  useEffect(() => {
    if (!isSignedIn) return undefined
    const leaving = new AbortController()
    let timer = 0
    let mark: string | null = null
    const turn = async (): Promise<void> => {
      const reply = await watchCalls(mark, leaving.signal)
      if (leaving.signal.aborted) return
      if (reply.type === 'ok') {
        mark = reply.value.mark
        setCalls(reply.value)
      }
      timer = window.setTimeout(() => void turn(), reply.type === 'ok' ? SETTLE_MS : AGAIN_MS)
    }
    void turn()
    return () => {
      leaving.abort()
      clearTimeout(timer)
      setCalls(null)
    }
  }, [isSignedIn])
  return calls
}

import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type CommandInput, mayDo, type StaffCommand } from '../../shared/kiosk-api/contract.ts'
import type { Invoke, Value } from '../app/client.ts'
import type { Credentials, OfficeProps } from '../app/office-pages.ts'
import { poll } from '../app/hooks.ts'
import type { Problem } from '../app/problem.ts'

interface Office {
  readonly invoke: Invoke
  /** Who asks: every command of staff takes it. */
  readonly who: Credentials
  /** Whether they may do that: what they may not do is not shown. */
  readonly may: (command: StaffCommand) => boolean
}

const OfficeContext = createContext<Office | null>(null)

interface OfficeProviderProps extends OfficeProps {
  readonly children: ReactNode
}

export function OfficeProvider({ invoke, credentials, role, children }: OfficeProviderProps) {
  const office = useMemo(
    (): Office => ({ invoke, who: credentials, may: (command) => mayDo(command, role) }),
    [invoke, credentials, role],
  )
  return <OfficeContext value={office}>{children}</OfficeContext>
}

export function useOffice(): Office {
  const office = use(OfficeContext)
  if (!office) throw new Error('useOffice is called outside <OfficeProvider>')
  return office
}

export interface Asked<T> {
  /** The last answer; stays while it is asked for again. */
  readonly value: T | null
  readonly problem: Problem | null
  readonly busy: boolean
  readonly again: () => void
}

/** Asks as soon as a page is there, and whenever the input changes. */
export function useAsked<N extends StaffCommand>(method: N, input: CommandInput<N>): Asked<Value<N>> {
  const { invoke } = useOffice()
  const [times, setTimes] = useState(0)
  const [state, setState] = useState<Pick<Asked<Value<N>>, 'value' | 'problem'>>({ value: null, problem: null })
  const wanted = `${times} ${method} ${JSON.stringify(input)}`
  /** What the last answer was an answer to. */
  const [answered, setAnswered] = useState('')
  const ask = useEffectEvent(() => invoke(method, input))
  useEffect(() => {
    let late = false
    void ask().then((reply) => {
      if (late) return
      setState(({ value }) => (reply.ok ? { value: reply.value, problem: null } : { value, problem: reply.error }))
      setAnswered(wanted)
    })
    return () => {
      late = true
    }
  }, [wanted])
  const again = useCallback(() => setTimes((before) => before + 1), [])
  return { ...state, busy: answered !== wanted, again }
}

/** The same, asked again every few seconds: what goes on by itself is seen to. */
export function useKept<N extends StaffCommand>(method: N, input: CommandInput<N>): Asked<Value<N>> {
  const asked = useAsked(method, input)
  const { again } = asked
  useEffect(() => poll(() => Promise.resolve(again())), [again])
  return asked
}

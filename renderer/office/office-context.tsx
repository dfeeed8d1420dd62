import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Result } from '../../shared/domain/result.ts'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import { mayDo, type StaffCommand } from '../../shared/kiosk-api/roles.ts'
import type { Value } from '../app/kiosk-client.ts'
import type { Credentials, OfficeProps } from '../app/office-pages.ts'
import type { Problem } from '../app/problem.ts'

/** A command's input without who asks. */
export type OwnInput<N extends StaffCommand> = Omit<CommandInput<N>, keyof Credentials>

export interface Office {
  readonly ask: <N extends StaffCommand>(method: N, input: OwnInput<N>) => Promise<Result<Value<N>, Problem>>
  /** Whether the person here may do that: what they may not do is not shown. */
  readonly may: (command: StaffCommand) => boolean
}

const OfficeContext = createContext<Office | null>(null)

export interface OfficeProviderProps extends OfficeProps {
  readonly children: ReactNode
}

export function OfficeProvider({ invoke, credentials, role, children }: OfficeProviderProps) {
  const office = useMemo(
    (): Office => ({
      ask: <N extends StaffCommand>(method: N, input: OwnInput<N>) =>
        invoke(method, { ...input, ...credentials } as unknown as CommandInput<N>),
      may: (command) => mayDo(command, role),
    }),
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
export function useAsked<N extends StaffCommand>(method: N, input: OwnInput<N>): Asked<Value<N>> {
  const { ask } = useOffice()
  const [times, setTimes] = useState(0)
  const [state, setState] = useState<Pick<Asked<Value<N>>, 'value' | 'problem'>>({ value: null, problem: null })
  const text = JSON.stringify(input)
  const wanted = `${times} ${text}`
  /** What the last answer was an answer to. */
  const [answered, setAnswered] = useState('')
  useEffect(() => {
    let late = false
    void ask(method, JSON.parse(text) as OwnInput<N>).then((reply) => {
      if (late) return
      setState(({ value }) => (reply.ok ? { value: reply.value, problem: null } : { value, problem: reply.error }))
      setAnswered(wanted)
    })
    return () => {
      late = true
    }
  }, [ask, method, text, wanted])
  const again = useCallback(() => setTimes((before) => before + 1), [])
  return { ...state, busy: answered !== wanted, again }
}

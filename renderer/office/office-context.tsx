import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Result } from '../../shared/domain/result.ts'
import { type CommandInput, mayDo, type StaffCommand } from '../../shared/api/kiosk/contract.ts'
import type { Invoke, Value } from '../app/client.ts'
import type { Credentials, OfficeProps } from '../app/office-pages.ts'
import { poll } from '../app/hooks.ts'
import type { Problem } from '../app/problem.ts'

interface Office {
  readonly invoke: Invoke
  /** Credentials of the staff member, which every staff command requires. */
  readonly who: Credentials
  /** Returns whether the staff member may use a command; controls of forbidden commands are hidden. */
  readonly may: (command: StaffCommand) => boolean
  readonly hasHub: boolean
}

const OfficeContext = createContext<Office | null>(null)

export function OfficeProvider({ invoke, credentials, role, hasHub, children }: OfficeProps & { children: ReactNode }) {
  const office = useMemo(
    (): Office => ({ invoke, who: credentials, may: (command) => mayDo(command, role), hasHub }),
    [invoke, credentials, role, hasHub],
  )
  return <OfficeContext value={office}>{children}</OfficeContext>
}

export function useOffice(): Office {
  const office = use(OfficeContext)
  if (!office) throw new Error('useOffice is called outside <OfficeProvider>')
  return office
}

export interface Asked<T> {
  /** Last value received, retained while a new value is requested. Null before the first value. */
  readonly value: T | null
  readonly problem: Problem | null
  readonly busy: boolean
  readonly again: () => void
}

/** Requests a value when a page appears and whenever the input changes. */
export function useQuery<N extends StaffCommand>(method: N, input: CommandInput<N>): Asked<Value<N>> {
  const { invoke } = useOffice()
  const [times, setTimes] = useState(0)
  const [state, setState] = useState<Pick<Asked<Value<N>>, 'value' | 'problem'>>({ value: null, problem: null })
  const wanted = `${times} ${method} ${JSON.stringify(input)}`
  /** Key of the request whose reply arrived last. */
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

/** Sends commands. Returns whether a command is running, and the problem of the last command or null. */
export function useCommand() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function send<T, E extends Problem>(command: Promise<Result<T, E>>): Promise<Result<T, E>> {
    setBusy(true)
    const reply = await command
    setBusy(false)
    setProblem(reply.ok ? null : reply.error)
    return reply
  }
  return { busy, problem, meet: setProblem, send }
}

/** Requests a value like `useQuery`, and repeats the request every few seconds. */
export function usePolledQuery<N extends StaffCommand>(method: N, input: CommandInput<N>): Asked<Value<N>> {
  const asked = useQuery(method, input)
  const { again } = asked
  useEffect(() => poll(() => Promise.resolve(again())), [again])
  return asked
}

import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A port that is carried to another. Those of one name are cut together. */
export interface Cable {
  readonly name: string
  readonly from: number
  readonly to: number
}

export interface CableOrder {
  readonly name: string
  readonly isCut: boolean
}

export interface Cables {
  cut(name: string): Promise<void>
  /** Connections from before come back to nobody. */
  mend(name: string): Promise<void>
  close(): void
}

export async function layCables(cables: readonly Cable[]): Promise<Cables> {
  const carrier = fork(new URL('cable-process.ts', import.meta.url), [JSON.stringify(cables)])
  const ended = once(carrier, 'exit').then(([code]) => {
    throw new Error(`the process of the cables ended with ${String(code)}: another one may have a port of theirs`)
  })
  // It ends once they are closed, too.
  ended.catch(() => undefined)
  const told = (): Promise<unknown> => Promise.race([once(carrier, 'message'), ended])
  await told()
  async function order(one: CableOrder): Promise<void> {
    const done = told()
    carrier.send(one)
    await done
  }
  return {
    cut: (name) => order({ name, isCut: true }),
    mend: (name) => order({ name, isCut: false }),
    close: () => void carrier.kill(),
  }
}

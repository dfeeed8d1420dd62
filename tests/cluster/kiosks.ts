import { fork } from 'node:child_process'
import type { Answered } from './judge.ts'

export interface KioskOrder {
  readonly kiosks: number
  /** Ports. */
  readonly hubs: readonly number[]
  /** What opens a session of each. */
  readonly events: readonly object[]
}

export type KioskWord =
  | ({ readonly is: 'answered' } & Told)
  | { readonly is: 'turned-away' }
  | { readonly is: 'fault'; readonly what: string }
  | { readonly is: 'closed' }

export interface Told extends Answered {
  /** When the order was sent for the first time, and when its answer came. */
  readonly sentAt: number
  readonly answeredAt: number
}

export interface Kiosks {
  readonly answered: readonly Told[]
  readonly faults: readonly string[]
  /** How often a kiosk was told to ask again. */
  turnedAway(): number
  /** Resolves with the time at which `count` purchases were acknowledged that had been sent after `moment`; null: too late. */
  soldAfter(moment: number, count: number, withinMs: number): Promise<number | null>
  /** Sales under way are ended. */
  close(): Promise<void>
}

/** Kiosks in a process of their own. */
export function openKiosks(order: KioskOrder): Kiosks {
  const kiosks = fork(new URL('kiosk-process.ts', import.meta.url))
  const answered: Told[] = []
  const faults: string[] = []
  const listeners = new Set<() => void>()
  let turnedAway = 0
  const closed = new Promise<void>((resolve) => {
    kiosks.on('message', (word: KioskWord) => {
      if (word.is === 'answered') answered.push(word)
      else if (word.is === 'turned-away') turnedAway += 1
      else if (word.is === 'fault') faults.push(word.what)
      else resolve()
      for (const listener of listeners) listener()
    })
  })
  kiosks.send(order)

  return {
    answered,
    faults,
    turnedAway: () => turnedAway,
    soldAfter: (moment, count, withinMs) =>
      new Promise((resolve) => {
        const end = (at: number | null): void => {
          clearTimeout(late)
          listeners.delete(look)
          resolve(at)
        }
        const late = setTimeout(() => end(null), withinMs)
        const look = (): void => {
          const since = answered.filter(({ codes, sentAt }) => codes !== null && sentAt > moment)
          if (since.length >= count) end(since[count - 1]?.answeredAt ?? null)
        }
        listeners.add(look)
      }),
    async close() {
      kiosks.send('stop')
      await closed
      kiosks.kill()
    },
  }
}

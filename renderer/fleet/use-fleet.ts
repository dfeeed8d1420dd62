import { useCallback, useEffect, useRef, useState } from 'react'
import { readFleet, type Fleet } from './fleet-client.ts'

const EVERY_MS = 5_000

export interface WatchedFleet {
  readonly state: 'asking' | 'signed-out' | 'shown'
  /** The last that was read. */
  readonly fleet: Fleet | null
  /** When that was, by this page's clock. */
  readonly readMs: number
  /** The hub has not answered since. */
  readonly silent: boolean
  readonly ask: () => Promise<void>
}

/** What the hub knows of its fleet, asked for again and again. */
export function useFleet(): WatchedFleet {
  const [watched, setWatched] = useState<Omit<WatchedFleet, 'ask'>>({
    state: 'asking',
    fleet: null,
    readMs: 0,
    silent: false,
  })

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

import { err, type Result } from '../../shared/domain/result.ts'
import { API_PATH, EVENTS_PATH } from '../../shared/api/kiosk/command.ts'
import type {
  CommandFailure as Failure,
  CommandInput,
  CommandName,
  CommandValue as Value,
  KioskBridge,
  KioskEvent,
} from '../../shared/api/kiosk/contract.ts'

export type { Failure, Value }

/** Sends a command via any bridge. Returns `bridge-lost` if the main process is unreachable. */
export type Invoke = <N extends CommandName>(
  method: N,
  input: CommandInput<N>,
) => Promise<Result<Value<N>, Failure<N> | { readonly type: 'bridge-lost' }>>

export function createInvoke(bridge: Pick<KioskBridge, 'invoke'>, onLost: () => void): Invoke {
  return async <N extends CommandName>(method: N, input: CommandInput<N>) => {
    try {
      return (await bridge.invoke(method, input)) as Result<Value<N>, Failure<N>>
    } catch {
      onLost()
      return err({ type: 'bridge-lost' })
    }
  }
}

declare global {
  interface Window {
    /** Bridge from the Electron preload script; absent in a plain browser. */
    readonly kiosk?: KioskBridge
  }
}

const REOPEN_MS = 2000

export interface Connection extends KioskBridge {
  onLost(listener: () => void): () => void
  /** Subscribes to reconnections to the main process. Events may have been missed while disconnected. */
  onReopened(listener: () => void): () => void
}

export function connect(): Connection {
  // In Electron, the page closes together with the main process, so no connection loss is reported.
  if (window.kiosk) return { ...window.kiosk, onLost: () => () => undefined, onReopened: () => () => undefined }
  return connectOverHttp()
}

/**
 * Connects to the browser host. `invoke` rejects if the request fails. The cookie that the host sets with the page is
 * the only authentication.
 */
function connectOverHttp(): Connection {
  const listeners = new Set<(event: KioskEvent) => void>()
  const lost = new Set<() => void>()
  const reopened = new Set<() => void>()
  let openedBefore = false

  const open = (): void => {
    const source = new EventSource(EVENTS_PATH)
    source.addEventListener('open', () => {
      if (openedBefore) for (const listener of reopened) listener()
      openedBefore = true
    })
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as KioskEvent
      for (const listener of listeners) listener(event)
    })
    source.addEventListener('error', () => {
      for (const listener of lost) listener()
      // The browser reopens a dropped stream by itself, but gives up if the response is not a stream.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, REOPEN_MS)
    })
  }
  open()

  return {
    async invoke(method, input) {
      const response = await fetch(API_PATH + method, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      if (!response.ok) throw new Error(`${method}: ${response.status}`)
      return (await response.json()) as unknown
    },
    subscribe: (listener) => added(listeners, listener),
    onLost: (listener) => added(lost, listener),
    onReopened: (listener) => added(reopened, listener),
  }
}

function added<T>(set: Set<T>, item: T): () => void {
  set.add(item)
  return () => set.delete(item)
}

/** Calls `call` at intervals of `milliseconds` ± 10 %, so that a venue's kiosks do not send requests simultaneously. */
export function every(milliseconds: number, call: () => void): () => void {
  const jittered = (): number => milliseconds * (0.9 + Math.random() * 0.2)
  let timer = setTimeout(function again() {
    call()
    timer = setTimeout(again, jittered())
  }, jittered())
  return () => clearTimeout(timer)
}

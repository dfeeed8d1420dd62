import { useEffect, useSyncExternalStore } from 'react'
import { NEXT_FRAME } from '../../../shared/kiosk-api/screen-fault.ts'

/** Proof for the main process that this page still draws: a frame is counted once React has committed and it was painted. */
export interface FrameCounter {
  readonly subscribe: (listener: () => void) => () => void
  readonly requests: () => number
  /** Counts the next paint, and answers what was requested until this one. */
  readonly committed: (request: number) => void
}

/** Gives the page the function that the main process calls. */
export function createFrameCounter(): FrameCounter {
  const listeners = new Set<() => void>()
  let waiting: readonly { readonly request: number; readonly resolve: (frames: number) => void }[] = []
  let requests = 0
  let frames = 0
  let hasScreen = false

  function committed(request: number): void {
    afterPaint(() => {
      frames += 1
      for (const each of waiting) if (each.request <= request) each.resolve(frames)
      waiting = waiting.filter((each) => each.request > request)
    })
  }

  function nextFrame(): Promise<number> {
    return new Promise((resolve) => {
      requests += 1
      waiting = [...waiting, { request: requests, resolve }]
      for (const listener of listeners) listener()
      // The poster that came with the page is drawn without React.
      if (!hasScreen) committed(requests)
    })
  }

  Object.assign(window, { [NEXT_FRAME]: nextFrame })
  return {
    subscribe(listener) {
      hasScreen = true
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    requests: () => requests,
    committed,
  }
}

/** Draws nothing. It is in the tree of the screens: when React takes that away, no frame is counted any more. */
export function CountedFrames({ counter }: { counter: FrameCounter }) {
  const requests = useSyncExternalStore(counter.subscribe, counter.requests)
  useEffect(() => counter.committed(requests), [counter, requests])
  return null
}

/** A page that nobody can see is not painted, and is well all the same. */
function afterPaint(call: () => void): void {
  if (document.hidden) return call()
  const once = (): void => {
    cancelAnimationFrame(frame)
    document.removeEventListener('visibilitychange', once)
    call()
  }
  const frame = requestAnimationFrame(once)
  document.addEventListener('visibilitychange', once)
}

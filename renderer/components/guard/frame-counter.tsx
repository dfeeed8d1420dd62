import { useEffect, useSyncExternalStore } from 'react'
import { NEXT_FRAME } from '../../../shared/kiosk-api/command.ts'

/**
 * Shows the main process that this page still paints. A frame counts once React has committed it and it was painted.
 */
export interface FrameCounter {
  readonly subscribe: (listener: () => void) => () => void
  readonly requests: () => number
  /** Counts the next paint, and resolves the requests up to `request`. */
  readonly committed: (request: number) => void
}

/** Creates a counter, and the function of the page that the main process calls. */
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
      // Before React draws a screen, the page shows the poster that came with it.
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

/**
 * Draws nothing. If React removes the tree of the screens, it removes this component, and no frame is counted any more.
 */
export function CountedFrames({ counter }: { counter: FrameCounter }) {
  const requests = useSyncExternalStore(counter.subscribe, counter.requests)
  useEffect(() => counter.committed(requests), [counter, requests])
  return null
}

/** Calls back after the next paint, or at once if the page is hidden: a hidden page is not painted. */
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

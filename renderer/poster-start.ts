import { keepKeys } from './app/keep-keys.ts'

// The poster must be painted before its code is requested: code that is loaded at the same time would delay it.

/** Resolves once something was painted, or after a short time if nothing is. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : 1000)
  })
}

if (location.hash === '#kiosk') keepKeys()
await painted()
await import('./main.tsx')

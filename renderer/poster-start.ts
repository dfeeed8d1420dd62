import { keepKeys } from './app/keep-keys.ts'

// The poster comes to the glass before its code is asked for: what is loaded beside it would come first.

/** Resolves once something was painted; where nothing is, soon. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : 1000)
  })
}

if (location.hash === '#kiosk') keepKeys()
await painted()
await import('./main.tsx')

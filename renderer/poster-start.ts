import { keepKeys } from './app/keep-keys.ts'

// The page requests its code after painting the attract screen, because loading the code would delay the paint.

/** Resolves when the page is first painted, or after at most one second. */
function painted(): Promise<unknown> {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : 1000)
  })
}

if (location.hash === '#kiosk') keepKeys()
await painted()
await import('./main.tsx')

// The poster is on the glass before its code: what is loaded meanwhile would come first.

/** Resolves once something was painted; at once where nobody looks. */
function painted(): Promise<unknown> {
  if (document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    // Painted at the latest by then, or not to be waited for.
    setTimeout(resolve, 300)
  })
}

await painted()
await import('./main.tsx')

/** Calls whenever the window comes to a screen with other device pixels in a CSS pixel; the answer stops it. */
export function watchDensity(changed: () => void): () => void {
  const stop = new AbortController()
  const watch = (): void => {
    const media = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    const once = { once: true, signal: stop.signal }
    media.addEventListener(
      'change',
      () => {
        changed()
        watch()
      },
      once,
    )
  }
  watch()
  return () => stop.abort()
}

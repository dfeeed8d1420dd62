import { watchDensity } from '../surface/map-view.ts'

export type MapTheme = Readonly<ReturnType<typeof readTheme>>

/**
 * Reads the style tokens of an element of the map. Returns every colour as `#rrggbb`, whatever its notation in the
 * style sheet.
 */
export function readTheme(host: HTMLElement) {
  const style = getComputedStyle(host)
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  const color = (name: string): string => {
    const written = style.getPropertyValue(name).trim()
    if (!context || written === '') throw new Error(`The style ${name} is missing where the seat map stands`)
    context.fillStyle = written
    return context.fillStyle.slice(0, 7)
  }
  return {
    paper: color('--paper'),
    paper2: color('--paper-2'),
    ink: color('--ink'),
    ink2: color('--ink-2'),
    edge: color('--edge'),
    line: color('--line'),
    focus: color('--focus'),
    grass: color('--map-grass'),
    grass2: color('--map-grass-2'),
    chalk: color('--map-chalk'),
    stage: color('--map-stage'),
    warning: color('--map-warning'),
    chosen: color('--map-chosen'),
    font: style.fontFamily,
    /** Font for the names of seats, rows, sections and gates, with a zero distinct from the letter O. */
    codeFont: style.getPropertyValue('--font'),
    /** Minimum text size in CSS pixels. */
    textSize: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    /** Device pixels per CSS pixel. */
    ratio: window.devicePixelRatio,
  }
}

/** Calls `changed` when the result of `readTheme` may have changed. Returns a function that stops the calls. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-text', 'style', 'class'],
  })
  const media = matchMedia('(prefers-color-scheme: dark)')
  media.addEventListener('change', changed)
  // A canvas requests its fonts when it draws text, but does not redraw the text when they arrive.
  document.fonts.addEventListener('loadingdone', changed)
  const stopDensity = watchDensity(changed)
  return () => {
    observer.disconnect()
    stopDensity()
    media.removeEventListener('change', changed)
    document.fonts.removeEventListener('loadingdone', changed)
  }
}

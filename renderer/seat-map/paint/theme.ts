import { watchDensity } from '../surface/map-view.ts'

/** Style values for the canvas: the tokens of renderer/styles, and the map's own in seat-map.module.css. */
export interface MapTheme {
  readonly paper: string
  readonly paper2: string
  readonly ink: string
  readonly ink2: string
  readonly edge: string
  readonly line: string
  readonly focus: string
  readonly grass: string
  readonly grass2: string
  readonly chalk: string
  readonly stage: string
  readonly warning: string
  /** Colour of the ring around selected seats. */
  readonly chosen: string
  readonly font: string
  /** Font for the names of seats, rows, sections and gates. Its zero is distinct from the letter O. */
  readonly codeFont: string
  /** Minimum text size in CSS pixels. */
  readonly textSize: number
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

/** Reads the tokens at an element of the map. Colours are returned as `#rrggbb`, whatever their notation. */
export function readTheme(host: HTMLElement): MapTheme {
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
    codeFont: style.getPropertyValue('--font'),
    textSize: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    ratio: window.devicePixelRatio,
  }
}

/** Calls `changed` whenever the styles for `readTheme` may have changed. Call the returned function to stop. */
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

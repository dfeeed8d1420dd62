import { watchDensity } from '../surface/map-view.ts'

/** What the canvas takes from the styles: the tokens of renderer/styles, and the map's own in seat-map.module.css. */
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
  /** Rings what the customer has chosen. */
  readonly chosen: string
  readonly font: string
  /** Of seats, rows, sections and gates: its zero is no O. */
  readonly codeFont: string
  /** Smallest text there is, in CSS pixels. */
  readonly textSize: number
  /** Device pixels in a CSS pixel. */
  readonly ratio: number
}

/** Reads the tokens where the map stands. Colours come out as `#rrggbb` whatever way they are written. */
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

/** Calls whenever the styles that `readTheme` reads may have changed; the answer stops it. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-text', 'style', 'class'],
  })
  const media = matchMedia('(prefers-color-scheme: dark)')
  media.addEventListener('change', changed)
  // A canvas asks for its fonts when it writes, and does not write again when they come.
  document.fonts.addEventListener('loadingdone', changed)
  const stopDensity = watchDensity(changed)
  return () => {
    observer.disconnect()
    stopDensity()
    media.removeEventListener('change', changed)
    document.fonts.removeEventListener('loadingdone', changed)
  }
}

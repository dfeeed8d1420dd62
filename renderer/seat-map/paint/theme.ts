import type { Colour, Light, Role } from '../../../shared/domain/venue/venue-pieces.ts'
import { crestDesign } from '../../ui/illustrations/crest.tsx'
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

interface ViewColours {
  readonly light: Light
  readonly indoors: boolean
  /** True for black lines on white, with colour only for the stands. */
  readonly quiet: boolean
  readonly homeTeam: string
  readonly awayTeam: string
}

const colours: Readonly<Record<Exclude<Role, 'home' | 'homeLight' | 'away' | 'awayLight'>, string>> = {
  ground: '#b9b2a4',
  apron: '#3f8f46',
  track: '#b5523c',
  grass: '#2f8a3e',
  grassMown: '#3d9b49',
  chalk: '#fbfdf6',
  shadow: '#0c3a17',
  lane: '#e6c9bd',
  net: '#ffffff',
  boardRed: '#ce1126',
  boardYellow: '#fcd116',
  boardGreen: '#009460',
  boardWhite: '#f6f6f2',
  flag: '#fcd116',
  ball: '#ffffff',
  concrete: '#c3bdb1',
  wall: '#d8d3c8',
  wallBack: '#a8a498',
  rail: '#5c666c',
  roof: '#aeb6bb',
  roofEdge: '#f1f3f2',
  pillar: '#7b858b',
  mast: '#8b949a',
  lamp: '#fffbe8',
  crowdRed: '#d21f30',
  crowdYellow: '#f7c81e',
  crowdGreen: '#0f8f54',
  crowdWhite: '#f4f1ea',
  crowdBlue: '#2b57a8',
  crowdSand: '#e2c79c',
  crowdDark: '#23272e',
  skin: '#4a2c1b',
  room: '#2c1f27',
  roomSide: '#37262e',
  roomTop: '#21171d',
  curtain: '#8f1626',
  curtainFold: '#6d0f1d',
  backdrop: '#34203a',
  stage: '#b0793f',
  stageFront: '#5b3719',
  beam: '#fff2c4',
  gilt: '#b08a3c',
}

/** Roles of objects that are illuminated by floodlights. Their colours darken less in the evening and at night. */
const lit: ReadonlySet<string> = new Set<Role>([
  'grass',
  'grassMown',
  'apron',
  'chalk',
  'net',
  'lamp',
  'flag',
  'ball',
  'boardRed',
  'boardYellow',
  'boardGreen',
  'boardWhite',
  'roofEdge',
  'home',
  'homeLight',
  'away',
  'awayLight',
])
const faint: Readonly<Record<string, number>> = { shadow: 0.36, net: 0.42, beam: 0.13, lane: 0.75 }
/** Haze colours, with which the colours of distant objects are mixed. */
const hazes: Readonly<Record<Light, string>> = { day: '#c6dcea', warm: '#f0cba2', night: '#0e1630' }

const QUIET: Readonly<Record<string, string>> = { chalk: '#000000', rail: '#000000', stage: '#000000' }

/** Colours of the view from a seat, which depend on light, distance and teams. */
export class ViewPalette {
  readonly isQuiet: boolean
  readonly #light: Light
  readonly #indoors: boolean
  readonly #teams: Readonly<Record<string, string>>
  readonly #mixed = new Map<string, string>()

  constructor({ light, indoors, quiet, homeTeam, awayTeam }: ViewColours) {
    this.isQuiet = quiet
    this.#light = light
    this.#indoors = indoors
    const [home, away] = [crestDesign(homeTeam), crestDesign(awayTeam, homeTeam)]
    this.#teams = { home: home.deep, homeLight: home.light, away: away.deep, awayLight: away.light }
  }

  of(colour: Colour, shade = 0, haze = 0): string {
    const key = `${colour} ${shade} ${haze}`
    const known = this.#mixed.get(key)
    if (known !== undefined) return known
    const mixed = this.#mix(colour, shade, haze)
    this.#mixed.set(key, mixed)
    return mixed
  }

  #mix(colour: Colour, shade: number, haze: number): string {
    const isPlain = colour.startsWith('#')
    if (this.isQuiet) return isPlain ? colour : (QUIET[colour] ?? '#ffffff')
    const base = isPlain
      ? colour
      : (this.#teams[colour] ?? (colours as Readonly<Record<string, string>>)[colour] ?? '#808080')
    const shaded = shade < 0 ? blend(base, '#000000', -shade) : blend(base, '#ffffff', shade)
    const lighted = this.#indoors ? shaded : inLight(shaded, this.#light, lit.has(colour))
    const seen = haze > 0 ? blend(lighted, hazes[this.#light], haze * 0.1) : lighted
    const alpha = faint[colour] ?? 1
    return alpha < 1
      ? `${seen}${Math.round(alpha * 255)
          .toString(16)
          .padStart(2, '0')}`
      : seen
  }
}

function inLight(colour: string, light: Light, isLit: boolean): string {
  if (light === 'day') return colour
  if (light === 'warm') return blend(colour, '#ff9a4a', isLit ? 0.08 : 0.14)
  return isLit ? blend(colour, '#0a1a38', 0.08) : blend(colour, '#0a1030', 0.44)
}

/** Mixes two colours of the form `#rrggbb`. `share`: share of the second colour, from 0 to 1. */
function blend(a: string, b: string, share: number): string {
  const part = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(part(a, at) * (1 - share) + part(b, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

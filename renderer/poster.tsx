import './styles/every-screen.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { type EventsView, type KioskInfo, POSTER_ID, type RenderPoster } from '../shared/api/kiosk/views.ts'
import { reachablePixels } from './app/hooks.ts'
import { directionOf } from './i18n/languages.ts'
import { createI18n } from './i18n/i18n.ts'
import { StaticPoster } from './kiosk/idle/served-poster.tsx'
import { screenOf } from './kiosk/screen.ts'
import { initialState, type KioskState } from './kiosk/state/kiosk-state.ts'
import { ready } from './kiosk/state/steps.ts'
import styles from './poster.module.css'

// The main process loads this module to draw the attract screen, which is shown until the page's own code has loaded.

export const drawPoster: RenderPoster = (info, events) => {
  const state = stateOf(info, events)
  if (info.role === 'cashier' || info.sale || events.events.length === 0) return null
  if (screenOf(state).name !== 'attract') return null
  const { language } = state
  const { t } = createI18n(language, info.numerals)
  const drawn = renderToStaticMarkup(
    <div id={POSTER_ID} className={styles.served}>
      <p className={styles.wait}>{t.common.wait}</p>
      <div className={styles.poster}>
        <StaticPoster state={state} />
      </div>
    </div>,
  )
  const { html, rules } = withoutStyles(pressable(drawn, t.common.wait))
  const measures = `:root{--mm:${info.pixelsPerMillimetre}px;--reach:${reachablePixels(info)}px}`
  return { language, direction: directionOf(language), theme: info.theme ?? 'system', html, rules: measures + rules }
}

function stateOf(info: KioskInfo, events: EventsView): KioskState {
  const language = info.defaultLanguage
  return { ...initialState, connection: 'up', info, language, tongue: language, events: ready(events) }
}

/** Makes each button open a popover when pressed. The popover confirms and records the press without a script. */
function pressable(html: string, heard: string): string {
  let count = 0
  const buttons = html.replaceAll('<button ', () => {
    count += 1
    return `<button popovertarget="pressed-${count}" popovertargetaction="show" `
  })
  const word = (index: number): string =>
    `<i id="pressed-${index}" class="${styles.heard}" popover="manual">${heard}</i>`
  const words = Array.from({ length: count }, (_, index) => word(index + 1)).join('')
  return buttons.replace(/<\/div>$/u, `${words}</div>`)
}

/** Moves style attributes, which the page forbids, into rules. Values with unusual characters are dropped. */
function withoutStyles(html: string): { readonly html: string; readonly rules: string } {
  const rules: string[] = []
  const bare = html.replaceAll(/ style="([^"]*)"/gu, (_, declared: string) => {
    if (/[^\w\s:;#.,%()-]/u.test(declared)) return ''
    rules.push(`[data-drawn="${rules.length}"]{${declared}}`)
    return ` data-drawn="${rules.length - 1}"`
  })
  return { html: bare, rules: rules.join('') }
}

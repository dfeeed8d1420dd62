import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { nameOf } from '../i18n/languages.ts'
import { CallAgentTool } from './paying/agent-call.tsx'
import { Ear } from './pictogram-mode/answer-bar.tsx'
import { mayCollect, mayStartOver, type Screen } from './screen.ts'
import { VisibleGreeting, useIsGreeting } from './speech/speaking.tsx'
import { useKioskState, useKioskStore } from './state/kiosk-context.tsx'
import { tonguesOf } from './state/kiosk-state.ts'
import styles from './tools.module.css'
import frame from '../styles/glass.module.css'

export function Tools({ screen }: { screen: Screen }) {
  const store = useKioskStore()
  const state = useKioskState()
  const { t } = useI18n()
  const corner = useStaffGesture(store.openStaff, screen.name === 'attract' || screen.name === 'out-of-service')
  const startOver = (): void => {
    if (screen.name === 'review') store.openDialog('start-over')
    else store.showEvents()
  }
  if (useIsGreeting())
    return (
      <header className={styles.tools} aria-label={t.tools.label} data-part="tools">
        <VisibleGreeting />
      </header>
    )
  const isAttract = screen.name === 'attract'
  const { pictures, largeText } = state.aids
  const startPictures = (): void => {
    store.showPictures(true)
    store.showEvents()
  }
  return (
    <header className={styles.tools} aria-label={t.tools.label} data-part="tools">
      {mayCollect(screen) && (
        <button type="button" className={styles.tool} onClick={() => store.openCode()}>
          <Icon name="ticket" />
          <span>{t.collecting.open}</span>
        </button>
      )}
      {mayStartOver(screen) && (
        <button type="button" className={styles.tool} onClick={startOver}>
          <Icon name="again" />
          <span>{t.tools.startOver}</span>
        </button>
      )}
      <p ref={corner} className={styles.demo}>
        {state.info?.mode === 'demo' && <span className={styles.stamp}>{t.tools.demo}</span>}
      </p>
      <CallAgentTool screen={screen} />
      {!isAttract && <LanguageTool />}
      <button
        type="button"
        className={styles.tool}
        aria-pressed={largeText}
        onClick={() => store.toggleAid('largeText')}
      >
        <Icon name="letters" />
        <span>{largeText ? t.tools.normalText : t.tools.largeText}</span>
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label={t.access.title}
        aria-haspopup="dialog"
        onClick={() => store.openDialog('access')}
      >
        <Icon name="access" />
      </button>
      <button
        type="button"
        className={`${styles.tool} ${styles.ear}`}
        aria-label={t.pictures.open}
        aria-pressed={isAttract ? undefined : pictures}
        onClick={isAttract ? startPictures : () => store.toggleAid('pictures')}
      >
        <Ear />
      </button>
    </header>
  )
}

/** Switches directly to the other language if there are two languages; otherwise opens the list of languages. */
function LanguageTool() {
  const store = useKioskStore()
  const state = useKioskState()
  const { tongue } = state
  const others = tonguesOf(state).filter((each) => each !== tongue)
  const [other] = others
  if (!other) return null
  if (others.length > 1)
    return (
      <button type="button" className={styles.tool} aria-haspopup="dialog" onClick={() => store.openDialog('language')}>
        <Icon name="globe" />
        <b>{nameOf(tongue)}</b>
      </button>
    )
  return (
    <button type="button" className={styles.tool} lang={other} onClick={() => store.speak(other)}>
      <span>{nameOf(other)}</span>
    </button>
  )
}

const TAPS = 5
const WITHIN_MS = 3000

/** Hidden way for staff to open the staff screen: five taps in a row on a blank area. */
function useStaffGesture(onTaps: () => void, active: boolean): RefObject<HTMLParagraphElement | null> {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element || !active) return undefined
    let taps: readonly number[] = []
    const tapped = ({ timeStamp }: PointerEvent): void => {
      taps = [...taps.filter((before) => timeStamp - before < WITHIN_MS), timeStamp]
      if (taps.length >= TAPS) onTaps()
    }
    element.addEventListener('pointerup', tapped)
    return () => element.removeEventListener('pointerup', tapped)
  }, [onTaps, active])
  return place
}

/** Root element of a kiosk screen. A placeholder for a later screen has no `data-screen`. */
export function Glass({ children, ...named }: { children: ReactNode; [data: `data-${string}`]: string | boolean }) {
  return (
    <div className={frame.kiosk} {...named}>
      {children}
    </div>
  )
}

/** Content of a kiosk screen, below the dialogs. */
export function Counter({ children }: { children: ReactNode }) {
  return <div className={frame.counter}>{children}</div>
}

import { Component, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { languageOf } from '../../../shared/domain/language.ts'
import {
  MAX_FAULT_NAME,
  MAX_FAULT_STACK,
  MAX_FAULT_TEXT,
  NEXT_FRAME,
  type ScreenFault,
} from '../../../shared/api/kiosk/command.ts'
import type { KioskBridge } from '../../../shared/api/kiosk/contract.ts'
import { createInvoke, type Invoke } from '../../app/client.ts'
import type { screenRestart } from '../../../shared/i18n/fr/words.ts'
import { byLanguage, directionOf } from '../../i18n/languages.ts'
import { Waiting } from '../illustrations/drawings.tsx'
import styles from './one-moment.module.css'

/** Default delay before the next attempt to reload the page, in milliseconds. */
const RETRY_MS = 5_000
/** Maximum number of non-fatal errors that a page reports, which is enough to find the cause in the log. */
const MAX_SURVIVED = 5

/**
 * Creates the React root of a page. If a component throws, the page shows "One moment…", reports the fault and reloads.
 * Errors in handlers and promises are only reported. `bridge`: null for a page without a main process.
 */
export function createGuardedRoot(
  element: HTMLElement,
  bridge: Pick<KioskBridge, 'invoke'> | null,
): Pick<Root, 'render'> {
  const counter = new FrameCounter()
  const invoke = bridge && createInvoke(bridge, () => undefined)
  const oneMoment = <OneMoment sells={bridge !== null} />
  let hasFailed = false

  const counted = (children: ReactNode): ReactNode => (
    <>
      <CountedFrames counter={counter} />
      {children}
    </>
  )

  function fail(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
    if (!bridge) reportError(error)
    if (hasFailed) return
    hasFailed = true
    void reloadAfter(invoke, faultOf('render', error, componentStack ?? ''))
  }

  const root = createRoot(element, {
    onCaughtError: fail,
    onUncaughtError(error, info) {
      // React has removed the whole tree, including the frame counter. If "One moment…" throws too, the main process
      // detects that no frames are painted.
      if (!hasFailed) root.render(counted(oneMoment))
      fail(error, info)
    },
  })
  if (invoke) reportSurvived(invoke)
  return {
    render: (children) => {
      if (!hasFailed) root.render(counted(<Boundary instead={oneMoment}>{children}</Boundary>))
    },
  }
}

class Boundary extends Component<{ instead: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

/**
 * Reports the fault and reloads the page. Retries while the main process is unreachable, because the browser could not
 * load the page meanwhile.
 */
async function reloadAfter(invoke: Invoke | null, fault: ScreenFault): Promise<void> {
  const reply = await invoke?.('reportScreenFault', fault)
  const [again, delayMs] = reply?.ok ? [reload, reply.value.reloadMs] : [retry, RETRY_MS]
  setTimeout(again, delayMs)

  function retry(): void {
    if (reply?.ok === false && reply.error.type === 'bridge-lost') void reloadAfter(invoke, fault)
    else reload()
  }
}

const reload = (): void => location.reload()

function reportSurvived(invoke: Invoke): void {
  let left = MAX_SURVIVED
  const report = (kind: ScreenFault['kind'], error: unknown): void => {
    // An error event without a value, such as the event of a late ResizeObserver, is not an exception.
    if (error === null || error === undefined || left === 0) return
    left -= 1
    void invoke('reportScreenFault', faultOf(kind, error, error instanceof Error ? (error.stack ?? '') : ''))
  }
  window.addEventListener('error', ({ error }) => report('script', error))
  window.addEventListener('unhandledrejection', ({ reason }) => report('promise', reason))
}

function faultOf(kind: ScreenFault['kind'], thrown: unknown, stack: string): ScreenFault {
  const { name, message } = thrown instanceof Error ? thrown : { name: typeof thrown, message: '' }
  return {
    kind,
    error: name.slice(0, MAX_FAULT_NAME),
    message: message.slice(0, MAX_FAULT_TEXT),
    stack: stack.slice(0, MAX_FAULT_STACK),
  }
}

/** Counts the frames that React has committed and the browser has painted, for the main process. */
class FrameCounter {
  readonly #listeners = new Set<() => void>()
  #waiting: readonly { readonly request: number; readonly resolve: (frames: number) => void }[] = []
  #requests = 0
  #frames = 0
  #hasScreen = false

  constructor() {
    Object.assign(window, { [NEXT_FRAME]: () => this.#nextFrame() })
  }

  #nextFrame(): Promise<number> {
    return new Promise((resolve) => {
      this.#requests += 1
      this.#waiting = [...this.#waiting, { request: this.#requests, resolve }]
      for (const listener of this.#listeners) listener()
      // Until React draws a screen, the page shows the attract screen contained in its HTML. The painting of the
      // attract screen is counted.
      if (!this.#hasScreen) this.committed(this.#requests)
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#hasScreen = true
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly requests = (): number => this.#requests

  /** Counts the next paint, and then resolves all frame requests up to the number `request`. */
  committed(request: number): void {
    afterPaint(() => {
      this.#frames += 1
      for (const each of this.#waiting) if (each.request <= request) each.resolve(this.#frames)
      this.#waiting = this.#waiting.filter((each) => each.request > request)
    })
  }
}

/**
 * Renders nothing. If React removes the component tree of the screens, this component goes with it and frames are no
 * longer counted.
 */
function CountedFrames({ counter }: { counter: FrameCounter }) {
  const requests = useSyncExternalStore(counter.subscribe, counter.requests)
  useEffect(() => counter.committed(requests), [counter, requests])
  return null
}

/** Calls `call` after the next paint, or at once if the page is hidden and therefore not painted. */
function afterPaint(call: () => void): void {
  if (document.hidden) return call()
  const once = (): void => {
    cancelAnimationFrame(frame)
    document.removeEventListener('visibilitychange', once)
    call()
  }
  const frame = requestAnimationFrame(once)
  document.addEventListener('visibilitychange', once)
}

const texts = byLanguage(
  import.meta.glob<typeof screenRestart>('../../../shared/i18n/*/words.ts', { eager: true, import: 'screenRestart' }),
)

/**
 * Shown in place of screens that failed. The language comes from the document, because the failed screens cannot
 * provide it.
 */
function OneMoment({ sells }: { sells: boolean }) {
  const language = languageOf(document.documentElement.lang)
  const { wait, restarting, saleGoesOn } = texts[language]
  return (
    <main className={styles.moment} data-screen="restarting" lang={language} dir={directionOf(language)}>
      <Waiting label={wait} detail={sells ? `${restarting} ${saleGoesOn}` : restarting} />
    </main>
  )
}

import { Component, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MAX_FAULT_NAME, MAX_FAULT_STACK, MAX_FAULT_TEXT, type ScreenFault } from '../../../shared/kiosk-api/command.ts'
import type { KioskBridge } from '../../../shared/kiosk-api/contract.ts'
import { createInvoke, type Invoke } from '../../app/kiosk-client.ts'
import { CountedFrames, createFrameCounter } from './frame-counter.tsx'
import { OneMoment } from './one-moment.tsx'

/** Delay before the next attempt in milliseconds, if no main process replies with one. */
const RETRY_MS = 5_000
/** Maximum number of survived errors that a page reports: enough for the log to show the cause. */
const MAX_SURVIVED = 5

/**
 * Creates the React root of a page. If a component throws, the page shows "One moment…", reports the fault and reloads
 * itself. An error in a handler or a promise is only reported. `bridge`: null for a page that has no main process.
 */
export function createGuardedRoot(
  element: HTMLElement,
  bridge: Pick<KioskBridge, 'invoke'> | null,
): Pick<Root, 'render'> {
  const counter = createFrameCounter()
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
      // React has removed the whole tree. If this throws too, the main process misses the frames.
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
 * Reports the fault, then reloads the page. Retries while the main process is unreachable: a browser would find nothing
 * to load.
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
    // An event without a value is not an exception, such as a late ResizeObserver.
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

import { useEffect, useState, useSyncExternalStore } from 'react'
import { type AgentCallReason, isBadge } from '../../../shared/domain/staff.ts'
import type { BadgeReadView } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Unspoken, useSpoken } from '../../ui/speech/speech.tsx'
import { minutesAndSeconds } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Screen } from '../screen.ts'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import toolStyles from '../tools.module.css'
import { useScanner } from '../tickets/scanner.ts'
import styles from './agent-call.module.css'

/** Waiting time in milliseconds after which the screen offers an alternative to the agent. */
const LATE_MS = 180_000

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1_000)
  return () => clearInterval(timer)
}

/** Returns the number of whole seconds since the call began; null without a call. */
function useCallSeconds(): number | null {
  const { info } = useKioskState()
  const sinceUtc = info?.agentCall?.sinceUtc
  return useSyncExternalStore(
    everySecond,
    () => (sinceUtc === undefined ? null : Math.floor(Math.max(0, Date.now() - Date.parse(sinceUtc)) / 1_000)),
    // Snapshot for rendering outside a browser, which happens only for the attract screen, without a call.
    () => null,
  )
}

/** Returns the kiosk's call as shown to the customer; null if calls are unavailable because the kiosk has no hub. */
export function useAgentCall() {
  const { t } = useI18n()
  const { info } = useKioskState()
  const seconds = useCallSeconds()
  const call = info?.agentCall
  if (call === undefined) return null
  if (call === null) return { isOpen: false, isLate: false, state: null, since: null, hint: null }
  const words = t.agentCall
  const isLate = !call.coming && (seconds ?? 0) * 1_000 >= LATE_MS
  const since = seconds === null ? null : minutesAndSeconds(seconds * 1_000)
  if (call.state === 'unreachable')
    return { isOpen: true, isLate, since: null, state: words.unreachable, hint: words.unreachableTodo }
  const open = call.coming ? words.coming : words.called
  const state = call.state === 'calling' ? words.calling : open
  return { isOpen: true, isLate, since, state, hint: isLate ? words.late : words.stay }
}

/** Returns a function that calls an agent, or repeats an open call. */
function useCallAgent(): (reason: AgentCallReason) => void {
  const store = useKioskStore()
  return (reason) => void store.invoke('callAgent', { reason })
}

/** Button that calls an agent, or repeats an open call. Renders nothing without a hub. */
export function CallAgentButton({ reason }: { readonly reason: AgentCallReason }) {
  const { t } = useI18n()
  const callAgent = useCallAgent()
  const call = useAgentCall()
  if (!call) return null
  return (
    <Button icon="bell" onPress={() => callAgent(reason)}>
      {call.isOpen ? t.agentCall.again : t.agentCall.button}
    </Button>
  )
}

/**
 * Shows the status and duration of the call, and an alternative if no agent has responded after three minutes. Without
 * a call, shows `otherwise`.
 */
export function AgentCallState({ otherwise }: { readonly otherwise: string }) {
  const { t } = useI18n()
  const call = useAgentCall()
  useSpoken('notice', [call?.state, call?.hint].filter(Boolean).join('. '))
  if (!call?.state) return <p aria-hidden>{otherwise}</p>
  return (
    <div className={styles.state} data-called>
      <p role="status">{call.state}</p>
      <p className={styles.more}>{call.hint}</p>
      {call.since !== null && (
        <Unspoken>
          <p className={styles.more} data-since aria-hidden>
            {t.agentCall.since(call.since)}
          </p>
        </Unspoken>
      )}
    </div>
  )
}

/**
 * Screens with a call button in the tool bar. The cash screen has its own button, except in pictogram mode. On the page
 * about lost tickets, which also has its own button, the tool bar shows the button only while a call is open.
 */
const screensWithTool: ReadonlySet<Screen['name']> = new Set([
  'needs-staff',
  'refund-due',
  'print-problem',
  'come-back',
  'collect',
  'problem',
  'ended',
  'code',
])

/** Tool bar button that calls an agent. Ends an open call on the attract screen. Renders nothing without a hub. */
export function CallAgentTool({ screen }: { readonly screen: Screen }) {
  const { t } = useI18n()
  const callAgent = useCallAgent()
  const store = useKioskStore()
  const { aids } = useKioskState()
  const call = useAgentCall()
  const isLeft = screen.name === 'attract' && call?.isOpen === true
  useEffect(() => {
    if (isLeft) void store.invoke('endAgentCall', {})
  }, [store, isLeft])
  const isOnScreen = screen.name === 'code' && screen.way === 'lost' && call?.isOpen !== true
  const isShown = (screensWithTool.has(screen.name) && !isOnScreen) || (screen.name === 'cash' && aids.pictures)
  useSpoken('notice', (isShown && call?.state) || '')
  if (!call || !isShown) return null
  const reason = screen.name === 'cash' ? 'cash' : screen.name === 'code' ? 'help' : 'problem'
  return (
    <button type="button" className={toolStyles.tool} onClick={() => callAgent(reason)}>
      <Icon name="bell" />
      <span>{call.state ?? t.agentCall.button}</span>
      {call.since !== null && <span data-since>{call.since}</span>}
    </button>
  )
}

/** Note that agents can use their badge. Renders nothing without a hub. */
export function BadgeHint() {
  const { t } = useI18n()
  const { info } = useKioskState()
  if (info?.agentCall === undefined) return null
  return (
    <p className={styles.badge}>
      <Icon name="badge" />
      <span>{t.agentCall.badge}</span>
    </p>
  )
}

type BadgeRefused = Exclude<BadgeReadView, { readonly state: 'known' }>

/**
 * Reads badges with the scanner if the kiosk has a hub. Calls `onKnown` with the handle that replaces the PIN. Returns
 * the reason for rejecting the last badge; null if it was accepted.
 */
export function useBadge(
  listening: boolean,
  onKnown: (handle: string) => void,
): { readonly title: string; readonly body: string } | null {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info, sale } = useKioskState()
  const [refused, setRefused] = useState<BadgeRefused | null>(null)
  const read = async (code: string): Promise<void> => {
    const badge = await store.invoke('readBadge', { saleId: sale?.saleId ?? '', code })
    if (!badge.ok) return
    if (badge.value.state !== 'known') return setRefused(badge.value)
    setRefused(null)
    onKnown(badge.value.handle)
  }
  useScanner(listening && info?.agentCall !== undefined, (code) => void read(code), isBadge)
  return refused && t.agentCall.badgeRefused(refused)
}

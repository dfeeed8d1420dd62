import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { keyName, shortcutsWith } from '../../shared/domain/desk/shortcuts.ts'
import type { MessageReply } from '../../shared/api/fleet/ticket-pages.ts'
import { readMessageAddress } from '../../shared/domain/customer.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { DeskNotice } from '../i18n/problem-text.ts'
import { focusOnce } from '../ui/hooks.ts'
import styles from './cashier-app.module.css'
import own from './files/files.module.css'
import { CodeDialog, DeskNoticeLine } from './desk-bar.tsx'
import { useDesk } from './state/desk-store.tsx'

/**
 * Shows the address of the ticket page as a QR code, for a desk without a customer display. Can also send the address.
 */
export function TicketPageDialog() {
  const { title, body } = useI18n().t.done.telephone
  const { store, state } = useDesk()
  const { ticketPage } = state
  if (ticketPage === null) return null
  const { saleId, address, isAddressing = false } = ticketPage
  return (
    <CodeDialog title={title} body={body} code={address} onClose={store.closeTicketPage}>
      <Messages key={saleId} saleId={saleId} isAddressing={isAddressing} />
    </CodeDialog>
  )
}

/** Interval at which the state of queued messages is read. */
const POLL_MS = 2_000

/** Returns the messages about a sale, null before the first reply, and a function that replaces them. */
function useMessages(saleId: string) {
  const { store } = useDesk()
  const [known, setKnown] = useState<MessageReply | null>(null)
  const isPending = known?.messages.some((message) => message.state === 'queued') ?? false

  useEffect(() => {
    async function read(): Promise<void> {
      const { credentials } = store
      if (!credentials) return
      const reply = await store.invoke('ticketMessages', { ...credentials, saleId })
      // The channels are empty if the hub did not reply; the last known reply then remains.
      if (reply.ok) setKnown((last) => (last === null || reply.value.channels.length > 0 ? reply.value : last))
    }
    void read()
    const timer = isPending ? setInterval(() => void read(), POLL_MS) : undefined
    return () => clearInterval(timer)
  }, [store, saleId, isPending])
  return [known, setKnown] as const
}

/** Lists the messages about a sale and their state, without their addresses. */
function MessageList({ messages }: Pick<MessageReply, 'messages'>) {
  const { t, instant } = useI18n()
  const words = t.done.telephone.send
  return (
    <div role="status">
      {messages.map(({ channel, state, reason, requestedUtc }) => (
        <p key={requestedUtc + channel}>
          {words.channels[channel]} · {instant(requestedUtc)} –{' '}
          {reason === null ? words.states[state] : words.reasons[reason]}
        </p>
      ))}
    </div>
  )
}

/** Messages about an earlier sale. Renders nothing if there are none. */
export function SaleMessages({ saleId }: { readonly saleId: string }) {
  const [known] = useMessages(saleId)
  return known && known.messages.length > 0 && <MessageList messages={known.messages} />
}

/** Messages about a sale and the way to send another. Renders nothing if the hub sends none. */
function Messages({ saleId, isAddressing }: { readonly saleId: string; readonly isAddressing: boolean }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const [known, setKnown] = useMessages(saleId)
  if (!known || known.channels.length === 0) return null
  const words = t.done.telephone.send
  return (
    <>
      <MessageList messages={known.messages} />
      {isAddressing ? (
        <MessageForm saleId={saleId} channels={known.channels} onSent={setKnown} />
      ) : (
        <button type="button" tabIndex={-1} className={styles.enter} onClick={store.acts.telephone}>
          <kbd>{keyName(shortcutsWith(state.info?.shortcuts).telephone)}</kbd> {words.open}
        </button>
      )}
    </>
  )
}

interface MessageFormProps {
  readonly saleId: string
  readonly channels: MessageReply['channels']
  readonly onSent: (reply: MessageReply) => void
}

/** Form for a message. It is sent only with the customer's consent. Enter without an address closes it. */
function MessageForm({ saleId, channels, onSent }: MessageFormProps) {
  const { t } = useI18n()
  const words = t.done.telephone.send
  const { store } = useDesk()
  const [typed, setTyped] = useState('')
  const [hasConsent, setHasConsent] = useState(false)
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const [busy, setBusy] = useState(false)
  const consent = useRef<HTMLInputElement>(null)

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { credentials } = store
    if (busy || !credentials) return
    if (typed.trim() === '') return store.endMessage()
    const to = readMessageAddress(typed)
    if (!to) return setProblem({ type: 'message-refused', because: 'address' })
    if (!channels.includes(to.channel)) return setProblem({ type: 'message-refused', because: 'not-offered' })
    if (!hasConsent) return consent.current?.focus()
    setBusy(true)
    setProblem(null)
    const reply = await store.invoke('sendTickets', { ...credentials, saleId, address: typed, consent: true })
    setBusy(false)
    if (!reply.ok) return setProblem(reply.error)
    onSent(reply.value)
    store.endMessage()
  }

  return (
    <form className={`${own.form} ${styles.message}`} onSubmit={(event) => void submit(event)}>
      <label>
        <span>{words.address[channels.length === 1 ? (channels[0] ?? 'both') : 'both']}</span>
        <input
          ref={focusOnce}
          value={typed}
          // The address belongs to the customer, so the browser must not offer it to the next one.
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <label>
        <input
          ref={consent}
          type="checkbox"
          checked={hasConsent}
          onChange={({ target }) => setHasConsent(target.checked)}
        />
        <span>
          <kbd>{t.desk.space}</kbd> {words.consent}
        </span>
      </label>
      {problem && <DeskNoticeLine notice={problem} />}
      <button type="submit" className={styles.enter} disabled={busy}>
        <kbd>{t.desk.enter}</kbd> {words.send}
      </button>
    </form>
  )
}

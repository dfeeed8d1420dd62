import type { ReactNode } from 'react'
import { keyName, shortcutsWith } from '../../shared/domain/desk/shortcuts.ts'
import { mayDo } from '../../shared/api/kiosk/contract.ts'
import type { DeskCallView, PersonView } from '../../shared/api/kiosk/views.ts'
import { titleInOneLine } from '../i18n/names.ts'
import type { SaleMoney } from '../app/problem.ts'
import { useRinging, useSeconds } from '../ui/hooks.ts'
import { QrCode, TrainingBand } from '../ui/illustrations/paper.tsx'
import { NoticeCode } from '../ui/notice.tsx'
import { play } from '../ui/sound.ts'
import { minutesAndSeconds, sentence } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import type { DeskNotice } from '../i18n/problem-text.ts'
import styles from './cashier-app.module.css'
import { nextAnswer, openOf } from './state/desk-state.ts'
import { useDesk } from './state/desk-store.tsx'
import { eventOf } from './state/desk-task.ts'

export function DeskHead() {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { info } = state
  const key = shortcutsWith(info?.shortcuts).training
  return (
    <div>
      {info?.mode === 'training' && (
        <TrainingBand body={t.desk.training.band}>
          <button type="button" tabIndex={-1} onClick={store.acts.training}>
            <kbd>{keyName(key)}</kbd> {t.desk.training.end}
          </button>
        </TrainingBand>
      )}
      <DeskBar />
      <KioskCalls />
      <BadgeDialog />
    </div>
  )
}

const USUAL_VOLUME = 50

/** Lists the kiosks that call an agent. Rings until a staff member accepts the call. Renders nothing without a hub. */
function KioskCalls() {
  const { t } = useI18n()
  const { info, isAnswerUnsent } = useDesk().state
  const { reached = true, calls = [] } = info?.deskCalls ?? {}
  useRinging(calls, () => play('attention', info?.soundVolume ?? USUAL_VOLUME))
  if (reached && calls.length === 0) return null
  return (
    <section className={styles.calls} aria-label={t.desk.calls.title} data-calls>
      {!reached && <p role="status">{t.desk.calls.unreached}</p>}
      {isAnswerUnsent && calls.length > 0 && <p role="alert">{t.desk.calls.unsent}</p>}
      <div role="alert">
        <ul>
          {calls.map((call) => (
            <KioskCall key={call.callId} call={call} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function KioskCall({ call }: { readonly call: DeskCallView }) {
  const { deviceId, callId, reason, forMs, coming } = call
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { screen, callsSeenAt, info } = state
  const passedMs = Math.max(0, useSeconds() - callsSeenAt)
  const words = t.desk.calls
  const next = nextAnswer(info)
  const keyOf = (answer: 'coming' | 'done') =>
    next?.callId === callId && next.answer === answer && <kbd>{keyName(shortcutsWith(info?.shortcuts).call)}</kbd>
  return (
    <li data-coming={coming !== undefined || undefined}>
      <b>
        <bdi data-code>{deviceId}</bdi>
      </b>
      <span>{words.reasons[reason]}</span>
      <span aria-hidden>{words.since(minutesAndSeconds(forMs + passedMs))}</span>
      {coming !== undefined && <span>{words.coming(coming)}</span>}
      {screen.who && screen.name !== 'expired' && (
        <>
          {coming === undefined && (
            <button type="button" tabIndex={-1} onClick={() => void store.answerCall(call, 'coming')}>
              {keyOf('coming')} {words.go}
            </button>
          )}
          <button type="button" tabIndex={-1} onClick={() => void store.answerCall(call, 'done')}>
            {keyOf('done')} {words.done}
          </button>
        </>
      )}
    </li>
  )
}

function BadgeDialog() {
  const words = useI18n().t.desk.badge
  const { store, state } = useDesk()
  const { badge } = state
  if (!badge) return null
  const [body, code] = badge.state === 'issued' ? [words.body, badge.code] : [words[badge.state], null]
  return <CodeDialog title={words.title} body={body} code={code} onClose={store.closeBadge} />
}

/** Width of the QR code in millimetres, large enough to be photographed with a phone. */
const CODE_MM = 60

interface CodeDialogProps {
  readonly title: string
  readonly body: string
  /** Text of the QR code; null to show no code. */
  readonly code: string | null
  readonly onClose: () => void
  /** Content below the code. */
  readonly children?: ReactNode
}

/** Shows a code, in a dialog that is not modal: the hub may reply while the cashier is typing the next sale. */
export function CodeDialog({ title, body, code, onClose, children }: CodeDialogProps) {
  const { t } = useI18n()
  const { info } = useDesk().state
  return (
    <dialog open className={styles.code} aria-label={title}>
      {code !== null && (
        <QrCode text={code} label={title} pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4} millimetres={CODE_MM} />
      )}
      <div>
        <h2>{title}</h2>
        <p>{body}</p>
        {children}
        <button type="button" tabIndex={-1} className={styles.enter} onClick={onClose}>
          <kbd>{keyName(shortcutsWith(info?.shortcuts)['go-back'])}</kbd> {t.desk.badge.close}
        </button>
      </div>
    </dialog>
  )
}

function DeskBar() {
  const { t, date } = useI18n()
  const personName = ({ number, name, role }: PersonView): string =>
    number === null ? t.people.machine : `${number} · ${name} · ${t.people.roles[role]}`
  const { store, state } = useDesk()
  const { info, screen, work, behind } = state
  const open = openOf(behind).length
  const event = eventOf(work)
  return (
    <header className={styles.bar}>
      <strong>{t.desk.title}</strong>
      <span className={styles.device}>{t.desk.device(info?.deviceId ?? '')}</span>
      {event && (
        <h1 className={styles.event}>
          <span className="clamped" title={titleInOneLine(event)}>
            {titleInOneLine(event)}
          </span>
          <small>{date(event.startsAt).full}</small>
        </h1>
      )}
      <span className={styles.state} role="status">
        {info?.partner.state === 'down' && <b>{t.desk.partnerDown}</b>}
        {info?.printer.awaited ? (
          <b>{t.desk.printerAwaited}</b>
        ) : (
          info?.printer.state === 'not-ready' && <b>{t.desk.printerDown}</b>
        )}
        {open > 0 && <span>{t.desk.behind.count(open)}</span>}
        {screen.who && screen.name !== 'expired' && (
          <>
            <span>{personName(screen.who.person)}</span>
            {info?.deskCalls && mayDo('issueBadge', screen.who.person.role) && (
              <button type="button" tabIndex={-1} className={styles.barButton} onClick={() => void store.issueBadge()}>
                <kbd>{keyName(shortcutsWith(info.shortcuts).badge)}</kbd> {t.desk.badge.open}
              </button>
            )}
          </>
        )}
        {info?.mode === 'demo' && <b>{t.tools.demo}</b>}
      </span>
    </header>
  )
}

/** On a low screen, the notice of a form may be below the visible part. */
const scrollTo = (line: HTMLElement | null): void => line?.scrollIntoView({ block: 'nearest' })

export function DeskNoticeLine({ notice, paid }: { notice: DeskNotice; paid?: SaleMoney }) {
  const { title, body } = deskNoticeText(useI18n(), notice, paid)
  return (
    <p ref={scrollTo} className={styles.notice} role="alert">
      <strong>{sentence(title)}</strong> {body}
      <NoticeCode type={notice.type} />
    </p>
  )
}

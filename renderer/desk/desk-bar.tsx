import { keyName, defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import type { PersonView } from '../../shared/api/kiosk/views.ts'
import { titleInOneLine } from '../app/in-words.ts'
import type { SaleMoney } from '../app/problem.ts'
import { TrainingBand } from '../ui/illustrations/paper.tsx'
import { NoticeCode } from '../ui/notice.tsx'
import { sentence } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import type { DeskNotice } from '../i18n/problem-text.ts'
import styles from './cashier-app.module.css'
import { openOf } from './state/desk-state.ts'
import { useDesk } from './state/desk-store.tsx'
import { eventOf } from './state/desk-task.ts'

export function DeskHead() {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { info } = state
  const key = { ...defaultShortcuts, ...info?.shortcuts }.training
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
    </div>
  )
}

function DeskBar() {
  const { t, date } = useI18n()
  const personName = ({ number, name, role }: PersonView): string =>
    number === null ? t.people.machine : `${number} · ${name} · ${t.people.roles[role]}`
  const { info, screen, work, behind } = useDesk().state
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
        {screen.who && screen.name !== 'expired' && <span>{personName(screen.who.person)}</span>}
        {info?.mode === 'demo' && <b>{t.tools.demo}</b>}
      </span>
    </header>
  )
}

export function DeskNoticeLine({ notice, paid }: { notice: DeskNotice; paid?: SaleMoney }) {
  const { title, body } = deskNoticeText(useI18n(), notice, paid)
  return (
    <p className={styles.notice} role="alert">
      <strong>{sentence(title)}</strong> {body}
      <NoticeCode type={notice.type} />
    </p>
  )
}

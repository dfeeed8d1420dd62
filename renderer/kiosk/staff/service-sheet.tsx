import { type ReactNode, useState } from 'react'
import { sellingOf } from '../../../shared/domain/fleet/readiness.ts'
import type { ServicePrinterView, ServiceView } from '../../../shared/kiosk-api/office-views.ts'
import type { Problem } from '../../app/problem.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { ObstacleList } from '../../components/findings.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import servicePrintersStyles from './service-printers.module.css'
import styles from './service-sheet.module.css'
import setUpAgainSheetStyles from './set-up-again-sheet.module.css'
import type { OpenedSheet } from './staff-desk.ts'

interface ServiceSheetProps {
  readonly service: ServiceView
  readonly notice: ReactNode
  readonly busy: boolean
  readonly onOpen: (sheet: OpenedSheet) => void
  readonly onRefresh: () => void
  readonly onResume: () => void
  readonly onQuit: () => void
  readonly onBack: () => void
}

/** The status of the machine for staff, the actions on it, and the way to quit. */
export function ServiceSheet(props: ServiceSheetProps) {
  const { service, notice, busy, onOpen, onRefresh, onResume, onQuit, onBack } = props
  const { t } = useI18n()
  const { info } = useKioskState()
  const [sure, setSure] = useState(false)
  const { obstacles } = service.readiness
  const facts = [
    { label: t.service.sales, value: t.service.selling[sellingOf(service.readiness)] },
    { label: t.service.device, value: info?.deviceId },
    { label: t.service.version, value: info?.version },
    { label: t.service.partner, value: t.service.partnerState(service.partner.state) },
    {
      label: t.service.printer,
      value:
        service.printer.state === 'ready'
          ? t.service.ready
          : service.printer.state === 'unknown'
            ? t.service.unknown
            : t.printProblem.reason(service.printer.reason),
    },
    { label: t.service.ledger, value: service.ledger === 'ready' ? t.service.ready : t.service.full },
  ]
  return (
    <Sheet
      title={t.service.title}
      turn={sure ? 'sure' : ''}
      lead={sure ? t.service.quitBody : undefined}
      leadRole="alert"
      notice={notice}
      actions={
        <>
          {sure ? (
            <Button kind="primary" disabled={busy} onPress={onQuit}>
              {t.service.quitNow}
            </Button>
          ) : (
            <Button icon="again" disabled={busy} onPress={onRefresh}>
              {t.service.refresh}
            </Button>
          )}
          {service.mayQuit && !sure && (
            <Button disabled={busy} onPress={() => setSure(true)}>
              {t.service.quit}
            </Button>
          )}
          <Button kind="quiet" icon="arrow-left" onPress={sure ? () => setSure(false) : onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      <div className={styles.service}>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ObstacleList obstacles={obstacles} />
        {service.printers.length > 0 && <ServicePrinters printers={service.printers} />}
        <div className={styles.ways}>
          {obstacles.some(({ type }) => type === 'purchases-refused') && (
            <Way icon="again" name={t.service.resumeSales} disabled={busy} onPress={onResume} />
          )}
          <Way icon="cash" name={t.service.shift} onPress={() => onOpen('shift')} />
          {service.takesNotes && <Way icon="notes" name={t.shift.noteBox.title} onPress={() => onOpen('note-box')} />}
          {service.owesSlips && <Way icon="slip" name={t.office.openSlips} onPress={() => onOpen('slips')} />}
          <Way icon="ticket" name={t.office.pages.access} onPress={() => onOpen('codes')} />
          <Way icon="ruler" name={t.service.calibration} onPress={() => onOpen('measure')} />
          {service.maySetUp && <Way icon="again" name={t.setup.again.way} onPress={() => onOpen('set-up')} />}
        </div>
      </div>
    </Sheet>
  )
}

interface WayProps {
  readonly icon: IconName
  readonly name: string
  readonly disabled?: boolean
  readonly onPress: () => void
}

/** A button for an action on the machine. */
function Way({ icon, name, disabled = false, onPress }: WayProps) {
  return (
    <button type="button" className={styles.way} disabled={disabled} onClick={onPress}>
      <Icon name={icon} />
      <span>{name}</span>
      <Icon name="arrow-right" />
    </button>
  )
}

/** Lists the printers of the machine: tasks, state, and the number of jobs taken over from another printer. */
function ServicePrinters({ printers }: { printers: readonly ServicePrinterView[] }) {
  const { t } = useI18n()
  return (
    <ul className={servicePrintersStyles.printers} aria-label={t.service.printers}>
      {printers.map((printer) => {
        const { name, roles, state, reason, detail, paperLow, stoodIn } = printer
        const calm = state === 'ready' && !paperLow
        const words =
          state === 'ready' ? t.service.ready : state === 'unknown' ? t.service.unknown : t.printProblem.reason(reason)
        return (
          <li key={name} data-calm={calm}>
            <Icon name={calm ? 'printer' : 'alert'} />
            <div>
              <p className={servicePrintersStyles.name}>
                <strong dir="ltr">{name}</strong> {roles.map(t.service.printerRole).join(', ')}
              </p>
              <p>
                <strong>{words}</strong>
              </p>
              {detail !== '' && (
                <p>
                  {t.office.technicalDetail} : <bdi>{detail}</bdi>
                </p>
              )}
              {paperLow && <p>{t.service.paperLow}</p>}
              {stoodIn > 0 && <p>{t.service.stoodIn(stoodIn)}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** A technician identifies with number and PIN to start the set-up again. */
export function SetUpAgainSheet({ onBack }: { onBack: () => void }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const [number, setNumber] = useState('')
  const [pin, setPin] = useState('')
  const [field, setField] = useState<'number' | 'pin'>('number')
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const words = t.setup.again
  const enter = (): void => {
    if (field === 'number') return setField('pin')
    void store.invoke('setUpAgain', { staff: number, pin }).then((reply) => {
      // The main process now serves the set-up, which has screens of its own.
      if (reply.ok) return location.reload()
      setPin('')
      setRefusal(reply.error)
    })
  }
  return (
    <Sheet
      title={words.title}
      lead={words.lead}
      notice={refusal && <ProblemNotice notice={refusal} />}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={onBack}>
          {t.common.back}
        </Button>
      }
    >
      <PinEntry
        pin={field === 'pin' ? pin : number}
        shown={field === 'number'}
        label={field === 'pin' ? t.cash.pin : words.number}
        onPin={field === 'pin' ? setPin : (digits) => setNumber(digits.slice(0, 6))}
        onEnter={enter}
        demoPin={info?.demoPin}
      >
        {field === 'pin' && (
          <div className={setUpAgainSheetStyles.number}>
            <Choice chosen={false} onPress={() => setField('number')}>
              {words.number} <strong>{number}</strong>
            </Choice>
          </div>
        )}
      </PinEntry>
    </Sheet>
  )
}

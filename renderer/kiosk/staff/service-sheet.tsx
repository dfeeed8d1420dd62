import { useState } from 'react'
import { sellingOf } from '../../../shared/domain/fleet/readiness.ts'
import type { ServicePrinterView, ServiceView } from '../../../shared/api/kiosk/office-views.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ReadinessIssueList } from '../../ui/findings.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { PinEntry } from '../../ui/sheets/pin-entry.tsx'
import type { Catalogue } from '../../i18n/fr/catalogue.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './service-sheet.module.css'
import type { OpenedSheet, Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

export function ServiceSheet({ staff, service }: { staff: Staff; service: ServiceView }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const [sure, setSure] = useState(false)
  const { busy } = staff.desk
  const { issues } = service.readiness
  const facts = [
    { label: t.service.sales, value: t.service.selling[sellingOf(service.readiness)] },
    { label: t.service.device, value: info?.deviceId },
    { label: t.service.version, value: info?.version },
    { label: t.service.partner, value: t.service.partnerState(service.partner.state) },
    { label: t.service.printer, value: printerWords(service.printer, t) },
    { label: t.service.ledger, value: service.ledger === 'ready' ? t.service.ready : t.service.full },
  ]
  const ways: readonly (readonly [OpenedSheet, IconName, string, boolean?])[] = [
    ['shift', 'cash', t.service.shift],
    ['cashbox', 'notes', t.shift.cashbox.title, service.takesNotes === true],
    ['slips', 'slip', t.office.openSlips, service.owesSlips === true],
    ['codes', 'ticket', t.office.pages.access],
    ['measure', 'ruler', t.service.calibration],
    ['set-up', 'again', t.setup.again.way, service.maySetUp === true],
  ]
  return (
    <StaffSheet
      staff={staff}
      title={t.service.title}
      turn={sure ? 'sure' : ''}
      lead={sure ? t.service.quitBody : undefined}
      leadRole="alert"
      {...(sure && { onBack: () => setSure(false) })}
      actions={
        <>
          {sure ? (
            <Button kind="primary" disabled={busy} onPress={staff.quit}>
              {t.service.quitNow}
            </Button>
          ) : (
            <Button icon="again" disabled={busy} onPress={staff.see}>
              {t.service.refresh}
            </Button>
          )}
          {service.mayQuit && !sure && (
            <Button disabled={busy} onPress={() => setSure(true)}>
              {t.service.quit}
            </Button>
          )}
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
        <ReadinessIssueList issues={issues} />
        {service.printers.length > 0 && <ServicePrinters printers={service.printers} />}
        <div className={styles.ways}>
          {issues.some(({ type }) => type === 'purchasing-suspended') && (
            <Way
              icon="again"
              name={t.service.resumeSales}
              disabled={busy}
              onPress={() => void staff.resumePurchases()}
            />
          )}
          {ways.map(
            ([sheet, icon, name, isThere = true]) =>
              isThere && <Way key={sheet} icon={icon} name={name} onPress={() => staff.open(sheet)} />,
          )}
        </div>
      </div>
    </StaffSheet>
  )
}

interface WayProps {
  readonly icon: IconName
  readonly name: string
  readonly disabled?: boolean
  readonly onPress: () => void
}

function Way({ icon, name, disabled = false, onPress }: WayProps) {
  return (
    <button type="button" className={styles.way} disabled={disabled} onClick={onPress}>
      <Icon name={icon} />
      <span>{name}</span>
      <Icon name="arrow-right" />
    </button>
  )
}

function printerWords({ state, reason }: ServiceView['printer'], { service, printProblem }: Catalogue): string {
  return state === 'ready' ? service.ready : state === 'unknown' ? service.unknown : printProblem.reason(reason)
}

function ServicePrinters({ printers }: { printers: readonly ServicePrinterView[] }) {
  const { t } = useI18n()
  return (
    <ul className={styles.printers} aria-label={t.service.printers}>
      {printers.map((printer) => {
        const { name, roles, state, detail, paperLow, stoodIn } = printer
        const calm = state === 'ready' && !paperLow
        return (
          <li key={name} data-calm={calm}>
            <Icon name={calm ? 'printer' : 'alert'} />
            <div>
              <p className={styles.name}>
                <strong dir="ltr">{name}</strong> {roles.map(t.service.printerRole).join(', ')}
              </p>
              <p>
                <strong>{printerWords(printer, t)}</strong>
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

export function SetUpAgainSheet({ staff }: { staff: Staff }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const [number, setNumber] = useState('')
  const [pin, setPin] = useState('')
  const [atPin, setAtPin] = useState(false)
  const words = t.setup.again
  const enter = (): void => {
    if (!atPin) return setAtPin(true)
    void staff.setUpAgain({ staff: number, pin }).then((reply) => {
      // The main process now serves the set-up pages, so the page is reloaded.
      if (reply.ok) location.reload()
      else setPin('')
    })
  }
  return (
    <StaffSheet staff={staff} title={words.title} lead={words.lead}>
      <PinEntry
        pin={atPin ? pin : number}
        shown={!atPin}
        label={atPin ? t.cash.pin : words.number}
        onPin={atPin ? setPin : (digits) => setNumber(digits.slice(0, 6))}
        onEnter={enter}
        demoPin={info?.demoPin}
      >
        {atPin && (
          <div className={styles.number}>
            <Choice chosen={false} onPress={() => setAtPin(false)}>
              {words.number} <strong>{number}</strong>
            </Choice>
          </div>
        )}
      </PinEntry>
    </StaffSheet>
  )
}

import { Fragment } from 'react'
import { collectionCode } from '../../../shared/domain/sale/collection-code.ts'
import type { EndReason } from '../../../shared/api/kiosk/views.ts'
import { moneyOf, type Notice, type SupportCase } from '../../app/problem.ts'
import { Button } from '../../ui/button.tsx'
import { StaticPanel } from '../../ui/illustrations/drawings.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { noticeText } from '../../i18n/notice-text.ts'
import { ReferenceCard } from '../collecting/collect-screen.tsx'
import styles from '../collecting/collecting.module.css'
import { useDeviceCode } from '../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'

export type OutageCause = 'partner' | 'printer' | 'storage' | 'refused' | 'payment' | 'restart'

const cases = {
  partner: 'partner-unreachable',
  printer: 'printer-not-ready',
  storage: 'storage-full',
  refused: 'purchasing-suspended',
  payment: 'payment-unavailable',
  restart: 'bridge-lost',
} as const satisfies Readonly<Record<OutageCause, SupportCase>>

interface Outage {
  readonly about: SupportCase
  /** Advice for customers during the outage. */
  readonly meanwhile: string
  /** Reference of the sale that may have been paid when it was interrupted; null if unknown. */
  readonly reference: string | null
}

export function useOutage(cause: OutageCause): Outage {
  const { t } = useI18n()
  const { sale } = useKioskState()
  const { afterPayment, meanwhile } = t.outOfService
  const paying = cause === 'restart' && sale ? sale : null
  const settled = !paying || paying.stage.name === 'done' || ['none', 'closed'].includes(moneyOf(paying))
  return {
    about: cases[cause],
    meanwhile: paying ? afterPayment : meanwhile,
    reference: paying && !settled ? collectionCode(paying.saleId) : null,
  }
}

interface EndedScreenProps {
  readonly reason: EndReason
}

/** Screen shown if the holds or the session expired while the customer was idle, or after a program fault. */
export function EndedScreen({ reason }: EndedScreenProps) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale } = useKioskState()
  const faulted = reason === 'fault'
  const code = useDeviceCode(faulted ? 'internal' : 'hold-expired')
  if (sale?.credits)
    return (
      <Sheet
        title={t.paying.slip.back}
        lead={t.paying.slip.backBody}
        actions={
          <Button kind="primary" onPress={() => store.leave('cancelled')}>
            {t.paying.slip.finish}
          </Button>
        }
      >
        <div className={styles.vouchers} data-said>
          {sale.credits.map(({ slipId, amount, paper }) => (
            <Fragment key={slipId}>
              <ReferenceCard reference={slipId} label={t.paying.slip.owed(money(amount, sale.currency))} />
              <p role="status">{t.paying.slip.paper[paper]}</p>
            </Fragment>
          ))}
        </div>
      </Sheet>
    )
  return (
    <Sheet
      title={faulted ? t.ended.faultTitle : t.ended.expiredTitle}
      lead={(faulted ? t.ended.faultBody : t.ended.expiredBody)(t.money[moneyOf(sale)])}
      actions={
        <Button kind="primary" icon="arrow-right" onPress={store.showEvents}>
          {t.ended.again}
        </Button>
      }
    >
      <StaticPanel icon={faulted ? 'alert' : 'clock'} seed="hold-expired">
        {code}
      </StaticPanel>
    </Sheet>
  )
}

/** Screen without buttons during an outage; the code and the device name are for support staff. */
export function OutOfServiceScreen({ cause }: { cause: OutageCause }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const { about, meanwhile, reference } = useOutage(cause)
  const device = useDeviceCode(about)
  return (
    <Sheet title={t.outOfService.title} lead={t.outOfService[cause]}>
      <p className={styles.todo}>{meanwhile}</p>
      {reference !== null && (
        <>
          <p>{t.staff.ifStuck}</p>
          <ReferenceCard reference={reference} />
        </>
      )}
      <StaticPanel icon="pause" seed={info?.deviceId ?? ''}>
        {cause === 'printer' && info ? `${t.printProblem.reason(info.printer.reason)} · ` : ''}
        {device}
      </StaticPanel>
    </Sheet>
  )
}

export function ProblemScreen({ problem }: { problem: Notice }) {
  const i18n = useI18n()
  const store = useKioskStore()
  const { sale } = useKioskState()
  const { title, body } = noticeText(i18n, problem, moneyOf(sale))
  const code = useDeviceCode(problem.type)
  return (
    <Sheet
      title={title}
      lead={body}
      leadRole="alert"
      actions={
        <Button kind="primary" icon="arrow-right" onPress={store.showEvents}>
          {i18n.t.common.toEvents}
        </Button>
      }
    >
      <StaticPanel icon="alert" seed={problem.type}>
        {code}
      </StaticPanel>
    </Sheet>
  )
}

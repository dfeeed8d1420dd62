import type { ReactNode } from 'react'
import type { EndReason, SaleStage } from '../../../shared/kiosk-api/views.ts'
import { moneyOf, type Notice, type SaleMoney, type SupportCase } from '../../app/problem.ts'
import { Button } from '../../components/button.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { certainMoney, noticeText } from '../../i18n/notice-text.ts'
import { type OutageCause, useOutage } from '../between-sales/trouble-screens.tsx'
import { ReferenceCard } from '../collecting/collect-screen.tsx'
import { ProblemNotice, useDeviceCode } from '../problem-notice.tsx'
import { needsStaffCase } from '../staff/staff-screen.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { StaffPerson } from './drawings.tsx'
import { MoneyMoved, MoneyToCount } from './money.tsx'
import { PictureSheet, Said } from './picture-sheet.tsx'
import { TicketsOut } from './tickets.tsx'
import styles from './troubles/trouble-in-pictures.module.css'

type Stage<N extends SaleStage['name']> = Extract<SaleStage, { readonly name: N }>

export function PrintProblemInPictures({ stage }: { stage: Stage<'print-problem'> }) {
  const { printProblem } = useI18n().t
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  return (
    <TroubleInPictures
      title={printProblem.title}
      lead={`${printProblem.reason(stage.printer.reason)}. ${printProblem.body}`}
      icon="printer"
      about="ticket-not-printed"
      reference={stage.reference}
      staff
      {...(!busy && { onYes: store.retryPrint })}
    >
      {problem && <ProblemNotice notice={problem} />}
      <TicketsOut tickets={stage.tickets} />
    </TroubleInPictures>
  )
}

export function RefundDueInPictures({ stage }: { stage: Stage<'refund-due'> }) {
  const { refundDue } = useI18n().t
  const store = useKioskStore()
  const { sale } = useKioskState()
  return (
    <TroubleInPictures
      title={refundDue.title}
      lead={`${refundDue.body} ${refundDue.todo}`}
      icon="cash"
      about="refund-due"
      reference={stage.reference}
      staff
      onYes={() => store.leave('cancelled')}
    >
      {stage.amount > 0 && <MoneyToCount amount={stage.amount} currency={sale?.currency ?? ''} />}
      <Slip stage={stage} />
    </TroubleInPictures>
  )
}

export function NeedsStaffInPictures({ stage }: { stage: Stage<'needs-staff'> }) {
  const { needsStaff } = useI18n().t
  const store = useKioskStore()
  return (
    <TroubleInPictures
      title={needsStaff.title}
      lead={`${needsStaff.body(stage.reason)} ${needsStaff.todo}`}
      icon="alert"
      about={needsStaffCase(stage.reason)}
      reference={stage.reference}
      staff
      onYes={() => store.leave('cancelled')}
    >
      <Slip stage={stage} />
    </TroubleInPictures>
  )
}

/** Shown while it is unknown whether the payment was made. The customer may leave and come back with the reference. */
export function ComeBackInPictures({ stage }: { stage: Stage<'needs-staff'> }) {
  const { comeBack } = useI18n().t.collecting
  const store = useKioskStore()
  return (
    <TroubleInPictures
      title={comeBack.title}
      lead={`${comeBack.body} ${comeBack.later}`}
      icon="clock"
      about="payment-unconfirmed"
      reference={stage.reference}
      staff
      onYes={() => store.leave('cancelled')}
    >
      <Slip stage={stage} />
    </TroubleInPictures>
  )
}

/** Shown for a payment that was confirmed late. Nothing is printed before the customer confirms. */
export function CollectInPictures({ stage }: { stage: Stage<'print-problem'> }) {
  const words = useI18n().t.collecting.ready
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  return (
    <TroubleInPictures
      title={words.title}
      lead={words.body}
      icon="printer"
      about="payment-unconfirmed"
      reference={stage.reference}
      {...(!busy && { onYes: store.retryPrint, onNo: () => store.leave('cancelled') })}
    >
      {problem && <ProblemNotice notice={problem} />}
    </TroubleInPictures>
  )
}

function Slip({ stage }: { stage: Stage<'refund-due' | 'needs-staff'> }) {
  const { t } = useI18n()
  return <p role="status">{t.collecting.slip[stage.slip ?? 'none']}</p>
}

interface TroubleProps {
  readonly title: string
  readonly lead: string
  readonly icon: IconName
  /** Default: the money of the sale on the screen. */
  readonly money?: SaleMoney
  /** The support case whose code is shown. */
  readonly about: SupportCase
  /** Reference for staff, and for customers who come back. */
  readonly reference?: string
  /** True if staff are needed. Shows their drawing and the entrance to the staff screen. */
  readonly staff?: boolean
  readonly onYes?: () => void
  readonly onNo?: () => void
  readonly children?: ReactNode
}

/** Whether money moved. Null: it may have, so the customer must not pay again. Undefined: nothing is drawn. */
const drawnAs: Readonly<Record<SaleMoney, boolean | null | undefined>> = {
  'no-sale': undefined,
  none: false,
  'left-open': null,
  pending: null,
  partly: true,
  paid: true,
  owed: true,
  closed: undefined,
}

/**
 * Three drawings, each of which can be listened to: what happened, whether money moved, and whether staff are needed.
 */
function TroubleInPictures({
  title,
  lead,
  icon,
  money,
  about,
  reference,
  staff = false,
  onYes,
  onNo,
  children,
}: TroubleProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const device = useDeviceCode(about)
  const { sale } = useKioskState()
  const paid = drawnAs[money ?? moneyOf(sale)]
  return (
    <PictureSheet title={title} lead={lead} leadRole="alert" countdown={false} onYes={onYes} onNo={onNo}>
      <div className={styles.trouble}>
        <div className={styles.drawings}>
          <Said words={title} look={styles.drawing}>
            <Icon name={icon} />
          </Said>
          {paid !== undefined && (
            <Said
              words={paid === null ? t.pictures.dontPayTwice : paid ? t.pictures.paid : t.pictures.notPaid}
              look={styles.drawing}
            >
              <MoneyMoved paid={paid} />
            </Said>
          )}
          {staff && (
            <>
              <span className={styles.arrow}>
                <Icon name="arrow-right" />
              </span>
              <Said words={t.pictures.staff} look={styles.staff}>
                <StaffPerson />
              </Said>
            </>
          )}
        </div>
        {children}
        {reference !== undefined && <ReferenceCard reference={reference} />}
        <div className={styles.foot}>
          <p>{device}</p>
          {staff && (
            <Button kind="quiet" icon="person" onPress={store.openStaff}>
              {t.staff.enter}
            </Button>
          )}
        </div>
      </div>
    </PictureSheet>
  )
}

export function OutOfServiceInPictures({ cause }: { cause: OutageCause }) {
  const { t } = useI18n()
  const { about, meanwhile, reference } = useOutage(cause)
  return (
    <TroubleInPictures
      title={t.outOfService.title}
      lead={`${t.outOfService[cause]} ${meanwhile}`}
      icon={cause === 'printer' ? 'printer' : 'pause'}
      money={reference === null ? 'no-sale' : 'pending'}
      about={about}
      {...(reference !== null && { reference })}
      staff
    />
  )
}

export function ProblemInPictures({ problem }: { problem: Notice }) {
  const i18n = useI18n()
  const store = useKioskStore()
  const money = moneyOf(useKioskState().sale)
  const { title, body } = noticeText(i18n, problem, money)
  return (
    <TroubleInPictures
      title={title}
      lead={body}
      icon="alert"
      money={certainMoney(problem, money)}
      about={problem.type}
      onYes={store.showEvents}
    />
  )
}

export function EndedInPictures({ reason }: { reason: EndReason }) {
  const { t } = useI18n()
  const { ended } = t
  const store = useKioskStore()
  const money = moneyOf(useKioskState().sale)
  const faulted = reason === 'fault'
  return (
    <TroubleInPictures
      title={faulted ? ended.faultTitle : ended.expiredTitle}
      lead={(faulted ? ended.faultBody : ended.expiredBody)(t.money[money])}
      icon={faulted ? 'alert' : 'clock'}
      about={faulted ? 'internal' : 'hold-expired'}
      onYes={store.showEvents}
    />
  )
}

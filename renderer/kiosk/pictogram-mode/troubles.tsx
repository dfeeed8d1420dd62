import type { ReactNode } from 'react'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { moneyOf, type SaleMoney, type SupportCase } from '../../app/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { certainMoney, noticeText } from '../../i18n/notice-text.ts'
import { type OutageCause, useOutage } from '../idle/trouble-screens.tsx'
import { ReferenceCard } from '../collecting/collect-screen.tsx'
import { ProblemNotice, useDeviceCode } from '../problem-notice.tsx'
import type { Screen } from '../screen.ts'
import { needsStaffCase } from '../staff/staff-screen.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { StaffPerson } from './drawings.tsx'
import { CashFlowPictogram, MoneyToCount } from './money.tsx'
import { PictureSheet, SpokenPrompt } from './picture-sheet.tsx'
import { TicketsOut } from './tickets.tsx'
import styles from './troubles/pictogram-error.module.css'

type Troubled = 'print-problem' | 'refund-due' | 'needs-staff' | 'come-back' | 'collect'

interface Trouble {
  readonly title: string
  readonly lead: string
  readonly icon: IconName
  /** Payment status to draw. Default: the status of the sale on the screen. */
  readonly money?: SaleMoney
  readonly about: SupportCase
  /** Sale reference for staff, and for customers who return later. */
  readonly reference?: string
  /** True if staff are needed; the screen then shows a drawn staff member and the button for the staff screen. */
  readonly staff?: boolean
  readonly onYes?: () => void
  readonly onNo?: () => void
  readonly content?: ReactNode
}

export function PictogramError({ screen }: { screen: Extract<Screen, { readonly name: Troubled }> }) {
  return <TroubleSheet {...useTrouble(screen)} />
}

function useTrouble(screen: Extract<Screen, { readonly name: Troubled }>): Trouble {
  const { printProblem, refundDue, needsStaff, collecting } = useI18n().t
  const store = useKioskStore()
  const { sale, busy, problem } = useKioskState()
  const leave = (): void => store.leave('cancelled')
  const notice = problem && <ProblemNotice notice={problem} />
  switch (screen.name) {
    case 'print-problem':
      return {
        title: printProblem.title,
        lead: `${printProblem.reason(screen.stage.printer.reason)}. ${printProblem.body}`,
        icon: 'printer',
        about: 'ticket-not-printed',
        reference: screen.stage.reference,
        staff: true,
        ...(!busy && { onYes: store.retryPrint }),
        content: (
          <>
            {notice}
            <TicketsOut tickets={screen.stage.tickets} />
          </>
        ),
      }
    // After a late confirmation of the payment, nothing is printed before the customer confirms.
    case 'collect':
      return {
        title: collecting.ready.title,
        lead: collecting.ready.body,
        icon: 'printer',
        about: 'payment-unconfirmed',
        reference: screen.stage.reference,
        ...(!busy && { onYes: store.retryPrint, onNo: leave }),
        content: notice,
      }
    case 'refund-due': {
      const { stage } = screen
      return {
        title: refundDue.title,
        lead: `${refundDue.body} ${refundDue.todo}`,
        icon: 'cash',
        about: 'refund-due',
        ...left(stage, leave),
        content: (
          <>
            {stage.amount > 0 && <MoneyToCount amount={stage.amount} currency={sale?.currency ?? ''} />}
            <Slip stage={stage} />
          </>
        ),
      }
    }
    case 'needs-staff':
      return {
        title: needsStaff.title,
        lead: `${needsStaff.body(screen.stage.reason)} ${needsStaff.todo}`,
        icon: 'alert',
        about: needsStaffCase(screen.stage.reason),
        ...left(screen.stage, leave),
      }
    // While the payment status is unknown, the customer may leave and return with the reference.
    case 'come-back':
      return {
        title: collecting.comeBack.title,
        lead: `${collecting.comeBack.body} ${collecting.comeBack.later}`,
        icon: 'clock',
        about: 'payment-unconfirmed',
        ...left(screen.stage, leave),
      }
  }
}

export function PictogramEnd({ screen }: { screen: Extract<Screen, { readonly name: 'problem' | 'ended' }> }) {
  const i18n = useI18n()
  const store = useKioskStore()
  const money = moneyOf(useKioskState().sale)
  if (screen.name === 'problem') {
    const { title, body } = noticeText(i18n, screen.problem, money)
    const known = certainMoney(screen.problem, money)
    const about = screen.problem.type
    return <TroubleSheet title={title} lead={body} icon="alert" money={known} about={about} onYes={store.showEvents} />
  }
  const faulted = screen.stage.reason === 'fault'
  const { ended } = i18n.t
  return (
    <TroubleSheet
      title={faulted ? ended.faultTitle : ended.expiredTitle}
      lead={(faulted ? ended.faultBody : ended.expiredBody)(i18n.t.money[money])}
      icon={faulted ? 'alert' : 'clock'}
      about={faulted ? 'internal' : 'hold-expired'}
      onYes={store.showEvents}
    />
  )
}

type ForStaff = Extract<SaleStage, { readonly name: 'refund-due' | 'needs-staff' }>

const left = (stage: ForStaff, leave: () => void) =>
  ({ reference: stage.reference, staff: true, onYes: leave, content: <Slip stage={stage} /> }) as const

function Slip({ stage }: { stage: ForStaff }) {
  const { t } = useI18n()
  return <p role="status">{t.collecting.slip[stage.slip ?? 'none']}</p>
}

export function PictogramOutOfService({ cause }: { cause: OutageCause }) {
  const { t } = useI18n()
  const { about, meanwhile, reference } = useOutage(cause)
  return (
    <TroubleSheet
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

/**
 * Whether the customer has paid, by payment status. Null: uncertain, so the customer must not pay again. Undefined:
 * nothing is drawn.
 */
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

function TroubleSheet({ title, lead, icon, money, about, reference, staff = false, onYes, onNo, content }: Trouble) {
  const { t } = useI18n()
  const store = useKioskStore()
  const device = useDeviceCode(about)
  const { sale } = useKioskState()
  const paid = drawnAs[money ?? moneyOf(sale)]
  return (
    <PictureSheet title={title} lead={lead} leadRole="alert" countdown={false} onYes={onYes} onNo={onNo}>
      <div className={styles.trouble}>
        <div className={styles.drawings}>
          <SpokenPrompt words={title} look={styles.drawing}>
            <Icon name={icon} />
          </SpokenPrompt>
          {paid !== undefined && (
            <SpokenPrompt
              words={paid === null ? t.pictures.dontPayTwice : paid ? t.pictures.paid : t.pictures.notPaid}
              look={styles.drawing}
            >
              <CashFlowPictogram paid={paid} />
            </SpokenPrompt>
          )}
          {staff && (
            <>
              <span className={styles.arrow}>
                <Icon name="arrow-right" />
              </span>
              <SpokenPrompt words={t.pictures.staff} look={styles.staff}>
                <StaffPerson />
              </SpokenPrompt>
            </>
          )}
        </div>
        {content}
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

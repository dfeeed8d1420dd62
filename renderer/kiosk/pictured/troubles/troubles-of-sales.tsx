import type { SaleStage } from '../../../../shared/kiosk-api/views.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../../problem-notice.tsx'
import { needsStaffCase } from '../../staff/staff-screen.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { MoneyToCount } from '../money-to-count.tsx'
import { TicketsOut } from '../tickets/tickets-in-pictures.tsx'
import { TroubleInPictures } from './trouble-in-pictures.tsx'

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

/** Nobody knows yet whether it was paid: the customer goes, and comes back with the reference. */
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

/** Paid late: nothing is printed before the customer says so. */
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

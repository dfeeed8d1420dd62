import { useState } from 'react'
import type { FirstTicketView } from '../../../shared/api/kiosk/setup.ts'
import { moneyOf } from '../../app/problem.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { PinEntry } from '../../ui/sheets/pin-entry.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import { noticeText } from '../../i18n/notice-text.ts'
import { useSetup } from '../setup-context.tsx'
import { StepSheet, SummaryList } from '../forms.tsx'

/** Sells one ticket as a test before the set-up ends, and can cancel the ticket. */
export function FirstTicketSheet({ onDone }: { onDone: () => void }) {
  const { view } = useSetup()
  const { firstTicket } = view
  const [again, setAgain] = useState(false)
  if (again || firstTicket === null) return <FirstTicketQuestion onAsked={() => setAgain(false)} onDone={onDone} />
  return <Selling ticket={firstTicket} onAgain={() => setAgain(true)} onDone={onDone} />
}

/** Explains which parts of the sale are real, and asks for the PIN that confirms the cash payment. */
function FirstTicketQuestion({ onAsked, onDone }: { onAsked: () => void; onDone: () => void }) {
  const { t } = useI18n()
  const { view, ask, meet } = useSetup()
  const [pin, setPin] = useState('')
  const [asking, setAsking] = useState(false)
  const words = t.setup.ticket
  const demo = view.answers.profile === 'demo'
  const sell = (): void => {
    setAsking(true)
    void ask('sellFirstTicket', { pin }).then((reply) => {
      setAsking(false)
      setPin('')
      if (!reply.ok) return
      meet(null)
      onAsked()
    })
  }
  return (
    <StepSheet
      title={words.title}
      lead={asking ? words.opening : demo ? words.demo : words.real}
      leadRole="status"
      turn="asking"
      onBack={onDone}
    >
      <PinEntry
        pin={pin}
        label={words.pin}
        onPin={setPin}
        onEnter={() => asking || sell()}
        demoPin={demo && !view.hasMachinePin ? '2468' : undefined}
      >
        <p>{demo ? words.demoAbout : view.ticketCanBeCancelled ? words.atHub : words.elsewhere}</p>
      </PinEntry>
    </StepSheet>
  )
}

function Selling({ ticket, onAgain, onDone }: { ticket: FirstTicketView; onAgain: () => void; onDone: () => void }) {
  const i18n = useI18n()
  const { t } = i18n
  const { view } = useSetup()
  const [cancelling, setCancelling] = useState(false)
  const words = t.setup.ticket
  const { underWay, state, cancelled } = ticket
  const sold = state === 'done'
  if (cancelling && cancelled === null) return <Cancelling onBack={() => setCancelling(false)} />
  const lead = underWay ? words.underWay : sold ? words.sold : state === null ? words.notSold : words.left
  return (
    <StepSheet
      title={words.title}
      lead={lead}
      leadRole="status"
      turn={`${underWay} ${state}`}
      onBack={onDone}
      actions={
        !underWay && (
          <>
            <Button kind="primary" icon="arrow-right" onPress={onDone}>
              {words.goOn}
            </Button>
            {sold && view.ticketCanBeCancelled && cancelled === null && (
              <Button onPress={() => setCancelling(true)}>{words.cancel}</Button>
            )}
            {isOver(ticket) && (
              <Button icon="again" onPress={onAgain}>
                {words.again}
              </Button>
            )}
          </>
        )
      }
    >
      <Failure ticket={ticket} i18n={i18n} />
      <Sold ticket={ticket} i18n={i18n} />
      {!underWay && sold && (
        <p role="status">{afterwards(ticket, view.ticketCanBeCancelled, view.answers.profile === 'demo', i18n)}</p>
      )}
    </StepSheet>
  )
}

const isOver = ({ state }: FirstTicketView): boolean => state === null || state === 'abandoned' || state === 'done'

function Failure({ ticket: { failure, sale }, i18n }: { ticket: FirstTicketView; i18n: I18n }) {
  if (!failure) return null
  const words = i18n.t.setup.ticket
  if (failure.type === 'no-events' || failure.type === 'no-seats' || failure.type === 'no-cash')
    return <NoticeStrip title={words.notSold} body={words.failures[failure.type]} />
  return <NoticeStrip {...noticeText(i18n, failure, moneyOf(sale))} />
}

function Sold({ ticket: { sale, state }, i18n: { t, money } }: { ticket: FirstTicketView; i18n: I18n }) {
  const words = t.setup.ticket
  const [seat] = sale?.seats ?? []
  if (!sale || state === null) return null
  const numbers = 'tickets' in sale.stage ? sale.stage.tickets.map(({ ticketNumber }) => ticketNumber) : []
  const facts = [
    { label: words.state, value: t.files.states[state] },
    { label: words.event, value: sale.event.title },
    ...(seat ? [{ label: words.place, value: seat.place.route.join(' · ') }] : []),
    ...(sale.amount > 0 ? [{ label: words.price, value: money(sale.amount, sale.currency) }] : []),
    ...numbers.map((value) => ({ label: words.number, value })),
  ]
  return <SummaryList facts={facts} />
}

function afterwards({ cancelled }: FirstTicketView, cancellable: boolean, demo: boolean, { t }: I18n): string {
  const words = t.setup.ticket
  if (cancelled !== null) return `${t.files.cancellation[cancelled]} ${words.givenBack}`
  if (demo) return words.demoAfter
  return cancellable ? words.drawerOrCancel : words.drawer('F12')
}

/** Cancels the ticket. An approver other than the seller is required. */
function Cancelling({ onBack }: { onBack: () => void }) {
  const { t } = useI18n()
  const { ask, meet, view } = useSetup()
  const [staff, setStaff] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState(false)
  const words = t.setup.ticket
  const supervisors = view.people.filter(({ role }) => role === 'supervisor')
  const enter = (): void => {
    if (staff === null) {
      setStaff(typed)
      return setTyped('')
    }
    setAsking(true)
    void ask('cancelFirstTicket', { second: { staff, pin: typed }, reason: words.name }).then((reply) => {
      setAsking(false)
      setTyped('')
      setStaff(null)
      if (reply.ok) meet(null)
    })
  }
  return (
    <StepSheet
      title={words.cancel}
      lead={words.cancelAbout}
      turn={staff === null ? 'number' : 'pin'}
      onBack={() => {
        meet(null)
        onBack()
      }}
    >
      <PinEntry
        key={String(staff === null)}
        pin={typed}
        shown={staff === null}
        label={staff === null ? words.supervisor : t.cash.pin}
        onPin={setTyped}
        onEnter={() => asking || enter()}
      >
        <p>{supervisors.map(({ number, name }) => `${number} · ${name}`).join(t.common.comma)}</p>
      </PinEntry>
    </StepSheet>
  )
}

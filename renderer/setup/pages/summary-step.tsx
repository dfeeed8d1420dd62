import { type ReactNode, useEffect, useState } from 'react'
import { type ReadinessIssue, sellingOf } from '../../../shared/domain/fleet/readiness.ts'
import type { FirstTicketView, SetupView } from '../../../shared/api/kiosk/setup.ts'
import { Button } from '../../ui/button.tsx'
import { Findings, ReadinessIssueList } from '../../ui/findings.tsx'
import type { Catalogue } from '../../i18n/fr/catalogue.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { type Fact, NextButton, printerName, StepSheet, SummaryList } from '../forms.tsx'
import { useSetup } from '../setup-context.tsx'
import { codesComeByHub, isExamined, type StepName, stepsOf } from '../steps.ts'
import { FirstTicketSheet } from './first-ticket-sheet.tsx'

/** Shows all answers and whether sales are possible, and starts the program on confirmation. */
export function SummaryStep() {
  const { t } = useI18n()
  const { view, ask, turnTo } = useSetup()
  const [starting, setStarting] = useState(false)
  const { trying, tryAgain } = useReadiness()
  const [selling, setSelling] = useState(false)
  const words = t.setup.summary
  const { readiness, firstTicket } = view
  if (selling) return <FirstTicketSheet onDone={() => setSelling(false)} />
  const start = (): void => {
    setStarting(true)
    void ask('finishSetup', {}).then((reply) => {
      if (reply.ok) location.reload()
      else setStarting(false)
    })
  }
  const mendOf = (issue: ReadinessIssue): ReactNode => {
    const step = stepToFix(issue, view)
    return step && <Button onPress={() => turnTo(step)}>{words.mend(t.setup.steps.names[step])}</Button>
  }
  const cannotSell = readiness?.sells === false
  const verdict = readiness ? `${words.selling[sellingOf(readiness)]}${view.written ? '' : ` ${words.unwritten}`}` : ''
  return (
    <StepSheet
      title={words.title}
      lead={starting ? words.starting : trying ? words.trying : view.answers.profile === 'demo' ? words.demo : verdict}
      leadRole="status"
      turn={starting ? 'starting' : ''}
      actions={
        <>
          <Button kind="primary" icon="check" disabled={starting || trying} onPress={start}>
            {words.start}
          </Button>
          <Button icon="ticket" disabled={starting || trying || cannotSell} onPress={() => setSelling(true)}>
            {firstTicket ? t.setup.ticket.name : t.setup.ticket.sell}
          </Button>
          {view.answers.profile !== 'demo' && (
            <Button icon="again" disabled={starting || trying} onPress={tryAgain}>
              {words.again}
            </Button>
          )}
        </>
      }
    >
      {!trying && readiness && <ReadinessIssueList issues={readiness.issues} mendOf={mendOf} />}
      <SummaryList facts={summaryOf(view, t)} />
    </StepSheet>
  )
}

/** Checks whether sales are possible, once when the page appears and again on request. */
function useReadiness() {
  const { view, ask } = useSetup()
  const [trying, setTrying] = useState(view.readiness === null && view.answers.profile !== 'demo')
  useEffect(() => {
    if (!trying) return
    void ask('examineSetup', {}).then(() => setTrying(false))
  }, [ask, trying])
  return { trying, tryAgain: () => setTrying(true) }
}

function summaryOf(view: SetupView, t: Catalogue): readonly Fact[] {
  const { answers, people, firstTicket } = view
  const { profile = 'demo', screen, tenders, languages = [] } = answers
  const words = t.setup.summary
  const { comma } = t.common
  return [
    {
      label: t.setup.coupon.profile,
      value: t.setup.profile.names[profile],
      ...(profile === 'kiosk' && answers.locked && { remark: words.locked }),
    },
    { label: t.setup.coupon.device, value: answers.deviceId ?? view.suggestedName },
    { label: words.languages, value: languages.map((each) => nameOf(each)).join(comma) },
    ...(profile !== 'demo' && tenders
      ? [{ label: words.tenders, value: tenders.map((kind) => t.desk.tenders[kind]).join(comma) }]
      : []),
    ...(profile === 'demo' ? [] : [partnerFact(view, t), ...eventsFact(view, t), printerFact(view, t)]),
    {
      label: words.screen,
      value: screen ? words.measured(screen.pixelsPerMillimetre.toFixed(2)) : words.unmeasured,
    },
    ...(profile === 'demo' ? [] : [{ label: t.setup.steps.names.seller, value: answers.seller?.name || '–' }]),
    ...(firstTicket ? [{ label: t.setup.ticket.name, value: ticketState(firstTicket, t) }] : []),
    {
      label: t.setup.coupon.people,
      value:
        [
          ...(profile === 'demo' ? [words.demoPin] : view.hasMachinePin ? [t.setup.people.machine] : []),
          ...people.map(({ name, role }) => `${name} (${t.setup.people.roles[role]})`),
        ].join(comma) || '–',
    },
  ]
}

function partnerFact(view: SetupView, t: Catalogue): Fact {
  const words = t.setup.summary
  const { partner } = view.answers
  const tested = isExamined(view)
  const signed = (partner?.signing?.scheme ?? 'none') === 'none' ? words.unsigned : words.signed
  return {
    label: t.setup.coupon.partner,
    value: partner?.baseUrl ?? '–',
    remark: tested ? `${words.tested}${t.common.comma}${signed}` : words.untested,
    open: !tested,
  }
}

function ticketState({ state, cancelled }: FirstTicketView, t: Catalogue): string {
  const words = t.setup.ticket
  if (cancelled !== null) return words.cancelled
  if (state === null) return words.notSold
  return state === 'done' ? words.sold : t.files.states[state]
}

function eventsFact({ events, answers }: SetupView, t: Catalogue): readonly Fact[] {
  if (events === null) return []
  const words = t.setup.summary
  const opened = events.filter(({ tried }) => tried?.outcome === 'ok').map(({ title }) => title)
  const value = events.length === 0 ? words.noEvents : opened.join(t.common.comma) || '–'
  return [{ label: words.events, value, ...(codesComeByHub(answers) && { remark: words.byHub }) }]
}

function printerFact({ answers: { printer, pageSeen } }: SetupView, t: Catalogue): Fact {
  const words = t.setup.summary
  const label = t.setup.coupon.printer
  if (!printer) return { label, value: t.setup.printer.unchanged }
  if (printer.kind === 'none') return { label, value: t.setup.printer.none }
  return { label, value: printerName(printer), remark: pageSeen ? words.printed : words.unprinted, open: !pageSeen }
}

/** Returns the set-up step whose answers can fix the issue, or null if there is no such step. */
function stepToFix(issue: ReadinessIssue, view: SetupView): StepName | null {
  const step = stepFor(issue, view)
  return step && stepsOf(view.answers).includes(step) ? step : null
}

function stepFor(issue: ReadinessIssue, { answers, examination }: SetupView): StepName | null {
  switch (issue.type) {
    case 'partner-unreachable':
    case 'unreadable-response':
      return 'partner'
    case 'access-denied':
      return examination?.steps.find(({ outcome }) => outcome === 'failed')?.step === 'signature'
        ? 'signing'
        : 'partner'
    case 'access-code-missing':
    case 'access-code-refused':
      return codesComeByHub(answers) ? 'fleet' : 'codes'
    case 'no-tender-available':
    case 'payments-unavailable':
      return 'payment'
    case 'ticket-printer-unavailable':
      return 'printer'
    case 'terms-missing':
      return issue.settings.some((setting) => setting.startsWith('seller.')) ? 'seller' : 'terms'
    case 'training':
    case 'invoices-unsigned':
    case 'clock-skew':
    case 'session-refused':
    case 'purchasing-suspended':
    case 'ledger':
    case 'disk-full':
    case 'damaged-files':
    case 'unprintable-characters':
    case 'screen-failing':
    case 'other':
      return null
  }
}

export function HealthCheckStep() {
  const { t } = useI18n()
  const { view, ask, goOn, turnTo, meet, busy } = useSetup()
  const { examination } = view
  const words = t.setup.examination
  const test = (): void => void ask('examineSetup', {}).then((reply) => reply.ok && meet(null))
  useEffect(() => {
    if (examination === null) void ask('examineSetup', {})
  }, [ask, examination])
  const running = examination?.running ?? true
  const steps = examination?.steps ?? []
  const failed = steps.some(({ outcome }) => outcome === 'failed')
  const warned = steps.some(({ outcome }) => outcome === 'warning')
  return (
    <StepSheet
      title={words.title}
      lead={running ? words.running : failed ? words.failed : warned ? words.warned : words.fine}
      leadRole="status"
      turn={running ? 'running' : failed ? 'failed' : 'fine'}
      onBack={() => turnTo('partner')}
      actions={
        failed ? (
          <>
            <Button kind="primary" icon="again" disabled={busy || running} onPress={test}>
              {words.again}
            </Button>
            <Button onPress={() => void goOn()}>{words.anyway}</Button>
          </>
        ) : (
          <NextButton disabled={running} onPress={() => void goOn()} />
        )
      }
    >
      <Findings findings={steps} running={running} />
    </StepSheet>
  )
}

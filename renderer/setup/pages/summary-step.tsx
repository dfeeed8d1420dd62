import { useEffect, useState } from 'react'
import type { SetupView } from '../../../shared/kiosk-api/setup-views.ts'
import { Button } from '../../components/button.tsx'
import type { Catalogue } from '../../i18n/fr/catalogue.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { Findings } from '../findings.tsx'
import { proofsOf } from './proofs.ts'
import { printerName, StepSheet } from '../step-sheet.tsx'

/** All of it once more, and what is proven of it; then the machine is what it was set up to be. */
export function SummaryStep() {
  const { t } = useI18n()
  const { view, ask, meet } = useSetup()
  const [starting, setStarting] = useState(false)
  const { trying, tryAgain } = useEventsTried()
  const words = t.setup.summary
  const proofs = proofsOf(view, t)
  const canSell = proofs.every(({ outcome }) => outcome !== 'failed')
  const start = (): void => {
    setStarting(true)
    void ask('finishSetup', {}).then((reply) => {
      if (reply.ok) return location.reload()
      setStarting(false)
      meet(reply.error)
    })
  }
  return (
    <StepSheet
      title={words.title}
      lead={starting ? words.starting : trying ? words.trying : canSell ? words.canSell : words.cannotSell}
      leadRole="status"
      turn={starting ? 'starting' : ''}
      actions={
        <>
          <Button kind="primary" icon="check" disabled={starting || trying} onPress={start}>
            {words.start}
          </Button>
          {view.answers.profile !== 'demo' && (
            <Button icon="again" disabled={starting || trying} onPress={tryAgain}>
              {words.again}
            </Button>
          )}
        </>
      }
    >
      <h2 className={styles.heading}>{words.proof}</h2>
      <Findings findings={proofs} running={trying} />
      <dl className={styles.summary}>
        {summaryOf(view, t).map(({ label, value, remark, open }) => (
          <div key={label} data-open={open}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
              {remark && <span>{remark}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </StepSheet>
  )
}

/** Each event's seat held and given back, once when the page comes up and again when somebody asks. */
function useEventsTried() {
  const { view, ask, meet } = useSetup()
  const untried = (view.events ?? []).some(({ tried }) => tried === null)
  const [trying, setTrying] = useState(untried)
  useEffect(() => {
    if (!trying) return
    void ask('tryEvents', {}).then((reply) => {
      setTrying(false)
      if (!reply.ok) meet(reply.error)
    })
  }, [ask, meet, trying])
  return { trying, tryAgain: () => setTrying(true) }
}

interface Fact {
  readonly label: string
  readonly value: string
  readonly remark?: string
  /** Left to be done. */
  readonly open?: boolean
}

function summaryOf(view: SetupView, t: Catalogue): readonly Fact[] {
  const { answers, people } = view
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
    ...(profile === 'cashier' && tenders
      ? [{ label: words.tenders, value: tenders.map((kind) => t.desk.tenders[kind]).join(comma) }]
      : []),
    ...(profile === 'demo' ? [] : [partnerFact(view, t), printerFact(view, t)]),
    {
      label: words.screen,
      value: screen ? words.measured(screen.pixelsPerMillimetre.toFixed(2)) : words.unmeasured,
    },
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

function partnerFact({ answers: { partner }, examination }: SetupView, t: Catalogue): Fact {
  const words = t.setup.summary
  const tested =
    examination !== null && !examination.running && examination.steps.every(({ outcome }) => outcome !== 'failed')
  const signed = (partner?.signing?.scheme ?? 'none') === 'none' ? words.unsigned : words.signed
  return {
    label: t.setup.coupon.partner,
    value: partner?.baseUrl ?? '–',
    remark: tested ? `${words.tested}${t.common.comma}${signed}` : words.untested,
    open: !tested,
  }
}

function printerFact({ answers: { printer, pageSeen } }: SetupView, t: Catalogue): Fact {
  const words = t.setup.summary
  const label = t.setup.coupon.printer
  if (!printer) return { label, value: t.setup.printer.unchanged }
  if (printer.kind === 'none') return { label, value: t.setup.printer.none }
  return { label, value: printerName(printer), remark: pageSeen ? words.printed : words.unprinted, open: !pageSeen }
}

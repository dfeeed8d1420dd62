import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { nameOf } from '../i18n/languages.ts'
import { useSetup } from './setup-context.tsx'
import styles from './setup.module.css'
import { printerName, StepSheet } from './step-sheet.tsx'

/** All of it once more; then the machine is what it was set up to be. */
export function SummaryStep() {
  const { t } = useI18n()
  const { view, ask, meet } = useSetup()
  const [starting, setStarting] = useState(false)
  const { answers, examination, people } = view
  const words = t.setup.summary
  const { profile = 'demo', partner, printer, screen, languages = [] } = answers
  const tested =
    examination !== null && !examination.running && examination.steps.every(({ outcome }) => outcome !== 'failed')
  const start = (): void => {
    setStarting(true)
    void ask('finishSetup', {}).then((reply) => {
      if (reply.ok) return location.reload()
      setStarting(false)
      meet(reply.error)
    })
  }
  const facts: readonly {
    readonly label: string
    readonly value: string
    readonly remark?: string
    readonly open?: boolean
  }[] = [
    {
      label: t.setup.coupon.profile,
      value: t.setup.profile.names[profile],
      ...(profile === 'kiosk' && answers.locked && { remark: words.locked }),
    },
    { label: t.setup.coupon.device, value: answers.deviceId ?? view.suggestedName },
    { label: words.languages, value: languages.map((each) => nameOf(each)).join(t.common.comma) },
    ...(profile === 'cashier' && answers.tenders
      ? [{ label: words.tenders, value: answers.tenders.map((kind) => t.desk.tenders[kind]).join(t.common.comma) }]
      : []),
    ...(profile === 'demo'
      ? []
      : [
          {
            label: t.setup.coupon.partner,
            value: partner?.baseUrl ?? '–',
            remark: tested
              ? `${words.tested}${t.common.comma}${partner?.signing.scheme === 'none' ? words.unsigned : words.signed}`
              : words.untested,
            open: !tested,
          },
          {
            label: t.setup.coupon.printer,
            value: printer
              ? printer.kind === 'none'
                ? t.setup.printer.none
                : printerName(printer)
              : t.setup.printer.unchanged,
            ...(printer &&
              printer.kind !== 'none' && {
                remark: answers.pageSeen ? words.printed : words.unprinted,
                open: !answers.pageSeen,
              }),
          },
        ]),
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
        ].join(t.common.comma) || '–',
    },
  ]
  return (
    <StepSheet
      title={words.title}
      lead={starting ? words.starting : words.lead}
      leadRole="status"
      turn={starting ? 'starting' : ''}
      actions={
        <Button kind="primary" icon="check" disabled={starting} onPress={start}>
          {words.start}
        </Button>
      }
    >
      <dl className={styles.summary}>
        {facts.map(({ label, value, remark, open }) => (
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

import type { ExaminationFinding } from '../../shared/domain/money/examination.ts'
import type { Language } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { PaymentSaying } from '../../shared/i18n/texts.ts'
import type { ExaminedStep } from '../../shared/kiosk-api/payment-forms.ts'

/** In order, each with what to do; at the end what no examination finds out. */
export function reportOf(
  found: readonly ExaminationFinding[],
  host: string,
  language: Language,
): readonly ExaminedStep[] {
  const { steps, fine, says } = catalogues[language].doctor.payments
  const stuckAt = found.findIndex((finding) => outcomeOf(finding) === 'failed')
  const told = found.map((finding, index): ExaminedStep => {
    const { step } = finding
    const saying = sayingOf(finding, stuckAt !== -1 && stuckAt < index)
    const facts = { ...finding, host: URL.canParse(host) ? new URL(host).host : host }
    const template = saying === 'fine' ? fine[step] : says[saying]
    return { step, outcome: outcomeOf(finding), title: steps[step], text: filled(template, facts) }
  })
  return [...told, { step: 'trial', outcome: 'warning', title: steps.trial, text: says.untried }]
}

function outcomeOf({ finding }: ExaminationFinding): ExaminedStep['outcome'] {
  switch (finding) {
    case 'ok':
      return 'ok'
    case 'plain':
    case 'test-account':
    case 'busy':
      return 'warning'
    case 'not-tried':
      return 'skipped'
    case 'no-answer':
    case 'untrusted':
    case 'clock-off':
    case 'refused':
    case 'unreadable':
    case 'other-currency':
    case 'currency-not-taken':
    case 'device-off':
      return 'failed'
  }
}

function sayingOf({ step, finding, status, device }: ExaminationFinding, isBehind: boolean): PaymentSaying | 'fine' {
  if (finding === 'ok') return device === undefined ? 'fine' : 'device-named'
  if (finding === 'refused' && status === undefined) return 'device-refuses'
  if (finding === 'refused') return status === 403 ? 'not-on-list' : 'refused'
  if (finding !== 'not-tried') return finding
  if (isBehind) return 'not-reached'
  return step === 'clock' ? 'no-date' : 'only-a-payment'
}

const filled = (template: string, facts: Readonly<Record<string, string | number | undefined>>): string =>
  template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(facts[name] ?? '')).replace(/ \)/u, ')')

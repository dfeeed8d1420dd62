import type { z } from 'zod'
import type { Language } from '../../shared/domain/language.ts'
import type { ExaminationFinding } from '../../shared/domain/money/examination.ts'
import type { TenderDevice, TenderTraits } from '../../shared/domain/money/tender.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import type { ExaminedStep } from '../../shared/api/kiosk/payment-forms.ts'
import type { Examinable, TenderDriver } from '../kiosk/ports/devices.ts'
import type { Line } from './http.ts'
import type { WithSecrets } from './settings-fields.ts'
import type { ReportColumns } from './settlement.ts'

export interface DriverDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly means: Exclude<TenderDevice, 'drawer'>
  readonly settings: Schema
  readonly traits: TenderTraits
  readonly report: ReportColumns
  /** Loads the driver's code only on computers with settings for the driver. */
  create(line: Line, settings: WithSecrets<z.infer<Schema>>): Promise<TenderDriver & Examinable>
  /** Checks the provider's certificate instead of its host name. The certificate chain is always checked. */
  isPeer?(settings: z.infer<Schema>): PeerCheck
}

interface Peer {
  readonly name: string
  readonly sha256: string
}

export type PeerCheck = (peer: Peer) => boolean

export interface Provided {
  create(line: Line): Promise<TenderDriver & Examinable>
  readonly isPeer?: PeerCheck
  /** Returns the secrets by name. Secrets are never stored or logged, and are sent only to the provider. */
  secrets(): Readonly<Record<string, string>>
}

/** Formats the findings of every step, with advice. The last step names the checks that need a real payment. */
export function reportOf(
  found: readonly ExaminationFinding[],
  host: string,
  language: Language,
): readonly ExaminedStep[] {
  const { steps, fine, says } = catalogues[language].doctor.payments
  const stuckAt = found.findIndex(({ finding }) => outcomes[finding] === 'failed')
  const told = found.map((finding, index): ExaminedStep => {
    const { step } = finding
    const saying = sayingOf(finding, stuckAt !== -1 && stuckAt < index)
    const facts = { ...finding, host: URL.canParse(host) ? new URL(host).host : host }
    const template = saying === 'fine' ? fine[step] : says[saying]
    return { step, outcome: outcomes[finding.finding], title: steps[step], text: filled(template, facts) }
  })
  return [...told, { step: 'trial', outcome: 'warning', title: steps.trial, text: says.untried }]
}

const outcomes: Readonly<Record<ExaminationFinding['finding'], ExaminedStep['outcome']>> = {
  ok: 'ok',
  plain: 'warning',
  'test-account': 'warning',
  busy: 'warning',
  'not-tried': 'skipped',
  'no-answer': 'failed',
  untrusted: 'failed',
  'clock-skew': 'failed',
  refused: 'failed',
  unreadable: 'failed',
  'other-currency': 'failed',
  'currency-not-taken': 'failed',
  'device-off': 'failed',
}

type Saying = keyof ProgramTexts['doctor']['payments']['says'] | 'fine'

function sayingOf({ step, finding, status, device }: ExaminationFinding, isBehind: boolean): Saying {
  if (finding === 'ok') return device === undefined ? 'fine' : 'device-named'
  if (finding === 'refused' && status === undefined) return 'device-refuses'
  if (finding === 'refused') return status === 403 ? 'not-on-list' : 'refused'
  if (finding !== 'not-tried') return finding
  if (isBehind) return 'not-reached'
  return step === 'clock' ? 'no-date' : 'only-a-payment'
}

const filled = (template: string, facts: Readonly<Record<string, string | number | undefined>>): string =>
  template.replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(facts[name] ?? '')).replace(/ \)/u, ')')

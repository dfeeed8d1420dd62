import type { z } from 'zod'
import type { Language } from '../../shared/domain/language.ts'
import type { ExaminationFinding } from '../../shared/domain/money/examination.ts'
import type { TenderMeans, TenderTraits } from '../../shared/domain/money/tender.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { PaymentSaying } from '../../shared/i18n/texts.ts'
import type { ExaminedStep } from '../../shared/kiosk-api/payment-forms.ts'
import type { Examinable, TenderDriver } from '../core/ports/devices.ts'
import type { Line } from './http.ts'
import type { SecretSource } from './settings-fields.ts'
import type { ReportColumns } from './settlement.ts'

/** What the registry has of a driver. */
export interface DriverKind<Schema extends z.ZodObject = z.ZodObject> {
  /** The tenders that it can take: those of this means. */
  readonly means: Exclude<TenderMeans, 'drawer'>
  readonly settings: Schema
  readonly traits: TenderTraits
  /** What its provider's report calls the columns, as far as that is known. */
  readonly report: ReportColumns
  /** With settings of its schema. */
  provide(settings: z.infer<Schema>, read: ReadSecret): Provided
}

/** The text behind a secret; `name` as in the settings: `clientSecret`, `disbursements.apiKey`. */
export type ReadSecret = (name: string, source: SecretSource) => string

/** Of the end of a connection: what its certificate is issued to (common name), and the certificate's SHA-256. */
export interface Peer {
  readonly name: string
  readonly sha256: string
}

export type PeerCheck = (peer: Peer) => boolean

/** A driver that its settings are known of. */
export interface Provided {
  /** Its code is loaded by this, and on no machine that has no such settings. */
  create(line: Line): Promise<TenderDriver & Examinable>
  /** For what answers under no name of its own: in place of the address, this tells whose certificate it is. Its chain is checked all the same. */
  readonly isPeer?: PeerCheck
  /** The texts behind its secrets, which are never written down or told. */
  secrets(): object
}

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

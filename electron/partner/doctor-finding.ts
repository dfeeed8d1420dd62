import type { PartnerError } from '../core/ports/ports.ts'

export type DoctorStep =
  'name' | 'connection' | 'certificate' | 'clock' | 'code' | 'signature' | 'events' | 'section' | 'hold' | 'purchase'

export type DoctorSaying =
  | 'fine'
  | 'not-reached'
  | 'not-asked'
  | 'unsigned'
  | 'plain'
  | 'by-proxy'
  | 'unknown-name'
  | 'refused-connection'
  | 'no-connection'
  | 'bad-certificate'
  | 'certificate-ends'
  | 'certificate-over'
  | 'no-answer'
  | 'clock-off'
  | 'no-date'
  | 'unknown-code'
  | 'bad-signature'
  | 'partner-fault'
  | 'refused'
  | 'unreadable'
  | 'missing-field'
  | 'left-out'
  | 'no-owner'
  | 'no-events'
  | 'no-access-code'
  | 'wrong-access-code'
  | 'no-seats'
  | 'not-held'
  | 'not-released'
  | 'not-bought'
  | 'real-sale'
  | 'purchase-refused'

export interface Finding {
  readonly step: DoctorStep
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly says: DoctorSaying
  /** Numbers, names, codes of errors; never a secret. */
  readonly facts: Readonly<Record<string, string | number>>
}

export function found(
  step: DoctorStep,
  outcome: Finding['outcome'],
  says: DoctorSaying,
  facts: Finding['facts'] = {},
): Finding {
  return { step, outcome, says, facts }
}

/** Of a call without a usable answer. */
export function failure(step: DoctorStep, error: PartnerError): Finding {
  switch (error.type) {
    case 'unreachable':
      return found(step, 'failed', 'no-answer', { code: error.detail, seconds: 0 })
    case 'refused':
      return found(step, 'failed', 'refused', { status: error.status, code: error.code })
    case 'unclear':
      return error.field === undefined
        ? found(step, 'failed', 'unreadable', { status: error.status, code: error.detail })
        : found(step, 'failed', 'missing-field', { field: error.field })
  }
}

import type { DoctorSaying, DoctorStep } from '../../shared/i18n/texts.ts'
import type { PartnerError } from '../core/ports/ports.ts'

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
export function failure(step: DoctorStep, error: PartnerError, more: Finding['facts'] = {}): Finding {
  switch (error.type) {
    case 'unreachable':
      return found(step, 'failed', 'no-answer', { ...more, code: error.detail, seconds: 0 })
    case 'refused':
      return found(step, 'failed', 'refused', { ...more, status: error.status, code: error.code })
    case 'unclear':
      return error.field === undefined
        ? found(step, 'failed', 'unreadable', { ...more, status: error.status, code: error.detail })
        : found(step, 'failed', 'missing-field', { ...more, field: error.field })
  }
}

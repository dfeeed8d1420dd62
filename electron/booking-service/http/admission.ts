import { PARTNER_CODE_HEADER } from '../../../shared/partner-api/operations.ts'
import type { Failure } from './failures.ts'
import type { PlainRequest } from './http.ts'

/** Who may call. Asked once for each request that names an operation, before anything else is read of it. */
export interface AdmissionCheck {
  readonly admit: (request: PlainRequest) => Promise<Admission>
}

export type Admission =
  | {
      readonly ok: true
      readonly partnerCode: string
      /** The request to go on with: its body may have been read, and is given again. */
      readonly request: PlainRequest
    }
  | {
      readonly ok: false
      readonly failure: Failure
      readonly headers?: Readonly<Record<string, string>>
      /** Whose request it says it is, where such a partner is known. */
      readonly partnerCode?: string
    }

/** Admits a caller who names one of these partners. */
export function admitNamed(partners: ReadonlySet<string>): AdmissionCheck {
  return {
    admit(request) {
      const partnerCode = request.header(PARTNER_CODE_HEADER)
      const known = partnerCode !== undefined && partners.has(partnerCode)
      return Promise.resolve(known ? { ok: true, partnerCode, request } : { ok: false, failure: unknownPartner })
    },
  }
}

export const unknownPartner: Failure = {
  code: 'UNKNOWN_PARTNER',
  message: 'Unknown partner',
  what: 'The partner code is missing or unknown.',
  where: `header.${PARTNER_CODE_HEADER}`,
  remedy: `Send your partner code in the header ${PARTNER_CODE_HEADER} on every call.`,
}

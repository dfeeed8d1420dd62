import { formsOfCode } from '../../../shared/domain/access-code.ts'
import type { SessionOutcome } from '../../../shared/domain/fleet/readiness.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { BookingSession } from '../../../shared/domain/seats/offer.ts'
import type { CodeMissing } from '../../../shared/kiosk-api/failures.ts'
import type { CodeSource } from '../../../shared/kiosk-api/office-views.ts'
import type { PartnerError, PartnerReply, PartnerService } from './ports.ts'

export interface KnownCode {
  readonly code: string
  readonly source: CodeSource
}

/** The access codes that this machine has. */
export interface AccessCodes {
  /** Of one event, from all who told one, the likeliest first. */
  of(eventId: string): Promise<readonly KnownCode[]>
  /** Keeps what somebody typed. Throws where it cannot be written. */
  keep(eventId: string, code: string): void
  /** Asks the hub that sends codes whether there are others, where there is one; resolves soon, whatever comes of it. */
  renew(): Promise<void>
}

/**
 * Tries the codes in their order, each in every form that may have been meant, until the service takes one or says something else.
 * Null: there are none.
 */
export async function openWith(
  partner: Pick<PartnerService, 'openSession'>,
  eventId: string,
  codes: readonly string[],
): Promise<{ readonly accessCode: string; readonly reply: PartnerReply<BookingSession> } | null> {
  let last = null
  for (const accessCode of new Set(codes.flatMap(formsOfCode))) {
    const reply = await partner.openSession({ eventId, accessCode })
    last = { accessCode, reply }
    if (reply.ok || !isCodeRefused(reply.error)) break
  }
  return last
}

/** The service knows the event and does not take the code. */
export function isCodeRefused(error: PartnerError): boolean {
  return error.type === 'refused' && error.status === 403
}

/** What came of a session that was asked for; null: no answer, which says nothing about the event. */
export function outcomeOf(opened: Result<unknown, PartnerError | CodeMissing>): SessionOutcome | null {
  if (opened.ok) return { type: 'opened' }
  const { error } = opened
  switch (error.type) {
    case 'unreachable':
      return null
    case 'no-access-code':
      return { type: 'no-code' }
    case 'access-code-refused':
      return { type: 'code-refused' }
    case 'refused':
      return isCodeRefused(error)
        ? { type: 'code-refused' }
        : { type: 'failed', status: error.status, code: error.code }
    case 'unclear':
      return { type: 'failed', status: error.status, code: error.detail }
  }
}

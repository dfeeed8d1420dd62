import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { formsOfCode } from '../../../shared/domain/access-code.ts'
import type { BookingSession } from '../../../shared/domain/seats/offer.ts'
import type { CodeMissing } from '../../../shared/kiosk-api/failures.ts'
import type { CodeSource } from '../../../shared/kiosk-api/office-views.ts'
import { isCodeRefused, openWith, type AccessCodes, type KnownCode } from '../ports/access-codes.ts'
import type { PartnerError, PartnerService } from '../ports/ports.ts'

export type NotOpened = PartnerError | CodeMissing

/** The one way to a session of an event: by whichever of the machine's codes the service takes. */
export interface EventSessions {
  /** A hub that sends codes is asked for others before this says that none opens the event. */
  open(eventId: string): Promise<Result<BookingSession, NotOpened>>
  /** By a code that somebody typed, and no other; the code as the service takes it. */
  tryCode(eventId: string, typed: string): Promise<Result<string, NotOpened>>
  /** Where the code comes from that is tried first; null: there is none. */
  source(eventId: string): Promise<CodeSource | null>
  /** Whether the service took none of the codes when it was asked last. */
  isRefused(eventId: string): boolean
}

export function createEventSessions(
  partner: Pick<PartnerService, 'openSession'>,
  accessCodes: AccessCodes,
): EventSessions {
  /** The code that opened each event last, as the service took it. */
  const opened = new Map<string, string>()
  const refused = new Set<string>()

  async function known(eventId: string): Promise<readonly KnownCode[]> {
    const codes = await accessCodes.of(eventId)
    const last = opened.get(eventId)
    const found = last === undefined ? undefined : codes.find(({ code }) => formsOfCode(code).includes(last))
    return found && last !== undefined ? [{ ...found, code: last }, ...codes] : codes
  }

  async function openBy(eventId: string, codes: readonly string[]) {
    const tried = await openWith(partner, eventId, codes)
    if (tried === null) return err({ type: 'no-access-code' } as const)
    const { accessCode, reply } = tried
    if (!reply.ok) return err(isCodeRefused(reply.error) ? ({ type: 'access-code-refused' } as const) : reply.error)
    opened.set(eventId, accessCode)
    refused.delete(eventId)
    return ok({ accessCode, session: reply.value })
  }

  return {
    async open(eventId) {
      const codes = (await known(eventId)).map(({ code }) => code)
      const first = await openBy(eventId, codes)
      if (first.ok) return ok(first.value.session)
      if (!isCodeMissing(first.error)) return first
      await accessCodes.renew()
      const others = (await known(eventId)).map(({ code }) => code).filter((code) => !codes.includes(code))
      const second = others.length > 0 ? await openBy(eventId, others) : first
      if (second.ok) return ok(second.value.session)
      if (second.error.type === 'access-code-refused') refused.add(eventId)
      return second
    },

    async tryCode(eventId, typed) {
      const tried = await openBy(eventId, [typed])
      return tried.ok ? ok(tried.value.accessCode) : tried
    },

    source: async (eventId) => (await known(eventId))[0]?.source ?? null,
    isRefused: (eventId) => refused.has(eventId),
  }
}

export function isCodeMissing(error: NotOpened): error is CodeMissing {
  return error.type === 'no-access-code' || error.type === 'access-code-refused'
}

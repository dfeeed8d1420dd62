import { err, ok } from '../../../shared/domain/result.ts'
import type { StaffCommands } from '../access/access.ts'
import type { OfficePorts } from '../ports/office.ts'
import type { PartnerError, Ports } from '../ports/ports.ts'
import { partnerFailure } from '../visit/visit-commands.ts'

type AccessCodeCommand = 'viewSeatsLeft' | 'listAccess' | 'setAccessCode'

const EVENTS_AT_ONCE = 100

/** The access codes of the events on sale, and what one of them opens. */
export function accessCodeCommands(
  { ledger, partner, clock, log }: Pick<Ports, 'ledger' | 'partner' | 'clock' | 'log'>,
  { accessCodes }: Pick<OfficePorts, 'accessCodes'>,
  accessCode: (eventId: string) => Promise<string | null>,
): Pick<StaffCommands, AccessCodeCommand> {
  return {
    async viewSeatsLeft({ eventId }) {
      const code = await accessCode(eventId)
      if (code === null) return err({ type: 'no-access-code' })
      const session = await partner.openSession({ eventId, accessCode: code })
      if (!session.ok)
        return err(isCodeRefused(session.error) ? { type: 'no-access-code' } : partnerFailure(session.error))
      const { remaining, zones } = session.value.overview
      return ok({
        eventId,
        remaining,
        zones: zones.map(({ zoneId, name, remaining: left }) => ({ zoneId, name, remaining: left })),
      })
    },

    async listAccess() {
      const reply = await partner.listEvents({ page: 1, limit: EVENTS_AT_ONCE })
      if (!reply.ok) return err(partnerFailure(reply.error))
      const views = reply.value.events.map(async ({ eventId, title, startsAt }) => {
        return { eventId, title, startsAt, source: await accessCodes.source(eventId) }
      })
      return ok(await Promise.all(views))
    },

    async setAccessCode({ eventId, code }, { staffId }) {
      const session = await partner.openSession({ eventId, accessCode: code })
      if (!session.ok)
        return err(isCodeRefused(session.error) ? { type: 'access-code-refused' } : partnerFailure(session.error))
      try {
        accessCodes.keep(eventId, code)
      } catch (error) {
        log.error('the access code was not kept', error)
        return err({ type: 'not-written' })
      }
      ledger.note('ACCESS_CODE_SET', { eventId }, clock.now(), staffId)
      return ok(null)
    },
  }
}

/** The service knows the event and does not take the code. */
function isCodeRefused(error: PartnerError): boolean {
  return error.type === 'refused' && error.status === 403
}

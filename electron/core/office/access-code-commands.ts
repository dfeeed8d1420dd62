import { err, ok } from '../../../shared/domain/result.ts'
import type { StaffCommands } from '../access/access.ts'
import type { AccessCodes } from '../ports/access-codes.ts'
import type { Ports } from '../ports/ports.ts'
import { isCodeMissing, type EventSessions, type NotOpened } from '../visit/event-sessions.ts'
import { partnerFailure } from '../visit/visit-commands.ts'

type AccessCodeCommand = 'viewSeatsLeft' | 'listAccess' | 'setAccessCode'

const EVENTS_AT_ONCE = 100

/** The access codes of the events on sale, and what one of them opens. */
export function accessCodeCommands(
  { ledger, partner, clock, log }: Pick<Ports, 'ledger' | 'partner' | 'clock' | 'log'>,
  sessions: EventSessions,
  accessCodes: AccessCodes,
): Pick<StaffCommands, AccessCodeCommand> {
  return {
    async viewSeatsLeft({ eventId }) {
      const session = await sessions.open(eventId)
      if (!session.ok) return err(failureOf(session.error))
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
      const { events } = reply.value
      const sources = () => Promise.all(events.map(({ eventId }) => sessions.source(eventId)))
      // An event that has just been put on sale.
      if ((await sources()).includes(null)) await accessCodes.renew()
      const found = await sources()
      return ok(
        events.map(({ eventId, title, startsAt }, index) => ({
          eventId,
          title,
          startsAt,
          source: found[index] ?? null,
          refused: sessions.isRefused(eventId),
        })),
      )
    },

    async setAccessCode({ eventId, code }, { staffId }) {
      const tried = await sessions.tryCode(eventId, code)
      if (!tried.ok) return err(failureOf(tried.error))
      try {
        accessCodes.keep(eventId, tried.value)
      } catch (error) {
        log.error('the access code was not kept', error)
        return err({ type: 'not-written' })
      }
      ledger.note('ACCESS_CODE_SET', { eventId }, clock.now(), staffId)
      return ok(null)
    },
  }
}

const failureOf = (error: NotOpened) => (isCodeMissing(error) ? error : partnerFailure(error))

import { err, ok } from '../../../shared/domain/result.ts'
import type { StaffCommands } from '../access/access.ts'
import type { AccessCodes } from '../ports/access-codes.ts'
import type { Ports } from '../ports/ports.ts'
import { isCodeMissing, type NotOpened } from '../visit/event-sessions.ts'
import { partnerFailure } from '../visit/visit-commands.ts'
import type { OfferWatch } from '../watch/offer-watch.ts'

type AccessCodeCommand = 'viewSeatsLeft' | 'listAccess' | 'setAccessCode'

/** The access codes of the events on sale, and what one of them opens. */
export function accessCodeCommands(
  { ledger, offer, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'> & { readonly offer: OfferWatch },
  accessCodes: AccessCodes,
): Pick<StaffCommands, AccessCodeCommand> {
  const { sessions } = offer
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
      const reply = await offer.list()
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
        log.error('access-code.not-saved', error)
        return err({ type: 'not-written' })
      }
      ledger.note('ACCESS_CODE_SET', { eventId }, clock.now(), staffId)
      return ok(null)
    },
  }
}

const failureOf = (error: NotOpened) => (isCodeMissing(error) ? error : partnerFailure(error))

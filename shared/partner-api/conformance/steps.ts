import type { Buyer } from '../../domain/customer.ts'
import { fillHoldBody, oneSeatBody, type HoldBody } from '../hold-body.ts'
import { operations, type OperationName } from '../operations.ts'
import { createCaller, fieldsOf, fillPath, listOf, textOf, type Exchange, type Fields, type Reply } from './exchange.ts'
import { NotTestable } from './not-testable.ts'

/** How seats are held: the specification does not say, so the one who runs the suite does. */
export interface HoldCall {
  readonly method: string
  /** `{session_id}` is filled in. */
  readonly path: string
  readonly body: HoldBody
  /** All seats in one call; else one call a seat. */
  readonly batch: boolean
}

/** The default where the specification is silent: one seat for each call. */
export const defaultHoldCall: HoldCall = {
  method: operations.holdSeats.method,
  path: operations.holdSeats.path,
  body: oneSeatBody,
  batch: false,
}

export interface WalkOptions {
  readonly exchange: Exchange
  readonly partnerCode: string
  readonly uuid: () => string
  readonly hold?: HoldCall
  /** Whom a kiosk buys for where nobody says who they are. */
  readonly anonymousCustomer?: Buyer
  /** An event to sell, where the service is no demo environment that makes one. */
  readonly event?: { readonly eventId: string; readonly accessCode: string } | undefined
  /** False: never ask for a demo event. */
  readonly demo?: boolean
}

const EVENT_DATE = '2099-05-17'
const PAST_DATE = '2000-05-17'

export type Steps = ReturnType<typeof createSteps>

/** Single steps through the service, each of which has to succeed before anything further can be seen. */
export function createSteps(options: WalkOptions) {
  const { hold = defaultHoldCall, demo = true } = options
  const caller = createCaller(options.exchange, options.partnerCode)
  const { call } = caller

  async function need(name: OperationName, reply: Promise<Reply>): Promise<Reply> {
    const { succeeded, status, text, ...rest } = await reply
    if (!succeeded) throw new NotTestable(`${operations[name].summary}: HTTP ${status} ${text.slice(0, 200)}`)
    return { succeeded, status, text, ...rest }
  }

  const createEvent = (selection: 'header' | 'query' | 'none', date = EVENT_DATE): Promise<Reply> =>
    call('createEvent', {
      ...(selection === 'header' && { headers: { 'x-env': 'demo' } }),
      ...(selection === 'query' && { query: { env: 'demo' } }),
      body: {
        event_name: 'Conformance',
        event_date: date,
        home_team: 'A',
        away_team: 'B',
        default_price: 50_000,
      },
    })

  const demoEvent = (date: string) => async (): Promise<Reply> => {
    if (!demo) throw new NotTestable('no demo event was asked for')
    return need('createEvent', createEvent('header', date))
  }
  const created = once(demoEvent(EVENT_DATE))
  const createdInThePast = demoEvent(PAST_DATE)

  /** The body that opens a session. */
  const opening = once(async (): Promise<{ event_id: string; access_code: string }> => {
    if (options.event !== undefined) return { event_id: options.event.eventId, access_code: options.event.accessCode }
    const { data } = await created()
    return { event_id: textOf(fieldsOf(data['event'])['id']), access_code: textOf(data['access_code']) }
  })

  const openSession = async (): Promise<Reply> => need('openSession', call('openSession', { body: await opening() }))

  const viewSection = (session: Reply, sectionId: string): Promise<Reply> =>
    need('viewSection', call('viewSection', { params: sessionParams(session), query: { section_id: sectionId } }))

  /** The first section with enough available seats, by the counts of step 2. */
  function roomySection(session: Reply, seats: number): string {
    const sections = listOf(fieldsOf(session.data['availability'])['sections'])
    const roomy = sections.find(({ remaining }) => typeof remaining === 'number' && remaining >= seats)
    if (roomy === undefined) throw new NotTestable(`no section has ${seats} seats left`)
    return textOf(roomy['id'])
  }

  const holdSeat = (session: Reply, seatIds: readonly string[]): Promise<Reply> =>
    caller.send(hold.method, fillPath(hold.path, sessionParams(session)), {
      body: fillHoldBody(hold.body, { sessionId: textOf(session.data['session_id']), seatIds }),
    })

  async function holdSeats(session: Reply, seatIds: readonly string[]): Promise<void> {
    const calls = hold.batch ? [seatIds] : seatIds.map((id) => [id])
    for (const ids of calls) {
      const { succeeded, status, text } = await holdSeat(session, ids)
      if (!succeeded) {
        throw new NotTestable(
          `seats cannot be held by ${hold.method} ${hold.path}: HTTP ${status} ${text.slice(0, 200)}`,
        )
      }
    }
  }

  return {
    ...caller,
    need,
    createEvent,
    created,
    createdInThePast,
    opening,
    openSession,
    viewSection,
    roomySection,
    holdSeat,
    holdSeats,
  }
}

export const sessionParams = (session: Reply): Readonly<Record<string, string>> => ({
  session_id: textOf(session.data['session_id']),
})

export const seatsOf = (view: Reply): readonly Fields[] => listOf(fieldsOf(view.data['map'])['seats'])

/** Does it when first asked, and gives the same outcome to everybody, a failure too. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined
  return () => (outcome ??= work())
}

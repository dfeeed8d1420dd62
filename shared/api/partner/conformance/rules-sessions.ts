import { inEnglish, withPath } from '../../../i18n/issue-text.ts'
import { type OperationName, operations } from '../operations.ts'
import {
  differs,
  type Fields,
  fieldsOf,
  listOf,
  NotTestable,
  type Reply,
  rule,
  type Rule,
  seatsOf,
  sessionParams,
  textOf,
  type ConformanceSale,
} from './conformance-sale.ts'

const AVAILABILITY = 'Availability object'
const STATES = 'States and transitions'
const SESSION = 'Booking session (`data` of steps 2 and 3)'
const SEAT = 'Seat (in `map.seats[]` of step 3)'
const LISTED = 'Event (list item)'
const CREATED = 'Created demo event'
const MAX_FINDINGS = 10

/** Returns rules for the envelope and for each field of an operation's `data`, based on the operations table. */
export function fieldRules(
  name: OperationName,
  section: string,
  reply: (walk: ConformanceSale) => Promise<Reply>,
): Rule[] {
  const { step, data, summary } = operations[name]
  return [
    rule(
      `${step}.envelope`,
      'Response envelope (all operations)',
      `${summary}: the reply is a JSON object with success, message and data`,
      async (walk) => {
        const { json, headers } = await reply(walk)
        const envelope = fieldsOf(json)
        return [
          differs('success', envelope['success'], true),
          typeof envelope['message'] !== 'string' && 'message is not a string',
          !(typeof envelope['data'] === 'object' && envelope['data'] !== null) && 'data is not an object',
          !(headers['content-type'] ?? '').includes('json') &&
            `content-type is ${headers['content-type'] ?? 'missing'}`,
        ]
      },
    ),
    rule(`${step}.fields`, section, `${summary}: all fields are present and have the specified types`, async (walk) => {
      const checked = data.safeParse((await reply(walk)).data, inEnglish)
      if (checked.success) return []
      return checked.error.issues
        .slice(0, MAX_FINDINGS)
        .map(({ path, message }) => withPath(['data', ...path], message))
    }),
  ]
}

/** Returns a finding unless the service refuses the call. An internal error of the service is not a refusal. */
export async function refused(what: string, reply: Promise<Reply>): Promise<string | false> {
  const { succeeded, status } = await reply
  if (succeeded) return `${what}: HTTP ${status}, expected a refusal`
  return status >= 500 && `${what}: HTTP ${status}, an internal error instead of a refusal`
}

const total = (list: readonly Fields[]): number =>
  list.reduce((sum, { remaining }) => sum + (typeof remaining === 'number' ? remaining : Number.NaN), 0)

const STEP_1 = '1. GET /api/v1/public/events'
const STEP_1B = '1b. POST /api/v1/public/events (demo only)'
const STEP_2 = '2. POST /api/v1/public/booking-sessions'
const STEP_3 = '3. GET /api/v1/public/booking-sessions/{session_id}?section_id=<section_id>'

export const eventRules: readonly Rule[] = [
  ...fieldRules('listEvents', LISTED, (walk) => walk.events()),
  rule('1.pagination-echo', STEP_1, 'pagination contains the requested page and limit', async (walk) => {
    await walk.events()
    const { data } = await walk.call('listEvents', { query: { page: '2', limit: '1' } })
    const { page, limit } = fieldsOf(data['pagination'])
    return [differs('page', page, 2), differs('limit', limit, 1)]
  }),
  rule('1.pagination-count', LISTED, 'total and total_pages match the number of events', async (walk) => {
    const { data } = await walk.events()
    const { limit, total, total_pages: pages } = fieldsOf(data['pagination'])
    const shown = listOf(data['events']).length
    return [
      differs('total_pages', pages, Math.ceil(Number(total) / Number(limit))),
      differs('events on page 1', shown, Math.min(Number(limit), Number(total))),
    ]
  }),
  rule('1.pages-differ', STEP_1, 'no event is on two pages', async (walk) => {
    await walk.events()
    const page = async (number: string): Promise<string[]> => {
      const { data } = await walk.call('listEvents', { query: { page: number, limit: '1' } })
      return listOf(data['events']).map(({ id }) => textOf(id))
    }
    const second = await page('2')
    const both = (await page('1')).filter((id) => second.includes(id))
    return both.map((id) => `event ${id} is on page 1 and on page 2, with limit 1`)
  }),
  ...fieldRules('createEvent', CREATED, (walk) => walk.created()),
  rule('1b.demo-query', 'Authentication', 'env=demo in the query also selects the demo environment', async (walk) => {
    await walk.created()
    const { succeeded, status } = await walk.createEvent('query')
    return [!succeeded && `HTTP ${status}`]
  }),
  rule(
    '1b.demo-required',
    'Authentication',
    'an event is created only if the demo environment is selected',
    async (walk) => {
      // If the service creates no events at all, its refusal of a request without `x-env` and `env` proves nothing.
      await walk.created()
      return [await refused('creating an event without x-env or env', walk.createEvent('none'))]
    },
  ),
  rule('1b.open-session', CREATED, 'open_session can be sent unchanged to open a session', async (walk) => {
    const { data } = await walk.created()
    const event = fieldsOf(data['event'])
    const opening = fieldsOf(data['open_session'])
    const { succeeded, status } = await walk.call('openSession', { body: opening })
    return [
      differs('open_session.event_id', opening['event_id'], event['id']),
      differs('open_session.access_code', opening['access_code'], data['access_code']),
      !succeeded && `opening a session with open_session: HTTP ${status}`,
    ]
  }),
  rule('1b.date', STEP_1B, 'event_date is the requested day', async (walk) => {
    const { data } = await walk.created()
    return [differs('event_date', fieldsOf(data['event'])['event_date'], '2099-05-17')]
  }),
]

export const sessionRules: readonly Rule[] = [
  ...fieldRules('openSession', SESSION, (walk) => walk.session()),
  rule('2.event', STEP_2, 'the session belongs to the requested event', async (walk) => {
    const { data } = await walk.session()
    const { event_id: asked } = await walk.opening()
    return [
      differs('event_id', data['event_id'], asked),
      differs('event.id', fieldsOf(data['event'])['id'], asked),
      differs('map.event_id', fieldsOf(data['map'])['event_id'], asked),
      differs('availability.event_id', fieldsOf(data['availability'])['event_id'], asked),
    ]
  }),
  rule(
    '2.event-ended',
    STEP_2,
    'extension: a reply with EVENT_ENDED has status 409, and the event is not listed',
    async (walk) => {
      const opening = fieldsOf((await walk.createdInThePast()).data['open_session'])
      const { status, json } = await walk.call('openSession', { body: opening })
      if (fieldsOf(fieldsOf(json)['error'])['code'] !== 'EVENT_ENDED')
        throw new NotTestable(`the specification does not cover events that are over: HTTP ${status}`)
      const { data } = await walk.call('listEvents', { query: { page: '1', limit: '100' } })
      const isListed = listOf(data['events']).some(({ id }) => textOf(id) === textOf(opening['event_id']))
      return [differs('status', status, 409), isListed && `event ${textOf(opening['event_id'])} is listed`]
    },
  ),
  rule('2.no-seats', 'Limits', 'the seat list of a new session is empty', async (walk) => {
    const seats = seatsOf(await walk.session())
    return [seats.length > 0 && `map.seats has ${seats.length} seats`]
  }),
  rule('2.no-holds', STATES, 'a new session has no holds', async (walk) => {
    const { data } = await walk.session()
    return [differs('holds', data['holds'], [])]
  }),
  rule('2.counts', AVAILABILITY, 'the counts of all zones, and of all sections, add up to the total', async (walk) => {
    const { data } = await walk.session()
    const { remaining, zones, sections, sold_out: soldOut } = fieldsOf(data['availability'])
    return [
      differs('remaining of all zones', total(listOf(zones)), remaining),
      differs('remaining of all sections', total(listOf(sections)), remaining),
      differs('sold_out', soldOut, remaining === 0),
    ]
  }),
  rule('2.zones', 'Map', 'every section belongs to a zone of the map', async (walk) => {
    const { zones, sections } = fieldsOf((await walk.session()).data['map'])
    const known = new Set(listOf(zones).map(({ id }) => id))
    const lost = listOf(sections).filter((section) => !known.has(section['zone_id']))
    return lost
      .slice(0, MAX_FINDINGS)
      .map(({ id, zone_id: zone }) => `section ${textOf(id)} belongs to the unknown zone ${textOf(zone)}`)
  }),
  rule('2.min-price', SESSION, 'min_price is the lowest price of a zone', async (walk) => {
    const event = fieldsOf((await walk.session()).data['event'])
    const pricing = fieldsOf(event['pricing'])
    const lowest = Math.min(...listOf(pricing['zones']).map(({ price }) => Number(price)))
    return [
      differs('event.min_price', event['min_price'], lowest),
      differs('pricing.min_price', pricing['min_price'], lowest),
    ]
  }),
  rule('2.expiry', 'Limits', 'a session expires later than it is opened', async (walk) => {
    const { data } = await walk.session()
    const [opened, expires] = [fieldsOf(data['availability'])['generated_at'], data['expires_at']]
    return [
      !(Date.parse(textOf(expires)) > Date.parse(textOf(opened))) &&
        `opened ${textOf(opened)}, expires ${textOf(expires)}`,
    ]
  }),
  rule('2.own', SESSION, 'each session has a different id', async (walk) => {
    const [one, two] = [await walk.session(), await walk.openSession()]
    return [one.data['session_id'] === two.data['session_id'] && 'two sessions have the same session_id']
  }),
  rule('2.access-code', STATES, 'a session opens only with a valid access code', async (walk) => {
    const { event_id: eventId, access_code: code } = await walk.opening()
    const open = (accessCode: string) =>
      walk.call('openSession', { body: { event_id: eventId, access_code: accessCode } })
    return [await refused('another access code', open(`${code}X`)), await refused('no access code', open(''))]
  }),
  rule('2.event-id', STATES, 'a session opens only with a valid event id', async (walk) => {
    const { access_code: code } = await walk.opening()
    const body = { event_id: walk.noSuchId, access_code: code }
    return [await refused('an event that does not exist', walk.call('openSession', { body }))]
  }),
]

export const sectionRules: readonly Rule[] = [
  ...fieldRules('viewSection', SEAT, async (walk) => (await walk.view()).view),
  rule('3.session', STEP_3, 'session, event and owner are the same as in the opened session', async (walk) => {
    const { session, view } = await walk.view()
    return (['session_id', 'event_id', 'owner_ref'] as const).map((name) =>
      differs(name, view.data[name], session.data[name]),
    )
  }),
  rule('3.section', STEP_3, 'the seats and the availability belong to the requested section', async (walk) => {
    const { sectionId, view } = await walk.view()
    const foreign = seatsOf(view).filter((seat) => seat['section_id'] !== sectionId)
    return [
      differs('availability.section_id', fieldsOf(view.data['availability'])['section_id'], sectionId),
      foreign.length > 0 && `${foreign.length} seats belong to another section`,
      seatsOf(view).length === 0 && 'map.seats is empty',
    ]
  }),
  rule(
    '3.seat-list',
    AVAILABILITY,
    'availability.seats and map.seats contain the same seats with the same status',
    async (walk) => {
      const { view } = await walk.view()
      const inMap = seatsOf(view).map(({ id, status, seat_code: code }) => [id, status, code].map(textOf).join(' '))
      const listed = listOf(fieldsOf(view.data['availability'])['seats']).map(({ id, status, seat_code: code }) =>
        [id, status, code].map(textOf).join(' '),
      )
      const known = new Set(listed)
      const missing = inMap.filter((seat) => !known.has(seat))
      return [
        differs('number of seats in availability.seats', listed.length, inMap.length),
        ...missing.slice(0, MAX_FINDINGS).map((seat) => `map.seats contains ${seat}, availability.seats does not`),
      ]
    },
  ),
  rule('3.remaining', AVAILABILITY, 'remaining is the number of available seats', async (walk) => {
    const { view } = await walk.view()
    const available = seatsOf(view).filter(({ status }) => status === 'available').length
    const { remaining, sold_out: soldOut } = fieldsOf(view.data['availability'])
    return [differs('remaining', remaining, available), differs('sold_out', soldOut, available === 0)]
  }),
  seatRule(
    '3.place-id',
    'place_id has the same value as id',
    ({ id, place_id: place }) => textOf(place) === textOf(id),
  ),
  seatRule('3.place', 'place is the same as seat_code', (seat) => seat['place'] === seat['seat_code']),
  rule('3.sector', SEAT, 'secteur is the code of the section', async (walk) => {
    const { sectionId, view } = await walk.view()
    const section = listOf(fieldsOf(view.data['map'])['sections']).find(({ id }) => id === sectionId)
    const wrong = seatsOf(view).find((seat) => seat['secteur'] !== section?.['code'])
    return [
      wrong !== undefined &&
        `seat ${textOf(wrong['id'])}: secteur is ${textOf(wrong['secteur'])}, the section code is ${textOf(section?.['code'])}`,
    ]
  }),
  seatRule('3.route', 'route_texte is the route joined with arrows', ({ route, route_texte: text }) => {
    const parts = Array.isArray(route) ? route.map(textOf) : []
    const joined = textOf(text).split(/\s*(?:→|->|⇒|➔|➜|>)\s*/u)
    return parts.length > 0 && JSON.stringify(joined) === JSON.stringify(parts)
  }),
  seatRule('3.no-qr', 'seats have no qr_code', (seat) => !('qr_code' in seat)),
  rule('3.unique', SEAT, 'no seat is listed twice', async (walk) => {
    const ids = seatsOf((await walk.view()).view).map(({ id }) => textOf(id))
    return [new Set(ids).size < ids.length && `${ids.length - new Set(ids).size} seats are listed twice`]
  }),
  rule('3.unknown-session', STEP_3, 'the seats of an unknown session cannot be read', async (walk) => {
    const { sectionId, session } = await walk.view()
    const params = { ...sessionParams(session), session_id: walk.noSuchUuid }
    return [await refused('an unknown session', walk.call('viewSection', { params, query: { section_id: sectionId } }))]
  }),
]

function seatRule(id: string, says: string, isTrue: (seat: Fields) => boolean): Rule {
  return rule(id, SEAT, says, async (walk) => {
    const wrong = seatsOf((await walk.view()).view).filter((seat) => !isTrue(seat))
    return wrong
      .slice(0, MAX_FINDINGS)
      .map((seat) => `seat ${textOf(seat['id'])}: ${JSON.stringify(seat).slice(0, 300)}`)
  })
}

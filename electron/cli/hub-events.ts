import { localTime } from '../../shared/domain/documents/local-date.ts'
import { countWithNoun, withoutBidiControls } from '../../shared/domain/language.ts'
import { exponentOf, readSum, type SumError, wireFromMinor } from '../../shared/domain/money/money.ts'
import { isEventOver } from '../../shared/domain/seats/offer.ts'
import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import {
  type BoughtTicket,
  commandUser,
  type EventProblem,
  eventProblems,
  type EventTexts,
  type PlacesUnknown,
  seatOfRow,
  type SeatsInTheWay,
  type VenuePlan,
} from '../app/hub-store.ts'
import { choiceAt, expectedAt, type ValuesOf } from './command.ts'
import { type HubCommand, type HubTask, type HubValues, onStore, sayUnprintable, timeZoneOf } from './serve.ts'

export function addHubEvents(hub: HubCommand): void {
  const ofEvents = hub
    .command('events')
    .description('list the events and their remaining seats')
    .doesOn(onStore, async ({ store, values, say }) => {
      const now = localNow(values)
      for (const event of await store.listAllEvents()) {
        const status = event.status === 'ON_SALE' && isEventOver(event, now) ? 'OVER' : event.status
        say(`${event.eventId}  ${event.startsAt}  ${status}  ${event.title}  ${event.remaining} seats left`)
      }
    })
  texts(ofEvents.command('create'))
    .description('put an event on sale and print its access code')
    .optionWithValue('--venue <NAME>', 'name from "guichet hub venues"')
    .optionWithValue('--currency <CODE>', 'ISO 4217', 'GNF')
    .doesOn(onStore, async ({ store, values, texts, say, refuse }) => {
      const { refusals } = texts
      const known = await store.listVenues()
      const venue = known.find((plan) => plan.venue.name === values.venue)
      if (venue === undefined) {
        const names = known.map((plan) => `"${plan.venue.name}"`)
        return refuse(names.length > 0 ? choiceAt(texts, '--venue', names, values.venue) : refusals.noVenue)
      }
      const { currency } = values
      const said: EventTexts = { ...blank, ...textsOf(values) }
      const used = zonesWithSeats(venue)
      const { prices, wrong } = pricesOf(values, currency, used, texts)
      const now = localNow(values)
      wrong.push(...eventProblems(said, said, now).map((problem) => wordOf(problem, now, texts)))
      if (!/^[A-Z]{3}$/u.test(currency))
        wrong.push(expectedAt(texts, '--currency', texts.values.forms.currency, currency))
      const missing = used.filter((zone) => prices[zone] === undefined)
      if (wrong.length === 0 && missing.length > 0) wrong.push(refusals.noPrice(missing.join(' ')))
      if (wrong.length > 0) return refuse(...wrong)
      const same = values.anyway ? null : await sameEvent(store, { ...said, venue: venue.venue.name }, refusals)
      if (same !== null) return refuse(same)
      const { eventId, accessCode } = await store.createEvent({ venue, currency, prices, ...said }, commandUser())
      say(`event ${eventId}: access code ${accessCode}`)
      sayUnprintable(say, texts.venue, said.title)
    })
  texts(ofEvents.command('edit').argument('<ID>'))
    .description('change an event on sale; sold and held seats keep their price')
    .doesOn(onStore, async (task) => {
      const { store, words, values, texts, say, refuse, failed } = task
      const { refusals } = texts
      const [eventId = ''] = words
      const event = (await store.listAllEvents()).find((one) => String(one.eventId) === eventId)
      if (event?.status !== 'ON_SALE') return failed(refusals.notOnSale(eventId))
      const { prices, wrong } = pricesOf(values, event.currency, null, texts)
      if (wrong.length > 0) return refuse(...wrong)
      const changed = textsOf(values)
      const isMoved = changed.title !== undefined || changed.startsAt !== undefined
      const same =
        values.anyway || !isMoved
          ? null
          : await sameEvent(store, { ...event, ...changed, venue: event.venue.name }, refusals, eventId)
      if (same !== null) return refuse(same)
      const changes = { texts: changed, prices }
      const now = localNow(values)
      const edited = await store.editEvent({ eventId, changes, localNow: now, by: commandUser() })
      if (!edited.ok) {
        if (edited.error.type === 'event-unknown') return failed(refusals.notOnSale(eventId))
        return refuse(...edited.error.problems.map((problem) => wordOf(problem, now, texts)))
      }
      say(`event ${eventId} changed; sold and held seats keep their price, and printed papers stay as they are`)
      sayUnprintable(say, texts.venue, changed.title ?? '')
    })
  addEventEnd(ofEvents)
  addHubCodes(hub)
}

function addHubCodes(hub: HubCommand): void {
  hub
    .command('codes')
    .description('list the access codes of the events on sale')
    .doesOn(onStore, async ({ store, say }) => {
      for (const event of await store.listAllEvents()) {
        if (event.status === 'ON_SALE') say(`event ${event.eventId}: access code ${event.accessCode}  (${event.title})`)
      }
    })
    .command('renew')
    .argument('<ID>', 'event id')
    .description('replace the access code of an event')
    .doesOn(onStore, async ({ store, words: [eventId = ''], texts, say, failed }) => {
      const renewed = await store.renewAccessCode({ eventId, by: commandUser() })
      if (!renewed.ok) return failed(texts.refusals.notOnSale(eventId))
      say(`event ${eventId}: access code ${renewed.value.accessCode}`)
    })
}

function addEventEnd(ofEvents: HubCommand): void {
  ofEvents
    .command('end')
    .argument('<ID>')
    .description('take an event off sale and list its sold tickets; open sessions continue to their end')
    .flag('--anyway', 'even if tickets have been sold')
    .doesOn(onStore, async (task) => {
      const { store, words, values, say, refuse, failed } = task
      const { refusals } = task.texts
      const [eventId = ''] = words
      const unknown = refusals.notOnSale(eventId)
      const event = (await store.listAllEvents()).find((one) => String(one.eventId) === eventId)
      if (event?.status !== 'ON_SALE') return failed(unknown)
      const sold = (await store.listBought({ eventId })).length
      if (sold > 0 && !values.anyway)
        return refuse(refusals.ticketsSold(eventId, sold, `guichet hub tickets list ${eventId}`))
      const ended = await store.endEvent({ eventId, by: commandUser() })
      if (!ended.ok) return failed(unknown)
      say(`event ${eventId} has ended; open sessions continue to their end`)
      say(`until ${event.endsAt}, "guichet hub events reopen ${eventId}" puts it back on sale`)
      const bought = await store.listBought({ eventId })
      if (bought.length > 0) say('if it does not take place, refund these tickets:')
      sayBought(say, bought)
    })
  ofEvents
    .command('reopen')
    .argument('<ID>')
    .description('put an ended event back on sale, until it is over')
    .doesOn(onStore, async ({ store, words: [eventId = ''], values, texts, say, failed }) => {
      const reopened = await store.reopenEvent({ eventId, localNow: localNow(values), by: commandUser() })
      if (!reopened.ok) return failed(texts.refusals.notReopened(eventId))
      say(`event ${eventId} is back on sale with the same access code`)
    })
}

const texts = (command: HubCommand) =>
  command
    .optionWithValue('--title <TITLE>', 'title as printed on tickets')
    .optionWithValue('--starts <DATE-TIME>', 'local time, such as 2026-12-05T16:00:00')
    .optionWithValue('--ends <DATE-TIME>', 'local time, after the start')
    .optionWithValue('--home <TEAM>', 'home team')
    .optionWithValue('--away <TEAM>', 'visiting team')
    .optionWithValue('--category <CATEGORY>', 'category reported to partners; default for a new event: football')
    .optionWithValue('--description <TEXT>', 'description for partners')
    .collects('--price <ZONE=AMOUNT>', 'price of a zone, such as NORD=50000; repeat for each zone')
    .flag('--anyway', 'even if an event with this title, venue and start exists')

type EventValues = ValuesOf<ReturnType<typeof texts>>

const localNow = (values: HubValues): string => localTime(Date.now(), timeZoneOf(values))

const blank: EventTexts = {
  title: '',
  startsAt: '',
  endsAt: '',
  category: 'football',
  description: '',
  homeTeam: '',
  awayTeam: '',
}

/** Describes another event with the same title, venue and start; null if there is none. */
async function sameEvent(
  store: HubTask['store'],
  wanted: Pick<EventTexts, 'title' | 'startsAt'> & { readonly venue: string },
  { sameEvent: text }: ProgramTexts['refusals'],
  ownId?: string,
): Promise<string | null> {
  const plain = (text: string): string => text.trim().toLowerCase()
  const same = (await store.listAllEvents()).find(
    ({ eventId, title, startsAt, venue }) =>
      String(eventId) !== ownId &&
      plain(title) === plain(wanted.title) &&
      startsAt === wanted.startsAt &&
      venue.name === wanted.venue,
  )
  return same === undefined ? null : text(String(same.eventId), same.status === 'ENDED')
}

function textsOf(values: EventValues): Partial<EventTexts> {
  const given = Object.entries(OPTIONS).flatMap(([field, option]) => {
    const text = values[option.slice('--'.length) as 'title']
    return text === undefined ? [] : [[field, field === 'title' ? withoutBidiControls(text) : text]]
  })
  return Object.fromEntries(given) as Partial<EventTexts>
}

/** Returns the prices in minor units by zone. `zones`: valid zones; null if the store checks the zones. */
function pricesOf({ price = [] }: EventValues, currency: string, zones: readonly string[] | null, texts: ProgramTexts) {
  const prices: Record<string, number> = {}
  const wrong: string[] = []
  for (const text of price) {
    const [, zone = '', typed = ''] = /^([A-Z0-9]+)=(.*)$/u.exec(text) ?? []
    const sum = readSum(typed, currency)
    const isKnown = zone !== '' && (zones?.includes(zone) ?? true)
    if (isKnown && sum.ok && prices[zone] === undefined) prices[zone] = sum.value
    else if (isKnown && !sum.ok) wrong.push(wordOfSum(`--price ${text}`, sum.error, currency, texts))
    else if (zone === '' || isKnown || zones === null)
      wrong.push(expectedAt(texts, `--price ${text}`, texts.refusals.expected.price('ZONE=AMOUNT')))
    else wrong.push(choiceAt(texts, `--price ${text}`, zones, zone))
  }
  return { prices, wrong }
}

function wordOfSum(option: string, error: SumError, currency: string, texts: ProgramTexts): string {
  if (error.type === 'not-a-sum')
    return expectedAt(texts, option, texts.refusals.expected.amount(currency, exponentOf(currency)))
  return `${option}: ${texts.settlement.ambiguousSum(error.typed, error.grouped, error.decimal, currency)}`
}

function zonesWithSeats({ sections }: VenuePlan): readonly string[] {
  return [...new Set(sections.map(({ zone }) => zone))]
}

const OPTIONS: Readonly<Record<keyof EventTexts, string>> = {
  title: '--title',
  startsAt: '--starts',
  endsAt: '--ends',
  homeTeam: '--home',
  awayTeam: '--away',
  category: '--category',
  description: '--description',
}

function wordOf(problem: EventProblem, localNow: string, texts: ProgramTexts): string {
  const { refusals, values } = texts
  switch (problem.type) {
    case 'empty':
      return refusals.missing(OPTIONS[problem.field])
    case 'too-long':
      return expectedAt(texts, OPTIONS[problem.field], values.atMost(String(problem.most), 'string', true))
    case 'not-a-date-time':
      return problem.text === ''
        ? `${OPTIONS[problem.field]}: ${values.missing(values.forms.localDateTime)}`
        : expectedAt(texts, OPTIONS[problem.field], values.forms.localDateTime, problem.text)
    case 'past':
      return refusals.past(OPTIONS[problem.field], problem.text, localNow)
    case 'ends-before-it-starts':
      return refusals.endsTooEarly(problem.endsAt, problem.startsAt)
    case 'zone-unknown':
      return choiceAt(texts, '--price', problem.zones, problem.zone)
    case 'nothing-changes':
      return refusals.nothingChanges
  }
}

/** Maximum number of names on one line of an error, because a section has hundreds of seats. */
const NAMED_AT_MOST = 20

export function addHubSeats(hub: HubCommand): void {
  const ofSeats = hub
    .command('seats')
    .argument('<EVENT>', 'event id')
    .description('list the withheld seats')
    .doesOn(onStore, async ({ store, words: [eventId = ''], texts, say, failed }) => {
      const found = await store.listWithheld({ eventId })
      if (!found.ok) return failed(texts.refusals.notOnSale(eventId))
      const rows = Map.groupBy(found.value, (seat) => seat.slice(0, seat.lastIndexOf('-')))
      for (const [row, seats] of rows) say(`${row}  ${seats.map((seat) => seat.slice(row.length + 1)).join(' ')}`)
      say(`${seatsAre(found.value.length, eventId)} withheld`)
    })
  places(ofSeats.command('withhold'))
    .description('take seats off sale; partners see them as sold')
    .doesOn(onStore, async (task) => {
      const wish = wishOf(task)
      const done = await task.store.withholdSeats(wish)
      if (!done.ok) return task.failed(...wordsOf(done.error, wish.eventId, task.texts))
      task.say(`${seatsAre(done.value.seats, wish.eventId)} taken off sale`)
    })
  places(ofSeats.command('release'))
    .description('put withheld seats back on sale')
    .doesOn(onStore, async (task) => {
      const wish = wishOf(task)
      const done = await task.store.giveBackSeats(wish)
      if (!done.ok) return task.failed(...wordsOf(done.error, wish.eventId, task.texts))
      if (done.value.seats === 0) return task.failed(task.texts.refusals.noneWithheld)
      task.say(`${seatsAre(done.value.seats, wish.eventId)} back on sale`)
    })
  const ofTickets = hub.command('tickets').description('list and cancel tickets').isGroup()
  ofTickets
    .command('list')
    .argument('<EVENT>', 'event id')
    .description('list the valid tickets of an event, with price and buyer')
    .doesOn(onStore, async ({ store, words: [eventId = ''], texts, say, failed }) => {
      const event = (await store.listAllEvents()).find((one) => String(one.eventId) === eventId)
      if (event === undefined) return failed(texts.refusals.noEvent(eventId))
      sayBought(say, await store.listBought({ eventId }))
    })
  ofTickets
    .command('cancel')
    .argument('<NUMBER...>', 'ticket number, such as 7-00000042; tickets of one event')
    .description('cancel tickets and put their seats back on sale')
    .optionWithValue('--reason <TEXT>', 'reason, stored in the audit log')
    .doesOn(onStore, async (task) => {
      const { store, words, texts, say, refuse, failed } = task
      const { refusals } = texts
      const { reason } = task.values
      if (reason === undefined || reason.trim() === '') return refuse(refusals.missing('--reason'))
      const numbers = words.map((text) => ({ text, parts: /^(\d+)-0*(\d+)$/u.exec(text) }))
      const wrong = numbers.filter(({ parts }) => parts === null).map(({ text }) => text)
      if (wrong.length > 0) return refuse(expectedAt(texts, 'NUMBER', refusals.expected.ticketNumber, wrong.join(', ')))
      const [eventId = '', ...others] = new Set(numbers.map(({ parts }) => parts?.[1] ?? ''))
      if (others.length > 0) return refuse(refusals.severalEvents)
      const ticketIds = numbers.map(({ parts }) => parts?.[2] ?? '')
      const done = await store.cancelTickets({ of: { eventId }, ticketIds, reason, by: commandUser() })
      if (!done.ok) {
        const unknown = done.error.type === 'tickets-unknown' ? done.error.ticketIds : ticketIds
        const missing = words.filter((_, index) => unknown.includes(ticketIds[index] ?? ''))
        return failed(refusals.noTicket(eventId, missing.join(', ')))
      }
      for (const { ticketNumber, event, seatId, cancelledAt } of done.value)
        say(`${ticketNumber}  ${seatOfRow(event, seatId).seatCode}  cancelled ${new Date(cancelledAt).toISOString()}`)
      say('refund the money at the desk that took it')
    })
  addHubAudit(hub)
}

function addHubAudit(hub: HubCommand): void {
  hub
    .command('audit')
    .description('list edited events, withheld seats and cancelled tickets, newest first')
    .optionWithValue('--event <ID>', 'event id')
    .takesNumber('--last <N>', 'maximum number of lines', 1, 1_000_000, 100)
    .doesOn(onStore, async ({ store, values, say }) => {
      const lines = await store.listAudit({ eventId: values.event ?? null, limit: values.last })
      for (const { at, by, act, eventId, facts } of lines) {
        const of = eventId === null ? [] : [`event ${eventId}`]
        say([new Date(at).toISOString(), by, act, ...of, JSON.stringify(facts)].join('  '))
      }
    })
}

const places = (command: HubCommand) =>
  command
    .argument('<EVENT>', 'event id')
    .argument('[PLACE...]', 'a section N3, a row N3-F, a seat N3-F-12, or seats N3-F-12-16')
    .collects('--zone <CODE>', 'a whole zone')
    .optionWithValue('--reason <TEXT>', 'reason, stored in the audit log')

const seatsAre = (count: number, eventId: string): string =>
  countWithNoun('en')(count, `seat of event ${eventId} is`, `seats of event ${eventId} are`)

function wishOf({ words, values, texts, refuse }: HubTask<ValuesOf<ReturnType<typeof places>>>) {
  const [eventId = '', ...named] = words
  const { zone = [], reason = '' } = values
  if (named.length + zone.length === 0) return refuse(texts.refusals.noPlaces)
  return { eventId, zones: zone, places: named, reason, by: commandUser() }
}

function wordsOf(
  problem: { readonly type: 'event-unknown' } | PlacesUnknown | SeatsInTheWay,
  eventId: string,
  { refusals, files }: ProgramTexts,
): readonly string[] {
  const listed = (names: readonly string[]): string => {
    const more = names.length - NAMED_AT_MOST
    return [names.slice(0, NAMED_AT_MOST).join(', '), more > 0 ? files.more(more) : ''].filter(Boolean).join(' ')
  }
  switch (problem.type) {
    case 'event-unknown':
      return [refusals.notOnSale(eventId)]
    case 'places-unknown':
      return [refusals.unknownPlaces(eventId, listed(problem.names))]
    case 'seats-in-the-way':
      return (['held', 'sold'] as const).flatMap((status) => {
        const seats = problem.seats.filter((seat) => seat.status === status).map(({ seatCode }) => seatCode)
        return seats.length === 0 ? [] : [refusals.seatsTaken[status](listed(seats))]
      })
  }
}

function sayBought(say: HubTask['say'], bought: readonly BoughtTicket[]): void {
  for (const { ticketNumber, seatCode, price, currency, partnerCode, orderId, customer } of bought) {
    const { name, phone, email } = customer
    const who = [name, phone, email].filter((text) => text !== '').join(', ')
    const cost = `${wireFromMinor(price, currency)} ${currency}`
    say([ticketNumber, seatCode, cost, partnerCode, orderId, who].filter((text) => text !== '').join('  '))
  }
  const [first] = bought
  const sum = bought.reduce((all, { price }) => all + price, 0)
  say(`valid tickets: ${bought.length}${first ? `, ${wireFromMinor(sum, first.currency)} ${first.currency}` : ''}`)
}

import { withoutBidiControls } from '../../../shared/domain/language.ts'
import type { ProgramTexts } from '../../../shared/i18n/catalogues.ts'
import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { isEventOver } from '../../../shared/domain/seats/offer.ts'
import { exponentOf, readSum, type SumError } from '../../../shared/domain/money/money.ts'
import {
  commandUser,
  type EventProblem,
  eventProblems,
  type EventTexts,
  type VenuePlan,
} from '../../app/hub-administration.ts'
import { choiceAt, expectedAt, type GuichetCommand } from '../command.ts'
import { type HubValues, timeZoneOf } from '../serve.ts'
import { sayBought } from './hub-seats.ts'
import { type HubTask, type OnStore, sayUnprintable } from './hub-task.ts'

interface EventValues {
  readonly title?: string
  readonly starts?: string
  readonly ends?: string
  readonly home?: string
  readonly away?: string
  readonly category?: string
  readonly description?: string
  readonly price?: readonly string[]
  readonly anyway?: boolean
}

interface NewEventValues extends EventValues {
  readonly venue?: string
  readonly currency: string
}

/** What `guichet hub …` does about events and their access codes. */
export function addHubEvents(hub: GuichetCommand, onStore: OnStore): void {
  const ofEvents = hub.command('events').description('list the events and their remaining seats').does(onStore(events))
  texts(ofEvents.command('create'))
    .description('put an event on sale and print its access code')
    .takes('--venue <NAME>', 'name from "guichet hub venues"')
    .takes('--currency <CODE>', 'ISO 4217', 'GNF')
    .does(onStore(createEvent))
  texts(ofEvents.command('edit').argument('<ID>'))
    .description('change an event on sale; sold and held seats keep their price')
    .does(onStore(editEvent))
  ofEvents
    .command('end')
    .argument('<ID>')
    .description('take an event off sale and list its sold tickets; open sessions continue to their end')
    .option('--anyway', 'even if tickets have been sold')
    .does(onStore(endEvent))
  ofEvents
    .command('reopen')
    .argument('<ID>')
    .description('put an ended event back on sale, until it is over')
    .does(onStore(reopenEvent))
  hub
    .command('codes')
    .description('list the access codes of the events on sale')
    .does(onStore(codes))
    .command('renew')
    .argument('<ID>', 'event id')
    .description('replace the access code of an event')
    .does(onStore(renewCode))
}

const texts = (command: GuichetCommand): GuichetCommand =>
  command
    .takes('--title <TITLE>', 'title as printed on tickets')
    .takes('--starts <DATE-TIME>', 'local time, such as 2026-12-05T16:00:00')
    .takes('--ends <DATE-TIME>', 'local time, after the start')
    .takes('--home <TEAM>', 'home team')
    .takes('--away <TEAM>', 'visiting team')
    .takes('--category <CATEGORY>', 'category reported to partners; default for a new event: football')
    .takes('--description <TEXT>', 'description for partners')
    .collects('--price <ZONE=AMOUNT>', 'price of a zone, such as NORD=50000; repeat for each zone')
    .option('--anyway', 'even if an event with this title, venue and start exists')

/** Returns the local date-time of the venues. */
const localNow = (values: HubValues): string => localTime(Date.now(), timeZoneOf(values))

async function events({ store, values, say }: HubTask): Promise<number> {
  const now = localNow(values)
  for (const event of await store.listAllEvents()) {
    const status = event.status === 'ON_SALE' && isEventOver(event, now) ? 'OVER' : event.status
    say(`${event.eventId}  ${event.startsAt}  ${status}  ${event.title}  ${event.remaining} seats left`)
  }
  return 0
}

async function createEvent({ store, values, texts, say, refuse }: HubTask<NewEventValues>): Promise<number> {
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
  if (!/^[A-Z]{3}$/u.test(currency)) wrong.push(expectedAt(texts, '--currency', texts.values.forms.currency, currency))
  const missing = used.filter((zone) => prices[zone] === undefined)
  if (wrong.length === 0 && missing.length > 0) wrong.push(refusals.noPrice(missing.join(' ')))
  if (wrong.length > 0) return refuse(...wrong)
  const same = values.anyway ? null : await sameEvent(store, { ...said, venue: venue.venue.name }, refusals)
  if (same !== null) return refuse(same)
  const { eventId, accessCode } = await store.createEvent({ venue, currency, prices, ...said }, commandUser())
  say(`event ${eventId}: access code ${accessCode}`)
  sayUnprintable(say, texts.venue, said.title)
  return 0
}

const blank: EventTexts = {
  title: '',
  startsAt: '',
  endsAt: '',
  category: 'football',
  description: '',
  homeTeam: '',
  awayTeam: '',
}

async function editEvent(task: HubTask<EventValues>): Promise<number> {
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
  return 0
}

/** Returns another event with this title, venue and start, described for the user; null if there is none. */
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

function textsOf({ title, starts, ends, home, away, category, description }: EventValues): Partial<EventTexts> {
  return {
    ...(title !== undefined && { title: withoutBidiControls(title) }),
    ...(starts !== undefined && { startsAt: starts }),
    ...(ends !== undefined && { endsAt: ends }),
    ...(home !== undefined && { homeTeam: home }),
    ...(away !== undefined && { awayTeam: away }),
    ...(category !== undefined && { category }),
    ...(description !== undefined && { description }),
  }
}

/** Prices in minor units by zone; `zones` null: the store knows them. */
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

async function endEvent(task: HubTask<{ readonly anyway?: boolean }>): Promise<number> {
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
  return 0
}

async function reopenEvent({ store, words: [eventId = ''], values, texts, say, failed }: HubTask): Promise<number> {
  const reopened = await store.reopenEvent({ eventId, localNow: localNow(values), by: commandUser() })
  if (!reopened.ok) return failed(texts.refusals.notReopened(eventId))
  say(`event ${eventId} is back on sale with the same access code`)
  return 0
}

async function codes({ store, say }: HubTask): Promise<number> {
  for (const event of await store.listAllEvents()) {
    if (event.status === 'ON_SALE') say(`event ${event.eventId}: access code ${event.accessCode}  (${event.title})`)
  }
  return 0
}

async function renewCode({ store, words: [eventId = ''], texts, say, failed }: HubTask): Promise<number> {
  const renewed = await store.renewAccessCode({ eventId, by: commandUser() })
  if (!renewed.ok) return failed(texts.refusals.notOnSale(eventId))
  say(`event ${eventId}: access code ${renewed.value.accessCode}`)
  return 0
}

import { withoutBidiControls } from '../../../shared/domain/bidi-controls.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { localTime } from '../../../shared/domain/documents/local-date.ts'
import { isEventOver } from '../../../shared/domain/seats/event-end.ts'
import { exponentOf } from '../../../shared/domain/money/money.ts'
import { readSum, type SumError } from '../../../shared/domain/money/typed-sum.ts'
import {
  commandUser,
  eventProblems,
  type EventProblem,
  type EventTexts,
  type VenuePlan,
} from '../../app/hub-administration.ts'
import type { GuichetCommand } from '../command.ts'
import { timeZoneOf, type HubValues } from '../serve.ts'
import { sayBought } from './hub-seats.ts'
import { sayUnprintable, type HubTask, type OnStore } from './hub-task.ts'

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

async function createEvent({ store, values, say, refuse }: HubTask<NewEventValues>): Promise<number> {
  const known = await store.listVenues()
  const venue = known.find((plan) => plan.venue.name === values.venue)
  if (venue === undefined) {
    const names = known.map((plan) => `"${plan.venue.name}"`).join(', ')
    return refuse(`--venue names an imported venue: ${names || 'none yet, see guichet hub venues import'}`)
  }
  const { currency } = values
  const said: EventTexts = { ...blank, ...textsOf(values) }
  const used = zonesWithSeats(venue)
  const { prices, wrong } = pricesOf(values, currency, used)
  const now = localNow(values)
  wrong.push(...eventProblems(said, said, now).map((problem) => wordOf(problem, now)))
  if (!/^[A-Z]{3}$/u.test(currency)) wrong.push('--currency is an ISO 4217 code such as GNF')
  const missing = used.filter((zone) => prices[zone] === undefined)
  if (wrong.length === 0 && missing.length > 0) wrong.push(`--price is missing for ${missing.join(' ')}`)
  if (wrong.length > 0) return refuse(...wrong)
  const same = values.anyway ? null : await sameEvent(store, { ...said, venue: venue.venue.name })
  if (same !== null) return refuse(same)
  const { eventId, accessCode } = await store.createEvent({ venue, currency, prices, ...said }, commandUser())
  say(`event ${eventId}: access code ${accessCode}`)
  sayUnprintable(say, catalogues.en.venue, said.title)
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
  const { store, words, values, say, refuse, failed } = task
  const [eventId = ''] = words
  const event = (await store.listAllEvents()).find((one) => String(one.eventId) === eventId)
  if (event?.status !== 'ON_SALE') return failed(`no event ${eventId} is on sale`)
  const { prices, wrong } = pricesOf(values, event.currency, null)
  if (wrong.length > 0) return refuse(...wrong)
  const texts = textsOf(values)
  const isMoved = texts.title !== undefined || texts.startsAt !== undefined
  const same =
    values.anyway || !isMoved ? null : await sameEvent(store, { ...event, ...texts, venue: event.venue.name }, eventId)
  if (same !== null) return refuse(same)
  const changes = { texts, prices }
  const now = localNow(values)
  const edited = await store.editEvent({ eventId, changes, localNow: now, by: commandUser() })
  if (!edited.ok) {
    if (edited.error.type === 'event-unknown') return failed(`no event ${eventId} is on sale`)
    return refuse(...edited.error.problems.map((problem) => wordOf(problem, now)))
  }
  say(`event ${eventId} changed; sold and held seats keep their price, and printed papers stay as they are`)
  sayUnprintable(say, catalogues.en.venue, texts.title ?? '')
  return 0
}

/** Returns another event with this title, venue and start, described for the user; null if there is none. */
async function sameEvent(
  store: HubTask['store'],
  wanted: Pick<EventTexts, 'title' | 'startsAt'> & { readonly venue: string },
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
  if (same === undefined) return null
  const { eventId, status } = same
  const instead =
    status === 'ENDED' ? `has ended: put it back on sale with guichet hub events reopen ${eventId}` : 'is on sale'
  return `event ${eventId} has this title, venue and start, and ${instead}; add --anyway to create another one`
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
function pricesOf({ price = [] }: EventValues, currency: string, zones: readonly string[] | null) {
  const prices: Record<string, number> = {}
  const wrong: string[] = []
  for (const text of price) {
    const [, zone = '', typed = ''] = /^([A-Z0-9]+)=(.*)$/u.exec(text) ?? []
    const sum = readSum(typed, currency)
    const isKnown = zone !== '' && (zones?.includes(zone) ?? true)
    if (isKnown && sum.ok && prices[zone] === undefined) prices[zone] = sum.value
    else if (isKnown && !sum.ok) wrong.push(`--price ${text}: ${wordOfSum(sum.error, currency)}`)
    else
      wrong.push(`--price ${text}: write ZONE=AMOUNT, once for a zone${zones ? `, zones are ${zones.join(' ')}` : ''}`)
  }
  return { prices, wrong }
}

function wordOfSum(error: SumError, currency: string): string {
  if (error.type === 'ambiguous-sum')
    return `may be ${error.grouped} or ${error.decimal} ${currency}: write it without a thousands separator, or with one or two decimals`
  const decimals = exponentOf(currency) === 0 ? 'without decimals' : `with at most ${exponentOf(currency)} decimals`
  return `not an amount in ${currency}: write digits such as 50000, ${decimals}`
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

function wordOf(problem: EventProblem, localNow: string): string {
  switch (problem.type) {
    case 'empty':
      return `${OPTIONS[problem.field]} is missing`
    case 'too-long':
      return `${OPTIONS[problem.field]} is longer than ${problem.most} characters`
    case 'not-a-date-time':
      return `${OPTIONS[problem.field]} ${problem.text || 'is missing'}: write a valid local date-time such as 2026-12-05T16:00:00`
    case 'past':
      return `${OPTIONS[problem.field]} ${problem.text} is in the past: it is ${localNow} here`
    case 'ends-before-it-starts':
      return `--ends ${problem.endsAt} is not after --starts ${problem.startsAt}`
    case 'zone-unknown':
      return `--price ${problem.zone}=…: the event's zones are ${problem.zones.join(' ')}`
    case 'nothing-changes':
      return 'nothing to change: give at least one option, such as --title or --price'
  }
}

async function endEvent(task: HubTask<{ readonly anyway?: boolean }>): Promise<number> {
  const { store, words, values, say, refuse, failed } = task
  const [eventId = ''] = words
  const unknown = `no event ${eventId} is on sale`
  const event = (await store.listAllEvents()).find((one) => String(one.eventId) === eventId)
  if (event?.status !== 'ON_SALE') return failed(unknown)
  const sold = (await store.listBought({ eventId })).length
  if (sold > 0 && !values.anyway)
    return refuse(
      `tickets sold for event ${eventId}: ${sold}; "guichet hub tickets list ${eventId}" lists the refunds due if it does not take place`,
      'add --anyway to take it off sale',
    )
  const ended = await store.endEvent({ eventId, by: commandUser() })
  if (!ended.ok) return failed(unknown)
  say(`event ${eventId} has ended; open sessions continue to their end`)
  say(`until ${event.endsAt}, "guichet hub events reopen ${eventId}" puts it back on sale`)
  const bought = await store.listBought({ eventId })
  if (bought.length > 0) say('if it does not take place, refund these tickets:')
  sayBought(say, bought)
  return 0
}

async function reopenEvent({ store, words: [eventId = ''], values, say, failed }: HubTask): Promise<number> {
  const reopened = await store.reopenEvent({ eventId, localNow: localNow(values), by: commandUser() })
  if (!reopened.ok) return failed(`event ${eventId} cannot be reopened: it was not ended, or it is over`)
  say(`event ${eventId} is back on sale with the same access code`)
  return 0
}

async function codes({ store, say }: HubTask): Promise<number> {
  for (const event of await store.listAllEvents()) {
    if (event.status === 'ON_SALE') say(`event ${event.eventId}: access code ${event.accessCode}  (${event.title})`)
  }
  return 0
}

async function renewCode({ store, words: [eventId = ''], say, failed }: HubTask): Promise<number> {
  const renewed = await store.renewAccessCode({ eventId, by: commandUser() })
  if (!renewed.ok) return failed(`no event ${eventId} is on sale`)
  say(`event ${eventId}: access code ${renewed.value.accessCode}`)
  return 0
}

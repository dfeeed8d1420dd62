import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import type { ProgramTexts } from '../../../shared/i18n/catalogues.ts'
import { countedIn } from '../../../shared/domain/language.ts'
import {
  commandUser,
  seatOfRow,
  type BoughtTicket,
  type PlacesUnknown,
  type SeatsInTheWay,
} from '../../app/hub-administration.ts'
import { expectedAt, type GuichetCommand } from '../command.ts'
import type { HubTask, OnStore } from './hub-task.ts'

interface PlacesValues {
  readonly zone?: readonly string[]
  readonly reason?: string
}

interface AuditValues {
  readonly event?: string
  readonly last: number
}

/** Names that one line of a refusal shows; a section has hundreds. */
const NAMED_AT_MOST = 20

/** What `guichet hub …` does about seats and tickets of an event, and who did it. */
export function addHubSeats(hub: GuichetCommand, onStore: OnStore): void {
  const ofSeats = hub
    .command('seats')
    .argument('<EVENT>', 'event id')
    .description('list the withheld seats')
    .does(onStore(withheld))
  places(ofSeats.command('withhold'))
    .description('take seats off sale; partners see them as sold')
    .does(onStore(withhold))
  places(ofSeats.command('release')).description('put withheld seats back on sale').does(onStore(release))
  const ofTickets = hub.command('tickets').description('list and cancel tickets').isGroup()
  ofTickets
    .command('list')
    .argument('<EVENT>', 'event id')
    .description('list the valid tickets of an event, with price and buyer')
    .does(onStore(listTickets))
  ofTickets
    .command('cancel')
    .argument('<NUMBER...>', 'ticket number, such as 7-00000042; tickets of one event')
    .description('cancel tickets and put their seats back on sale')
    .takes('--reason <TEXT>', 'reason, stored in the audit log')
    .does(onStore(cancelTickets))
  hub
    .command('audit')
    .description('list edited events, withheld seats and cancelled tickets, newest first')
    .takes('--event <ID>', 'event id')
    .takesNumber('--last <N>', 'maximum number of lines', 1, 1_000_000, 100)
    .does(onStore(audit))
}

const places = (command: GuichetCommand): GuichetCommand =>
  command
    .argument('<EVENT>', 'event id')
    .argument('[PLACE...]', 'a section N3, a row N3-F, a seat N3-F-12, or seats N3-F-12-16')
    .collects('--zone <CODE>', 'a whole zone')
    .takes('--reason <TEXT>', 'reason, stored in the audit log')

const seatsAre = (count: number, eventId: string): string =>
  countedIn('en')(count, `seat of event ${eventId} is`, `seats of event ${eventId} are`)

async function withheld({ store, words: [eventId = ''], texts, say, failed }: HubTask): Promise<number> {
  const found = await store.listWithheld({ eventId })
  if (!found.ok) return failed(texts.refusals.notOnSale(eventId))
  const rows = Map.groupBy(found.value, (seat) => seat.slice(0, seat.lastIndexOf('-')))
  for (const [row, seats] of rows) say(`${row}  ${seats.map((seat) => seat.slice(row.length + 1)).join(' ')}`)
  say(`${seatsAre(found.value.length, eventId)} withheld`)
  return 0
}

async function withhold(task: HubTask<PlacesValues>): Promise<number> {
  const wish = wishOf(task)
  if (wish === null) return task.refuse(task.texts.refusals.noPlaces)
  const done = await task.store.withholdSeats(wish)
  if (!done.ok) return task.failed(...wordsOf(done.error, wish.eventId, task.texts))
  task.say(`${seatsAre(done.value.seats, wish.eventId)} taken off sale`)
  return 0
}

async function release(task: HubTask<PlacesValues>): Promise<number> {
  const wish = wishOf(task)
  if (wish === null) return task.refuse(task.texts.refusals.noPlaces)
  const done = await task.store.giveBackSeats(wish)
  if (!done.ok) return task.failed(...wordsOf(done.error, wish.eventId, task.texts))
  if (done.value.seats === 0) return task.failed(task.texts.refusals.noneWithheld)
  task.say(`${seatsAre(done.value.seats, wish.eventId)} back on sale`)
  return 0
}

function wishOf({ words: [eventId = '', ...named], values: { zone = [], reason = '' } }: HubTask<PlacesValues>) {
  if (named.length + zone.length === 0) return null
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

async function listTickets({ store, words: [eventId = ''], texts, say, failed }: HubTask): Promise<number> {
  const event = (await store.listAllEvents()).find((one) => String(one.eventId) === eventId)
  if (event === undefined) return failed(texts.refusals.noEvent(eventId))
  sayBought(say, await store.listBought({ eventId }))
  return 0
}

/** Prints a line for each ticket, then their number and total price. */
export function sayBought(say: HubTask['say'], bought: readonly BoughtTicket[]): void {
  for (const { ticketNumber, seatCode, price, currency, partnerCode, orderId, customer } of bought) {
    const { name, phone, email } = customer
    const who = [name, phone, email].filter((text) => text !== '').join(', ')
    const cost = `${wireFromMinor(price, currency)} ${currency}`
    say([ticketNumber, seatCode, cost, partnerCode, orderId, who].filter((text) => text !== '').join('  '))
  }
  const [first] = bought
  const total = first && wireFromMinor(sumOf(bought), first.currency)
  say(`valid tickets: ${bought.length}${first ? `, ${total} ${first.currency}` : ''}`)
}

const sumOf = (bought: readonly BoughtTicket[]): number => bought.reduce((sum, { price }) => sum + price, 0)

async function cancelTickets(task: HubTask<{ readonly reason?: string }>): Promise<number> {
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
  return 0
}

async function audit({ store, values, say }: HubTask<AuditValues>): Promise<number> {
  for (const { at, by, act, eventId, facts } of await store.listAudit({
    eventId: values.event ?? null,
    limit: values.last,
  }))
    say(
      [new Date(at).toISOString(), by, act, eventId === null ? [] : `event ${eventId}`, JSON.stringify(facts)]
        .flat()
        .join('  '),
    )
  return 0
}

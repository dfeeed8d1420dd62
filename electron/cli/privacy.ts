import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { localStamp, venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Language } from '../../shared/domain/language.ts'
import { wireFromMinor } from '../../shared/domain/money/money.ts'
import {
  type DataNeeded,
  isMessageFor,
  mayBeNamesakes,
  peopleAmong,
  type PersonWanted,
  type StoredPerson,
  wantedFault,
} from '../../shared/domain/personal-request.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import {
  commandUser,
  findAtHub,
  type Fleet,
  fleetOf,
  type HubRecord,
  type HubStore,
  idsOf,
  type WaitingMessage,
} from '../app/hub-store.ts'
import { type PersonalRecord, withPersonalFiles } from '../app/personal-files.ts'
import { type ProgramPlaces, readProgramWithoutKey } from '../app/program.ts'
import { accountLanguage } from '../host/system.ts'
import type { GuichetCommand, Task, ValuesOf } from './command.ts'
import { databaseOf, fleetKeyFileOf, type HubCommand, onStore, timeZoneOf } from './serve.ts'

interface Found extends StoredPerson {
  readonly label: string
  /** Time in ISO 8601 UTC until which the data is stored; null if there is no time limit. */
  readonly keptUntil: string | null
  readonly needed: DataNeeded | null
  readonly document: object
}

interface PersonalPlace<R> {
  readonly timeZone: string
  /** Sentence that names other systems with data of the person. */
  readonly elsewhere: string
  readonly source: object
  /** True if the ledger cannot be trusted; absent if there is no ledger. */
  readonly isLedgerInDoubt?: boolean
  readonly describe: (record: R) => Found
  readonly find: (wanted: PersonWanted) => readonly R[] | Promise<readonly R[]>
  readonly records: (wanted: PersonWanted) => readonly R[] | Promise<readonly R[]>
  readonly noteExport: (records: readonly R[]) => void | Promise<void>
  /** Returns the files that still contain the person's data. */
  readonly erase: (records: readonly R[]) => Promise<readonly string[]>
  /** Messages to the person that wait to be sent. Absent on a machine, because only a hub sends messages. */
  readonly messages?: {
    readonly find: (wanted: PersonWanted, records: readonly R[]) => Promise<readonly WaitingMessage[]>
    readonly erase: (messages: readonly WaitingMessage[]) => Promise<void>
  }
}

interface Request {
  readonly wanted: PersonWanted
  readonly language: Language
  readonly texts: ProgramTexts['privacy']
}

type AtPlace = <R>(task: Task<RequestValues>, request: Request, place: PersonalPlace<R>) => Promise<void>

export function addPrivacy(program: GuichetCommand): void {
  const privacy = program
    .command('privacy')
    .description('find, export or erase the data of one person; stop the program first')
    .ofProgram()
    .isGroup()
  addRequests(privacy, atMachine)
}

function addRequests<V>(
  group: GuichetCommand<V>,
  on: (task: Task<V & RequestValues>, work: AtPlace) => Promise<void>,
): void {
  ofPerson(group.command('find'))
    .description('find the sales of a person by parts of the name, and until when the data are kept')
    .withHandler((task) => on(task, find))
  ofPerson(group.command('export'))
    .argument('<FILE>', 'output file')
    .description('write what is stored about one person as JSON, for that person')
    .withHandler((task) => on(task, writeOut))
  ofPerson(group.command('erase'))
    .description('erase name, phone number and note of one person; amounts, seats and tickets stay')
    .flag('--all', 'also erase sales that share a name but have no phone number')
    .flag('--yes', 'do not ask for confirmation')
    .withHandler((task) => on(task, erase))
}

const ofPerson = <V>(command: GuichetCommand<V>) =>
  command
    .optionWithValue('--name <NAME>', 'name of the person; the whole name for export and erase')
    .optionWithValue('--telephone <NUMBER>', 'phone number, with or without the country code')
    .optionWithValue('--order <NUMBER>', 'number of an order or a sale, or its first characters')
    .takesLanguage()

type RequestValues = ValuesOf<ReturnType<typeof ofPerson<object>>> & {
  readonly yes?: true | undefined
  /** For `erase`: treats sales with the same name and no phone number as sales to one person. */
  readonly all?: true | undefined
}

function readRequest({ values, refuse, languageOr }: Task<RequestValues>, standard: Language): Request {
  const language = languageOr(standard)
  const texts = catalogues[language].privacy
  const wanted: PersonWanted = { name: values.name, phone: values.telephone, order: values.order }
  const fault = wantedFault(wanted)
  if (fault === null) return { language, texts, wanted }
  return refuse(fault === 'nobody' ? texts.who : texts.noNumber(values.telephone ?? ''))
}

async function atMachine(task: Task<RequestValues & ProgramPlaces>, work: AtPlace): Promise<void> {
  const program = task.demand(readProgramWithoutKey(task.values))
  const { config } = program
  const request = readRequest(task, config.language)
  const done = await withPersonalFiles(program, (files) => {
    const { elsewhere } = request.texts
    const source = { register: config.deviceId }
    const timeZone = venueTimeZone(config)
    return work(task, request, { ...files, describe: saleFound, timeZone, elsewhere, source })
  })
  if (!done.ok) task.refuse(catalogues[request.language].files.noFile(done.error.path))
}

function saleFound(record: PersonalRecord): Found {
  const { name, phone, numbers, saleId, orderId, begunUtc, event, seats, ticketNumbers, currency, needed } = record
  const { keptUntil, tenders, customer, buyer, invoice, state } = record
  const shown = [
    orderId ?? saleId,
    begunUtc.slice(0, 10),
    event.title,
    name,
    phone,
    customer?.note ?? '',
    invoice?.company ?? '',
  ]
  const amount = wireFromMinor(record.amount, currency)
  const returned = wireFromMinor(record.returned, currency)
  const bought = { saleId, orderId, begunUtc, state, event, seats, ticketNumbers, amount, returned, currency, tenders }
  return {
    name,
    phone,
    numbers,
    keptUntil,
    needed,
    label: shown.filter((text) => text !== '').join('  '),
    document: { ...bought, noted: customer, toldToBookingService: buyer, onInvoice: invoice, keptUntil },
  }
}

async function find<R>(
  { say, failed }: Task<RequestValues>,
  { wanted, texts }: Request,
  { find: look, describe, timeZone, elsewhere, messages: queue }: PersonalPlace<R>,
): Promise<void> {
  const records = await look(wanted)
  const found = records.map(describe)
  const messages = (await queue?.find(wanted, records)) ?? []
  if (found.length + messages.length === 0) return failed(texts.nobody)
  for (const { label, keptUntil, needed } of found) {
    say(label)
    if (keptUntil !== null) say(`  ${texts.keptUntil(localStamp(keptUntil, timeZone))}`)
    if (needed !== null) say(`  ${neededText(texts, needed, timeZone)}`)
  }
  for (const message of messages) {
    say(messageLabel(message))
    say(`  ${texts.keptUntil(localStamp(message.untilUtc, timeZone))}`)
  }
  say(texts.found(found.length))
  if (messages.length > 0) say(texts.messages.found(messages.length))
  say(elsewhere)
}

const messageLabel = ({ requestedUtc, deviceId, channel, address }: WaitingMessage): string =>
  [requestedUtc.slice(0, 10), deviceId, channel, address].join('  ')

/**
 * Returns the sales of one person and the messages that wait for them. If nothing matches, or sales of several people may
 * match, returns the reason as lines of text.
 */
async function ofOnePerson<R>(
  { values }: Task<RequestValues>,
  { wanted, texts }: Request,
  place: PersonalPlace<R>,
  namesakesHints: readonly string[] = [],
) {
  const records = await place.records(wanted)
  const found = records.map((record) => place.describe(record))
  const findMessages = async () => (await place.messages?.find(wanted, records)) ?? []
  if (found.length === 0) {
    const messages = await findMessages()
    return messages.length === 0 ? { why: [texts.nobody] } : { records, found, messages }
  }
  const labels = found.map(({ label }) => label)
  const people = peopleAmong(wanted, found)
  if (people > 1) return { why: [...labels, texts.namesakes(people)] }
  if (!values.all && mayBeNamesakes(wanted, found)) return { why: [...labels, texts.mayBeNamesakes, ...namesakesHints] }
  return { records, found, messages: await findMessages() }
}

async function writeOut<R>(task: Task<RequestValues>, request: Request, place: PersonalPlace<R>): Promise<void> {
  const { texts, language } = request
  const file = resolve(task.words[0] ?? '')
  if (!existsSync(dirname(file))) return task.refuse(catalogues[language].files.noFolder(dirname(file)))
  const person = await ofOnePerson(task, request, place)
  if ('why' in person) return task.failed(...person.why)
  const { records, found, messages } = person
  const to = createNew(file)
  if (to === null) return task.refuse(catalogues[language].files.exists(file))
  const about = { format: 'guichet-personal-data-1', exportedUtc: new Date().toISOString(), ...place.source }
  const sales = found.map((each) => each.document)
  const document = { ...about, sales, ...(place.messages && { messages }) }
  try {
    await place.noteExport(records)
    writeFileSync(to, `${JSON.stringify(document, null, 2)}\n`)
  } finally {
    closeSync(to)
  }
  task.say(texts.exported(file, found.length))
  if (messages.length > 0) task.say(texts.messages.found(messages.length))
  task.say(place.elsewhere)
}

/** Opens a new file that only the current account can read. Returns null if a file or link of that name exists. */
function createNew(file: string): number | null {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
}

async function erase<R>(task: Task<RequestValues>, request: Request, place: PersonalPlace<R>): Promise<void> {
  const { say, failed, values } = task
  const { texts } = request
  if (place.isLedgerInDoubt) return failed(texts.ledgerInDoubt)
  const person = await ofOnePerson(task, request, place, [texts.eraseAll])
  if ('why' in person) {
    // Completes an erasure that was interrupted.
    await place.erase([])
    return failed(...person.why)
  }
  const { records, found, messages } = person
  const needed = found.filter((each) => each.needed !== null)
  const erasable = needed.length > 0 ? [] : found
  const neededLines = needed.map(
    (each) => `${each.label}: ${each.needed && neededText(texts, each.needed, place.timeZone)}`,
  )
  // No message is needed by the venue: the tickets remain on their page and on paper.
  if (erasable.length + messages.length === 0) return failed(...neededLines, texts.notErased)
  for (const label of [...erasable.map((each) => each.label), ...messages.map(messageLabel)]) say(label)
  const question = [
    ...(messages.length > 0 ? [texts.messages.confirm(messages.length)] : []),
    ...(erasable.length > 0 ? [texts.confirm(erasable.length)] : []),
  ].join(' ')
  if (!values.yes && !(await isConfirmed(task, request, question))) return failed(texts.notErased)
  if (messages.length > 0) {
    await place.messages?.erase(messages)
    say(texts.messages.erased(messages.length))
  }
  if (needed.length > 0) return failed(...neededLines, texts.messages.salesNotErased)
  const remaining = await place.erase(erasable.length > 0 ? records : [])
  if (erasable.length > 0) say(texts.erased(erasable.length))
  say(place.elsewhere)
  if (remaining.length > 0) failed(...remaining.map((path) => texts.stillIn(path)))
}

function neededText(texts: ProgramTexts['privacy'], needed: DataNeeded, timeZone: string): string {
  return 'untilUtc' in needed
    ? texts.neededUntil[needed.why](localStamp(needed.untilUtc, timeZone))
    : texts.needed[needed.why]
}

/** Asks for confirmation on the terminal. Accepts the word for yes in the language, its first letter, or `yes`. */
async function isConfirmed({ say }: Task, { language }: Request, question: string): Promise<boolean> {
  const { yes, no } = catalogues[language].setup
  say(`${question} (${yes}/${no})`)
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return [yes, yes.slice(0, 1), 'yes'].includes(line.trim().toLowerCase())
    return false
  } finally {
    lines.close()
  }
}

export function addHubPrivacy(hub: HubCommand): void {
  const privacy = hub
    .command('privacy')
    .description('find, export or erase the data of one person in this hub')
    .isGroup()
  addRequests(privacy, async (task, work) => {
    await onStore(task, ({ store }) => {
      const request = readRequest(task, accountLanguage())
      const { texts } = request
      const isFile = !databaseOf(task.values).includes('://')
      const elsewhere = isFile ? texts.elsewhereOfHub : texts.elsewhereOfPostgres
      const { desk } = fleetOf(store, fleetKeyFileOf(task.values))
      return work(task, request, { ...hubPlace(store, desk, timeZoneOf(task.values)), elsewhere })
    })
  })
}

function hubPlace(
  store: HubStore,
  { messages }: Pick<Fleet['desk'], 'messages'>,
  timeZone: string,
): Omit<PersonalPlace<HubRecord>, 'elsewhere'> {
  const by = commandUser()
  const note = (act: Parameters<HubStore['noteRequest']>[0]['act'], found: readonly unknown[]): Promise<void> =>
    store.noteRequest({ act, by, purchases: found.length })
  return {
    timeZone,
    source: { hub: true },
    describe: purchaseFound,
    async find(wanted) {
      const found = await findAtHub(store, wanted, 'parts', timeZone)
      await note('personal-data-searched', found)
      return found
    },
    records: (wanted) => findAtHub(store, wanted, 'whole', timeZone),
    noteExport: (found) => note('personal-data-exported', found),
    async erase(found) {
      if (found.length > 0) await store.eraseBuyers({ purchaseIds: idsOf(found), by })
      return []
    },
    messages: {
      find: async (wanted, found) => (await messages.waiting()).filter((each) => isMessageFor(wanted, found, each)),
      async erase(waiting) {
        const ids = new Set(waiting.map(({ id }) => id))
        await messages.erase(({ id }) => ids.has(id))
        await store.noteRequest({ act: 'personal-data-erased', by, purchases: 0, messages: ids.size })
      },
    },
  }
}

function purchaseFound(purchase: HubRecord): Found {
  const { orderId, partnerCode, event, currency, tickets, cancelled, customer, needed } = purchase
  const completedUtc = new Date(purchase.completedAt).toISOString()
  const amount = wireFromMinor(purchase.amount, currency)
  const { name, phone, email } = customer
  return {
    name,
    phone,
    numbers: [orderId],
    keptUntil: null,
    needed,
    label: [orderId, completedUtc.slice(0, 10), event.title, partnerCode, name, phone, email]
      .filter((text) => text !== '')
      .join('  '),
    document: { orderId, completedUtc, partnerCode, event, amount, currency, tickets, cancelled, customer },
  }
}

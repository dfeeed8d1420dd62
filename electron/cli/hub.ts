import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { countWithNoun, languages } from '../../shared/domain/language.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import type { PartKind, VenueReport } from '../../shared/domain/venue/venue-plan.ts'
import {
  checkPartner,
  newSecret,
  type Partner,
  partnersWithoutSecret,
  readVenue,
  type VenuePlan,
} from '../app/hub-store.ts'
import { problemLines, readTextFile } from '../host/files/file-text.ts'
import { choiceAt, expectedAt, type GuichetCommand } from './command.ts'
import { addHubAccounts } from './hub-accounts.ts'
import { addHubEvents, addHubSeats } from './hub-events.ts'
import { addHubFleet } from './hub-fleet.ts'
import { addHubPrivacy } from './privacy.ts'
import { type HubCommand, hubPlaces, type HubTask, onStore, sayUnprintable, secretsKeyFileOf } from './serve.ts'

export function addHub(program: GuichetCommand): void {
  const hub = hubPlaces(program.command('hub')).description('administer a hub, also while it runs').isGroup()
  for (const add of [addHubVenues, addHubEvents, addHubSeats, addPartners, addHubFleet, addHubAccounts, addHubPrivacy])
    add(hub)
  hub
    .command('backup')
    .argument('<FILE>', 'output file')
    .description('copy the database and check the copy')
    .doesOn(onStore, async ({ store, words: [file = ''], values, texts, say, refuse, failed }) => {
      const folder = dirname(resolve(file))
      if (!existsSync(folder)) return refuse(texts.files.noFolder(folder))
      const made = await store.backUp(resolve(file))
      if (!made.ok) return failed(texts.refusals.backUpWith(made.error.tool))
      say(`${file}: ${made.value.bytes} bytes, checked`)
      const key = secretsKeyFileOf(values)
      if (existsSync(key)) say(`the key of the partners' secrets is not in the copy: back up ${key} separately`)
    })
  hub
    .command('purge')
    .description('delete old sessions without a sale and the personal data of old purchases')
    .takesNumber('--days <N>', 'minimum age in days', 1, Infinity)
    .doesOn(onStore, async ({ store, values, texts, say, refuse }) => {
      const { days } = values
      if (days === undefined) return refuse(texts.refusals.missing('--days'))
      const { sessions, customers } = await store.purge({ before: Date.now() - days * 86_400_000 })
      say(`${sessions} sessions without a sale and the personal data of ${customers} purchases are forgotten`)
    })
}

function addPartners(hub: HubCommand): void {
  const ofPartners = hub
    .command('partners')
    .description('list the partners that may buy from the hub')
    .doesOn(onStore, async ({ store, say }) => {
      for (const { code, name, keys, rate } of await store.listPartners()) {
        const signed =
          keys.length === 0
            ? 'no key: a live hub refuses it, except from --unsigned-from'
            : `keys ${keys.map(({ keyId, scheme, secret }) => `${keyId} (${scheme}${secret === null ? ', sealed with another key' : ''})`).join(', ')}`
        say([code, name, signed, rate === null ? '' : `${rate.perSecond}/s`].filter(Boolean).join('  '))
      }
    })
  ofPartners
    .command('add')
    .argument('<CODE>')
    .description('add or change a partner')
    .optionWithValue('--name <NAME>', 'display name')
    .takesNumber('--rate <N>', 'maximum requests per second', 1, 1_000_000)
    .doesOn(onStore, async (task) => {
      const [code = ''] = task.words
      const known = (await task.store.listPartners()).find((partner) => partner.code === code)
      const rate = task.values.rate === undefined ? (known?.rate ?? null) : rateOf(task.values.rate)
      return keep(task, { code, name: task.values.name ?? known?.name ?? '', keys: known?.keys ?? [], rate })
    })
  ofPartners
    .command('remove')
    .argument('<CODE>')
    .description('remove a partner')
    .doesOn(onStore, async ({ store, words: [code = ''], texts, say, failed }) => {
      if (!(await store.removePartner({ code }))) return failed(texts.refusals.noPartner(code))
      say(`partner ${code} removed; its sales are kept`)
    })
  ofPartners
    .command('key')
    .argument('<CODE>')
    .argument('<KEY-ID>')
    .description('add a signing key and print its secret once')
    .optionWithValue('--scheme <SCHEME>', 'stadepass-hmac or rfc9421', 'stadepass-hmac')
    .optionWithValue('--secret-file <FILE>', 'use an existing secret')
    .optionWithValue('--public-key <FILE>', 'public key in PEM, with rfc9421')
    .doesOn(onStore, async (task) => {
      const { words, values, texts, refuse, failed } = task
      const { refusals } = texts
      const [code = '', keyId = ''] = words
      const partner = (await task.store.listPartners()).find((one) => one.code === code)
      if (partner === undefined) return failed(refusals.noPartner(code))
      const { scheme } = values
      if (scheme !== 'stadepass-hmac' && scheme !== 'rfc9421')
        return refuse(choiceAt(texts, '--scheme', ['stadepass-hmac', 'rfc9421'], scheme))
      const { publicKey, secretFile } = values
      if (publicKey !== undefined && secretFile !== undefined)
        return refuse(refusals.exclusive('--public-key', '--secret-file'))
      // If a partner signs with its own private key, the file contains the public key.
      const file = publicKey ?? secretFile
      const secret = file === undefined ? newSecret() : readTextFile(resolve(file)).replace(/\r?\n$/u, '')
      if (publicKey !== undefined && (scheme !== 'rfc9421' || !isPublicKey(secret)))
        return refuse(expectedAt(texts, '--public-key', refusals.expected.publicKey))
      if (secretFile !== undefined && (secret === '' || secret.includes('-----BEGIN')))
        return refuse(expectedAt(texts, '--secret-file', refusals.expected.sharedSecret))
      const added: Partner['keys'][number] = { keyId, scheme, secret }
      const keys = [...partner.keys.filter((key) => key.keyId !== keyId), added]
      await keep(task, { ...partner, keys })
      // A new secret is printed only once.
      if (file === undefined) task.say(`secret ${secret}`)
    })
  ofPartners
    .command('revoke-key')
    .argument('<CODE>')
    .argument('<KEY-ID>')
    .description('revoke a key')
    .doesOn(onStore, async (task) => {
      const { refusals } = task.texts
      const [code = '', keyId = ''] = task.words
      const partner = (await task.store.listPartners()).find((one) => one.code === code)
      const keys = partner?.keys.filter((key) => key.keyId !== keyId) ?? []
      if (partner === undefined || keys.length === partner.keys.length) return task.failed(refusals.noKey(keyId, code))
      if (keys.length === 0) return task.failed(refusals.lastKey(keyId, code))
      return keep(task, { ...partner, keys })
    })
}

const rateOf = (perSecond: number) => ({ perSecond, burst: Math.max(1, perSecond * 2) })

function isPublicKey(pem: string): boolean {
  if (!pem.includes('BEGIN PUBLIC KEY')) return false
  try {
    const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = createPublicKey(pem)
    if (kind === 'rsa' || kind === 'rsa-pss') return (details?.modulusLength ?? 0) >= 2048
    return kind === 'ed25519' || details?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

async function keep({ store, texts, say, refuse, failed }: HubTask, partner: Partner): Promise<void> {
  // If partners' secrets were encrypted with two different keys, no hub could decrypt all of them.
  const unreadable = (await partnersWithoutSecret(store)).join(', ')
  if (unreadable !== '') return failed(texts.refusals.otherKey(unreadable))
  const checked = checkPartner(partner, texts.values)
  if (!('code' in checked)) return refuse(...checked)
  await store.keepPartner(checked)
  say(`partner ${partner.code} saved; running hubs pick it up within seconds`)
  if (partner.keys.length === 0)
    say(`a live hub refuses it until it has a key: guichet hub partners key ${partner.code} KEY-ID`)
}

function addHubVenues(hub: HubCommand): void {
  hub
    .command('venues')
    .description('list the venues of the hub')
    .doesOn(onStore, async ({ store, say }) => {
      const plans = (await store.listVenues()).toSorted((one, other) => compareLabels(one.venue.name, other.venue.name))
      for (const { venue, zones, sections } of plans) {
        const counted = countWithNoun('en')(sections.length, 'section', 'sections')
        say(`${venue.name}, ${venue.city}: ${counted}, zones ${zones.map(({ code }) => code).join(' ')}`)
      }
    })
    .command('import')
    .argument('<FILE>', 'venue plan, .json or .csv: see docs/integrating/venue-plan.md')
    .description('add a venue or replace its plan; print its contents and possible mistakes')
    .optionWithValue('--name <NAME>', 'of the venue; required with CSV')
    .optionWithValue('--city <CITY>', 'of the venue; required with CSV')
    .optionWithValue('--country <COUNTRY>', 'of the venue; required with CSV')
    .takesLanguage(`${languages.join(', ')}; default: the language of the account`)
    .doesOn(onStore, async (task) => {
      const { store, words, values, texts: catalogue, say, refuse, failed } = task
      const [file = ''] = words
      task.languageOr('fr')
      const { venue: texts, files } = catalogue
      const format = /\.(json|csv)$/iu.exec(file)?.[1]?.toLowerCase()
      if (format !== 'json' && format !== 'csv') return refuse(texts.refusals.fileName)
      const { name = '', city = '', country = '' } = values
      if (format === 'csv' && [name, city, country].includes('')) return refuse(texts.refusals.facts)
      if (!existsSync(resolve(file))) return refuse(files.noFile(file))
      const facts = { name, city, country }
      const venue = readVenue(readFileSync(resolve(file)), format, { facts, texts: catalogue })
      if (!venue.ok) {
        const more = venue.problems.length - 20
        return failed(...problemLines(file, venue.problems.slice(0, 20)), ...(more > 0 ? [files.more(more)] : []))
      }
      await store.keepVenue(venue.plan)
      for (const line of linesOf(venue.report, texts)) say(line)
      sayUnprintable(say, texts, ...namesOn(venue.plan))
    })
}

const namesOn = ({ venue, tribunes, gates, zones }: VenuePlan): readonly string[] => [
  ...Object.values(venue),
  ...[...tribunes, ...gates, ...zones].map(({ name }) => name),
]

function linesOf(report: VenueReport, texts: ProgramTexts['venue']): readonly string[] {
  const { name, sections, rows, seats, parts, encoding, odd } = report
  const kinds: readonly PartKind[] = ['tribune', 'zone', 'gate']
  return [
    ...(encoding === 'utf-8' ? [] : [texts.readAs(encoding)]),
    texts.counts(name, sections, rows, seats),
    ...kinds.flatMap((kind) => [
      texts.parts[kind],
      ...parts[kind].map((part) => {
        const named = part.name === part.code ? part.code : `${part.code}  ${part.name}`
        return `  ${named}  ${texts.seats(part.seats)}`
      }),
    ]),
    ...(odd.length === 0 ? [texts.allWell] : [texts.odd, ...odd.map((one) => `  ${texts.warningText(one)}`)]),
  ]
}

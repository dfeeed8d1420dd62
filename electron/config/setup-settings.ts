import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  isCash,
  isNotes,
  type MobileMoney,
  type OwnTenderNames,
  type TenderKind,
} from '../../shared/domain/money/tender.ts'
import type { Language } from '../../shared/domain/language.ts'
import { isWeakPin } from '../../shared/domain/staff.ts'
import { err, ok, type Err, type Result } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { PrinterRole } from '../../shared/api/kiosk/views.ts'
import type { SetupAnswers, SetupPartner, SetupPrinter, SetupSeller, SetupTerms } from '../../shared/api/kiosk/setup.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { loadConfig, type Config } from './config.ts'
import { faultOf, foundProblem, type FoundProblem } from './setting-problem.ts'
import type { Keyring, NoKeyring } from '../host/keyring.ts'
import { writeFileAtomic } from '../host/files/atomic-file.ts'
import { formOf, secretFields, settingsTyped } from './payments.ts'
import { readTextFile } from '../host/files/file-text.ts'

export type Settings = Readonly<Record<string, unknown>>

export interface SetupDependencies {
  readonly settingsFile: string
  readonly dataDirectory: string
  /** Settings to be replaced; null if there are none yet. */
  readonly before: Settings | null
  readonly keyring: Result<Keyring, NoKeyring>
  /** Language of the faults. Default: English, because the screens have their own texts. */
  readonly language?: Language | undefined
}

/** Secrets as typed, by the path of their answer. Settings and answers never contain the secrets. */
export type Secrets = Readonly<Record<string, string>>

export const PARTNER_SECRET = 'partner.signing.secret'

export interface SetupRefused {
  readonly type: 'setup-refused'
  readonly faults: readonly SettingFault[]
}

type SecretPlace = { readonly secretFile: string } | { readonly secretEnv: string }

/** Locations of the files to which the settings refer. */
interface Places {
  /** Locations of the secrets that were typed. The locations of all other secrets remain unchanged. */
  readonly secrets: Readonly<Record<string, SecretPlace>>
  readonly certificate: string
}

/** Returns the settings for the answers. Other settings are retained, unless the mode changes between demo and live. */
function settingsOf(answers: SetupAnswers, { before, settingsFile }: SetupDependencies, places: Places): Settings {
  const { profile = 'demo', language = 'fr', languages, deviceId, locked, partner } = answers
  const { machinePin, fleet, terminals } = answers
  const mode = profile === 'kiosk' || profile === 'cashier' ? 'live' : 'demo'
  const kept = before !== null && (before['mode'] ?? 'demo') === mode ? before : {}
  const common: Settings = {
    ...kept,
    mode,
    ...(deviceId !== undefined && { deviceId }),
    language,
    languages: languages ?? [...new Set([language, 'fr', 'en'])],
    ...(terminals !== undefined && { terminals }),
  }
  if (mode === 'demo') return common
  const { kiosk: _, printers, payments: paidBefore, notes: notesBefore, ...rest } = common as Record<string, unknown>
  const notes = notesOf(answers, notesBefore as Settings | undefined)
  const payments = paymentsOf(answers.payments, paidBefore as Payments | undefined, places)
  const printersAfter = printersOf(answers, printers as Printers | undefined)
  return {
    ...rest,
    role: profile,
    ...(partner && { partner: partnerOf(partner, kept['partner'] as Settings | undefined, places) }),
    ...(fleet !== undefined && {
      fleet: fleet ? fleetOf(fleet.hub, kept['fleet'] as Settings | undefined) : undefined,
    }),
    ...(Object.keys(payments).length > 0 && { payments }),
    ...(notes && { notes }),
    tenders: tendersOf(answers, kept, { ...payments, ...(notes && { notes }) }),
    ...(answers.tenderNames && { tenderNames: namesOf(answers.tenderNames, kept['tenderNames'] as OwnTenderNames) }),
    ...(machinePin !== undefined && { staffPin: machinePin }),
    ...(printersAfter && { printers: printersAfter }),
    ...(answers.seller && { seller: sellerAfter(answers.seller, kept['seller'] as Settings | undefined) }),
    ...(answers.terms && { terms: termsAfter(answers.terms, kept['terms'] as Settings | undefined, settingsFile) }),
    ...(locked && profile === 'kiosk' && { kiosk: true }),
  }
}

/** Returns the seller's settings. An empty line removes a setting. */
function sellerAfter({ taxRate, ...texts }: SetupSeller, before: Settings = {}): Settings {
  const after: Record<string, unknown> = { ...before, ...texts, ...(taxRate !== undefined && { taxRate }) }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== '' && value !== null))
}

/**
 * Returns the settings for the terms of sale. File paths are absolute, because the set-up tests the settings in another
 * folder.
 */
function termsAfter(
  { conditions, privacy, ...notes }: SetupTerms,
  before: Settings = {},
  settingsFile: string,
): Settings {
  const placed = (texts: SetupTerms['conditions']): Settings =>
    Object.fromEntries(
      Object.entries(texts).map(([language, source]) => [
        language,
        typeof source === 'string' ? source : { file: resolve(dirname(settingsFile), source.file) },
      ]),
    )
  const after = { ...before, ...notes, conditions: placed(conditions), privacy: placed(privacy) }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== ''))
}

type Payments = Readonly<Record<string, Settings & { readonly driver: string }>>

/**
 * Returns the providers by tender. If a driver is unchanged, settings that are not in its form also remain unchanged.
 */
function paymentsOf(given: SetupAnswers['payments'] = {}, before: Payments = {}, places: Places): Payments {
  const after: Record<string, Payments[string]> = { ...before }
  for (const [tender, provider] of Object.entries(given)) {
    delete after[tender]
    if (!provider) continue
    const { driver, fields } = provider
    const asked = formOf(driver)?.fields ?? []
    const same = before[tender]?.driver === driver ? before[tender] : {}
    const kept = Object.entries(same).filter(([name]) => !asked.some((field) => field.name === name))
    const secrets = secretFields(driver).flatMap(({ name }) => {
      const place = places.secrets[`payments.${tender}.${name}`] ?? (same as Settings)[name]
      return place === undefined ? [] : [[name, place] as const]
    })
    after[tender] = {
      ...Object.fromEntries(kept),
      driver,
      ...settingsTyped(driver, fields),
      ...Object.fromEntries(secrets),
    }
  }
  return after
}

/** Returns the custom names of tenders. Null restores the default name. */
function namesOf(given: NonNullable<SetupAnswers['tenderNames']>, before: OwnTenderNames = {}): OwnTenderNames {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, name]) => name !== null))
}

/** Returns the settings of the note acceptor; undefined for a desk, or for a kiosk without a note acceptor. */
function notesOf({ profile, notes }: SetupAnswers, before: Settings | undefined): Settings | undefined {
  if (profile !== 'kiosk' || notes === null) return undefined
  if (notes === undefined) return before
  const { currency: _, ...kept } = before ?? {}
  const { device, encryption, currency } = notes
  return { driver: 'ssp', ...kept, device, encryption, ...(currency !== '' && { currency }) }
}

/**
 * Omits tenders without a provider at a kiosk, because no staff can enter the result of a separate terminal. `takers`:
 * provider or device by tender.
 */
function tendersOf({ profile, tenders }: SetupAnswers, before: Settings, takers: Settings): readonly TenderKind[] {
  const chosen = tenders ?? (before['tenders'] as readonly TenderKind[] | undefined) ?? []
  const taken = chosen.filter((kind) => isCash(kind) || kind in takers || (profile === 'cashier' && !isNotes(kind)))
  return taken.length > 0 ? taken : ['cash']
}

function partnerOf(
  { baseUrl, partnerCode, signing, certificate }: SetupPartner,
  before: Settings = {},
  places: Places,
): Settings {
  const { signing: signed, caFile, ...rest } = before
  const ca = certificate === undefined ? caFile : certificate === null ? undefined : places.certificate
  const common = { ...rest, baseUrl, partnerCode, ...(ca !== undefined && { caFile: ca }) }
  if (signing === undefined) return { ...common, ...(signed !== undefined && { signing: signed }) }
  if (signing.scheme === 'none') return common
  const { scheme, keyId } = signing
  const hmac = scheme === 'stadepass-hmac'
  const { secretFile: _, secretEnv: __, ...kept } = sameScheme(signed as Settings | undefined, hmac)
  return {
    ...common,
    signing: {
      ...kept,
      ...(hmac ? { scheme } : { scheme: 'rfc9421', algorithm: scheme }),
      keyId,
      ...(places.secrets[PARTNER_SECRET] ?? secretPlace(signed)),
    },
  }
}

/** Returns the fleet settings. The hub's certificate file is retained while the hub is unchanged. */
function fleetOf(hub: string, before: Settings = {}): Settings {
  const { caFile, ...rest } = before
  return { ...rest, hub, ...(before['hub'] === hub && caFile !== undefined && { caFile }) }
}

/** Returns the names of required secrets that were not typed since the program started and are not in the settings. */
export function missingSecrets({ partner, payments = {} }: SetupAnswers, before: Settings | null, secrets: Secrets) {
  const { scheme = 'none' } = partner?.signing ?? {}
  const needed = [
    ...(scheme === 'none' ? [] : [PARTNER_SECRET]),
    ...Object.entries(payments).flatMap(([tender, provider]) =>
      provider ? secretFields(provider.driver).map(({ name }) => `payments.${tender}.${name}`) : [],
    ),
  ]
  return needed.filter((setting) => secrets[setting] === undefined && !isKept(setting, { partner, payments }, before))
}

/** Returns whether the previous settings have the secret, for a provider with the same driver. */
function isKept(setting: string, { payments = {} }: SetupAnswers, before: Settings | null): boolean {
  const [, tender = ''] = setting.split('.')
  const drivers = [payments, (before?.['payments'] ?? {}) as Payments].map(
    (each) => each[tender as MobileMoney]?.driver,
  )
  return keptSecrets(before)[setting] !== undefined && (setting === PARTNER_SECRET || drivers[0] === drivers[1])
}

const sameScheme = (signed: Settings | undefined, hmac: boolean): Settings =>
  signed && (signed['scheme'] === 'stadepass-hmac') === hmac ? signed : {}

interface Printers extends Partial<Record<PrinterRole, readonly string[]>> {
  readonly devices?: Readonly<Record<string, Settings>>
  readonly drawer?: string
}

/**
 * Returns the printers; undefined for none. A role without an answer retains its printers, or uses the new ticket
 * printers if it shared the previous ones.
 */
function printersOf({ printer, receipts, reports, drawer }: SetupAnswers, before: Printers = {}): Printers | undefined {
  const devices: Record<string, Settings> = { ...before.devices }
  const roles: Record<PrinterRole, readonly string[]> = { tickets: [], receipts: [], reports: [] }
  const wasTicketPrinter = (name: string): boolean => before.tickets?.includes(name) ?? false
  const nowNamed = (name: string): readonly string[] => (printer && wasTicketPrinter(name) ? roles.tickets : [name])

  function namesOf(role: PrinterRole, answer: 'tickets' | 'receipts' | SetupPrinter | undefined): readonly string[] {
    const [old = ''] = before[role] ?? []
    if (answer === undefined) return [...new Set((before[role] ?? []).flatMap(nowNamed))]
    if (typeof answer === 'string') return roles[answer].length > 0 ? roles[answer] : [answer]
    if (answer.kind === 'none') return []
    devices[role] = deviceOf(answer, role === 'tickets' || !wasTicketPrinter(old) ? before.devices?.[old] : undefined)
    return [role]
  }
  roles.tickets = namesOf('tickets', printer)
  roles.receipts = namesOf('receipts', receipts)
  roles.reports = namesOf('reports', reports)

  const [kept] = before.drawer === undefined ? [] : nowNamed(before.drawer).filter((name) => devices[name]?.['drawer'])
  const holder = drawer === undefined ? kept : drawer ? (roles[drawer.at][0] ?? drawer.at) : undefined
  if (drawer && holder !== undefined && devices[holder]?.['kind'] === 'escpos') {
    const { at: _, ...connector } = drawer
    devices[holder] = { ...devices[holder], drawer: connector }
  }
  const named = [...Object.values(roles).flat(), ...(holder === undefined ? [] : [holder])]
  if (named.length === 0) return undefined
  const used = Object.entries(devices).filter(([name]) => named.includes(name))
  const given = Object.entries(roles).filter(([, names]) => names.length > 0)
  return {
    devices: Object.fromEntries(used),
    ...Object.fromEntries(given),
    ...(holder !== undefined && { drawer: holder }),
  }
}

/** If one receipt printer replaces another, only the settings of the cash drawer are retained. */
function deviceOf(answer: Exclude<SetupPrinter, { kind: 'none' }>, before: Settings = {}): Settings {
  const place =
    answer.kind === 'queue' ? { kind: 'system', queue: answer.queue } : { kind: 'escpos', address: answer.address }
  const isSame = Object.entries(place).every(([name, value]) => before[name] === value)
  const isReceiptPrinter = place.kind === 'escpos' && before['kind'] === 'escpos'
  const { drawer } = before
  return {
    ...(isSame ? before : isReceiptPrinter && drawer !== undefined && { drawer }),
    ...place,
    paper: answer.paper,
  }
}

/** Returns the configuration that a start would load. Parts without an answer are assumed to be valid. */
export function trySetup(
  answers: SetupAnswers,
  ground: SetupDependencies,
  secrets: Secrets,
): Result<Config, SetupRefused> {
  const own = [...pinProblems(answers), ...keyringProblems(answers, ground)]
  const folder = mkdtempSync(join(tmpdir(), 'guichet-setup-'))
  // The tested file is written to the folder of the settings, because paths in the settings are relative.
  const file = ground.before === null ? join(folder, 'config.json') : `${ground.settingsFile}.tried`
  try {
    const { partner, machinePin } = answers
    const missing = missingSecrets(answers, ground.before, secrets)
    const known = missing.includes(PARTNER_SECRET) ? { ...partner, signing: undefined } : partner
    const placeholders = {
      partner: { baseUrl: 'https://partner.invalid', partnerCode: 'x', ...known },
      machinePin: machinePin ?? (ground.before?.['staffPin'] as string | undefined) ?? UNGUESSED,
    }
    // Typed secrets are not written to disk before the end of the set-up.
    const tried = Object.entries({ ...Object.fromEntries(missing.map((each) => [each, UNKNOWN])), ...secrets })
    const nameOf = (index: number): string => `${TRIED}_${index}`
    const places = {
      secrets: Object.fromEntries(tried.map(([setting], index) => [setting, { secretEnv: nameOf(index) }])),
      certificate: join(folder, 'certificate.pem'),
    }
    const typed = Object.fromEntries(tried.map(([, secret], index) => [nameOf(index), secret]))
    if (partner?.certificate) writeFileSync(places.certificate, partner.certificate)
    const settings = settingsOf({ ...answers, ...placeholders }, ground, places)
    writeFileAtomic(file, settings)
    const { language = 'en' } = ground
    const environment = { ...process.env, ...typed }
    const config = loadConfig({ dataDirectory: folder, file, environment, language })
    if (!config.ok || own.length > 0) return refuseSetup(own, ground, config.ok ? [] : config.error.localFaults)
    const accessCodes = { ...config.value.accessCodes, ...answers.accessCodes }
    const { dataDirectory, settingsFile } = ground
    return ok({ ...config.value, accessCodes, dataDirectory, settingsFile })
  } finally {
    rmSync(folder, { recursive: true })
    rmSync(file, { force: true })
  }
}

const UNGUESSED = '730516'

/** Prefix of the environment variables that pass typed secrets to a test of the settings. */
const TRIED = 'GUICHET_CANDIDATE_SECRET'

/** Placeholder for a secret that is not typed yet. */
const UNKNOWN = 'unknown'

/** `further`: additional faults, in the language of `problems`. */
export function refuseSetup(
  problems: readonly FoundProblem[],
  { language = 'en' }: Pick<SetupDependencies, 'language'>,
  further: readonly SettingFault[] = [],
): Err<SetupRefused> {
  const faults = problems.map((problem) => faultOf(problem, catalogues[language]))
  return err({ type: 'setup-refused', faults: [...faults, ...further] })
}

function pinProblems({ machinePin, people = [] }: SetupAnswers): readonly FoundProblem[] {
  const numbers = people.map(({ number }) => number)
  return [
    ...(machinePin !== undefined && isWeakPin(machinePin) ? [foundProblem('machinePin', { type: 'weak-pin' })] : []),
    ...(people.some(({ pin }) => pin !== undefined && (isWeakPin(pin) || numbers.includes(pin)))
      ? [foundProblem('people', { type: 'weak-pin' })]
      : []),
    ...(new Set(numbers).size < numbers.length ? [foundProblem('people', { type: 'number-twice' })] : []),
  ]
}

function keyringProblems({ secretIn }: SetupAnswers, { keyring }: SetupDependencies): readonly FoundProblem[] {
  if (secretIn !== 'keyring' || keyring.ok) return []
  return [foundProblem('secretIn', { type: 'no-keyring', reason: keyring.error.detail })]
}

/** Returns where secrets are stored. A kiosk on Linux has no keyring, because its session starts without a password. */
export function placeOfSecret({ secretIn, profile }: SetupAnswers, { keyring }: SetupDependencies): 'keyring' | 'file' {
  if (secretIn !== undefined) return secretIn
  return keyring.ok && !(profile === 'kiosk' && process.platform === 'linux') ? 'keyring' : 'file'
}

/** Returns where the secrets of the settings are stored, by setting. */
export function keptSecrets(settings: Settings | null): Readonly<Record<string, SecretPlace>> {
  const { partner, payments = {} } = (settings ?? {}) as { partner?: { signing?: unknown }; payments?: object }
  const named: [string, unknown][] = [
    [PARTNER_SECRET, partner?.signing],
    ...Object.entries(payments).flatMap(([tender, provider]) => placesIn(`payments.${tender}`, provider)),
  ]
  return Object.fromEntries(
    named.flatMap(([setting, value]) => {
      const place = secretPlace(value)
      return place ? [[setting, place]] : []
    }),
  )
}

/** Returns the path and value of every member of an object and of its nested objects. */
function placesIn(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]): [string, unknown][] => [
    [`${path}.${name}`, inner],
    ...placesIn(`${path}.${name}`, inner),
  ])
}

/** Returns null if the value does not specify where a secret is stored. */
function secretPlace(value: unknown): SecretPlace | null {
  const { secretFile, secretEnv } = (value ?? {}) as { secretFile?: unknown; secretEnv?: unknown }
  if (typeof secretFile === 'string') return { secretFile }
  return typeof secretEnv === 'string' ? { secretEnv } : null
}

/** Returns the content of a settings file; null if the file is missing or unreadable. */
export function settingsIn(file: string): Settings | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readTextFile(file)) as Settings
  } catch {
    return null
  }
}

/**
 * Writes the secrets, followed by the settings, atomically, so that a crash leaves either the old or the new settings.
 * Saves the previous settings as `config.json.before`.
 */
export function writeSettings(answers: SetupAnswers, ground: SetupDependencies, secrets: Secrets): void {
  const { settingsFile: file } = ground
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const writeBeside = (name: string, content: string | null | undefined): string => {
    const named = `${name}-${randomBytes(4).toString('hex')}`
    if (content) writeFileSync(join(folder, named), content, { mode: 0o600, flush: true, flag: 'wx' })
    return named
  }
  const nameOf = (setting: string): string => (setting === PARTNER_SECRET ? 'partner-secret' : 'payment-secret')
  const written = Object.entries(secrets).map(
    ([setting, content]) => [setting, { secretFile: writeBeside(nameOf(setting), content) }] as const,
  )
  const certificate = writeBeside('partner-certificate', answers.partner?.certificate)
  if (existsSync(file)) copyFileSync(file, `${file}.before`)
  writeFileAtomic(file, settingsOf(answers, ground, { secrets: Object.fromEntries(written), certificate }))
}

/** Returns the answers that would produce the settings. */
export function answersOf(settings: Settings): SetupAnswers {
  const { mode = 'demo', role = 'kiosk', kiosk } = settings
  const asked = mode === 'demo' ? demoAnswers : { ...demoAnswers, ...liveAnswers }
  const answers = Object.entries(asked).flatMap(([name, answer]) => {
    const setting = settings[name]
    return setting === undefined ? [] : [[name, answer(setting as Settings)] as const]
  })
  return {
    profile: mode === 'demo' ? 'demo' : (role as 'kiosk' | 'cashier'),
    ...(kiosk === true && { locked: true }),
    ...(Object.fromEntries(answers) as SetupAnswers),
  }
}

const asItIs = (setting: Settings): unknown => setting

/** Functions that convert settings to set-up answers, by setting name. Each answer has the same name as its setting. */
const demoAnswers = { language: asItIs, languages: asItIs, deviceId: asItIs }

const liveAnswers = {
  tenders: asItIs,
  tenderNames: asItIs,
  partner: partnerAnswer,
  payments: paymentAnswers,
  notes: ({ device, encryption = 'where-it-can', currency = '' }: Settings) => ({ device, encryption, currency }),
  seller: ({ name = '', address = '', contact = '', taxNumber, taxRate }: Settings) => {
    return { name, address, contact, taxNumber, taxRate }
  },
  terms: ({ conditions = {}, privacy = {}, version, address }: Settings) => ({ conditions, privacy, version, address }),
  fleet: ({ hub }: Settings) => ({ hub }),
}

function paymentAnswers(payments: Settings): NonNullable<SetupAnswers['payments']> {
  const answers = Object.entries(payments as Payments).map(([tender, { driver, ...settings }]) => {
    const asked = (formOf(driver)?.fields ?? []).filter(({ name, kind }) => kind !== 'secret' && name in settings)
    return [tender, { driver, fields: Object.fromEntries(asked.map(({ name }) => [name, String(settings[name])])) }]
  })
  return Object.fromEntries(answers) as NonNullable<SetupAnswers['payments']>
}

function partnerAnswer({ baseUrl, partnerCode, signing }: Settings): SetupPartner {
  const common = { baseUrl: baseUrl as string, partnerCode: partnerCode as string }
  if (signing === undefined) return { ...common, signing: { scheme: 'none' } }
  const { scheme, algorithm = 'hmac-sha256', keyId } = signing as Record<string, string>
  const named = (scheme === 'stadepass-hmac' ? scheme : algorithm) as 'hmac-sha256'
  return { ...common, signing: { scheme: named, keyId: keyId ?? '' } }
}

import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { guessablePin } from '../../shared/domain/pin.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SetupAnswers, SetupPartner, SetupPrinter } from '../../shared/kiosk-api/setup-answers.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import { loadConfig, type Config } from './config.ts'
import { EASY_PIN } from './rules.ts'
import type { Keyring, NoKeyring } from '../host/keyring.ts'
import { writeWhole } from '../host/files/whole-file.ts'

export type Settings = Readonly<Record<string, unknown>>

/** What a set-up has to go on, besides what it was answered. */
export interface SetupGround {
  /** Where `config.json` goes. */
  readonly settingsFile: string
  readonly dataDirectory: string
  /** The settings that are replaced; null: there are none yet. */
  readonly before: Settings | null
  readonly keyring: Result<Keyring, NoKeyring>
}

/** The partner's secret as it was typed; null: none was. It is in no settings, no draft and no answer. */
export type Secret = string | null

export interface SetupRefused {
  readonly type: 'setup-refused'
  readonly faults: readonly SettingFault[]
}

/** As `partner.signing` names it. */
type SecretPlace = { readonly secretFile: string } | { readonly secretVariable: string }

/** Where the files lie that settings name. */
interface Places {
  readonly secret: SecretPlace
  readonly certificate: string
}

/**
 * The settings that these answers come to. What they do not speak of stays as it was before, unless the machine turns from
 * the demo to real sales or back.
 */
function settingsOf(answers: SetupAnswers, { before }: SetupGround, places: Places): Settings {
  const { profile = 'demo', language = 'fr', languages, deviceId, tenders, locked, partner, printer } = answers
  const { machinePin, fleet } = answers
  const mode = profile === 'kiosk' || profile === 'cashier' ? 'live' : 'demo'
  const kept = before !== null && (before['mode'] ?? 'demo') === mode ? before : {}
  const common: Settings = {
    ...kept,
    mode,
    ...(deviceId !== undefined && { deviceId }),
    language,
    languages: languages ?? [...new Set([language, 'fr', 'en'])],
  }
  if (mode === 'demo') return common
  const { kiosk: _, printers, ...rest } = common as Record<string, unknown>
  return {
    ...rest,
    role: profile,
    ...(partner && { partner: partnerOf(partner, kept['partner'] as Settings | undefined, places) }),
    ...(fleet !== undefined && {
      fleet: fleet ? fleetOf(fleet.hub, kept['fleet'] as Settings | undefined) : undefined,
    }),
    // Nobody stands at a kiosk to say what a terminal did.
    tenders: (profile === 'cashier' && (tenders ?? kept['tenders'])) || ['cash'],
    ...(machinePin !== undefined && { staffPin: machinePin }),
    ...(printer ? printersOf(printer) : printers !== undefined && { printers }),
    ...(locked && profile === 'kiosk' && { kiosk: true }),
  }
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
  const { secretFile: _, secretVariable: __, ...kept } = sameScheme(signed as Settings | undefined, hmac)
  return {
    ...common,
    signing: {
      ...kept,
      ...(hmac ? { scheme } : { scheme: 'rfc9421', algorithm: scheme }),
      keyId,
      ...places.secret,
    },
  }
}

/** Its own certificate stays while the hub does. */
function fleetOf(hub: string, before: Settings = {}): Settings {
  const { caFile, ...rest } = before
  return { ...rest, hub, ...(before['hub'] === hub && caFile !== undefined && { caFile }) }
}

/** Nobody has typed the secret of this signature since the program started, and no settings hold one. */
export function secretIsMissing({ partner }: SetupAnswers, before: Settings | null, secret: Secret): boolean {
  const { scheme = 'none' } = partner?.signing ?? {}
  return scheme !== 'none' && secret === null && keptSecret(before) === null
}

const sameScheme = (signed: Settings | undefined, hmac: boolean): Settings =>
  signed && (signed['scheme'] === 'stadepass-hmac') === hmac ? signed : {}

function printersOf(printer: SetupPrinter): Settings {
  if (printer.kind === 'none') return {}
  const device =
    printer.kind === 'queue'
      ? { kind: 'system', queue: printer.queue, paper: printer.paper }
      : { kind: 'escpos', address: printer.address, paper: printer.paper }
  return { printers: { devices: { tickets: device }, tickets: ['tickets'] } }
}

/**
 * What a start of the program would make of these answers. Parts that are not answered yet are taken as if they were
 * right.
 */
export function trySetup(answers: SetupAnswers, ground: SetupGround, secret: Secret): Result<Config, SetupRefused> {
  const faults = [...pinFaults(answers), ...keyringFaults(answers, ground)]
  const folder = mkdtempSync(join(tmpdir(), 'guichet-setup-'))
  // Files that settings name lie beside them.
  const file = ground.before === null ? join(folder, 'config.json') : `${ground.settingsFile}.tried`
  try {
    const kept = secret === null ? keptSecret(ground.before) : null
    const { partner, machinePin } = answers
    const known = secretIsMissing(answers, ground.before, secret) ? { ...partner, signing: undefined } : partner
    const placeholders = {
      partner: { baseUrl: 'https://partner.invalid', partnerCode: 'x', ...known },
      machinePin: machinePin ?? (ground.before?.['staffPin'] as string | undefined) ?? UNGUESSED,
    }
    const places = { secret: kept ?? { secretVariable: TRIED }, certificate: join(folder, 'certificate.pem') }
    if (partner?.certificate) writeFileSync(places.certificate, partner.certificate)
    const settings = settingsOf({ ...answers, ...placeholders }, ground, places)
    writeWhole(file, settings)
    // What was typed as a secret is on no disk before the end.
    const environment = { ...process.env, [TRIED]: secret ?? '' }
    const config = loadConfig({ dataDirectory: folder, file, environment })
    if (!config.ok) faults.push(...config.error.faults)
    if (!config.ok || faults.length > 0) return err({ type: 'setup-refused', faults })
    const accessCodes = { ...config.value.accessCodes, ...answers.accessCodes }
    const { dataDirectory, settingsFile } = ground
    return ok({ ...config.value, accessCodes, dataDirectory, settingsFile })
  } finally {
    rmSync(folder, { recursive: true })
    rmSync(file, { force: true })
  }
}

/** In place of a PIN that is not chosen yet. */
const UNGUESSED = '730516'

/** Nobody's environment: the name under which a trial of the settings finds the secret. */
const TRIED = 'GUICHET_TRIED_SECRET'

function pinFaults({ machinePin, people = [] }: SetupAnswers): SettingFault[] {
  const numbers = people.map(({ number }) => number)
  return [
    ...(machinePin !== undefined && guessablePin(machinePin) ? [{ setting: 'machinePin', detail: EASY_PIN }] : []),
    ...(people.some(({ pin }) => pin !== undefined && guessablePin(pin))
      ? [{ setting: 'people', detail: EASY_PIN }]
      : []),
    ...(new Set(numbers).size < numbers.length ? [{ setting: 'people', detail: 'two have the same number' }] : []),
  ]
}

function keyringFaults({ secretIn }: SetupAnswers, { keyring }: SetupGround): SettingFault[] {
  return secretIn === 'keyring' && !keyring.ok ? [{ setting: 'secretIn', detail: keyring.error.detail }] : []
}

/**
 * Where the secret goes when nobody says: to the system's keyring where it has one. A kiosk on Linux opens its session
 * without a password, and with it no keyring.
 */
export function placeOfSecret({ secretIn, profile }: SetupAnswers, { keyring }: SetupGround): 'keyring' | 'file' {
  if (secretIn !== undefined) return secretIn
  return keyring.ok && !(profile === 'kiosk' && process.platform === 'linux') ? 'keyring' : 'file'
}

/** Where the secret of such settings lies; null where they have none. */
export function keptSecret(settings: Settings | null): SecretPlace | null {
  const { signing } = (settings?.['partner'] ?? {}) as { signing?: { secretFile?: unknown; secretVariable?: unknown } }
  const { secretFile, secretVariable } = signing ?? {}
  if (typeof secretFile === 'string') return { secretFile }
  return typeof secretVariable === 'string' ? { secretVariable } : null
}

/** The settings as their file has them; null where there is none, or none that can be read. */
export function settingsIn(file: string): Settings | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/u, '')) as Settings
  } catch {
    return null
  }
}

/**
 * Writes the settings whole, the secret they name first, and keeps those before as `config.json.before`. A machine that
 * dies meanwhile has the ones or the others. `secret` is the content of its file, sealed or not.
 */
export function writeSettings(answers: SetupAnswers, ground: SetupGround, secret: Secret): void {
  const { settingsFile: file, before } = ground
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const writeBeside = (name: string, content: string | null | undefined): string => {
    const named = `${name}-${randomBytes(4).toString('hex')}`
    if (content) writeFileSync(join(folder, named), content, { mode: 0o600, flush: true, flag: 'wx' })
    return named
  }
  const secretFile = writeBeside('partner-secret', secret)
  const certificate = writeBeside('partner-certificate', answers.partner?.certificate)
  if (existsSync(file)) copyFileSync(file, `${file}.before`)
  const kept = secret === null ? keptSecret(before) : null
  writeWhole(file, settingsOf(answers, ground, { secret: kept ?? { secretFile }, certificate }))
}

/** The answers that would give these settings, as far as the set-up's questions reach. */
export function answersOf(settings: Settings): SetupAnswers {
  const { mode = 'demo', role = 'kiosk', language, languages, deviceId, tenders, kiosk, partner, fleet } = settings
  return {
    profile: mode === 'demo' ? 'demo' : (role as 'kiosk' | 'cashier'),
    ...(language !== undefined && { language: language as NonNullable<SetupAnswers['language']> }),
    ...(languages !== undefined && { languages: languages as NonNullable<SetupAnswers['languages']> }),
    ...(deviceId !== undefined && { deviceId: deviceId as string }),
    ...(mode === 'live' && tenders !== undefined && { tenders: tenders as NonNullable<SetupAnswers['tenders']> }),
    ...(kiosk === true && { locked: true }),
    ...(mode === 'live' && partner !== undefined && { partner: partnerAnswer(partner as Settings) }),
    ...(mode === 'live' && fleet !== undefined && { fleet: { hub: (fleet as { hub: string }).hub } }),
  }
}

function partnerAnswer({ baseUrl, partnerCode, signing }: Settings): SetupPartner {
  const common = { baseUrl: baseUrl as string, partnerCode: partnerCode as string }
  if (signing === undefined) return { ...common, signing: { scheme: 'none' } }
  const { scheme, algorithm = 'hmac-sha256', keyId } = signing as Record<string, string>
  const named = (scheme === 'stadepass-hmac' ? scheme : algorithm) as 'hmac-sha256'
  return { ...common, signing: { scheme: named, keyId: keyId ?? '' } }
}

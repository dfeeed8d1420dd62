import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { settingsFileSchema } from '../../electron/config/settings-schema.ts'
import { languages, type Language } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueErrors } from '../../shared/i18n/issue-text.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { amountOf } from '../support/share.ts'

const ENGLISH = /\b(?:expected|missing|unknown|needed|cannot|such|least|most|where|only|names?|digits|letters)\b/iu

const withoutNames = (line: string): string =>
  line.replaceAll(/"[^"]*"|«[^»]*»|\u2068[^\u2069]*\u2069|[{[][^}\]]*[}\]]/gu, '')

function linesOf(content: unknown, language: Language): readonly string[] {
  const dataDirectory = temporaryFolder()
  const file = join(dataDirectory, 'config.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  const loaded = loadConfig({ dataDirectory, language, environment: {} })
  return (loaded.ok ? ['accepted'] : loaded.error.lines).map((line) =>
    line.replace(`${file}: `, '').replaceAll(dataDirectory, '…'),
  )
}

const partner = { baseUrl: 'https://tickets.example', partnerCode: 'nongo' }
const signing = { scheme: 'stadepass-hmac', keyId: 'till-1' }
const live = { mode: 'live', partner, tenders: ['cash'], staffPin: '730516' }
const receipts = { kind: 'escpos', address: 'tcp://printer' }

const faulty: readonly (readonly [object | string, string, string])[] = [
  [{ tickets: { sort: true } }, 'tickets: unknown name: sort', 'tickets: nom inconnu : sort'],
  [{ maxSeats: 'eight' }, 'maxSeats: expected a number', 'maxSeats: attendu : un nombre'],
  [{ seller: [] }, 'seller: expected an object {…}', 'seller: attendu : un objet {…}'],
  [{ maxSeats: 99 }, 'maxSeats: expected at most 20', 'maxSeats: attendu : au plus 20'],
  [
    { idleBeforeReloadSeconds: 0 },
    'idleBeforeReloadSeconds: expected at least 1',
    'idleBeforeReloadSeconds: attendu : au moins 1',
  ],
  [{ tenders: [] }, 'tenders: expected at least 1 entry', 'tenders: attendu : au moins 1 élément'],
  [
    { seller: { name: 'x'.repeat(200) } },
    'seller.name: expected at most 120 characters',
    'seller.name: attendu : au plus 120 caractères',
  ],
  [{ role: 'king' }, 'role: expected one of kiosk, cashier', 'role: attendu : l’une de ces valeurs : kiosk, cashier'],
  [
    { deviceId: 'gate 7' },
    'deviceId: expected 1 to 32 letters, digits, dashes or underscores',
    'deviceId: attendu : 1 à 32 lettres, chiffres, tirets ou traits de soulignement',
  ],
  [
    { shifts: { closeAt: '25:00' } },
    'shifts.closeAt: expected a time of day such as "22:30"',
    'shifts.closeAt: attendu : une heure comme « 22:30 »',
  ],
  [
    { partner: { partnerCode: 'x' } },
    'partner.baseUrl: missing; expected an http or https address',
    'partner.baseUrl: absent ; attendu : une adresse http ou https',
  ],
  [
    { partner: { ...partner, httpProxy: 'https://proxy' } },
    'partner.httpProxy: expected http://HOST:PORT',
    'partner.httpProxy: attendu : http://HOST:PORT',
  ],
  [
    { customerDisplay: 'left' },
    'customerDisplay: expected "auto", "window", "off" or the number of a display, 1 to 9, counted from the left',
    'customerDisplay: attendu : « auto », « window », « off » ou le numéro d’un écran, de 1 à 9, compté depuis la gauche',
  ],
  [{ tickets: { paper: 'a9' } }, 'tickets.paper: expected "a4", "a6", ', 'tickets.paper: attendu : « a4 », « a6 », '],
  [
    { languages: ['fr', 'fr'] },
    'languages: expected a list without repeated entries',
    'languages: attendu : une liste sans répétition',
  ],
  [
    { partner: { ...partner, hold: { release: { path: '/release' } } } },
    'partner.hold.release.path: expected a path that begins with "/" and contains {hold_id}',
    'partner.hold.release.path: attendu : un chemin qui commence par « / » et contient {hold_id}',
  ],
  [{ keypad: { select: 'F17' } }, 'keypad: select: expected a list […]', 'keypad: select: attendu : une liste […]'],
  [
    { payments: { card: { driver: 'coins' } } },
    'payments.card.driver: expected one of',
    'payments.card.driver: attendu : l’une de ces valeurs',
  ],
  [
    { printers: { devices: { 'a b': receipts } } },
    'printers.devices.a b: invalid name: expected 1 to 40 letters, digits, dashes or underscores',
    'printers.devices.a b: nom incorrect : attendu : 1 à 40 lettres, chiffres, tirets ou traits de soulignement',
  ],
  [{ ...live, language: 'pt' }, 'language: "pt" is not in languages', 'language: « pt » ne figure pas dans languages'],
  [
    { ...live, partner: undefined },
    "partner: live mode requires the partner's baseUrl and partnerCode",
    'partner: en mode live, indiquez baseUrl et partnerCode du partenaire',
  ],
  [
    { ...live, partner: { ...partner, baseUrl: 'http://tickets.example' } },
    'partner.baseUrl: live mode requires https',
    'partner.baseUrl: le mode live exige https',
  ],
  [
    { ...live, staffPin: '1234' },
    'staffPin: this PIN is easy to guess: do not use repeated digits',
    'staffPin: ce code est trop facile à deviner',
  ],
  [
    { printers: { devices: { gate: receipts } } },
    'printers.devices.gate: this printer is not used',
    'printers.devices.gate: cette imprimante n’est pas utilisée',
  ],
  [
    { shortcuts: { lock: 'Q' } },
    'shortcuts.lock: "Q" cannot be a shortcut',
    'shortcuts.lock: « Q » ne peut pas servir de raccourci',
  ],
  [
    { partner: { ...partner, signing } },
    'partner.signing: say where the secret is: either a file (secretFile) or an environment variable (secretEnv)',
    'partner.signing: indiquez où se trouve le secret : soit un fichier (secretFile), soit une variable d’environnement (secretEnv)',
  ],
  [
    { partner: { ...partner, signing: { ...signing, secretEnv: 'SIGNING_KEY' } } },
    'partner.signing.secretEnv: the environment variable SIGNING_KEY is not set',
    'partner.signing.secretEnv: la variable d’environnement SIGNING_KEY n’est pas définie',
  ],
  [
    { partner: { ...partner, caFile: 'ca.pem' } },
    'partner.caFile: …/ca.pem cannot be read (ENOENT)',
    'partner.caFile: …/ca.pem ne peut pas être lu (ENOENT)',
  ],
  [
    { terms: { privacy: { fr: { file: 'privacy.txt' } } } },
    'terms.privacy.fr.file: no such file: …/privacy.txt',
    'terms.privacy.fr.file: ce fichier n’existe pas : …/privacy.txt',
  ],
  [
    '{ "mode": }',
    'line 1, column 11: not JSON: unexpected "}"; correct this file or restore a backup copy',
    'ligne 1, colonne 11 : syntaxe incorrecte : "}" n’est pas attendu ici ; corrigez ce fichier ou restaurez une copie de sauvegarde',
  ],
]

describe('a faulty setting', () => {
  test.each(faulty)('%j is refused in four languages', (content, english, french) => {
    const spoken = Object.fromEntries(languages.map((language) => [language, linesOf(content, language).join('\n')]))
    const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ')
    expect(plain(spoken['en'])).toContain(english)
    expect(plain(spoken['fr'])).toContain(french)
    expect(new Set(Object.values(spoken)).size).toBe(languages.length)
    for (const language of ['fr', 'pt', 'ar'] as const)
      expect([
        language,
        withoutNames(spoken[language] ?? '')
          .replaceAll(/^[\w. ]+: /gmu, '')
          .match(ENGLISH)?.[0],
      ]).toEqual([language, undefined])
    expect(spoken['ar']).toMatch(/\p{Script=Arabic}/u)
  })

  const printed = async (words: readonly string[]) => {
    const lines: string[] = []
    const code = await runCommandLine(words, {
      say: (line) => void lines.push(line),
      refuse: (...refused) => (lines.push(...refused), 2),
    })
    return { code, text: lines.join('\n').replaceAll('\u00a0', ' ') }
  }

  const place = (content: unknown): string => {
    const data = temporaryFolder()
    writeFileSync(join(data, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content))
    return data
  }

  test.each(['doctor', 'status', 'staff list', 'reconcile', 'ledger verify'])(
    '`guichet %s` names it in the language of the machine',
    async (command) => {
      const data = place({ language: 'pt', maxSeats: 99 })
      const { code, text } = await printed([...command.split(' '), '--data', data])
      expect([code, text]).toEqual([2, `${join(data, 'config.json')}: maxSeats: esperado: no máximo 20`])
    },
  )

  test('is named in the language of the account if the file has none', async () => {
    vi.stubEnv('LC_ALL', 'en_GB.UTF-8')
    onTestFinished(() => void vi.unstubAllEnvs())
    const data = place('{')
    expect(await printed(['status', '--data', data])).toEqual({
      code: 2,
      text: `${join(data, 'config.json')}: line 1, column 2: not JSON: the text ends too early; correct this file or restore a backup copy`,
    })
  })

  test('is named in the language of --language', async () => {
    const { text } = await printed(['doctor', '--language', 'en', '--data', place({ language: 'pt', maxSeats: 99 })])
    expect(text).toContain('maxSeats: expected at most 20')
  })
})

/** Returns a function for each position in a schema that builds settings with a value there. */
function placesIn(
  schema: z.core.$ZodType,
  wrap: (value: unknown) => unknown,
): readonly ((value: unknown) => unknown)[] {
  const { def } = schema._zod as unknown as { readonly def: Record<string, unknown> }
  const inner = (next: unknown, around: (value: unknown) => unknown) => placesIn(next as z.core.$ZodType, around)
  const below = (): readonly ((value: unknown) => unknown)[] => {
    switch (def['type']) {
      case 'object':
        return Object.entries(def['shape'] as object).flatMap(([key, next]) =>
          inner(next, (value) => wrap({ [key]: value })),
        )
      case 'record':
        return inner(def['valueType'], (value) => wrap({ cash: value, card: value, fr: value, 'a b': value }))
      case 'array':
        return inner(def['element'], (value) => wrap([value, value]))
      case 'union':
        return (def['options'] as readonly unknown[]).flatMap((option) => inner(option, wrap))
      case 'pipe':
        return [...inner(def['in'], wrap), ...inner(def['out'], wrap)]
      default:
        return 'innerType' in def ? inner(def['innerType'], wrap) : []
    }
  }
  return [wrap, ...below()]
}

/** Returns the names and values in an issue, which its translation must contain verbatim. */
const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => (key === 'message' ? [] : namesIn(part)))
      : []

/** Returns the message of an issue without names, values and the list of known names. */
function ownWords(issue: z.core.$ZodIssue): string {
  const known = issue.message.replace(/(?:possible here|possible ici|possível aqui|الممكن هنا)\s?: .*$/u, '')
  const names = namesIn(issue).filter((name) => name.length > 1)
  return withoutNames(
    names.toSorted((a, b) => b.length - a.length).reduce((text, name) => text.replaceAll(name, ''), known),
  )
}

test('no value of a setting is refused in words of the validator', () => {
  const places = placesIn(settingsFileSchema, (value) => value)
  expect(places.length).toBeGreaterThan(250)
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom('', ' ', '\u0001', '//', 'https://a b', 'http://', 'x'.repeat(30_000), -1, 1e9, 0.5, [], {}, null),
    fc.record({ driver: fc.constantFrom('zvt', 'ssp', 'mtn-momo', 'x'), scheme: fc.constantFrom('rfc9421', 'x') }),
    fc.record({ kind: fc.constantFrom('escpos', 'system', 'x') }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...places), values, fc.constantFrom(...languages), (placed, value, language) => {
      const read = settingsFileSchema.safeParse(placed(value), { error: issueErrors(catalogues[language].values) })
      for (const issue of read.error?.issues ?? []) {
        const sentence = ownWords(issue)
        expect(sentence).not.toMatch(/Invalid|Expected|Unrecognized|Too (?:big|small)|received|undefined|\[object/u)
        if (language !== 'en') expect(sentence).not.toMatch(ENGLISH)
      }
    }),
    { numRuns: amountOf(4_000, 1_000) },
  )
})

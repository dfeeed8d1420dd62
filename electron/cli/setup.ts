import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { readDecimal } from '../../shared/domain/desk/typed-numbers.ts'
import { noteEncryptions } from '../../shared/domain/money/notes.ts'
import { isNotes, isProvided, setUpTenders, type TenderKind } from '../../shared/domain/money/tender.ts'
import { formsFor, type PaymentFieldName } from '../../shared/api/kiosk/payment-forms.ts'
import { setupAnswers, type SetupAnswers, type SetupPartner, type SetupPrinter } from '../../shared/api/kiosk/setup.ts'
import { setupProfiles } from '../../shared/domain/mode.ts'
import { isWeakPin } from '../../shared/domain/staff.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { EXIT, type GuichetCommand } from './command.ts'
import { tell } from './doctor.ts'
import type { Config } from '../config/config.ts'
import { faultLine } from '../config/setting-problem.ts'
import { accountLanguage, defaultDataDirectory, foreignFolder, defaultDeviceId } from '../host/system.ts'
import { problemLines, readJsonFile, readTextFile, refuseExposed } from '../host/files/file-text.ts'
import { systemKeyring } from '../host/keyring.ts'
import { examine } from '../app/partner.ts'
import { examineNotes, checkProviders } from '../app/payment-devices.ts'
import { printTestPages } from '../app/kiosk-printing.ts'
import { installation, openSecretsOf } from '../app/program.ts'
import { typedSecrets } from '../app/setup/answers.ts'
import { wholeSetup, writeSetup } from '../app/setup/setup.ts'
import {
  PARTNER_SECRET,
  placeOfSecret,
  type Secrets,
  settingsIn,
  type SetupDependencies,
  type SetupRefused,
  trySetup,
} from '../config/setup-settings.ts'
import { formOf, paymentForms } from '../config/payments.ts'

export function addSetup(program: GuichetCommand): void {
  program
    .command('setup')
    .description('set up a new machine: ask questions, test partner and printer, write config.json')
    .optionWithValue('--answers <FILE>', 'read the answers from a file')
    .flag('--untried', 'do not test partner and printer; with --answers')
    .ofProgram()
    .withHandler(async ({ values, texts, say, refuse }) => {
      if (values.untried && values.answers === undefined)
        return refuse(texts.refusals.requires('--untried', '--answers'))
      const dataDirectory = resolve(values.data || process.env['GUICHET_DATA'] || defaultDataDirectory())
      const settingsFile = resolve(values.config || process.env['GUICHET_CONFIG'] || join(dataDirectory, 'config.json'))
      const foreign = foreignFolder(dataDirectory) ?? foreignFolder(dirname(settingsFile))
      if (foreign !== null) return refuse(texts.config['foreign-folder']({ type: 'foreign-folder', ...foreign }))
      await openSecretsOf(settingsFile)
      const ground: SetupDependencies = {
        dataDirectory,
        settingsFile,
        before: settingsIn(settingsFile),
        keyring: await systemKeyring(),
      }
      if (values.answers !== undefined)
        return finish(readAnswers(resolve(values.answers)), ground, say, values.untried ? 'untried' : 'tried')
      const reader = createInterface({ input: process.stdin })
      try {
        return await converse(ground, say, reader[Symbol.asyncIterator]())
      } finally {
        reader.close()
      }
    })
}

interface Talk {
  readonly language: Language
  readonly words: ProgramTexts['setup']
  readonly say: (line: string) => void
  /** Resolves with the answer, or with the default for an empty line. Rejects when the input has ended. */
  readonly ask: (question: string, standard?: string) => Promise<string>
  readonly faults: (answers: SetupAnswers) => readonly string[]
}

type Answered = { readonly answers: SetupAnswers; readonly secrets: Secrets }

/** Reads the answers of a set-up. Thrown errors do not contain values of the file, which may be secret. */
function readAnswers(file: string): Answered {
  const read = readJsonFile(readFileSync(file), setupAnswers, catalogues[accountLanguage()], { isSecret: true })
  if (!read.ok) throw new Error(problemLines(file, read.problems).join('\n'))
  const { machinePin, people, accessCodes } = read.value
  const secrets = typedSecrets(read.value)
  const holdsSecrets =
    Object.keys(secrets).length > 0 || [machinePin, people, accessCodes].some((each) => each !== undefined)
  if (holdsSecrets) refuseExposed(file)
  return { answers: read.value, secrets }
}

async function finish(
  { answers, secrets }: Answered,
  places: SetupDependencies,
  say: Talk['say'],
  how: 'tried' | 'untried',
): Promise<number> {
  const { language = 'fr' } = answers
  const { setup: words } = catalogues[language]
  const ground = { ...places, language }
  const config = wholeSetup(answers, ground, secrets)
  if (!config.ok) return told(config.error, say)
  if (how === 'tried' && !(await tryOut(say, config.value))) {
    say(words.notTried)
    return EXIT.failed
  }
  const written = await writeSetup(answers, ground, secrets)
  if (!written.ok) return told(written.error, say)
  say(words.written(ground.settingsFile))
  return EXIT.done
}

function told({ faults }: SetupRefused, say: Talk['say']): number {
  for (const fault of faults) say(faultLine(fault))
  return EXIT.failed
}

async function converse(
  ground: SetupDependencies,
  say: Talk['say'],
  lines: AsyncIterator<string, undefined>,
): Promise<number> {
  const { settingsFile, before } = ground
  const ask = async (question: string, standard?: string): Promise<string | null> => {
    say(standard === undefined ? `${question}:` : `${question} [${standard}]:`)
    const { value, done } = await lines.next()
    return done === true || value === undefined ? null : value.trim() || (standard ?? '')
  }
  const talkIn = (language: Language): Talk => {
    const { setup: words } = catalogues[language]
    return {
      language,
      words,
      say,
      async ask(question, standard) {
        const answer = await ask(question, standard)
        if (answer === null) throw new Error(words.nobody)
        return answer
      },
      faults(answers) {
        const config = trySetup(answers, { ...ground, language }, {})
        return config.ok ? [] : config.error.faults.map(faultLine)
      },
    }
  }
  const usual = accountLanguage()
  const language = await choice(talkIn(usual), talkIn(usual).words.language, languages, usual)
  const talk = talkIn(language)
  const { words } = talk
  say(words.intro(settingsFile))
  if (before !== null && !(await yesOrNo(talk, words.standing, false))) return EXIT.failed
  const answered = await questions(talk, ground, language)
  if (answered === null) return EXIT.done
  const { answers, secrets } = answered
  if (answers.profile !== 'demo') {
    const config = wholeSetup(answers, { ...ground, language }, secrets)
    if (config.ok) await tryOut(say, config.value)
    else told(config.error, say)
    if (!(await yesOrNo(talk, words.keep, config.ok))) throw new Error(words.notWritten)
  }
  const code = await finish(answered, ground, say, 'untried')
  if (code === EXIT.done) say(words.next)
  return code
}

/** Asks all questions of the set-up. Returns null for a hub, which needs no settings file. */
async function questions(talk: Talk, ground: SetupDependencies, language: Language): Promise<Answered | null> {
  const { words } = talk
  const profile = await choice(talk, words.profile, setupProfiles, 'demo')
  if (profile === 'hub') {
    talk.say(words.hub)
    return null
  }
  const deviceId = await valid(talk, words.name, defaultDeviceId(), (name) => ({ deviceId: name }))
  const common: SetupAnswers = { profile, language, deviceId }
  if (profile === 'demo') {
    const terminals = await choice(talk, words.terminals, ['simulated', 'manual'], 'simulated')
    return { answers: { ...common, terminals }, secrets: {} }
  }
  const locked = profile === 'kiosk' && (await yesOrNo(talk, words.locked, true))
  const { partner, secret } = await askPartner(talk)
  const { secrets: paid, ...ways } = await askPayments(talk, profile)
  const secrets: Secrets = { ...(secret !== null && { [PARTNER_SECRET]: secret }), ...paid }
  const secretIn =
    Object.keys(secrets).length > 0 && ground.keyring.ok
      ? await choice(talk, words.secretIn, ['keyring', 'file'], placeOfSecret({ profile }, ground))
      : undefined
  const machinePin = await askPin(talk, words.machinePin)
  const name = await talk.ask(words.supervisor, words.supervisorUsual)
  const pin = await askPin(talk, words.supervisorPin)
  const people: SetupAnswers['people'] = [{ number: '1', name, role: 'supervisor', pin }]
  const law = await askSeller(talk)
  const printers = await askPrinters(talk)
  const more = { ...ways, ...(secretIn && { secretIn }) }
  return { answers: { ...common, ...more, locked, partner, machinePin, people, ...law, ...printers }, secrets }
}

type Paid = Pick<Answered, 'secrets'> & Required<Pick<SetupAnswers, 'tenders' | 'payments' | 'tenderNames' | 'notes'>>

/** Asks for the provider of each tender. At a desk, the cashier can instead confirm payments by hand. */
async function askPayments(talk: Talk, profile: 'kiosk' | 'cashier'): Promise<Paid> {
  const none = profile === 'cashier' ? 'none' : undefined
  const tenders = await askTenders(talk, profile)
  const payments: Paid['payments'] = {}
  const tenderNames: Paid['tenderNames'] = {}
  const secrets: Record<string, string> = {}
  for (const tender of tenders.filter(isProvided)) {
    const names = [...(none ? [none] : []), ...formsFor(profile, tender, paymentForms).map(({ driver }) => driver)]
    const [usual = ''] = names
    const name = await askName(talk, tender)
    tenderNames[tender] = name
    const driver = await choice(talk, talk.words.driver(name ?? defaultName(talk, tender)), names, usual)
    const form = formOf(driver)
    if (!form) continue
    const fields: Partial<Record<PaymentFieldName, string>> = {}
    for (const { name, kind, needed, usual: standard, choices } of form.fields) {
      const asked = `${driver}: ${name}${needed ? '' : ` (${talk.words.optional})`}`
      if (kind === 'secret') {
        const file = await talk.ask(`${asked}: ${talk.words.secretFile}`)
        secrets[`payments.${tender}.${name}`] = readTextFile(resolve(file)).trim()
      } else if (kind === 'choice') fields[name] = await choice(talk, asked, choices, choices[0] ?? '')
      else fields[name] = await talk.ask(asked, standard ?? (needed ? undefined : ''))
    }
    payments[tender] = { driver, fields }
  }
  const notes = tenders.some(isNotes) ? await askNotes(talk) : null
  return { tenders: [...tenders], payments, tenderNames, notes, secrets }
}

const defaultName = ({ language }: Talk, tender: TenderKind): string => catalogues[language].tenderNames[tender]

async function askName(talk: Talk, tender: TenderKind): Promise<string | null> {
  const usual = defaultName(talk, tender)
  const name = await valid(talk, talk.words.tenderName(usual), usual, (text) => ({
    profile: 'kiosk',
    tenderNames: { [tender]: text },
  }))
  return name === usual ? null : name
}

async function askTenders(talk: Talk, profile: 'kiosk' | 'cashier'): Promise<readonly TenderKind[]> {
  const askable = setUpTenders(profile)
  const answer = await talk.ask(`${talk.words.tenders} (${askable.join(', ')})`, 'cash')
  const named = [...new Set(answer.split(',').map((each) => each.trim()))]
  const tenders = named.flatMap((each) => askable.find((kind) => kind === each) ?? [])
  if (tenders.length === named.length) return tenders
  talk.say(talk.words.someOf(askable.join(', ')))
  return askTenders(talk, profile)
}

async function askNotes(talk: Talk): Promise<NonNullable<SetupAnswers['notes']>> {
  const answer = (device: string) => ({ device, encryption: 'where-it-can', currency: '' }) as const
  const device = await valid(talk, talk.words.noteDevice, '/dev/note-device', (text) => ({
    profile: 'kiosk',
    notes: answer(text),
  }))
  return {
    ...answer(device),
    encryption: await choice(talk, talk.words.noteEncryption, noteEncryptions, 'where-it-can'),
  }
}

async function askPartner(talk: Talk): Promise<{ readonly partner: SetupPartner; readonly secret: string | null }> {
  const none = { scheme: 'none' } as const
  const baseUrl = await valid(talk, talk.words.address, undefined, (url) => ({
    profile: 'kiosk',
    partner: { baseUrl: url, partnerCode: 'x', signing: none },
  }))
  const partnerCode = await talk.ask(talk.words.partnerCode)
  const schemes = ['none', 'stadepass-hmac', 'hmac-sha256', 'ed25519', 'ecdsa-p256-sha256', 'rsa-pss-sha512'] as const
  const scheme = await choice(talk, talk.words.signing, schemes, 'none')
  if (scheme === 'none') return { partner: { baseUrl, partnerCode, signing: none }, secret: null }
  const keyId = await talk.ask(talk.words.keyId)
  const secret = readTextFile(resolve(await talk.ask(talk.words.secretFile)))
  return { partner: { baseUrl, partnerCode, signing: { scheme, keyId } }, secret }
}

async function askPin(talk: Talk, whose: string): Promise<string> {
  const { words } = talk
  const pin = await talk.ask(whose)
  if (!/^\d{4,8}$/u.test(pin)) talk.say(words.digits)
  else if (isWeakPin(pin)) talk.say(words.easyPin)
  else if ((await talk.ask(words.pinAgain)) === pin) return pin
  else talk.say(words.differ)
  return askPin(talk, whose)
}

async function askSeller(talk: Talk): Promise<Required<Pick<SetupAnswers, 'seller' | 'terms'>>> {
  const { words, language } = talk
  const nobody = { name: '', address: '', contact: '' }
  const needed = async (question: string, field: keyof typeof nobody): Promise<string> => {
    const answersOf = (text: string): SetupAnswers => ({ profile: 'kiosk', seller: { ...nobody, [field]: text } })
    const answer = await valid(talk, question, undefined, answersOf)
    return answer === '' ? needed(question, field) : answer
  }
  const name = await needed(words.seller.name, 'name')
  const address = await needed(words.seller.address, 'address')
  const contact = await needed(words.seller.contact, 'contact')
  const taxNumber = await talk.ask(`${words.seller.taxNumber} (${words.optional})`, '')
  const rateOf = (text: string): number | null => (text === '' ? null : (readDecimal(text) ?? Number.NaN))
  const taxRate = await valid(talk, `${words.seller.taxRate} (${words.optional})`, '', (text) => ({
    profile: 'kiosk',
    seller: { ...nobody, taxRate: rateOf(text) },
  }))
  const fileOf = async (question: string): Promise<{ readonly file: string }> => ({
    file: resolve(
      await valid(talk, question, undefined, (path) => ({
        profile: 'kiosk',
        terms: { conditions: { [language]: { file: resolve(path) } }, privacy: {} },
      })),
    ),
  })
  const conditions = { [language]: await fileOf(words.seller.conditions) }
  const privacy = { [language]: await fileOf(words.seller.privacy) }
  return { seller: { name, address, contact, taxNumber, taxRate: rateOf(taxRate) }, terms: { conditions, privacy } }
}

async function askPrinters(talk: Talk): Promise<Pick<SetupAnswers, 'printer' | 'receipts' | 'reports' | 'drawer'>> {
  const { words } = talk
  const isReceiptPrinter = (answer: SetupPrinter | string): boolean =>
    typeof answer === 'object' && answer.kind === 'receipt'
  const printer = await askPrinter<never>(talk, words.printer, [])
  const ofTickets = printer.kind === 'none' ? [] : (['tickets'] as const)
  const receipts = await askPrinter(talk, words.receipts, ofTickets)
  const ownReceipts = typeof receipts === 'string' || receipts.kind === 'none' ? [] : (['receipts'] as const)
  const reports = await askPrinter(talk, words.reports, [...ofTickets, ...ownReceipts])
  const answers = { tickets: printer, receipts, reports }
  const withConnector = (['tickets', 'receipts', 'reports'] as const).filter((role) => isReceiptPrinter(answers[role]))
  if (withConnector.length === 0) return { printer, receipts, reports }
  const at = await choice(talk, words.drawer, ['none', ...withConnector], 'none')
  return { printer, receipts, reports, drawer: at === 'none' ? null : { at } }
}

async function askPrinter<Role extends 'tickets' | 'receipts'>(
  talk: Talk,
  question: string,
  shared: readonly Role[],
): Promise<Role | SetupPrinter> {
  const kind = await choice(talk, question, ['none', ...shared, 'network', 'queue'], 'none')
  if (kind === 'none') return { kind }
  if (kind === 'network')
    return { kind: 'receipt', address: `tcp://${await talk.ask(talk.words.printerAddress)}`, paper: 'roll-80' }
  if (kind === 'queue') return { kind, queue: await talk.ask(talk.words.queue), paper: 'a4' }
  return kind
}

/** Tests the partner and payment devices, and prints a test page. Returns whether all tests succeeded. */
async function tryOut(say: Talk['say'], config: Config): Promise<boolean> {
  const { setup: words } = catalogues[config.language]
  const { findings = [] } = (await examine(config, { hold: false, language: config.language })) ?? {}
  const providers = await checkProviders(config, config.language)
  const notes = config.notes ? await examineNotes(config.notes, config.language) : null
  const steps = [...findings, ...providers.flatMap((each) => each.steps), ...(notes?.steps ?? [])]
  tell(steps, say)
  const answers = steps.every(({ outcome }) => outcome !== 'failed')
  const printed = await printTestPages(config, installation(), null, say)
  if (printed === null) return answers
  say(printed ? words.pageOut : words.pageNotOut)
  return answers && printed
}

async function choice<const C extends string>(
  talk: Talk,
  question: string,
  choices: readonly C[],
  standard: C,
): Promise<C> {
  const answer = await talk.ask(`${question} (${choices.join(', ')})`, standard)
  const chosen = choices.find((each) => each === answer)
  if (chosen !== undefined) return chosen
  talk.say(talk.words.oneOf(choices.join(', ')))
  return choice(talk, question, choices, standard)
}

async function yesOrNo(talk: Talk, question: string, standard: boolean): Promise<boolean> {
  const { yes, no } = talk.words
  return (await choice(talk, question, [yes, no], standard ? yes : no)) === yes
}

async function valid(
  talk: Talk,
  question: string,
  standard: string | undefined,
  answersOf: (answer: string) => SetupAnswers,
): Promise<string> {
  const answer = await talk.ask(question, standard)
  const faults = talk.faults(answersOf(answer))
  if (faults.length === 0) return answer
  for (const line of faults) talk.say(line)
  return valid(talk, question, standard, answersOf)
}

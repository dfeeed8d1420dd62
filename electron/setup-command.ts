import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { err } from '../shared/domain/result.ts'
import { programOptions, readArguments } from './arguments.ts'
import { loadConfig, type Config } from './config.ts'
import { defaultDataDirectory } from './data-directory.ts'
import { examine } from './partner-care.ts'
import { printTestPages } from './printer-care.ts'
import { installation } from './program.ts'
import { writeWhole } from './whole-file.ts'

export const setupUsage = `  guichet setup [--data DIR]                          asks what a new machine has to know, tries partner and printer, writes config.json
`

type Settings = Readonly<Record<string, unknown>>

interface Talk {
  readonly say: (line: string) => void
  /** The answer, or the default on an empty line. Rejects when nobody answers any more. */
  readonly ask: (question: string, standard?: string) => Promise<string>
}

/** 0 written, 1 not written, 2 the command line is wrong. */
export async function runSetup(
  args: readonly string[],
  say: (line: string) => void,
  refuse: (...lines: readonly string[]) => number,
): Promise<number> {
  const read = readArguments(args, programOptions)
  if (!read.ok) return refuse(read.error.detail)
  const data = resolve(read.value.values.data || process.env['GUICHET_DATA'] || defaultDataDirectory())
  const reader = createInterface({ input: process.stdin })
  try {
    return await converse(data, say, reader[Symbol.asyncIterator]())
  } finally {
    reader.close()
  }
}

async function converse(data: string, say: Talk['say'], lines: AsyncIterator<string, undefined>): Promise<number> {
  const file = join(data, 'config.json')
  const talk: Talk = {
    say,
    async ask(question, standard) {
      say(standard === undefined ? `${question}:` : `${question} [${standard}]:`)
      const { value, done } = await lines.next()
      if (done === true || value === undefined) throw new Error('nobody answered: nothing was written')
      return value.trim() || (standard ?? '')
    },
  }
  say(`Guichet, a new machine. Settings go to ${file}; an empty line takes what stands in brackets.`)
  if (
    existsSync(file) &&
    (await choice(talk, 'There are settings already: write others', ['yes', 'no'], 'no')) === 'no'
  )
    return 1
  const settings = await questions(talk, data)
  if (settings === null) return 0
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (existsSync(file)) renameSync(file, `${file}.before`)
  writeWhole(file, settings)
  say(`written: ${file}`)
  say(
    'next: start guichet, and measure its screen (five taps in the corner, the PIN, État de la borne, Mesure de l’écran)',
  )
  return 0
}

/** The settings, tried; null where this machine needs none. */
async function questions(talk: Talk, data: string): Promise<Settings | null> {
  const { say } = talk
  const profile = await choice(talk, 'What is this machine', ['kiosk', 'cashier', 'demo', 'hub'], 'demo')
  if (profile === 'hub') {
    say(
      'A hub has no settings file: guichet hub venues import …, guichet hub events create …, guichet serve --mode live',
    )
    return null
  }
  const language = await choice(talk, 'Language of its screens', ['fr', 'en', 'pt', 'ar'], 'fr')
  const deviceId = await valid(
    talk,
    'Its name',
    hostname()
      .replaceAll(/[^\w-]/gu, '-')
      .slice(0, 32),
    (name) => ({
      deviceId: name,
    }),
  )
  const common: Settings = { deviceId, language, languages: [...new Set([language, 'fr', 'en'])] }
  if (profile === 'demo') return { ...common, mode: 'demo' }

  const locked =
    profile === 'kiosk' ? await choice(talk, 'Fill the screen, with no way out', ['yes', 'no'], 'yes') : 'no'
  const partner = await askPartner(talk)
  const staffPin = await askPin(talk)
  const printers = await askPrinter(talk)
  const settings: Settings = {
    ...common,
    mode: 'live',
    role: profile,
    partner,
    tenders: ['cash'],
    staffPin,
    ...printers,
    ...(locked === 'yes' && { kiosk: true }),
  }
  const config = tried(settings, data)
  if (config.ok) await tryOut(talk, config.value)
  else for (const line of config.error.lines) say(line)
  const keep = await choice(talk, 'Keep these settings', ['yes', 'no'], config.ok ? 'yes' : 'no')
  if (keep === 'no') throw new Error('nothing was written')
  return settings
}

async function askPartner(talk: Talk): Promise<Settings> {
  const baseUrl = await valid(talk, 'Address of the partner service (https://…)', undefined, (url) => ({
    mode: 'live',
    partner: { baseUrl: url, partnerCode: 'x' },
    tenders: ['cash'],
    staffPin: '0000',
  }))
  return { baseUrl, partnerCode: await talk.ask('Partner code') }
}

async function askPin(talk: Talk): Promise<string> {
  const pin = await valid(talk, 'PIN of its staff, 4 to 8 digits', undefined, (digits) => ({ staffPin: digits }))
  if ((await talk.ask('The same PIN once more')) === pin) return pin
  talk.say('the two differ')
  return askPin(talk)
}

async function askPrinter(talk: Talk): Promise<Settings> {
  const kind = await choice(talk, 'Ticket printer', ['none', 'network', 'queue'], 'none')
  if (kind === 'none') return {}
  const device =
    kind === 'network'
      ? { kind: 'escpos', address: `tcp://${await talk.ask('Its address')}` }
      : { kind: 'system', queue: await talk.ask('Name of its queue') }
  return { printers: { devices: { tickets: device }, tickets: ['tickets'] } }
}

/** Asks the partner and prints a test page, and says what came of it. */
async function tryOut({ say }: Talk, config: Config): Promise<void> {
  const language = config.language === 'en' ? 'en' : 'fr'
  const marks = { ok: '✓', warning: '!', failed: '✗', skipped: '·' } as const
  for (const { outcome, title, text } of (await examine(config, { hold: false, language })) ?? [])
    say(`${marks[outcome]} ${title.padEnd(16)} ${text}`)
  if (config.printers.tickets.length === 0) return
  const printed = await printTestPages(config, installation().resourcesDirectory, null, say)
  say(printed === true ? 'the test page came out' : 'the test page did not come out: see above')
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
  talk.say(`expected one of ${choices.join(', ')}`)
  return choice(talk, question, choices, standard)
}

/** Asks until the settings would take the answer: what they say against it is what they would say at a start. */
async function valid(
  talk: Talk,
  question: string,
  standard: string | undefined,
  settingsOf: (answer: string) => Settings,
): Promise<string> {
  const answer = await talk.ask(question, standard)
  const config = tried({ mode: 'demo', ...settingsOf(answer) }, '')
  if (config.ok) return answer
  for (const line of config.error.lines) talk.say(line)
  return valid(talk, question, standard, settingsOf)
}

function tried(settings: Settings, data: string): ReturnType<typeof loadConfig> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-setup-'))
  const file = join(folder, 'config.json')
  try {
    writeWhole(file, settings)
    const config = loadConfig({ dataDirectory: data || folder, file })
    if (config.ok) return config
    return err({ ...config.error, lines: config.error.lines.map((line) => line.replace(`${file}: `, '')) })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { existsSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { parsePaper } from '../../shared/domain/documents/paper.ts'
import { countedIn, languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { cardNames } from '../../shared/i18n/paper-texts.ts'
import { playPrinter, pressTicketFile, printTestPages, writeCard } from '../app/paper.ts'
import { readProgramWithoutKey, stopSignal } from '../app/program.ts'
import { defaultDataDirectory } from '../host/system.ts'
import { choiceAt, type GuichetCommand, type ProgramValues, type Task } from './command.ts'

interface TicketValues extends ProgramValues {
  readonly paper?: string
  readonly folder?: string
  readonly perFile: number
}

interface PrinterValues {
  readonly paper: string
  readonly speed: number
  readonly port: number
  readonly host: string
  readonly folder?: string
}

export function addPrinting(program: GuichetCommand): void {
  program
    .command('test-page')
    .description('print a test page on each configured printer')
    .takes('--printer <NAME>', 'on this printer only')
    .ofProgram()
    .does(testPage)
  program
    .command('virtual-printer')
    .description('simulate a receipt printer; type "help" for commands')
    .takes('--paper <PAPER>', 'roll-80 or roll-58', 'roll-80')
    .takesNumber('--speed <MM>', 'millimetres a second', 1, 1000, 150)
    .takesNumber('--port <N>', 'port to listen on', 0, 65_535, 9100)
    .takes('--host <ADDRESS>', 'address to listen on', '127.0.0.1')
    .takes('--folder <DIR>', 'folder for the printed pages')
    .does(virtualPrinter)
  program
    .command('tickets')
    .argument('<FILE>', 'JSON Lines: see docs/integrating/ticket-file.md')
    .description('write PDF files of many tickets, for a printer')
    .takes('--paper <PAPER>', 'paper size; default: that of the settings')
    .takes('--folder <DIR>', 'output folder', '.')
    .takesNumber('--per-file <N>', 'tickets in one file', 1, 1000, 250)
    .ofProgram()
    .does(tickets)
}

async function testPage({ values, say, refuse }: Task<ProgramValues & { readonly printer?: string }>): Promise<number> {
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const printed = await printTestPages(program.value.config, program.value, values.printer ?? null, say)
  if (printed === null)
    return refuse(catalogues[program.value.config.language].refusals.noPrinter(values.printer ?? ''))
  return printed ? 0 : 1
}

async function virtualPrinter({ values, texts, say, refuse }: Task<PrinterValues>): Promise<number> {
  if (values.paper !== 'roll-80' && values.paper !== 'roll-58')
    return refuse(choiceAt(texts, '--paper', ['roll-80', 'roll-58'], values.paper))
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  await playPrinter({
    host: values.host,
    port: values.port,
    folder: resolve(values.folder ?? join(defaultDataDirectory(), 'virtual-printer')),
    paperWidth: values.paper === 'roll-58' ? 58 : 80,
    millimetresPerSecond: values.speed,
    orders: process.stdin,
    say,
    stop: stop.signal,
  })
  return 0
}

async function tickets({ values, words: [file = ''], say, refuse, failed }: Task<TicketValues>): Promise<number> {
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const paper = parsePaper(values.paper ?? config.tickets.paper)
  if (!paper.ok) {
    const { expected, checks } = catalogues[config.language].values
    const form = paper.error.type === 'unknown-paper' ? checks.paperName : checks.unusableSheet
    return refuse(`--paper: ${expected(form, '')}`)
  }
  const from = resolve(file)
  if (!existsSync(from)) return refuse(catalogues[config.language].files.noFile(from))
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  const pressed = await pressTicketFile(config, program.value, {
    file: from,
    paper: paper.value,
    folder: resolve(values.folder ?? '.'),
    name: basename(file, extname(file)).replaceAll(/[^\w-]/gu, '-'),
    ticketsPerFile: values.perFile,
    onProgress: (count) => say(countedIn('en')(count, 'ticket', 'tickets')),
    signal: stop.signal,
  })
  const { files } = pressed.ok ? pressed.value : pressed.error
  for (const each of files) say(each)
  return pressed.ok ? 0 : failed(`${pressed.error.type}: ${pressed.error.detail}`)
}

interface CardValues extends ProgramValues {
  readonly language?: string
  readonly file?: string
}

export function addManual(program: GuichetCommand): void {
  const manual = program.command('manual').description('printable cards for staff').isGroup()
  manual
    .command('card')
    .argument('<FOR>', cardNames.join(' or '))
    .description('write a card of one A4 page with the keys of this machine')
    .takes('--language <LANGUAGE>', `${languages.join(', ')}; default: the language of the settings`)
    .takes('--file <FILE>', 'output file; default: card-FOR.pdf in this folder')
    .ofProgram()
    .does(writeOneCard)
}

async function writeOneCard({ values, words: [wanted = ''], texts, say, refuse }: Task<CardValues>): Promise<number> {
  const card = cardNames.find((name) => name === wanted)
  if (!card) return refuse(choiceAt(texts, 'FOR', cardNames, wanted))
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const language = languages.find((each) => each === (values.language ?? config.language))
  if (!language) return refuse(choiceAt(texts, '--language', languages, values.language))
  const file = resolve(values.file ?? `card-${card}.pdf`)
  await writeCard(config, program.value, { card, language, file })
  say(file)
  return 0
}

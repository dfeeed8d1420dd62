import { existsSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { parsePaper } from '../../shared/domain/documents/paper.ts'
import { countWithNoun, languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { cardNames } from '../../shared/i18n/texts.ts'
import { playPrinter, renderTicketFile, printTestPages, writeCard } from '../app/kiosk-printing.ts'
import { readProgramWithoutKey, stopSignal } from '../app/program.ts'
import { defaultDataDirectory } from '../host/system.ts'
import { choiceAt, EXIT, type GuichetCommand } from './command.ts'

export function addPrinting(program: GuichetCommand): void {
  program
    .command('test-page')
    .description('print a test page on each configured printer')
    .optionWithValue('--printer <NAME>', 'on this printer only')
    .ofProgram()
    .withHandler(async ({ values, say, refuse, demand }) => {
      const program = demand(readProgramWithoutKey(values))
      const printed = await printTestPages(program.config, program, values.printer ?? null, say)
      if (printed === null) return refuse(catalogues[program.config.language].refusals.noPrinter(values.printer ?? ''))
      return printed ? EXIT.done : EXIT.failed
    })
  program
    .command('virtual-printer')
    .description('simulate a receipt printer; type "help" for commands')
    .optionWithValue('--paper <PAPER>', 'roll-80 or roll-58', 'roll-80')
    .takesNumber('--speed <MM>', 'millimetres a second', 1, 1000, 150)
    .takesNumber('--port <N>', 'port to listen on', 0, 65_535, 9100)
    .optionWithValue('--host <ADDRESS>', 'address to listen on', '127.0.0.1')
    .optionWithValue('--folder <DIR>', 'folder for the printed pages')
    .withHandler(async ({ values, texts, say, refuse }) => {
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
    })
  program
    .command('tickets')
    .argument('<FILE>', 'JSON Lines: see docs/integrating/ticket-file.md')
    .description('write PDF files of many tickets, for a printer')
    .optionWithValue('--paper <PAPER>', 'paper size; default: that of the settings')
    .optionWithValue('--folder <DIR>', 'output folder', '.')
    .takesNumber('--per-file <N>', 'tickets in one file', 1, 1000, 250)
    .ofProgram()
    .withHandler(async ({ values, words: [file = ''], say, refuse, failed, demand }) => {
      const program = demand(readProgramWithoutKey(values))
      const { config } = program
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
      const pressed = await renderTicketFile(config, program, {
        file: from,
        paper: paper.value,
        folder: resolve(values.folder ?? '.'),
        name: basename(file, extname(file)).replaceAll(/[^\w-]/gu, '-'),
        ticketsPerFile: values.perFile,
        onProgress: (count) => say(countWithNoun('en')(count, 'ticket', 'tickets')),
        signal: stop.signal,
      })
      const { files } = pressed.ok ? pressed.value : pressed.error
      for (const each of files) say(each)
      if (!pressed.ok) failed(`${pressed.error.type}: ${pressed.error.detail}`)
    })
}

export function addManual(program: GuichetCommand): void {
  const manual = program.command('manual').description('printable cards for staff').isGroup()
  manual
    .command('card')
    .argument('<FOR>', cardNames.join(' or '))
    .description('write a card of one A4 page with the keys of this machine')
    .takesLanguage(`${languages.join(', ')}; default: the language of the settings`)
    .optionWithValue('--file <FILE>', 'output file; default: card-FOR.pdf in this folder')
    .ofProgram()
    .withHandler(async ({ values, words: [wanted = ''], texts, say, refuse, demand, languageOr }) => {
      const card = cardNames.find((name) => name === wanted)
      if (!card) return refuse(choiceAt(texts, 'FOR', cardNames, wanted))
      const program = demand(readProgramWithoutKey(values))
      const language = languageOr(program.config.language)
      const file = resolve(values.file ?? `card-${card}.pdf`)
      await writeCard(program.config, program, { card, language, file })
      say(file)
    })
}

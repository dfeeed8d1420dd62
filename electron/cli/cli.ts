import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { searchLogs } from '../app/ledger.ts'
import { installation, readProgramWithoutKey } from '../app/program.ts'
import { accountLanguage } from '../host/system.ts'
import { GuichetCommand, processTerminal, runProgram, type Terminal } from './command.ts'
import { addConformance } from './conformance.ts'
import { addDemo, addPaymentSimulator } from './demo.ts'
import { addDoctor, addStatus } from './doctor.ts'
import { addFleet } from './hub-fleet.ts'
import { addHub } from './hub.ts'
import { addLedger, addReconcile, addSettlement } from './ledger.ts'
import { addManual, addPrinting } from './printing.ts'
import { addPrivacy } from './privacy.ts'
import { addServe } from './serve.ts'
import { addSetup } from './setup.ts'
import { addSpeech } from './speech.ts'
import { addStaff } from './staff.ts'
import { addUpdate } from './update.ts'

/** Runs a command line. Exit codes: 0 done, 1 failed, 2 wrong command line. */
export function runCommandLine(
  words: readonly string[],
  terminal = processTerminal('guichet'),
  language = accountLanguage(),
): Promise<number> {
  const texts = catalogues[language]
  const define = (program: GuichetCommand, end: (code: number) => void): void =>
    defineCommands(program, terminal, end, texts)
  return runProgram('guichet', words, terminal, define, texts)
}

/** Returns the program with all its commands for inspection, without running a command. */
export function describeCommands(): GuichetCommand {
  const silent: Terminal = { say: () => undefined, refuse: () => 2 }
  const program = new GuichetCommand('guichet', silent, () => undefined, catalogues.en)
  defineCommands(program, silent, () => undefined, catalogues.en)
  return program
}

function defineCommands(
  program: GuichetCommand,
  { refuse }: Terminal,
  end: (code: number) => void,
  { refusals, trialPackage }: ProgramTexts,
): void {
  const { version, isTrial } = installation()
  // The notice is printed to standard error, so that scripts read only the version from standard output.
  if (isTrial) program.on('option:version', () => refuse(trialPackage))
  program
    .usage('COMMAND …')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'this text')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand('help [COMMAND]', 'help for the program or a command')
    .addHelpText('before', 'guichet: run and maintain Guichet from the command line\n')
    .addHelpText('after', '\nHelp for one command, for example: guichet demo --help')
    .action(() => {
      const [word] = program.args
      if (word !== undefined) end(refuse(refusals.unknownCommand(word, '')))
      program.outputHelp({ error: true })
    })
  for (const add of [
    addDemo,
    addServe,
    addHub,
    addConformance,
    addPaymentSimulator,
    addSetup,
    addDoctor,
    addStatus,
    addLog,
    addPrinting,
    addManual,
    addSpeech,
    addLedger,
    addUpdate,
    addReconcile,
    addSettlement,
    addStaff,
    addPrivacy,
    addFleet,
  ])
    add(program)
}

function addLog(program: GuichetCommand): void {
  program
    .command('log')
    .description('print the log lines about a sale or a request, oldest first')
    .optionWithValue('--ticket <NUMBER>', 'ticket number, or id of an order or a sale')
    .optionWithValue('--request <ID>', 'id of an HTTP request')
    .collects('--hub-log <FILE>', "also search a hub's log")
    .ofProgram()
    .withHandler(({ values, texts, say, refuse, failed, demand }) => {
      const { ticket, request, hubLog = [] } = values
      if ((ticket === undefined) === (request === undefined))
        return refuse(texts.refusals.either('--ticket', '--request'))
      const hubLogs = hubLog.map((file) => resolve(file))
      const missing = hubLogs.find((file) => !existsSync(file))
      if (missing !== undefined) return refuse(texts.files.noFile(missing))
      const { config, sqliteBinding } = demand(readProgramWithoutKey(values))
      const lines = searchLogs(config, { number: ticket, requestId: request, hubLogs }, sqliteBinding)
      for (const line of lines) say(line)
      if (lines.length === 0)
        failed(catalogues[config.language].refusals.noLine(config.dataDirectory, ticket ?? request ?? ''))
    })
}

import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { accountLanguage } from '../host/account-language.ts'
import { installation } from '../app/program.ts'
import { GuichetCommand, processTerminal, runProgram, type Terminal } from './command.ts'
import { addConformance } from './conformance.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addFleet } from './fleet.ts'
import { addHub } from './hub/hub.ts'
import { addLedger } from './ledger.ts'
import { addLog } from './log.ts'
import { addManual } from './manual.ts'
import { addPaymentSimulator } from './payment-simulator.ts'
import { addPrinting } from './printing.ts'
import { addPrivacy } from './privacy.ts'
import { addReconcile } from './reconcile.ts'
import { addSettlement } from './settlement.ts'
import { addServe } from './serve.ts'
import { addSetup } from './setup.ts'
import { addSpeech } from './speech.ts'
import { addStaff } from './staff.ts'
import { addStatus } from './status.ts'
import { addUpdate } from './update.ts'

/** Does what a command line asks for; 0 done, 1 it could not be done, 2 the command line is wrong. */
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

/** Returns the program with all its commands, to be looked at: nothing is run, and nothing is printed. */
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
  // Its own stream: the version stays alone on the standard output, for scripts.
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
  addDemo(program)
  addServe(program)
  addHub(program)
  addConformance(program)
  addPaymentSimulator(program)
  addSetup(program)
  addDoctor(program)
  addStatus(program)
  addLog(program)
  addPrinting(program)
  addManual(program)
  addSpeech(program)
  addLedger(program)
  addUpdate(program)
  addReconcile(program)
  addSettlement(program)
  addStaff(program)
  addPrivacy(program)
  addFleet(program)
}

import { CommanderError } from 'commander'
import { messageOf } from '../../shared/error-message.ts'
import { installation } from '../app/program.ts'
import { GuichetCommand, type Terminal } from './command.ts'
import { addConformance } from './conformance.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addFleet } from './fleet.ts'
import { addHub } from './hub/hub.ts'
import { addLedger } from './ledger.ts'
import { addManual } from './manual.ts'
import { addPaymentSimulator } from './payment-simulator.ts'
import { addPrinting } from './printing.ts'
import { addReconcile } from './reconcile.ts'
import { addSettlement } from './settlement.ts'
import { addServe } from './serve.ts'
import { addSetup } from './setup.ts'
import { addSpeech } from './speech.ts'
import { addStaff } from './staff.ts'
import { addStatus } from './status.ts'
import { addUpdate } from './update.ts'

// A reader that went away (`guichet … | head`) ends the printing, not the work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const console: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  refuse(...lines) {
    for (const line of lines) process.stderr.write(`guichet: ${line}\n`)
    return 2
  },
}

/** Does what a command line asks for; 0 done, 1 it could not be done, 2 the command line is wrong. */
export async function runCommandLine(words: readonly string[], terminal = console): Promise<number> {
  let code = 2
  const program = programOf(terminal, (given) => {
    code = given
  })
  const [first] = words
  if (first === undefined) program.outputHelp({ error: true })
  else
    try {
      await program.parseAsync(words, { from: 'user' })
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
      terminal.refuse(messageOf(error))
      return 1
    }
  return code
}

function programOf(terminal: Terminal, end: (code: number) => void): GuichetCommand {
  const { say, refuse } = terminal
  const program = new GuichetCommand('guichet', terminal, end)
  program
    .usage('COMMAND …')
    .version(installation().version, '--version', 'which release this is')
    .helpOption('-h, --help', 'this text')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand('help [COMMAND]', 'what the program or a command does, and takes')
    .addHelpText('before', 'guichet: the box office without a screen\n')
    .addHelpText('after', '\nWhat a command takes, for example: guichet demo --help')
    .configureOutput({
      writeOut: (text) => say(text.trimEnd()),
      outputError: (text) => void refuse(sentence(text)),
    })
    .exitOverride()
    .action(() => {
      end(refuse(`no command "${program.args[0]}"`))
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
  addPrinting(program)
  addManual(program)
  addSpeech(program)
  addLedger(program)
  addUpdate(program)
  addReconcile(program)
  addSettlement(program)
  addStaff(program)
  addFleet(program)
  return program
}

/** `error: unknown option '--prot'`, and a guess below it. */
const sentence = (text: string): string =>
  text
    .trim()
    .replace(/^error: (.)/u, (_, first: string) => first.toUpperCase())
    .replaceAll('\n', ' ')

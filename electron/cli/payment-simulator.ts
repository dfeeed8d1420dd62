import { actNames, hasCurrency, servePaymentSimulator, simulatorNames, wrongAct } from '../app/payment-simulator.ts'
import { stopSignal } from '../app/program.ts'
import type { GuichetCommand, Task } from './command.ts'
import { simulateNotes, type NoteSimulatorValues } from './note-simulator.ts'
import { readTextFile } from '../host/files/file-text.ts'

interface Values extends NoteSimulatorValues {
  readonly dayAct?: readonly string[]
  readonly think?: number
  readonly decide?: number
  readonly late?: number
  readonly tlsCert?: string
  readonly tlsKey?: string
}

export function addPaymentSimulator(program: GuichetCommand): void {
  program
    .command('payment-simulator <NAME>')
    .description(
      'a provider of payments, a card terminal or a note device (ssp), that moves no money: see docs/operating/payments.md',
    )
    .takesNumber('--port <N>', 'its port: 7430, or 20007 of a terminal', 0, 65_535)
    .takes('--host <ADDRESS>', 'the address it listens at', '127.0.0.1')
    .collects('--act <ACT>', `what becomes of the next payment, then of the one after it: ${actNames.join(', ')}`)
    .collects('--day-act <ACT>', 'zvt: likewise of the ends of its day')
    .takesNumber('--think <SECONDS>', 'how long a customer takes', 0, 86_400)
    .takesNumber('--decide <SECONDS>', 'after which a payment is over', 1, 86_400)
    .takesNumber('--late <SECONDS>', 'after which a late one is paid all the same', 1, 86_400)
    .takes('--currency <CODE>', 'of its accounts', 'GNF')
    .takes('--tls-cert <FILE>', 'its certificates in PEM, with --tls-key')
    .takes('--tls-key <FILE>', 'the private key in PEM')
    .collects('--note <UNITS>', 'ssp: a note that it knows; left out: the usual ones of its currency')
    .option('--plain', 'ssp: a device that does not encrypt')
    .does(simulate)
}

const MS = 1000

/** 0 when it was stopped, 2 when the command line is wrong. */
async function simulate({ values, words: [word = ''], say, refuse }: Task<Values>): Promise<number> {
  if (word === 'ssp') return simulateNotes({ values, say, refuse })
  const { act: acts = [], dayAct: days = [], tlsCert, tlsKey, think, decide, late, currency, host, port } = values
  const name = simulatorNames.find((each) => each === word)
  if (name === undefined) return refuse(`payment-simulator takes ${simulatorNames.join(', ')}, ssp, not "${word}"`)
  const wrong = wrongAct([...acts, ...days])
  if (wrong !== undefined) return refuse(`--act is one of ${actNames.join(', ')}, not "${wrong}"`)
  if (!hasCurrency(name, currency)) return refuse('--currency takes a code such as GNF')
  if ((tlsCert === undefined) !== (tlsKey === undefined)) return refuse('--tls-cert and --tls-key go together')
  const stopped = stopSignal()
  const simulator = await servePaymentSimulator({
    name,
    host,
    port,
    acts,
    days,
    currency,
    times: {
      ...(think !== undefined && { thinkMs: think * MS }),
      ...(decide !== undefined && { decideMs: decide * MS }),
      ...(late !== undefined && { lateMs: late * MS }),
    },
    ...(tlsCert !== undefined &&
      tlsKey !== undefined && { tls: { cert: readTextFile(tlsCert), key: readTextFile(tlsKey) } }),
  })
  const reached = Object.entries(simulator.settings).map(([setting, value]) => `${setting} ${value}`)
  say(`${name}, simulated: no money moves. ${reached.join(' ')}`)
  for (const [setting, value] of Object.entries(simulator.credentials)) say(`${setting} ${value}`)
  await stopped
  await simulator.close()
  return 0
}

import { actNames, hasCurrency, servePaymentSimulator, simulatorNames, wrongAct } from '../app/payment-simulator.ts'
import { stopSignal } from '../app/program.ts'
import { choiceAt, expectedAt, type GuichetCommand, type Task } from './command.ts'
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
      'simulate a payment provider, a card terminal or a banknote reader (ssp): see docs/operating/payments.md',
    )
    .takesNumber('--port <N>', 'port to listen on; default: 7430, or 20007 for a terminal', 0, 65_535)
    .takes('--host <ADDRESS>', 'address to listen on', '127.0.0.1')
    .collects('--act <ACT>', `outcome of the next payment; repeat for the payments after it: ${actNames.join(', ')}`)
    .collects('--day-act <ACT>', 'zvt: outcome of the next end-of-day')
    .takesNumber('--think <SECONDS>', 'seconds the simulated customer takes', 0, 86_400)
    .takesNumber('--decide <SECONDS>', 'seconds until a payment expires', 1, 86_400)
    .takesNumber('--late <SECONDS>', 'seconds until a late payment is still paid', 1, 86_400)
    .takes('--currency <CODE>', 'currency of the accounts', 'GNF')
    .takes('--tls-cert <FILE>', 'certificates in PEM, with --tls-key')
    .takes('--tls-key <FILE>', 'the private key in PEM')
    .collects('--note <UNITS>', 'ssp: a known banknote; default: the usual ones of the currency')
    .option('--plain', 'ssp: a reader without encryption')
    .does(simulate)
}

const MS = 1000

/** 0 when it was stopped, 2 when the command line is wrong. */
async function simulate({ values, words: [word = ''], texts, say, refuse }: Task<Values>): Promise<number> {
  if (word === 'ssp') return simulateNotes({ values, texts, say, refuse })
  const { act: acts = [], dayAct: days = [], tlsCert, tlsKey, think, decide, late, currency, host, port } = values
  const name = simulatorNames.find((each) => each === word)
  if (name === undefined) return refuse(choiceAt(texts, 'NAME', [...simulatorNames, 'ssp'], word))
  const wrong = wrongAct([...acts, ...days])
  if (wrong !== undefined) return refuse(choiceAt(texts, '--act', actNames, wrong))
  if (!hasCurrency(name, currency))
    return refuse(expectedAt(texts, '--currency', texts.values.forms.currency, currency))
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    return refuse(texts.refusals.together('--tls-cert', '--tls-key'))
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
  say(`${name}, simulated: payments are not real. ${reached.join(' ')}`)
  for (const [setting, value] of Object.entries(simulator.credentials)) say(`${setting} ${value}`)
  await stopped
  await simulator.close()
  return 0
}

import type { Act } from '../../electron/payment/stand-in/acts.ts'
import { serveZvtStandIn } from '../../electron/payment/zvt/serve-stand-in.ts'
import { createZvtStandIn } from '../../electron/payment/zvt/stand-in.ts'
import { quickClock, zvtPassword } from './accounts.ts'
import { paths, readLines } from './devices.ts'
import type { OperatorWorld } from './operator.ts'

/** What a card terminal does, and its customers. */
const atTerminal: readonly Act[] = [
  ...(['approve', 'approve', 'approve', 'wrong-pin', 'duplicate', 'refuse', 'card-removed'] as const).map((name) => ({
    name,
  })),
  ...(['silent', 'wait', 'late-after-cancel', 'fault', 'lose-reply'] as const).map((name) => ({ name })),
  ...(['card', 'pin', 'bank', 'told'] as const).map((code) => ({ name: 'unplugged' as const, code })),
]

/** On the network of the house; it outlives every kill of the kiosk, and does not know for whom it takes money. */
export async function openCardTerminal({ random, pass, take }: OperatorWorld, directory: string) {
  const terminal = createZvtStandIn({
    clock: quickClock(),
    times: { thinkMs: 300, decideMs: 3_000, lateMs: 2_000 },
    password: zvtPassword,
    currency: 'GNF',
    script() {
      pass('operator has begin')
      return random.pick(atTerminal)
    },
    onTaken() {
      const asks = readLines(paths(directory).cardAsks) as readonly { readonly reference: string }[]
      take(asks.at(-1)?.reference ?? '')
      pass('operator did begin')
    },
  })
  const served = await serveZvtStandIn(terminal, { host: '127.0.0.1', port: 0 })
  return { port: served.place.port, close: () => served.close() }
}

import type { Clock } from '../../electron/kiosk/ports/ports.ts'
import type { RefundRequest, TenderDriver } from '../../electron/kiosk/ports/devices.ts'
import type { Scenario } from '../../electron/simulators/provider-simulator.ts'
import { Zvt } from '../../electron/payments/zvt/driver.ts'
import { createZvtSimulator, type Transaction } from '../../electron/simulators/zvt.ts'
import type { Connect } from '../../electron/payments/zvt/terminal.ts'
import type { Terminal } from './devices.ts'
import { clockOf, seconds, type World } from './world.ts'

const PASSWORD = '000000'

/** Steps at which the cable may be unplugged. */
const CUTS = ['card', 'pin', 'bank', 'told'] as const

/** Creates a card terminal with the production ZVT driver, whose connection may be cut at any message. */
export function createZvtTerminal(world: World, name: string) {
  const { time, random, faults, truth } = world
  /** The till's current request. The terminal does not receive the references. */
  let [paying, amount, givingBack] = ['', 0, '']
  const payments = new Map<string, Transaction>()
  const refunds = new Map<string, Transaction>()
  const wires = new Set<() => void>()
  let deadUntil = 0

  const clock = clockOf(world, name)

  function nextAct(): Scenario {
    if (faults.strike('card refused')) return { name: random.pick(['refuse', 'card-removed']) }
    if (faults.strike('another sum taken')) return { name: random.pick(['wrong-amount', 'wrong-currency']) }
    if (faults.strike('terminal busy')) return { name: random.pick(['fault', 'silent']) }
    if (faults.strike('terminal approves late')) return { name: random.pick(['late', 'late-after-cancel']) }
    if (faults.strike('terminal slow')) return { name: 'wait' }
    if (faults.strike('terminal reply lost')) return { name: 'unplugged', code: random.pick(CUTS) }
    return { name: random.pick(['approve', 'approve', 'wrong-pin', 'duplicate']) }
  }

  const terminal = createZvtSimulator({
    clock,
    script: nextAct,
    times: { customerDelayMs: seconds(8), decideMs: seconds(60), lateMs: seconds(40) },
    password: PASSWORD,
    currency: 'GNF',
    onTaken(done) {
      const how = done.original === undefined ? 'takes' : 'gives back'
      world.tell(name, `${how} ${done.amount}: receipt ${done.receipt}`)
      if (done.original === undefined) {
        payments.set(paying, done)
        truth.take(paying, done.amount, amount)
      } else {
        const [payment = ''] = [...payments].find(([, each]) => each.trace === done.original) ?? []
        refunds.set(givingBack, done)
        truth.refund(payment, done.amount)
      }
    },
  })

  const dead = (): boolean => {
    if (faults.strike('terminal dead')) deadUntil = time.now() + seconds(random.between(20, 300))
    return time.now() < deadUntil && !world.closing()
  }

  const connect: Connect = async (_, ears, signal) => {
    await time.sleep(random.between(1, 50), signal)
    if (signal.aborted || dead()) return { ok: false, code: 'EHOSTUNREACH' }
    let open = true
    const ended = (): void => {
      if (open) ears.ended()
      open = false
    }
    const bytes = (piece: Uint8Array): void => {
      if (open && faults.strike('terminal reply lost', 0.15)) return cut()
      const at = random.below(piece.length)
      for (const part of [piece.subarray(0, at), piece.subarray(at)]) if (open) ears.bytes(part)
    }
    const wire = terminal.accept({ bytes, ended })
    if (!wire) return { ok: false, code: 'ECONNREFUSED' }
    function cut(): void {
      wires.delete(cut)
      wire?.close()
      ended()
    }
    wires.add(cut)
    const send = (piece: Uint8Array): void => {
      if (open && faults.strike('terminal reply lost', 0.05)) return cut()
      if (open) wire.send(piece)
    }
    return { ok: true, wire: { send, close: cut } }
  }

  /** Returns a driver for this terminal, as after a restart of the till. Disconnects the previous driver. */
  function plugIn(own: Pick<Clock, 'now' | 'sleep'>): TenderDriver {
    for (const cut of wires) cut()
    const driver: TenderDriver = new Zvt(
      { clock: own, log: { warn: () => undefined } },
      { host: '192.168.1.50', port: 20_007, currency: 'GNF', dayEnd: 'at-z', password: PASSWORD },
      connect,
    )
    return {
      ...driver,
      settle(payment, request, ...signals) {
        ;[paying, amount] = [payment.reference, payment.amount]
        return driver.settle?.(payment, request, ...signals) ?? Promise.resolve({ outcome: 'unavailable' })
      },
      refund(payment, back: RefundRequest, stopping) {
        givingBack = back.reference
        return driver.refund?.(payment, back, stopping) ?? Promise.resolve({ outcome: 'unavailable' })
      },
    }
  }

  const usual = plugIn(clock)
  return {
    ...(usual as Terminal),
    plugIn,
    lookUp(reference: string) {
      if (reference === paying) terminal.reset()
      return payments.has(reference)
    },
    isOver: () => true,
    gaveBack: (refund: string) => refunds.has(refund),
    refunded(payment: string) {
      const trace = payments.get(payment)?.trace
      return [...refunds.values()].some(({ original }) => original !== undefined && original === trace)
    },
  }
}

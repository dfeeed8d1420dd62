import { onTestFinished } from 'vitest'
import type { DeviceProgress } from '../../../shared/domain/money/tender.ts'
import type { PaymentRef, TenderDriver, TenderRequest } from '../../../electron/kiosk/ports/devices.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import { acknowledgement, control, encodeApdu } from '../../../electron/payments/zvt/apdu.ts'
import { Zvt } from '../../../electron/payments/zvt/driver.ts'
import { createZvtSimulator, serveZvtSimulator } from '../../../electron/simulators/zvt.ts'
import { type Connect, connectOverTcp } from '../../../electron/payments/zvt/terminal.ts'
import { createManualClock, request as anyRequest, stayed } from '../provider-line.ts'

export const PASSWORD = '123456'
export const nothing = new Uint8Array()

export function driverAt(connect: Connect, { host = '127.0.0.1', port = 20_007 } = {}, clock = createManualClock()) {
  const logged: unknown[] = []
  const line = { clock, log: { warn: (...said: unknown[]) => void logged.push(said) } }
  const driver = new Zvt(line, { host, port, currency: 'GNF', dayEnd: 'at-z', password: PASSWORD }, connect)
  return { driver, clock, logged }
}

/**
 * Creates the driver and a terminal with scenarios of payments and ends of day. `sent`: commands that the driver sent.
 */
export async function zvt(acts: readonly string[] = [], customerDelayMs = 0, endsOfDay: readonly string[] = []) {
  const clock = createManualClock()
  const script = acts.map((act) => parseScenario(act)!)
  const days = endsOfDay.map((act) => parseScenario(act)!)
  const options = { script, days, times: { customerDelayMs }, password: PASSWORD, currency: 'GNF' } as const
  const terminal = createZvtSimulator({ clock, ...options })
  const sent: number[] = []
  const connect: Connect = async (...asked) => {
    const connected = await connectOverTcp(...asked)
    if (!connected.ok) return connected
    const send = (bytes: Uint8Array): void => {
      sent.push((bytes[0]! << 8) | bytes[1]!)
      connected.wire.send(bytes)
    }
    return { ok: true, wire: { ...connected.wire, send } }
  }
  const served = await serveZvtSimulator(terminal, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => served.close())
  return { terminal, sent, ...driverAt(connect, served.place, clock) }
}

export const request = (more: Partial<TenderRequest> = {}): TenderRequest =>
  anyRequest({ amount: 75_000, currency: 'GNF', payableMs: 180_000, ...more })

export const knownOf = ({ reference, amount, currency }: TenderRequest, host: string, token: string | null) =>
  ({ reference, amount, currency, host, token }) satisfies PaymentRef

export async function pay(driver: TenderDriver, wanted = request(), giveUp = stayed, stopping = stayed) {
  const phases: DeviceProgress[] = []
  const begun = await driver.begin(wanted, giveUp, stopping)
  if (begun.outcome !== 'begun') return { begun, phases, known: knownOf(wanted, driver.host, null), outcome: begun }
  const known = knownOf(wanted, driver.host, begun.token ?? null)
  const onProgress = (each: DeviceProgress): void => {
    phases.push(each)
    wanted.onProgress?.(each)
  }
  const outcome = await driver.settle!(known, { ...wanted, onProgress }, giveUp, stopping)
  return { begun, phases, known, outcome }
}

/** Runs the end of day at a terminal that replies to it with `answers`. `sent`: the end-of-day commands. */
export function endOfDayBefore(answers: readonly Uint8Array[]) {
  const sent: Uint8Array[] = []
  const registered = { control: control.completion, data: Uint8Array.of(0x49, 0x03, 0x24) }
  const letIn = [acknowledgement, registered].map(encodeApdu)
  const connect: Connect = async (_, ears) => ({
    ok: true,
    wire: {
      send(bytes) {
        const order = (bytes[0]! << 8) | bytes[1]!
        if (order === control.endOfDay) sent.push(bytes)
        const said = order === control.registration ? letIn : order === control.endOfDay ? answers : []
        for (const each of said) ears.bytes(each)
      },
      close: () => undefined,
    },
  })
  const { driver, clock } = driverAt(connect)
  return { ended: driver.runEndOfDay!(stayed), clock, sent }
}

import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { enrolDevice } from '../../electron/app/fleet-membership.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { FLEET_PATHS } from '../../shared/fleet-api/paths.ts'
import type { SlipCall } from '../../shared/fleet-api/slips.ts'
import { startFleet } from '../hub/fleet.ts'
import { chosenSeat, startSale, toPriced } from '../ledger/sales.ts'
import { ledgerOptions, tickingClock } from '../ledger/scene.ts'
import { type Machine, need, startMachine, temporaryFolder } from './machine.ts'

/** What the line between machines and their hub does with a call about slips. */
export type Weather = 'whole' | 'away' | 'reply-lost'

/** A hub, and the line to it. */
export async function startSlipHub() {
  const fleet = await startFleet()
  const whole: (call: SlipCall) => Weather = () => 'whole'
  const line = { weather: whole, calls: [] as SlipCall[] }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8')
      const call = request.url === FLEET_PATHS.slips ? (JSON.parse(body) as SlipCall) : null
      const weather = call ? line.weather(call) : 'whole'
      if (call) line.calls.push(call)
      if (weather === 'away') return void response.destroy()
      const kept = Object.entries(request.headers).filter(([name]) => /^(?:x-|content-type)/u.test(name))
      const headers = Object.fromEntries(kept) as Record<string, string>
      fetch(fleet.url + (request.url ?? ''), { method: request.method ?? 'GET', headers, body })
        .then(async (reply) => {
          const text = await reply.text()
          if (weather === 'reply-lost') response.destroy()
          else response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
        })
        .catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    fleet,
    line,
    url,
    /** A machine of the hub. */
    async member(deviceId: string, settings: object = {}): Promise<Machine> {
      const whole = { deviceId, fleet: { hub: url, everySeconds: 3600 }, ...settings }
      const data = temporaryFolder()
      // Its settings have to be there before it can be enrolled.
      await (await startMachine(whole, data)).stop()
      need(await enrolDevice(need(loadConfig({ dataDirectory: data })), await fleet.invite(deviceId)))
      return startMachine(whole, data)
    },
    /** Once the hub knows a slip under that number. */
    async knows(slipId: string): Promise<void> {
      while (!line.calls.some(({ act }) => act.type === 'tell' && act.slips.some((slip) => slip.slipId === slipId)))
        await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Writes a slip of that amount into the ledger of a machine, and starts it again; the text of its code. */
export async function withSlip(
  machine: Machine,
  slipId: string,
  amount: number,
): Promise<{ machine: Machine; code: string }> {
  await machine.stop()
  const code = await writeSlip(machine.directory, slipId, amount)
  return { machine: await machine.restart(), code }
}

/** The same for a machine that does not run, and may be new. */
export async function writeSlip(directory: string, slipId: string, amount: number): Promise<string> {
  const folder = join(directory, 'demo')
  mkdirSync(folder, { recursive: true })
  const signer = openFileSigner(join(folder, 'ledger-key.pem'))
  const now = tickingClock(`boot-${slipId}`, Date.now())
  const ledger = await openLedger({ ...ledgerOptions(folder), signer, now })
  const seats = [chosenSeat(String(900_000 + (Number.parseInt(slipId, 36) % 90_000)))]
  startSale(ledger, now, seats)
    .next(...toPriced(seats), { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({
      type: 'tender-approved',
      received: amount + 5_000,
      change: 0,
      approval: 'A',
      slip: { slipId, amount, currency: 'GNF' },
    })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: `R-${slipId}`, staffId: 'counter' })
  const known = ledger.slips.find(slipId)
  const code = known ? ledger.slips.codeOf(known) : ''
  ledger.close()
  return code
}

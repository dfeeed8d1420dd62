import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSystemClock } from '../../electron/host/system.ts'
import { FiscalSimulator } from '../../electron/simulators/fiscal.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import { peopleOf } from '../e2e/desk-people.ts'
import { enrolled, startFleet } from '../hub/fleet.ts'
import { databaseFile, openBeside } from '../hub/hub.ts'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { atStage, holdSeats, type Service, startKiosk } from '../world/machine.ts'

/** Account of a customer at the hub. */
export const ACCOUNT = 'FGF'

const [DESK, KIOSK] = ['caisse-01', 'borne-03']
const secret = 'fiscal-key'

export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts the other systems of a venue: a hub with a customer account, a fiscal service, and a kiosk for cash only. */
export async function startSite(service: Service) {
  const database = databaseFile()
  const fleet = await startFleet(0, database, { publicUrl: 'https://tickets.example' })
  const store = await openBeside(database)
  cleanUp(() => store.close())
  const account = { number: ACCOUNT, name: 'Fédération guinéenne', currency: 'GNF', limit: 1_000_000 }
  await store.saveAccount({ ...account, state: 'open', mode: 'demo', by: 'user:x' })
  const member = async (deviceId: string) => {
    const settings = { deviceId, fleet: { hub: fleet.url, heartbeatSeconds: 1 } }
    return { settings, data: await enrolled(fleet, settings) }
  }
  const [desk, place] = [await member(DESK), await member(KIOSK)]
  const { mariama } = await peopleOf(place.data)
  const kiosk = await startKiosk(service, { ...place.settings, tenders: ['cash'] }, place.data)

  const simulator = new FiscalSimulator({ clock: createSystemClock(), key: secret })
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const served = await serveProviderSimulator({
    simulator: {
      async handle(request) {
        const reply = await simulator.handle(request)
        await gate.promise
        return reply
      },
    },
    host: '127.0.0.1',
    port: 0,
  })
  cleanUp(() => served.close())
  const secretFile = join(temporaryFolder(), 'fiscal.key')
  writeFileSync(secretFile, secret, { mode: 0o600 })

  return {
    data: desk.data,
    settings: { ...desk.settings, fiscal: { url: served.url, key: { secretFile }, timeoutSeconds: 60 } },
    /** Waits until the hub knows the role of the desk. Until then, it refuses charges from the desk. */
    async knowsDesk() {
      const state = async () => (await fleet.devices()).find(({ deviceId }) => deviceId === DESK)?.state?.role
      await expect.poll(state).toBe('cashier')
    },
    balance: async () => (await store.listAccounts({ mode: 'demo' }))[0]?.balance,
    signed: () => simulator.signed.size,
    /** Delays the replies of the fiscal service until `releaseSignatures` is called. */
    delaySignatures() {
      gate = Promise.withResolvers<void>()
    },
    releaseSignatures: () => gate.resolve(),
    /** Chooses cash at the kiosk, which then calls an agent. Returns a function that confirms the cash as the agent. */
    async callAgent() {
      const { saleId, total } = await holdSeats(kiosk, 1)
      need(await kiosk.api.pay({ saleId, tender: 'cash' }))
      return async () => {
        need(await kiosk.api.confirmCash({ saleId, staff: mariama.number, pin: mariama.pin, received: total }))
        await atStage(kiosk, 'done')
      }
    },
  }
}

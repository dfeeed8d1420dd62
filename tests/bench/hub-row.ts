import type { ChildProcess } from 'node:child_process'
import { newSchema, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { coresToPin, keepOnCore } from './cores.ts'
import { treeOf } from './process-cost.ts'
import type { Rush, RushOutcome } from './sale-calls.ts'
import { ended, rushed, service, type Service, startBuyers } from './sale-services.ts'
import { weakMachine, type WeakMachine } from './weak-machine.ts'

/** Hubs on one PostgreSQL, each with the same share of a core, and their buyers. */
export interface HubRow {
  /** Whole sales at the first so many hubs, among which the buyers are dealt out. */
  sell(hubs: number, rush: Omit<Rush, 'ports' | 'roots' | 'isFixed'>): Promise<Sold>
  close(): Promise<void>
}

/** All that the buyers saw, and processor time meanwhile, in milliseconds. */
export interface Sold extends RushOutcome {
  readonly hubsMs: number
  readonly databaseMs: number
  readonly buyersMs: number
}

/** Short: a hub that waits for its next share may have a lock that others wait for. */
const PERIOD_MS = 10

/**
 * The hubs stand on one core, the database with the buyers on another; each hub has `share` of its core. A sentence: why that
 * cannot be here.
 */
export async function startRow(hubs: number, share: number): Promise<HubRow | string> {
  const [core, other] = coresToPin()
  if (core === undefined || other === undefined) return 'Only with two cores and taskset can processes be kept apart.'
  const machines = await weakMachines(hubs, share)
  if (machines === null) return 'Only who may make control groups can give each hub its share of a core.'
  const postgres = await startPostgres()
  if (postgres === null) {
    await removeAll(machines)
    return 'Only where PostgreSQL is installed can several hubs share it.'
  }
  const buyers = startBuyers()
  for (const { pid = 0 } of [postgres, buyers]) keepOnCore(core, treeOf(pid))
  const services = await hubsOn(postgres, machines, other)
  return {
    async sell(count, rush) {
      const sellers = services.slice(0, count)
      const ports = sellers.map(({ port }) => port)
      const roots = [postgres, buyers, ...sellers.map((seller) => seller.process)].map(({ pid = 0 }) => pid)
      const outcome = await rushed(buyers, `${count} hubs`, { ...rush, ports, roots, isFixed: false })
      const [databaseMs = 0, buyersMs = 0, ...hubsMs] = outcome.processorMs
      return { ...outcome, databaseMs, buyersMs, hubsMs: hubsMs.reduce((sum, ms) => sum + ms, 0) }
    },
    close: () => closed(buyers, services, postgres, machines),
  }
}

async function closed(
  buyers: ChildProcess,
  services: readonly Service[],
  postgres: PostgresServer,
  machines: readonly WeakMachine[],
): Promise<void> {
  buyers.kill()
  await Promise.all(services.map(ended))
  await postgres.stop()
  await removeAll(machines)
}

/** Null: this user may not make any here. */
async function weakMachines(count: number, share: number): Promise<readonly WeakMachine[] | null> {
  const machines: WeakMachine[] = []
  for (let index = 0; index < count; index += 1) {
    const machine = await weakMachine(`guichet-hub-${process.pid}-${index}`, { share, periodMs: PERIOD_MS })
    if (machine === null) {
      await removeAll(machines)
      return null
    }
    machines.push(machine)
  }
  return machines
}

async function removeAll(machines: readonly WeakMachine[]): Promise<void> {
  for (const machine of machines) await machine.remove()
}

/** They start on the whole core, and have no more than their shares from then on. */
async function hubsOn(
  postgres: PostgresServer,
  machines: readonly WeakMachine[],
  core: number,
): Promise<readonly Service[]> {
  const schema = await newSchema(postgres.url)
  const hubs: Service[] = []
  for (const [index, machine] of machines.entries()) {
    const hub = await service(`hub ${index + 1}`, 'sale-hub.ts', schema)
    const { pid = 0 } = hub.process
    keepOnCore(core, [pid])
    await machine.take([pid])
    hubs.push(hub)
  }
  return hubs
}

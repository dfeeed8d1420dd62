import type { ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import type { Cable } from './cables.ts'
import type { NodePorts } from './settings.ts'

/** One machine of the database: a server, and the Patroni that leads it. */
export interface Node {
  readonly name: string
  readonly folder: string
  readonly ports: NodePorts
  patroni: ChildProcess | null
}

/** A machine as Patroni tells of it. */
export interface Member {
  readonly name: string
  readonly role: string
}

export async function portsOf(etcds: number): Promise<NodePorts> {
  return {
    server: await freePort(),
    serverForHubs: await freePort(),
    serverForServers: await freePort(),
    rest: await freePort(),
    restFromOutside: await freePort(),
    etcd: await series(etcds, () => freePort()),
  }
}

/** Its way to the hubs, to Patroni and to etcd is one; the other servers have one of their own. */
export function cablesOf({ name, ports }: Node, etcds: readonly number[]): readonly Cable[] {
  return [
    { name: `${name} hubs`, from: ports.serverForHubs, to: ports.server },
    { name: `${name} hubs`, from: ports.restFromOutside, to: ports.rest },
    ...etcds.map((to, index) => ({ name: `${name} hubs`, from: ports.etcd[index] ?? 0, to })),
    { name: `${name} servers`, from: ports.serverForServers, to: ports.server },
  ]
}

/** Empty where it does not answer. */
export async function membersOf({ ports }: Node): Promise<readonly Member[]> {
  try {
    const reply = await fetch(`http://127.0.0.1:${ports.restFromOutside}/cluster`, {
      signal: AbortSignal.timeout(1_000),
    })
    return ((await reply.json()) as { members: Member[] }).members
  } catch {
    return []
  }
}

/** The server's first process and its children. */
export function serverProcesses({ folder }: Node): readonly number[] {
  const first = firstLine(join(folder, 'data', 'postmaster.pid'))
  if (first === null) return []
  const children = readdirSync('/proc').filter((pid) => /^\d+$/u.test(pid) && parentOf(pid) === first)
  return [Number(first), ...children.map(Number)].filter((pid) => commandOf(pid).includes('postgres'))
}

const parentOf = (pid: string): string | undefined => /\) \S (\d+) /u.exec(textOf(`/proc/${pid}/stat`))?.[1]

const commandOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`)

function firstLine(path: string): string | null {
  return textOf(path).split('\n')[0] || null
}

/** Empty for one that is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

export async function series<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}

import { freePort } from '../support/free-port.ts'
import { postgresRows } from '../support/postgres-server.ts'
import { openLinks, type Cables, type Cable } from './network-links.ts'
import { ended, openFolder, type ClusterFolder, type Programs } from './programs.ts'
import { etcdSettings, haproxySettings, patroniSettings, type NodePorts } from './settings.ts'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type InjectedFault = 'machine' | 'server' | 'network' | 'frozen'

export type Cluster = ReturnType<typeof clusterOf>

const NODES = 3
const WHOLE_WITHIN_MS = 120_000

/** Starts three servers under Patroni, three etcd members and one HAProxy on the loopback interface. */
export async function startCluster(programs: Programs, isSynchronous: boolean): Promise<Cluster> {
  const place = openFolder(programs)
  const archive = place.folder('archive')
  const etcds = await startEtcds(place, programs)
  const nodes = await series(NODES, async (index): Promise<Node> => {
    const name = `node${index}`
    return { name, folder: place.folder(name), ports: await portsOf(etcds.length), patroni: null }
  })
  const cables = await openLinks(nodes.flatMap((node) => cablesOf(node, etcds)))
  const start = (node: Node): void => {
    const settings = patroniSettings({ ...node, binaries: programs.postgres, archive, isSynchronous })
    const file = place.write(node.folder, 'patroni.json', settings)
    node.patroni = place.start(programs.patroni, [file], node.folder)
  }
  for (const etcd of etcds) await agreed(etcd)
  for (const node of nodes) start(node)
  const addresses = await startProxy(place, programs, nodes)
  return clusterOf({ place, archive, nodes, cables, start, ...addresses, isSynchronous })
}

async function startEtcds(place: ClusterFolder, programs: Programs): Promise<readonly number[]> {
  const members = await series(NODES, async () => ({ client: await freePort(), peer: await freePort() }))
  for (const index of members.keys()) {
    const folder = place.folder(`etcd${index}`)
    place.start(programs.etcd, etcdSettings(index, folder, members), folder)
  }
  return members.map(({ client }) => client)
}

async function startProxy(place: ClusterFolder, programs: Programs, nodes: readonly Node[]) {
  const [folder, primary, replicas] = [place.folder('haproxy'), await freePort(), await freePort()]
  const ports = nodes.map((node) => node.ports)
  const settings = haproxySettings({ primary, replicas }, ports)
  place.start(programs.haproxy, ['-db', '-f', place.write(folder, 'haproxy.cfg', settings)], folder)
  const at = (port: number): string => `postgres://guichet:test@127.0.0.1:${port}/postgres`
  return { url: at(primary), replicas: at(replicas) }
}

interface Parts {
  readonly place: ClusterFolder
  readonly archive: string
  readonly nodes: readonly Node[]
  readonly cables: Cables
  readonly start: (node: Node) => void
  readonly url: string
  readonly replicas: string
  readonly isSynchronous: boolean
}

function clusterOf({ place, archive, nodes, cables, start, url, replicas, isSynchronous }: Parts) {
  let isSuspect = false

  async function seenByAny() {
    const seen = await Promise.all(nodes.map((node) => membersOf(node)))
    return seen.find((one) => one.some(({ role }) => role === 'leader')) ?? []
  }
  async function primary(): Promise<Node> {
    const leader = (await seenByAny()).find(({ role }) => role === 'leader')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (node === undefined) throw new Error('the cluster has no primary')
    return node
  }

  return {
    url,
    replicas,
    folder: place.path,
    archive,
    async strike(blow: InjectedFault) {
      const node = await primary()
      if (blow === 'network') for (const name of [`${node.name} hubs`, `${node.name} servers`]) await cables.cut(name)
      else {
        const deed = blow === 'frozen' ? 'SIGSTOP' : 'SIGKILL'
        if (blow !== 'server') node.patroni?.kill(deed)
        for (const pid of serverProcesses(node)) signalled(pid, deed)
      }
      return { node: node.name, at: Date.now() }
    },
    /** Ends the failure of a node: restores its connections and restarts or resumes its server. */
    async mend(name: string) {
      await cables.mend(`${name} hubs`)
      await cables.mend(`${name} servers`)
      const node = nodes.find((one) => one.name === name)
      if (node === undefined) return
      if (node.patroni?.signalCode === 'SIGKILL') start(node)
      // Resumes a frozen server, which still acts as the primary.
      for (const pid of serverProcesses(node)) signalled(pid, 'SIGCONT')
      node.patroni?.kill('SIGCONT')
    },
    cutReplication: async () => cables.cut(`${(await primary()).name} servers`),
    /** Resolves once there are a primary and two replicas and, if synchronous, commits wait for one replica. */
    async whole() {
      const until = Date.now() + WHOLE_WITHIN_MS
      for (;;) {
        const found = await seenByAny()
        // In synchronous mode, a replica must be eligible to take over before the cluster counts as complete.
        const isSafe = !isSynchronous || found.some(({ role }) => role === 'sync_standby')
        if (isSafe && (await replicasOf(url)) === NODES - 1) return
        if (Date.now() > until) {
          isSuspect = true
          throw new Error(`the cluster is not whole: ${JSON.stringify(found)}; logs in ${place.path}`)
        }
        await pause(250)
      }
    },
    async stop() {
      // Patroni stops its server when it ends, unless the server was frozen.
      await Promise.all(nodes.map(({ patroni }) => ended(patroni, 'SIGTERM')))
      for (const node of nodes) for (const pid of serverProcesses(node)) signalled(pid, 'SIGKILL')
      cables.close()
      await place.close(isSuspect)
    },
  }
}

async function replicasOf(url: string): Promise<number> {
  try {
    return (await postgresRows(url, "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).length
  } catch {
    return 0
  }
}

/** Waits until etcd has a quorum, because Patroni exits without one. */
async function agreed(client: number): Promise<void> {
  const until = Date.now() + WHOLE_WITHIN_MS
  while (Date.now() < until) {
    try {
      const reply = await fetch(`http://127.0.0.1:${client}/version`)
      if (/^\d/u.test(((await reply.json()) as { etcdcluster: string }).etcdcluster)) return
    } catch {}
    await pause(100)
  }
  throw new Error('etcd has no quorum')
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Node {
  readonly name: string
  readonly folder: string
  readonly ports: NodePorts
  patroni: ChildProcess | null
}

async function portsOf(etcds: number): Promise<NodePorts> {
  return {
    server: await freePort(),
    serverForHubs: await freePort(),
    serverForServers: await freePort(),
    rest: await freePort(),
    restFromOutside: await freePort(),
    etcd: await series(etcds, () => freePort()),
  }
}

/** Returns a node's connections, under two names: one to hubs, Patroni and etcd, and one to other servers. */
function cablesOf({ name, ports }: Node, etcds: readonly number[]): readonly Cable[] {
  return [
    { name: `${name} hubs`, from: ports.serverForHubs, to: ports.server },
    { name: `${name} hubs`, from: ports.restFromOutside, to: ports.rest },
    ...etcds.map((to, index) => ({ name: `${name} hubs`, from: ports.etcd[index] ?? 0, to })),
    { name: `${name} servers`, from: ports.serverForServers, to: ports.server },
  ]
}

/** Returns the cluster members, or an empty list if the node does not reply. */
async function membersOf({ ports }: Node): Promise<readonly { readonly name: string; readonly role: string }[]> {
  try {
    const signal = AbortSignal.timeout(1_000)
    const reply = await fetch(`http://127.0.0.1:${ports.restFromOutside}/cluster`, { signal })
    return ((await reply.json()) as { members: { name: string; role: string }[] }).members
  } catch {
    return []
  }
}

function serverProcesses({ folder }: Node): readonly number[] {
  const [first = ''] = textOf(join(folder, 'data', 'postmaster.pid')).split('\n')
  if (first === '') return []
  const children = readdirSync('/proc').filter((pid) => /^\d+$/u.test(pid) && parentOf(pid) === first)
  return [Number(first), ...children.map(Number)].filter((pid) => commandOf(pid).includes('postgres'))
}

const parentOf = (pid: string): string | undefined => /\) \S (\d+) /u.exec(textOf(`/proc/${pid}/stat`))?.[1]

const commandOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`)

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function signalled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}

async function series<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}

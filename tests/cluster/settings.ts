export interface NodePorts {
  /** The server's own port, and the forwarded ports through which hubs and other servers reach it. */
  readonly server: number
  readonly serverForHubs: number
  readonly serverForServers: number
  readonly rest: number
  readonly restFromOutside: number
  readonly etcd: readonly number[]
}

interface PatroniOptions {
  readonly name: string
  readonly folder: string
  readonly binaries: string
  readonly ports: NodePorts
  readonly archive: string
  readonly isSynchronous: boolean
}

/** Seconds. A silent primary's key expires after `ttl`, at least `loop_wait` plus twice `retry_timeout`. */
const TIMES = { ttl: 8, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 5 }

export function patroniSettings({ name, folder, binaries, ports, archive, isSynchronous }: PatroniOptions): string {
  return JSON.stringify({
    scope: 'guichet',
    name,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.restFromOutside}` },
    // Without `use_proxies`, Patroni would connect to the addresses that etcd advertises and bypass the simulated
    // cables. docs/operating/cluster.md explains why the newer interface `etcd3` is not used.
    etcd: { hosts: ports.etcd.map((port) => `127.0.0.1:${port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ...TIMES,
        maximum_lag_on_failover: 1_048_576,
        // In strict synchronous mode, the primary commits nothing without a replica.
        synchronous_mode: isSynchronous,
        synchronous_mode_strict: isSynchronous,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            synchronous_commit: 'on',
            // Approximate delay before writes that no commit waits for are sent to the replicas.
            wal_writer_delay: '10ms',
            max_connections: 100,
            shared_buffers: '32MB',
            wal_keep_size: '128MB',
            wal_retrieve_retry_interval: '500ms',
            wal_receiver_timeout: '4s',
            wal_sender_timeout: '10s',
            archive_mode: 'on',
            archive_timeout: '60s',
            // Copies each file under a temporary name and renames it. Never overwrites an existing file.
            archive_command: `test -f ${archive}/%f && cmp -s %p ${archive}/%f || { test ! -f ${archive}/%f && cp %p ${archive}/.%f && mv ${archive}/.%f ${archive}/%f; }`,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.server}`,
      connect_address: `127.0.0.1:${ports.serverForServers}`,
      data_dir: `${folder}/data`,
      bin_dir: binaries,
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: { username: 'guichet', password: 'test' },
        replication: { username: 'replicator', password: 'test' },
      },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: folder },
    },
  })
}

interface ProxyPorts {
  /** Port that leads to the server whose Patroni reports it as the primary. Connections to a former primary are cut. */
  readonly primary: number
  readonly replicas: number
}

export function haproxySettings(at: ProxyPorts, nodes: readonly NodePorts[]): string {
  const servers = nodes.map(
    ({ serverForHubs, restFromOutside }, index) =>
      `  server node${index} 127.0.0.1:${serverForHubs} check port ${restFromOutside}`,
  )
  return `defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 30m
  timeout server 30m

listen primary
  bind 127.0.0.1:${at.primary}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}

listen replicas
  bind 127.0.0.1:${at.replicas}
  balance roundrobin
  option httpchk GET /replica
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

/** Returns the options of an etcd member: generous timeouts, as it shares two cores with many processes. */
export function etcdSettings(
  index: number,
  folder: string,
  members: readonly { readonly client: number; readonly peer: number }[],
): readonly string[] {
  const at = (port: number | undefined): string => `http://127.0.0.1:${port}`
  const own = members[index]
  const settings = {
    name: `etcd${index}`,
    'data-dir': `${folder}/etcd`,
    'listen-client-urls': at(own?.client),
    'advertise-client-urls': at(own?.client),
    'listen-peer-urls': at(own?.peer),
    'initial-advertise-peer-urls': at(own?.peer),
    'initial-cluster': members.map(({ peer }, one) => `etcd${one}=${at(peer)}`).join(),
    'heartbeat-interval': 200,
    'election-timeout': 2000,
    'enable-v2': true,
    'log-level': 'error',
  }
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
}

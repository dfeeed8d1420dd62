import { dirname, join } from 'node:path'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import { sealOldSecrets, withSealedSecrets } from './hub/partner-secrets.ts'
import type { ReadFrom } from './postgres/reads.ts'
import type { Random } from './store/random.ts'
import { createSqliteStore } from './sqlite/sqlite-store.ts'
import type { HubStore } from './store/administration.ts'

export interface StoreOptions {
  /** An SQLite file, or `postgres://…` (`postgresql://…`). */
  readonly database: string
  /** Holds the key that partners' secrets are sealed by, made with the first of them; beside an SQLite file when left out. */
  readonly secretsKeyFile?: string | undefined
  /** `postgres://…` that leads to replicas of that database: they answer what only shows. */
  readonly replicas?: string | undefined
  /** Told of each answer that a replica may give, with who gave it. */
  readonly onRead?: ((from: ReadFrom) => void) | undefined
  /** Most connections to a PostgreSQL database; 10 when left out. */
  readonly connections?: number | undefined
  /** A build of better-sqlite3 for this runtime. */
  readonly nativeBinding?: string | undefined
  /** Milliseconds of the Unix epoch. Left out: the process's clock for a file, the database's own for PostgreSQL. */
  readonly clock?: (() => number) | undefined
  readonly random: Random
  readonly holdSeconds?: number | undefined
  readonly sessionSeconds?: number | undefined
  readonly maxSeatsPerSession?: number | undefined
  /** IANA time zone of the venues; default: that of this machine. */
  readonly timeZone?: string | undefined
  readonly report: (fault: unknown) => void
}

/** Opens the store and brings it to the newest schema. Rejects when it cannot be reached or a newer program made it. */
export async function openStore(options: StoreOptions): Promise<HubStore> {
  const { database } = options
  const beside = isPostgres(database) ? undefined : join(dirname(database), SECRETS_KEY_FILE)
  const store = await openEngine(options)
  const sealing = withSealedSecrets(store, options.secretsKeyFile ?? beside)
  try {
    await sealOldSecrets(store, sealing)
    return sealing
  } catch (error) {
    await store.close()
    throw error
  }
}

export const SECRETS_KEY_FILE = 'partner-secrets.key'

async function openEngine(options: StoreOptions): Promise<HubStore> {
  const {
    database,
    clock,
    random,
    report,
    holdSeconds = 480,
    sessionSeconds = 1_800,
    maxSeatsPerSession = 20,
    timeZone = machineTimeZone(),
  } = options
  const terms = { random, holdSeconds, sessionSeconds, maxSeatsPerSession, timeZone }
  if (isPostgres(database)) {
    // Loaded when it is needed: a kiosk never does.
    const { createPostgresStore } = await import('./postgres/postgres-store.ts')
    const { replicas, onRead, connections = 10 } = options
    return createPostgresStore({ ...terms, url: database, replicas, onRead, connections, clock, report })
  }
  const { nativeBinding } = options
  return createSqliteStore({ ...terms, databasePath: database, nativeBinding, clock: clock ?? Date.now })
}

export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//u.test(database)
}

import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { openStore } from '../../electron/booking/booking-service.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import type { AccountHub, HubCharge } from '../../electron/kiosk/ports/devices.ts'
import {
  type AccountCharge,
  type AccountEntryKind,
  entryText,
  openItems,
  owedBy,
} from '../../shared/domain/money/customer-account.ts'
import type { HubAttestation } from '../../shared/domain/money/credit-voucher.ts'
import { seconds, type World } from './world.ts'

export const ACCOUNT = 'FGF'
const LIMIT = 600_000

/** Creates a hub with one customer account. Requests may be lost, late or sent twice; replies may be lost. */
export async function createAccountHub(world: World, directory: string) {
  const { time, random, faults, truth, tell } = world
  const store = await openStore({
    database: join(directory, 'accounts.db'),
    nativeBinding: undefined,
    random: random.fork().bytes,
    report: (fault) => truth.violate('bug', `the accounts: ${String(fault)}`),
  })
  const key = openSigningKey(join(directory, 'hub-key.pem'))
  const account = { number: ACCOUNT, name: 'Fédération', currency: 'GNF', limit: LIMIT, state: 'open' } as const
  await store.saveAccount({ ...account, mode: 'live', by: 'user:test' })

  /** Sends a request and returns its reply; null if the reply is lost. The hub may have carried out the request. */
  async function pass<T>(what: string, work: () => Promise<T>): Promise<T | null> {
    await time.sleep(random.between(20, 900))
    if (faults.strike('hub request lost')) return null
    if (faults.strike('hub request late')) {
      time.after(seconds(random.between(5, 120)), () => void work())
      return null
    }
    if (faults.strike('hub request twice')) await work()
    const reply = await work()
    await check()
    if (!faults.strike('hub reply lost')) return reply
    tell('hub', `its reply to ${what} is lost`)
    return null
  }

  async function check(): Promise<void> {
    const [standing] = await store.listAccounts({ mode: 'live' })
    const entries = await store.listEntries({ account: ACCOUNT, mode: 'live' })
    const owed = entries.reduce((sum, entry) => sum + owedBy(entry), 0)
    if (standing?.balance !== owed || owed > LIMIT) truth.violate('I18', `the account owes ${owed} of ${LIMIT}`)
  }

  function hubOf(deviceId: string): AccountHub {
    const caller = { deviceId, mode: 'live' } as const
    const wordFor = (kind: AccountEntryKind, entry: Omit<Parameters<typeof entryText>[0], 'kind'>): HubAttestation => ({
      register: entry.account,
      deviceId,
      reference: entry.reference,
      hubKey: key.publicKey,
      sig: key.sign('guichet account 1', Buffer.from(entryText({ ...entry, kind }, deviceId))),
    })
    const told = (charge: AccountCharge | null, reference: string): HubCharge => {
      if (charge === null) return { outcome: 'unknown' }
      return charge.outcome === 'charged' ? { ...charge, word: wordFor('charge', { ...charge, reference }) } : charge
    }
    /** Records the sale as paid as soon as the hub has charged it. */
    async function charge(wish: Parameters<AccountHub['charge']>[0]): Promise<AccountCharge> {
      const known = await store.listEntries({ account: ACCOUNT, mode: 'live' })
      const done = await store.chargeAccount({ ...wish, ...caller })
      const isNew = known.every(({ reference }) => reference !== wish.reference)
      if (done.outcome === 'charged' && isNew) truth.take(wish.reference, wish.amount)
      return done
    }
    return {
      host: 'http://hub',
      find: () =>
        pass('a search', async () => {
          const [standing] = await store.listAccounts({ mode: 'live' })
          const items = openItems(await store.listEntries({ account: ACCOUNT, mode: 'live' }))
          return standing ? [{ ...standing, items }] : []
        }),
      charge: async (wish) => told(await pass('a charge', () => charge(wish)), wish.reference),
      settle: async (reference) =>
        told(await pass('a query', () => store.settleCharge({ reference, ...caller })), reference),
      async book(entry) {
        const done = await pass(entry.kind, () => store.bookEntry({ ...entry, ...caller }))
        if (done === null) return 'no-answer'
        return done ? wordFor(entry.kind, entry) : 'refused'
      },
    }
  }

  return {
    hubOf,
    /** Compares what the customer owes at the hub with the ledgers of all machines. */
    async checkEnd(ledgers: readonly string[]) {
      const [standing] = await store.listAccounts({ mode: 'live' })
      const owed = ledgers.reduce((sum, path) => sum + receivablesIn(path), 0)
      if (standing?.balance !== owed)
        truth.violate('I18', `the hub says that the customer owes ${standing?.balance}, the ledgers say ${owed}`)
    },
    close: () => store.close(),
  }
}

export type AccountHubs = Awaited<ReturnType<typeof createAccountHub>>

function receivablesIn(path: string): number {
  const db = new Sqlite(path, { readonly: true })
  try {
    const sum = "SELECT coalesce(sum(debit) - sum(credit), 0) FROM posting WHERE account = 'customer-receivables'"
    return db.prepare(sum).pluck().get() as number
  } finally {
    db.close()
  }
}

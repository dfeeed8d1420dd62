import type { Database } from 'better-sqlite3'
import type { HubSlip, SlipAsker, SlipSpending, SlipStore } from '../../../shared/domain/money/credit-slip.ts'
import type { Transactions } from './transactions.ts'

const COLUMNS = 'slip_id AS slipId, register, amount, currency, issued AS issuedUtc'

interface Spending {
  readonly slipId: string | null
  readonly outcome: SlipSpending['outcome']
}

/** Each function is one piece of work within a transaction. */
function slipWork(db: Database) {
  const add = db.prepare(
    `INSERT INTO slip (slip_id, mode, register, device, amount, currency, issued)
     VALUES (@slipId, @mode, @register, @deviceId, @amount, @currency, @issuedUtc) ON CONFLICT DO NOTHING`,
  )
  const same = db
    .prepare(
      `SELECT 1 FROM slip WHERE slip_id = @slipId AND mode = @mode AND register = @register AND amount = @amount
         AND currency = @currency AND issued = @issuedUtc`,
    )
    .pluck()
  const found = db.prepare<[slipId: string, mode: string], HubSlip & { readonly free: 0 | 1 }>(
    `SELECT ${COLUMNS}, spent_by IS NULL AS free FROM slip WHERE slip_id = ? AND mode = ?`,
  )
  const slip = db.prepare<[slipId: string], HubSlip>(`SELECT ${COLUMNS} FROM slip WHERE slip_id = ?`)
  const begin = db.prepare<[device: string, reference: string, slipId: string | null, outcome: string]>(
    'INSERT INTO slip_spending (device, reference, slip_id, outcome) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const spending = db.prepare<[device: string, reference: string], Spending>(
    'SELECT slip_id AS slipId, outcome FROM slip_spending WHERE device = ? AND reference = ?',
  )
  const decide = db.prepare<[outcome: string, device: string, reference: string]>(
    'UPDATE slip_spending SET outcome = ? WHERE device = ? AND reference = ?',
  )
  const spend = db.prepare(
    `UPDATE slip SET spent_by = @deviceId, reference = @reference, spent_at = @now
     WHERE slip_id = @slipId AND mode = @mode AND spent_by IS NULL`,
  )
  const free = db.prepare<[device: string, reference: string]>(
    'UPDATE slip SET spent_by = NULL, reference = NULL, spent_at = NULL WHERE spent_by = ? AND reference = ?',
  )

  function standing(device: string, reference: string): SlipSpending {
    const { slipId = null, outcome = 'void' } = spending.get(device, reference) ?? {}
    if (outcome !== 'spent') return { outcome }
    const spent = slipId === null ? undefined : slip.get(slipId)
    if (!spent) throw new Error(`spending ${reference} of ${device} is of no slip`)
    return { outcome, slip: spent }
  }

  return {
    tell: (told: HubSlip & SlipAsker): boolean => add.run(told).changes === 1 || same.get(told) === 1,
    find({ slipId, mode }: { slipId: string } & SlipAsker): (HubSlip & { free: boolean }) | null {
      const row = found.get(slipId, mode)
      return row ? { ...row, free: row.free === 1 } : null
    },
    spend(wish: { slipId: string; reference: string } & SlipAsker, now: number): SlipSpending {
      const { deviceId, reference, slipId } = wish
      const isNew = begin.run(deviceId, reference, slipId, 'spent').changes === 1
      if (isNew && spend.run({ ...wish, now }).changes !== 1) decide.run('refused', deviceId, reference)
      const stands = standing(deviceId, reference)
      return stands.outcome === 'spent' && stands.slip.slipId !== slipId ? { outcome: 'refused' } : stands
    },
    settle({ deviceId, reference }: { reference: string } & SlipAsker): SlipSpending {
      begin.run(deviceId, reference, null, 'void')
      return standing(deviceId, reference)
    },
    release({ deviceId, reference }: { reference: string } & SlipAsker): void {
      begin.run(deviceId, reference, null, 'void')
      decide.run('void', deviceId, reference)
      free.run(deviceId, reference)
    },
  }
}

/** Credit slips of the fleet's machines. */
export function createSlips(db: Database, { read, write }: Pick<Transactions, 'read' | 'write'>): SlipStore {
  const slips = slipWork(db)
  return {
    tellSlip: (slip) => write(() => slips.tell(slip)),
    findSlip: (wish) => read(() => slips.find(wish)),
    spendSlip: (wish) => write((now) => slips.spend(wish, now)),
    settleSpending: (wish) => write(() => slips.settle(wish)),
    releaseSpending: (wish) => write(() => slips.release(wish)),
  }
}

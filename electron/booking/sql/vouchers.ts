import type { HubSlip, VoucherRequester, SlipSpending } from '../../../shared/domain/money/credit-voucher.ts'
import { only, row, rows, run, type StoreTask } from './store-task.ts'

const COLUMNS = 'slip_id AS "slipId", register, amount, currency, issued AS "issuedUtc"'

type Reference = Pick<VoucherRequester, 'deviceId'> & { readonly reference: string }

export function* tellSlip(slip: HubSlip & VoucherRequester): StoreTask<boolean> {
  const { slipId, mode, register, deviceId, amount, currency, issuedUtc } = slip
  const facts = [slipId, mode, register, amount, currency, issuedUtc]
  const added = yield* run(
    `INSERT INTO slip (slip_id, mode, register, amount, currency, issued, device)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [...facts, deviceId],
  )
  if (added === 1) return true
  const same = yield* rows(
    `SELECT slip_id FROM slip WHERE slip_id = $1 AND mode = $2 AND register = $3 AND amount = $4 AND currency = $5
       AND issued = $6`,
    facts,
  )
  return same.length === 1
}

export function* findSlip(slipId: string, mode: string): StoreTask<(HubSlip & { readonly free: boolean }) | null> {
  const found = yield* row<HubSlip & { readonly free: 0 | 1 }>(
    `SELECT ${COLUMNS}, CASE WHEN spent_by IS NULL THEN 1 ELSE 0 END AS free FROM slip WHERE slip_id = $1 AND mode = $2`,
    [slipId, mode],
  )
  return found && { ...found, free: found.free === 1 }
}

export function* spendSlip(
  { slipId, mode, deviceId, reference }: Reference & { readonly slipId: string; readonly mode: string },
  now: number,
): StoreTask<SlipSpending> {
  if (yield* begin({ deviceId, reference }, slipId)) {
    const spent = yield* run(
      'UPDATE slip SET spent_by = $1, reference = $2, spent_at = $3 WHERE slip_id = $4 AND mode = $5 AND spent_by IS NULL',
      [deviceId, reference, now, slipId, mode],
    )
    if (spent !== 1) yield* decide('refused', { deviceId, reference })
  }
  const spending = yield* spendingOf({ deviceId, reference })
  return spending.outcome === 'spent' && spending.slip.slipId !== slipId ? { outcome: 'refused' } : spending
}

export function* settleSpending(reference: Reference): StoreTask<SlipSpending> {
  yield* begin(reference, null)
  return yield* spendingOf(reference)
}

export function* releaseSpending({ deviceId, reference }: Reference): StoreTask<void> {
  yield* begin({ deviceId, reference }, null)
  yield* decide('void', { deviceId, reference })
  yield* run(
    'UPDATE slip SET spent_by = NULL, reference = NULL, spent_at = NULL WHERE spent_by = $1 AND reference = $2',
    [deviceId, reference],
  )
}

/** Returns false if the device has already used the reference. */
function* begin({ deviceId, reference }: Reference, slipId: string | null): StoreTask<boolean> {
  const begun = yield* run(
    'INSERT INTO slip_spending (device, reference, slip_id, outcome) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [deviceId, reference, slipId, slipId === null ? 'void' : 'spent'],
  )
  return begun === 1
}

function* decide(outcome: SlipSpending['outcome'], { deviceId, reference }: Reference): StoreTask<void> {
  yield* run('UPDATE slip_spending SET outcome = $1 WHERE device = $2 AND reference = $3', [
    outcome,
    deviceId,
    reference,
  ])
}

function* spendingOf({ deviceId, reference }: Reference): StoreTask<SlipSpending> {
  const found = yield* row<{ slipId: string | null; outcome: SlipSpending['outcome'] }>(
    'SELECT slip_id AS "slipId", outcome FROM slip_spending WHERE device = $1 AND reference = $2 FOR UPDATE',
    [deviceId, reference],
  )
  const { slipId, outcome } = only(found)
  if (outcome !== 'spent') return { outcome }
  return { outcome, slip: only(yield* row<HubSlip>(`SELECT ${COLUMNS} FROM slip WHERE slip_id = $1`, [slipId])) }
}

import type { HubSlip, SlipSpending, SlipStore } from '../../../shared/domain/money/credit-slip.ts'
import { only, type Database, type Queries } from './database.ts'

const COLUMNS = 'slip_id AS "slipId", register, amount, currency, issued AS "issuedUtc"'

/** What stands under a reference; the first to ask waits for nobody, the others wait for it. */
async function standing(
  { rows }: Queries,
  { deviceId, reference }: { readonly deviceId: string; readonly reference: string },
): Promise<SlipSpending> {
  const [found] = await rows<{ slipId: string | null; outcome: SlipSpending['outcome'] }>(
    'SELECT slip_id AS "slipId", outcome FROM slip_spending WHERE device = $1 AND reference = $2 FOR UPDATE',
    [deviceId, reference],
  )
  const { slipId, outcome } = only(found)
  if (outcome !== 'spent') return { outcome }
  const [slip] = await rows<HubSlip>(`SELECT ${COLUMNS} FROM slip WHERE slip_id = $1`, [slipId])
  return { outcome, slip: only(slip) }
}

const begin = async (
  { run }: Queries,
  { deviceId, reference }: { readonly deviceId: string; readonly reference: string },
  slipId: string | null,
): Promise<boolean> =>
  (await run(
    'INSERT INTO slip_spending (device, reference, slip_id, outcome) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [deviceId, reference, slipId, slipId === null ? 'void' : 'spent'],
  )) === 1

const decide = ({ run }: Queries, outcome: string, deviceId: string, reference: string): Promise<number> =>
  run('UPDATE slip_spending SET outcome = $1 WHERE device = $2 AND reference = $3', [outcome, deviceId, reference])

/** Credit slips of the fleet's machines. */
export function createSlips(database: Database, now: () => Promise<number>): SlipStore {
  const durable = { durable: true }

  return {
    tellSlip: ({ slipId, mode, register, deviceId, amount, currency, issuedUtc }) =>
      database.transaction(durable, async ({ rows, run }) => {
        const told = [slipId, mode, register, amount, currency, issuedUtc]
        const added = await run(
          `INSERT INTO slip (slip_id, mode, register, amount, currency, issued, device)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
          [...told, deviceId],
        )
        if (added === 1) return true
        const same = await rows(
          `SELECT 1 FROM slip WHERE slip_id = $1 AND mode = $2 AND register = $3 AND amount = $4 AND currency = $5
             AND issued = $6`,
          told,
        )
        return same.length === 1
      }),

    async findSlip({ slipId, mode }) {
      const [found] = await database.rows<HubSlip & { free: boolean }>(
        `SELECT ${COLUMNS}, spent_by IS NULL AS free FROM slip WHERE slip_id = $1 AND mode = $2`,
        [slipId, mode],
      )
      return found ?? null
    },

    async spendSlip(wish) {
      const { slipId, mode, deviceId, reference } = wish
      const at = await now()
      return database.transaction(durable, async (queries) => {
        if (await begin(queries, wish, slipId)) {
          const spent = await queries.run(
            `UPDATE slip SET spent_by = $1, reference = $2, spent_at = $3
             WHERE slip_id = $4 AND mode = $5 AND spent_by IS NULL`,
            [deviceId, reference, at, slipId, mode],
          )
          if (spent !== 1) await decide(queries, 'refused', deviceId, reference)
        }
        const stands = await standing(queries, wish)
        return stands.outcome === 'spent' && stands.slip.slipId !== slipId ? { outcome: 'refused' } : stands
      })
    },

    settleSpending: (wish) =>
      database.transaction(durable, async (queries) => {
        await begin(queries, wish, null)
        return standing(queries, wish)
      }),

    releaseSpending: ({ deviceId, reference }) =>
      database.transaction(durable, async (queries) => {
        await begin(queries, { deviceId, reference }, null)
        await decide(queries, 'void', deviceId, reference)
        await queries.run(
          'UPDATE slip SET spent_by = NULL, reference = NULL, spent_at = NULL WHERE spent_by = $1 AND reference = $2',
          [deviceId, reference],
        )
      }),
  }
}

import { type SlipSpending, type SlipStore, spendingText } from '../../shared/domain/money/credit-slip.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SlipCall, SlipReply } from '../../shared/fleet-api/contract.ts'
import { isSignedBy, type SigningKey } from './keys.ts'

export type SlipCallRefused = { readonly type: 'device-unknown' } | { readonly type: 'signature-refused' }

/** `bytes` are the body as it came, which the signature is over. */
export type SlipBook = (
  call: SlipCall,
  bytes: Uint8Array,
  signature: string,
) => Promise<Result<SlipReply, SlipCallRefused>>

/** The credit slips of the hub's machines: each is spent once, wherever that is. `keyOf`: null where it is no device of the hub's. */
export function createSlipBook(
  store: SlipStore,
  hubKey: () => SigningKey,
  keyOf: (deviceId: string) => Promise<string | null>,
): SlipBook {
  function replyTo(spending: SlipSpending, deviceId: string, reference: string): SlipReply {
    if (spending.outcome !== 'spent') return { type: spending.outcome }
    const { slip } = spending
    const text = spendingText(slip, { register: slip.register, deviceId, reference })
    return { type: 'spent', slip, sig: hubKey().sign('guichet slip spent 1', Buffer.from(text)) }
  }

  async function answer({ deviceId, mode, act }: SlipCall): Promise<SlipReply> {
    const asker = { deviceId, mode }
    switch (act.type) {
      case 'tell': {
        const others: string[] = []
        for (const slip of act.slips) if (!(await store.tellSlip({ ...slip, ...asker }))) others.push(slip.slipId)
        return { type: 'told', others }
      }
      case 'find':
        return { type: 'found', slip: await store.findSlip({ ...act, ...asker }) }
      case 'spend':
        return replyTo(await store.spendSlip({ ...act, ...asker }), deviceId, act.reference)
      case 'settle':
        return replyTo(await store.settleSpending({ ...act, ...asker }), deviceId, act.reference)
      case 'release':
        await store.releaseSpending({ ...act, ...asker })
        return { type: 'void' }
    }
  }

  return async (call, bytes, signature) => {
    const key = await keyOf(call.deviceId)
    if (key === null) return err({ type: 'device-unknown' })
    if (!isSignedBy(key, 'guichet slips 1', bytes, signature)) return err({ type: 'signature-refused' })
    return ok(await answer(call))
  }
}

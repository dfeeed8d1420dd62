import { spendingText } from '../../shared/domain/money/credit-slip.ts'
import type { SlipAct, SlipReply } from '../../shared/fleet-api/contract.ts'
import type { Log } from '../core/ports/ports.ts'
import type { HubSpending, SlipHub } from '../core/ports/devices.ts'
import type { HubClient } from './hub-client.ts'
import { isSignedBy } from './keys.ts'

export interface SlipLineOptions {
  readonly hub: string
  readonly hubKey: string
  readonly deviceId: string
  readonly mode: 'demo' | 'live'
  readonly client: Pick<HubClient, 'slips'>
  readonly log: Log
}

/** A machine's calls about credit slips. That one is spent is believed only with the signature of the hub of the enrolment. */
export function openSlipLine({ hub, hubKey, deviceId, mode, client, log }: SlipLineOptions): SlipHub {
  let trouble = ''

  async function ask(act: SlipAct): Promise<SlipReply | null> {
    const answer = await client.slips({ deviceId, mode, act })
    const now = answer.ok ? '' : answer.error.type === 'refused' ? answer.error.code : answer.error.type
    if (now !== trouble && !answer.ok) log.warn('hub-slips.no-answer', { ...answer.error })
    trouble = now
    return answer.ok ? answer.value : null
  }

  function spendingOf(reply: SlipReply | null, reference: string): HubSpending {
    switch (reply?.type) {
      case 'refused':
      case 'void':
        return { outcome: 'refused' }
      case 'spent': {
        const { slip, sig } = reply
        const word = { register: slip.register, deviceId, reference, hubKey, sig }
        if (isSignedBy(hubKey, 'guichet slip spent 1', Buffer.from(spendingText(slip, word)), sig))
          return { outcome: 'spent', slip, word }
        log.warn('hub-slips.not-signed-by-hub', { slipId: slip.slipId })
        return { outcome: 'unknown' }
      }
      default:
        return { outcome: 'unknown' }
    }
  }

  return {
    host: hub,
    hubKey,
    async find(slipId) {
      const reply = await ask({ type: 'find', slipId })
      if (reply?.type !== 'found' || (reply.slip && reply.slip.slipId !== slipId)) return 'no-answer'
      return reply.slip ?? 'unknown'
    },
    async tell(slips) {
      const reply = await ask({
        type: 'tell',
        slips: slips.map(({ slipId, amount, currency, register, issuedUtc }) => ({
          slipId,
          amount,
          currency,
          register,
          issuedUtc,
        })),
      })
      if (reply?.type === 'told' && reply.others.length > 0) log.warn('hub-slips.differ', { others: reply.others })
      return reply?.type === 'told'
    },
    async spend(slipId, reference) {
      const spending = spendingOf(await ask({ type: 'spend', slipId, reference }), reference)
      return spending.outcome === 'spent' && spending.slip.slipId !== slipId ? { outcome: 'unknown' } : spending
    },
    settle: async (reference) => spendingOf(await ask({ type: 'settle', reference }), reference),
    release: async (reference) => (await ask({ type: 'release', reference }))?.type === 'void',
  }
}

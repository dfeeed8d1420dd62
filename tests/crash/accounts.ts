import { createSystemClock } from '../../electron/host/clock.ts'
import type { Clock } from '../../electron/core/ports/ports.ts'

/** Time runs so many times as fast: nobody waits minutes for an operator. */
const SPEED = 50

/** Wall time is everybody's: it outlives a process, and is for people only. */
export function quickClock(): Clock {
  const clock = createSystemClock()
  return {
    now() {
      const { monoMs, ...rest } = clock.now()
      return { ...rest, monoMs: monoMs * SPEED }
    },
    sleep: (ms, signal) => clock.sleep(ms / SPEED, signal),
  }
}

/** How long the operators and their customers take. */
export const quickTimes = { thinkMs: 3_000, decideMs: 20_000, lateMs: 5_000 }

export const zvtPassword = '123456'

export const orangeAccount = {
  clientId: 'client-7',
  clientSecret: 'client-secret',
  merchantKey: 'merchant-key',
}

export const stripeAccount = { secretKey: 'sk_test_crash', reader: 'tmr_crash', currency: 'GNF' }

/** SumUp takes no GNF: the story's francs are counted as its cents. */
export const sumupAccount = {
  apiKey: 'api-key',
  affiliateKey: 'affiliate-key',
  affiliateApp: 'org.guichet.crash',
  merchantCode: 'MC0X0ABC',
  reader: 'rdr_3MSAFM23CK82VSTT4BN6RWSQ65',
  currency: 'EUR',
}

export const adyenAccount = {
  poiId: 'V400m-000000001',
  key: { identifier: 'key', version: 1, passphrase: 'passphrase' },
  apiKey: 'api-key',
}

export const mtnAccount = {
  apiUser: '7d3f1c52-90a4-4c0e-8f3f-3a1f2f8a6f10',
  subscriptionKey: 'subscription-key',
  apiKey: 'api-key',
  currency: 'GNF',
  targetEnvironment: 'mtnguineaconakry',
}

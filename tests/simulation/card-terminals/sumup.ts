import { createSumup } from '../../../electron/payment/sumup/driver.ts'
import { sumupSettings } from '../../../electron/payment/sumup/settings.ts'
import { createSumupStandIn } from '../../../electron/payment/sumup/stand-in.ts'
import { countedIn } from '../../support/counted-in.ts'
import type { Maker } from './maker.ts'

/** SumUp takes no GNF. */
const CURRENCY = 'EUR'
const secrets = { apiKey: 'api-key', affiliateKey: 'affiliate-key' }
const account = {
  merchantCode: 'MC0X0ABC',
  reader: 'rdr_3MSAFM23CK82VSTT4BN6RWSQ65',
  affiliateApp: 'org.guichet.simulation',
}

const settings = sumupSettings.parse({
  ...account,
  baseUrl: 'https://sumup.example',
  apiKey: { secretFile: 'api-key' },
  affiliateKey: { secretFile: 'affiliate-key' },
  currency: CURRENCY,
})

export const sumup: Maker = {
  acts: [
    ['card refused', { name: 'refuse' }],
    ['terminal busy', { name: 'occupied' }],
    ['terminal reply lost', { name: 'lose-reply' }],
    ['terminal approves late', { name: 'late' }],
    ['terminal dead', { name: 'offline' }],
    ['terminal slow', { name: 'busy' }, { name: 'html' }, { name: 'expire' }],
    ['another sum taken', { name: 'partial' }, { name: 'wrong-amount' }, { name: 'wrong-currency' }],
    ['told as cancelled first', { name: 'late-after-cancel' }],
    ['operator forgets', { name: 'forget' }],
  ],
  standIn: ({ thinkMs, ...place }) =>
    createSumupStandIn({ ...place, ...account, ...secrets, times: { thinkMs }, currency: CURRENCY }),
  driver: (line) => countedIn(CURRENCY, createSumup({ ...line, settings, secrets })),
}

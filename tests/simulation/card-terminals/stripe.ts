import { Stripe } from 'stripe'
import { createStripeTerminal } from '../../../electron/payment/stripe/driver.ts'
import { stripeTerminalSettings } from '../../../electron/payment/stripe/settings.ts'
import { createStripeStandIn } from '../../../electron/payment/stripe/stand-in.ts'
import type { Maker } from './maker.ts'

const SECRET_KEY = 'sk_test_simulation'
const READER = 'tmr_simulation'
const CURRENCY = 'GNF'

const settings = stripeTerminalSettings.parse({
  baseUrl: 'https://stripe.example',
  secretKey: { secretFile: 'secret-key' },
  reader: READER,
  currency: CURRENCY,
})

// The driver reads the library with its first question. Reading it from the disk takes real time, of which a story has none.
void new Stripe(SECRET_KEY)

export const stripe: Maker = {
  acts: [
    ['card refused', { name: 'refuse' }],
    ['terminal busy', { name: 'occupied' }],
    ['terminal reply lost', { name: 'lose-reply' }, { name: 'lose-reply', code: 'process' }],
    ['terminal approves late', { name: 'late' }],
    ['terminal dead', { name: 'offline' }],
    ['terminal slow', { name: 'busy' }, { name: 'html' }, { name: 'expire' }],
    ['another sum taken', { name: 'partial' }, { name: 'wrong-amount' }, { name: 'wrong-currency' }],
    ['told as cancelled first', { name: 'late-after-cancel' }],
  ],
  standIn: ({ thinkMs, ...place }) =>
    createStripeStandIn({ ...place, times: { thinkMs }, secretKey: SECRET_KEY, reader: READER, currency: CURRENCY }),
  driver: (line) => createStripeTerminal({ ...line, settings, secrets: { secretKey: SECRET_KEY } }),
}

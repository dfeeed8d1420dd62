import { z } from 'zod'
import { address, currency, secretSource } from '../http/settings-fields.ts'

/** Stripe's library takes a host and a port, and no path before its own. */
export const stripeAddress = address.refine((text) => URL.canParse(text) && new URL(text).pathname === '/', {
  error: 'expected an address without a path',
})

/** Stripe Terminal, driven over Stripe's servers. */
export const stripeTerminalSettings = z.strictObject({
  baseUrl: stripeAddress.default('https://api.stripe.com'),
  /** `sk_live_…`, or better a restricted one, `rk_live_…`, that may do no more than this. */
  secretKey: secretSource,
  reader: z.string().regex(/^tmr_\w{1,100}$/u, 'expected what Stripe calls the reader: "tmr_" and more'),
  currency,
})

export type StripeTerminalSettings = Omit<z.infer<typeof stripeTerminalSettings>, 'secretKey'>

/** The text behind the settings' secret. */
export interface StripeTerminalSecrets {
  readonly secretKey: string
}

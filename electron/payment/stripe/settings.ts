import { z } from 'zod'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'
import { address, currency, secretSource } from '../http/settings-fields.ts'

/** Stripe's library takes a host and a port, and no path before its own. */
export const stripeAddress = address.refine(
  (text) => URL.canParse(text) && new URL(text).pathname === '/',
  expects('addressWithoutPath'),
)

/** Stripe Terminal, driven over Stripe's servers. */
export const stripeTerminalSettings = z.strictObject({
  baseUrl: stripeAddress.default('https://api.stripe.com'),
  /** `sk_live_…`, or better a restricted one, `rk_live_…`, that may do no more than this. */
  secretKey: secretSource,
  reader: z.string().regex(textForms.stripeReader),
  currency,
})

export type StripeTerminalSettings = Omit<z.infer<typeof stripeTerminalSettings>, 'secretKey'>

/** The text behind the settings' secret. */
export interface StripeTerminalSecrets {
  readonly secretKey: string
}

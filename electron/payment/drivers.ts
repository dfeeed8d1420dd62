import { z } from 'zod'
import { tenders, type DrivenTender } from '../../shared/domain/money/tender.ts'
import { proxyAddress } from './http/settings-fields.ts'
import { paymentDrivers, type PaymentDriver } from '../../shared/kiosk-api/payment-forms.ts'
import { adyenCloud } from './adyen/cloud-kind.ts'
import { adyenLocal } from './adyen/local-kind.ts'
import { djomyLink } from './djomy/link-kind.ts'
import { djomyPush } from './djomy/push-kind.ts'
import type { DriverKind, Provided, ReadSecret } from './driver-kind.ts'
import { mtnMomo } from './mtn-momo/kind.ts'
import { orangeMoney } from './orange-money/kind.ts'
import { stripeTerminal } from './stripe/kind.ts'
import { sumup } from './sumup/kind.ts'
import { zvt } from './zvt/kind.ts'

/** The registry: whom payments can go over, by the name that settings and the ledger have. */
export const drivers: Readonly<Record<PaymentDriver, DriverKind>> = {
  'mtn-momo': mtnMomo,
  'djomy-push': djomyPush,
  'djomy-link': djomyLink,
  'orange-money': orangeMoney,
  'adyen-local': adyenLocal,
  'adyen-cloud': adyenCloud,
  'stripe-terminal': stripeTerminal,
  sumup,
  zvt,
}

export const driversFor = (tender: DrivenTender): readonly PaymentDriver[] =>
  paymentDrivers.filter((name) => drivers[name].means === tenders[tender].means)

export const isDriver = (name: string): name is PaymentDriver => Object.hasOwn(drivers, name)

/** How a provider is reached, whichever it is. */
const way = {
  /** Certificates that are trusted in place of the system's: PEM, beside the settings or by its full path. */
  caFile: z.string().min(1).optional(),
  /** A proxy on the way to the outside. */
  httpProxy: proxyAddress.optional(),
}

/** Who takes the money of a tender. */
export const providerSettings = z.discriminatedUnion('driver', [
  mtnMomo.settings.extend({ driver: z.literal('mtn-momo'), ...way }),
  djomyPush.settings.extend({ driver: z.literal('djomy-push'), ...way }),
  djomyLink.settings.extend({ driver: z.literal('djomy-link'), ...way }),
  orangeMoney.settings.extend({ driver: z.literal('orange-money'), ...way }),
  // Its certificates hang on no authority of the system's.
  adyenLocal.settings.extend({ driver: z.literal('adyen-local'), ...way, caFile: z.string().min(1) }),
  adyenCloud.settings.extend({ driver: z.literal('adyen-cloud'), ...way }),
  stripeTerminal.settings.extend({ driver: z.literal('stripe-terminal'), ...way }),
  sumup.settings.extend({ driver: z.literal('sumup'), ...way }),
  zvt.settings.extend({ driver: z.literal('zvt') }),
])

export type ProviderSettings = z.infer<typeof providerSettings>

/** Of its kind, which the settings' schema has matched. */
export const provide = (settings: ProviderSettings, read: ReadSecret): Provided =>
  drivers[settings.driver].provide(settings, read)

import { z } from 'zod'
import { type DrivenTender, tenders } from '../../shared/domain/money/tender.ts'
import { type PaymentDriver, paymentDrivers } from '../../shared/kiosk-api/payment-forms.ts'
import {
  adyenCloudSettings,
  adyenLocalSettings,
  adyenSettlement,
  cloudTraits,
  isTerminalCertificate,
  localTraits,
} from './adyen/settings.ts'
import {
  djomyLinkSettings,
  djomyLinkTraits,
  djomyPushSettings,
  djomyPushTraits,
  djomySettlement,
} from './djomy/settings.ts'
import type { DriverKind, Provided, ReadSecret } from './driver-kind.ts'
import { mtnMomoSettings, mtnMomoSettlement, mtnMomoTraits } from './mtn-momo/settings.ts'
import { orangeMoneySettings, orangeMoneySettlement, orangeMoneyTraits } from './orange-money/settings.ts'
import { proxyAddress } from './settings-fields.ts'
import { stripeSettlement, stripeTerminalSettings, stripeTerminalTraits } from './stripe/settings.ts'
import { sumupSettings, sumupSettlement, sumupTraits } from './sumup/settings.ts'
import { zvtSettings, zvtTraits } from './zvt/settings.ts'

const adyenCloud: DriverKind<typeof adyenCloudSettings> = {
  means: 'terminal',
  settings: adyenCloudSettings,
  traits: cloudTraits,
  report: adyenSettlement,
  provide(settings, read) {
    const apiKey = read('apiKey', settings.apiKey)
    return {
      create: async (line) => {
        const [{ createAdyenDriver }, { createCloudTerminal }] = await Promise.all([
          import('./adyen/driver.ts'),
          import('./adyen/terminals.ts'),
        ])
        return createAdyenDriver(createCloudTerminal(line, settings, apiKey), line)
      },
      secrets: () => ({ apiKey }),
    }
  },
}

export const adyenLocal: DriverKind<typeof adyenLocalSettings> = {
  means: 'terminal',
  settings: adyenLocalSettings,
  traits: localTraits,
  report: adyenSettlement,
  provide(settings, read) {
    const passphrase = read('passphrase', settings.passphrase)
    const { port, certificate, key } = settings.displays ?? {}
    const tls =
      certificate && key
        ? { cert: read('displays.certificate', certificate), key: read('displays.key', key) }
        : undefined
    const displays = port === undefined ? undefined : { port, tls }
    return {
      create: async (line) => {
        const [{ createAdyenDriver }, { createLocalTerminal }] = await Promise.all([
          import('./adyen/driver.ts'),
          import('./adyen/terminals.ts'),
        ])
        return createAdyenDriver(createLocalTerminal(line, settings, { passphrase, displays }), line)
      },
      isPeer: isTerminalCertificate(settings),
      secrets: () => ({ passphrase, ...(tls && { displaysKey: tls.key }) }),
    }
  },
}

const djomyLink: DriverKind<typeof djomyLinkSettings> = {
  means: 'telephone',
  settings: djomyLinkSettings,
  traits: djomyLinkTraits,
  report: djomySettlement,
  provide(settings, read) {
    const secrets = { clientSecret: read('clientSecret', settings.clientSecret) }
    return {
      create: async (line) => (await import('./djomy/link.ts')).createDjomyLink({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}

const djomyPush: DriverKind<typeof djomyPushSettings> = {
  means: 'telephone',
  settings: djomyPushSettings,
  traits: djomyPushTraits,
  report: djomySettlement,
  provide(settings, read) {
    const secrets = { clientSecret: read('clientSecret', settings.clientSecret) }
    return {
      create: async (line) => (await import('./djomy/push.ts')).createDjomyPush({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}

const mtnMomo: DriverKind<typeof mtnMomoSettings> = {
  means: 'telephone',
  settings: mtnMomoSettings,
  traits: mtnMomoTraits,
  report: mtnMomoSettlement,
  provide(settings, read) {
    const { subscriptionKey, apiKey, disbursements: out } = settings
    const secrets = {
      subscriptionKey: read('subscriptionKey', subscriptionKey),
      apiKey: read('apiKey', apiKey),
      ...(out && {
        disbursements: {
          subscriptionKey: read('disbursements.subscriptionKey', out.subscriptionKey),
          apiKey: read('disbursements.apiKey', out.apiKey),
        },
      }),
    }
    return {
      create: async (line) => (await import('./mtn-momo/driver.ts')).createMtnMomo({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}

const orangeMoney: DriverKind<typeof orangeMoneySettings> = {
  means: 'telephone',
  settings: orangeMoneySettings,
  traits: orangeMoneyTraits,
  report: orangeMoneySettlement,
  provide(settings, read) {
    const secrets = {
      clientSecret: read('clientSecret', settings.clientSecret),
      merchantKey: read('merchantKey', settings.merchantKey),
    }
    return {
      create: async (line) =>
        (await import('./orange-money/driver.ts')).createOrangeMoney({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}

const stripeTerminal: DriverKind<typeof stripeTerminalSettings> = {
  means: 'terminal',
  settings: stripeTerminalSettings,
  traits: stripeTerminalTraits,
  report: stripeSettlement,
  provide(settings, read) {
    const secrets = { secretKey: read('secretKey', settings.secretKey) }
    return {
      create: async (line) => (await import('./stripe/driver.ts')).createStripeTerminal({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}

const sumup: DriverKind<typeof sumupSettings> = {
  means: 'terminal',
  settings: sumupSettings,
  traits: sumupTraits,
  report: sumupSettlement,
  provide(settings, read) {
    const secrets = {
      apiKey: read('apiKey', settings.apiKey),
      affiliateKey: read('affiliateKey', settings.affiliateKey),
    }
    return {
      create: async (line) => (await import('./sumup/driver.ts')).createSumup({ ...line, settings, secrets }),
      secrets: () => secrets,
    }
  },
}

const zvt: DriverKind<typeof zvtSettings> = {
  means: 'terminal',
  settings: zvtSettings,
  traits: zvtTraits,
  // Its numbers begin again, so no line of a bank's report is found by one: the terminal's own day-end is compared.
  report: {},
  provide(settings, read) {
    const secrets = { password: read('password', settings.password) }
    return {
      create: async ({ clock, log }) => {
        const [{ createZvt }, { connectOverTcp }] = await Promise.all([
          import('./zvt/driver.ts'),
          import('./zvt/wire.ts'),
        ])
        return createZvt({ clock, log, connect: connectOverTcp, settings, secrets })
      },
      secrets: () => secrets,
    }
  },
}

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

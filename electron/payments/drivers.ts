import { z } from 'zod'
import type { ProvidedTender } from '../../shared/domain/money/tender.ts'
import { tenders } from '../../shared/ledger-format/money.ts'
import { type PaymentDriver, paymentDrivers } from '../../shared/api/kiosk/payment-forms.ts'
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
import type { DriverDefinition, Provided } from './driver-kind.ts'
import { mtnMomoSettings, mtnMomoSettlement, mtnMomoTraits } from './mtn-momo/settings.ts'
import { orangeMoneySettings, orangeMoneySettlement, orangeMoneyTraits } from './orange-money/settings.ts'
import { proxyAddress, type ReadSecret, withSecrets } from './settings-fields.ts'
import { stripeSettlement, stripeTerminalSettings, stripeTerminalTraits } from './stripe/settings.ts'
import { sumupSettings, sumupSettlement, sumupTraits } from './sumup/settings.ts'
import { zvtSettings, zvtTraits } from './zvt/settings.ts'

const loadAdyen = () => Promise.all([import('./adyen/driver.ts'), import('./adyen/terminals.ts')])

const adyenCloud: DriverDefinition<typeof adyenCloudSettings> = {
  means: 'terminal',
  settings: adyenCloudSettings,
  traits: cloudTraits,
  report: adyenSettlement,
  async create(line, settings) {
    const [{ AdyenDriver }, { CloudTerminal }] = await loadAdyen()
    return new AdyenDriver(new CloudTerminal(line, settings), line)
  },
}

const adyenLocal: DriverDefinition<typeof adyenLocalSettings> = {
  means: 'terminal',
  settings: adyenLocalSettings,
  traits: localTraits,
  report: adyenSettlement,
  async create(line, settings) {
    const [{ AdyenDriver }, { LocalTerminal }] = await loadAdyen()
    return new AdyenDriver(new LocalTerminal(line, settings), line)
  },
  isPeer: isTerminalCertificate,
}

const djomyLink: DriverDefinition<typeof djomyLinkSettings> = {
  means: 'telephone',
  settings: djomyLinkSettings,
  traits: djomyLinkTraits,
  report: djomySettlement,
  create: async (line, settings) => new (await import('./djomy/driver.ts')).DjomyLink(line, settings),
}

const djomyPush: DriverDefinition<typeof djomyPushSettings> = {
  means: 'telephone',
  settings: djomyPushSettings,
  traits: djomyPushTraits,
  report: djomySettlement,
  create: async (line, settings) => new (await import('./djomy/driver.ts')).DjomyPush(line, settings),
}

const mtnMomo: DriverDefinition<typeof mtnMomoSettings> = {
  means: 'telephone',
  settings: mtnMomoSettings,
  traits: mtnMomoTraits,
  report: mtnMomoSettlement,
  create: async (line, settings) => new (await import('./mtn-momo/driver.ts')).MtnMomo(line, settings),
}

const orangeMoney: DriverDefinition<typeof orangeMoneySettings> = {
  means: 'telephone',
  settings: orangeMoneySettings,
  traits: orangeMoneyTraits,
  report: orangeMoneySettlement,
  create: async (line, settings) => new (await import('./orange-money/driver.ts')).OrangeMoney(line, settings),
}

const stripeTerminal: DriverDefinition<typeof stripeTerminalSettings> = {
  means: 'terminal',
  settings: stripeTerminalSettings,
  traits: stripeTerminalTraits,
  report: stripeSettlement,
  create: async (line, settings) => new (await import('./stripe/driver.ts')).StripeTerminal(line, settings),
}

const sumup: DriverDefinition<typeof sumupSettings> = {
  means: 'terminal',
  settings: sumupSettings,
  traits: sumupTraits,
  report: sumupSettlement,
  create: async (line, settings) => new (await import('./sumup/driver.ts')).Sumup(line, settings),
}

const zvt: DriverDefinition<typeof zvtSettings> = {
  means: 'terminal',
  settings: zvtSettings,
  traits: zvtTraits,
  // ZVT receipt numbers are reused, so they cannot identify payments in a bank's report.
  report: {},
  create: async (line, settings) => new (await import('./zvt/driver.ts')).Zvt(line, settings),
}

export const drivers: Readonly<Record<PaymentDriver, DriverDefinition>> = {
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

export const driversFor = (tender: ProvidedTender): readonly PaymentDriver[] =>
  paymentDrivers.filter((name) => drivers[name].means === tenders[tender].means)

export const isDriver = (name: string): name is PaymentDriver => Object.hasOwn(drivers, name)

const network = {
  /** PEM file of certificates trusted instead of the system's; absolute, or relative to the settings. */
  caFile: z.string().min(1).optional(),
  httpProxy: proxyAddress.optional(),
}

export const providerSettings = z.discriminatedUnion('driver', [
  mtnMomo.settings.extend({ driver: z.literal('mtn-momo'), ...network }),
  djomyPush.settings.extend({ driver: z.literal('djomy-push'), ...network }),
  djomyLink.settings.extend({ driver: z.literal('djomy-link'), ...network }),
  orangeMoney.settings.extend({ driver: z.literal('orange-money'), ...network }),
  // `caFile` is required, because no authority that the system trusts issues terminal certificates.
  adyenLocal.settings.extend({ driver: z.literal('adyen-local'), ...network, caFile: z.string().min(1) }),
  adyenCloud.settings.extend({ driver: z.literal('adyen-cloud'), ...network }),
  stripeTerminal.settings.extend({ driver: z.literal('stripe-terminal'), ...network }),
  sumup.settings.extend({ driver: z.literal('sumup'), ...network }),
  zvt.settings.extend({ driver: z.literal('zvt') }),
])

export type ProviderSettings = z.infer<typeof providerSettings>

export function provide(settings: ProviderSettings, read: ReadSecret): Provided {
  const definition = drivers[settings.driver]
  const secrets: Record<string, string> = {}
  const known = withSecrets(settings, (name, source) => (secrets[name] = read(name, source)))
  return {
    create: (line) => definition.create(line, known),
    ...(definition.isPeer && { isPeer: definition.isPeer(settings) }),
    secrets: () => secrets,
  }
}

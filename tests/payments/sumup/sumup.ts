import { Sumup } from '../../../electron/payments/sumup/driver.ts'
import { sumupSettings } from '../../../electron/payments/sumup/settings.ts'
import { SumupSimulator } from '../../../electron/simulators/sumup.ts'
import { knownOf, openReader, type ReaderOptions, request } from '../provider-line.ts'

export { knownOf, request }

export const secrets = { apiKey: 'canary-api-key', affiliateKey: 'canary-affiliate-key' }
export const account = { merchantCode: 'MC0X0ABC', reader: 'rdr_3MSAFM23CK82VSTT4BN6RWSQ65', affiliateApp: 'guichet' }

const files = { apiKey: { secretFile: 'api-key' }, affiliateKey: { secretFile: 'affiliate-key' } }

export const settingsAt = (baseUrl: string, more: object = {}) =>
  sumupSettings.parse({ baseUrl, ...account, ...files, currency: 'EUR', ...more })

export const sumup = (acts: readonly string[] = [], options: ReaderOptions = {}) =>
  openReader(
    (more) => new SumupSimulator({ ...account, ...secrets, ...more }),
    (line, url, currency) => new Sumup(line, { ...settingsAt(url, { currency }), ...secrets }),
    acts,
    options,
  )

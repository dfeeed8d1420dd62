import { createSystemClock } from '../../electron/host/clock.ts'
import type { TenderDriver } from '../../electron/core/ports/tender-driver.ts'
import { createAdyenDriver } from '../../electron/payment/adyen/driver.ts'
import { adyenCloudSettings } from '../../electron/payment/adyen/settings.ts'
import { createCloudTerminal } from '../../electron/payment/adyen/terminals.ts'
import { createMtnMomo } from '../../electron/payment/mtn-momo/driver.ts'
import { mtnMomoSettings } from '../../electron/payment/mtn-momo/settings.ts'
import { createOrangeMoney } from '../../electron/payment/orange-money/driver.ts'
import { orangeMoneySettings } from '../../electron/payment/orange-money/settings.ts'
import { createStripeTerminal } from '../../electron/payment/stripe/driver.ts'
import { stripeTerminalSettings } from '../../electron/payment/stripe/settings.ts'
import { createSumup } from '../../electron/payment/sumup/driver.ts'
import { sumupSettings } from '../../electron/payment/sumup/settings.ts'
import { createZvt } from '../../electron/payment/zvt/driver.ts'
import { connectOverTcp } from '../../electron/payment/zvt/wire.ts'
import { countedIn } from '../support/counted-in.ts'
import {
  adyenAccount,
  mtnAccount,
  orangeAccount,
  quickClock,
  quickTimes,
  stripeAccount,
  sumupAccount,
  zvtPassword,
} from './accounts.ts'
import { paths, writeLine } from './devices.ts'
import type { OperatorUrls } from './operators.ts'

const line = {
  fetch: globalThis.fetch,
  clock: createSystemClock(),
  log: { warn: () => undefined },
}

/** Of a setting that is read elsewhere. */
const secret = { secretVariable: 'ELSEWHERE' }

/** The shipping drivers, with operators that have less patience. */
export function providersAt({ orange, mtn }: OperatorUrls): Record<'orange-money' | 'mtn-momo', TenderDriver> {
  return {
    'orange-money': quick(
      createOrangeMoney({
        ...line,
        settings: orangeMoneySettings.parse({
          baseUrl: orange,
          clientId: orangeAccount.clientId,
          clientSecret: secret,
          merchantKey: secret,
          returnUrl: 'https://venue.example/paid',
          cancelUrl: 'https://venue.example/cancelled',
          notificationUrl: 'https://venue.example/notified',
        }),
        secrets: orangeAccount,
      }),
    ),
    'mtn-momo': quick(
      createMtnMomo({
        ...line,
        settings: mtnMomoSettings.parse({
          baseUrl: mtn,
          targetEnvironment: mtnAccount.targetEnvironment,
          currency: mtnAccount.currency,
          countryCode: '224',
          apiUser: mtnAccount.apiUser,
          subscriptionKey: secret,
          apiKey: secret,
        }),
        secrets: mtnAccount,
      }),
    ),
  }
}

/** Its patience is its own: it goes by the kiosk's quick clock. */
export const stripeAt = (baseUrl: string): TenderDriver =>
  quick(
    createStripeTerminal({
      ...line,
      clock: quickClock(),
      settings: stripeTerminalSettings.parse({
        baseUrl,
        secretKey: secret,
        reader: stripeAccount.reader,
        currency: stripeAccount.currency,
      }),
      secrets: stripeAccount,
    }),
  )

export const sumupAt = (baseUrl: string): TenderDriver =>
  quick(
    countedIn(
      sumupAccount.currency,
      createSumup({
        ...line,
        clock: quickClock(),
        settings: sumupSettings.parse({ ...sumupAccount, baseUrl, apiKey: secret, affiliateKey: secret }),
        secrets: sumupAccount,
      }),
    ),
  )

export function adyenAt(baseUrl: string): TenderDriver {
  const timed = { ...line, clock: quickClock() }
  const settings = adyenCloudSettings.parse({ baseUrl, poiId: adyenAccount.poiId, apiKey: secret })
  return quick(createAdyenDriver(createCloudTerminal(timed, settings, adyenAccount.apiKey), timed))
}

/** What it is about to take is in a file first: not even a kill keeps people from knowing whose money the terminal took. */
export function zvtAt(port: number, directory: string): TenderDriver {
  const driver = createZvt({
    connect: connectOverTcp,
    clock: quickClock(),
    log: line.log,
    settings: { host: '127.0.0.1', port, currency: 'GNF', dayEnd: 'at-z' },
    secrets: { password: zvtPassword },
  })
  return quick({
    ...driver,
    settle(payment, ...asked) {
      writeLine(paths(directory).cardAsks, { reference: payment.reference })
      return driver.settle?.(payment, ...asked) ?? Promise.resolve({ outcome: 'unavailable' })
    },
  })
}

function quick(driver: TenderDriver): TenderDriver {
  const { decideMs } = quickTimes
  return {
    ...driver,
    traits: { ...driver.traits, decideMs, settledMs: decideMs / 2, lateMs: decideMs },
    async begin(...asked) {
      const begun = await driver.begin(...asked)
      return begun.outcome === 'begun' && begun.payableMs !== undefined ? { ...begun, payableMs: decideMs } : begun
    },
  }
}

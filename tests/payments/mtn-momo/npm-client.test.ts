import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { ensureInstalled } from '../../../scripts/install.mjs'
import { MtnSimulator } from '../../../electron/simulators/mtn-momo.ts'
import { parseScenario } from '../../../electron/simulators/provider-simulator.ts'
import { createManualClock, served } from '../provider-line.ts'
import { account } from './mtn-momo.ts'

/** The client's own types need an axios that our compiler cannot resolve. */
interface Collections {
  requestToPay(request: object): Promise<string>
  getTransaction(reference: string): Promise<object>
  getBalance(): Promise<object>
}
interface Client {
  Users(access: object): { create(host: string): Promise<string>; login(id: string): Promise<{ apiKey: string }> }
  Collections(access: object): Collections
}
const FOLDER = 'tests/payments/mtn-momo/npm-client'
const here = createRequire(new URL('npm-client/package.json', import.meta.url))

beforeAll(() => ensureInstalled(FOLDER), 300_000)

async function sandbox(...acts: readonly string[]) {
  const clock = createManualClock()
  const script = acts.map((each) => parseScenario(each)!)
  const simulator = new MtnSimulator({ ...account, clock, script, currency: 'EUR', targetEnvironment: 'sandbox' })
  const { create } = here('mtn-momo') as { readonly create: (settings: object) => Client }
  const client = create({ callbackHost: 'venue.example', baseUrl: await served(simulator), environment: 'sandbox' })
  const primaryKey = account.subscriptionKey
  const users = client.Users({ primaryKey })
  const userId = await users.create('venue.example')
  const { apiKey } = await users.login(userId)
  const collections = client.Collections({ primaryKey, userId, userSecret: apiKey })
  const notes = { payerMessage: 'testing', payeeNote: 'hello' }
  const asked = { amount: '50', currency: 'EUR', externalId: '123456', ...notes }
  const pay = (partyId = '46733123499', more: object = {}) =>
    collections.requestToPay({ ...asked, payer: { partyIdType: 'MSISDN', partyId }, ...more })
  return { client, collections, pay, clock, userId }
}

test('a client written by others makes a user, is paid and reads its balance', async () => {
  const { collections, pay, clock } = await sandbox()
  const reference = await pay()
  expect(await collections.getTransaction(reference)).toMatchObject({ status: 'PENDING', externalId: '123456' })
  clock.advance(10_000)
  expect(await collections.getTransaction(reference)).toMatchObject({
    status: 'SUCCESSFUL',
    amount: '50',
    currency: 'EUR',
    payer: { partyIdType: 'MSISDN', partyId: '46733123499' },
    financialTransactionId: expect.stringMatching(/^\d+$/u) as string,
  })
  expect(await collections.getBalance()).toEqual({ availableBalance: expect.any(String) as string, currency: 'EUR' })
})

test.each([
  ['46733123450', 'InternalProcessingError'],
  ['46733123451', 'ApprovalRejectedError'],
  ['46733123452', 'ExpiredError'],
  ['46733123455', 'PayerNotFoundError'],
])('it reads the refusal of the sandbox’s telephone %s as its own %s', async (partyId, name) => {
  const { collections, pay, clock } = await sandbox()
  const reference = await pay(partyId)
  clock.advance(10_000)
  await expect(collections.getTransaction(reference)).rejects.toMatchObject({ name })
})

test('it reads faults of a request as its own errors', async () => {
  const { client, collections, pay, userId } = await sandbox('fault:NOT_ENOUGH_FUNDS')
  await expect(pay('46733123499', { currency: 'GNF' })).rejects.toMatchObject({ name: 'InvalidCurrencyError' })
  await expect(pay()).rejects.toMatchObject({ name: 'NotEnoughFundsError' })
  await expect(collections.getTransaction('0b6a1c1e-0000-4000-8000-000000000000')).rejects.toMatchObject({
    name: 'ResourceNotFoundError',
  })
  const stranger = client.Collections({ primaryKey: account.subscriptionKey, userId, userSecret: 'wrong' })
  await expect(stranger.getBalance()).rejects.toMatchObject({ name: 'UnspecifiedError' })
})

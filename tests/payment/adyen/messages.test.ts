import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parseJson } from '../../../shared/parse-json.ts'
import { createNexoCrypto } from '../../../electron/payment/adyen/nexo-crypto.ts'
import { createAdyenStandIn } from '../../../electron/payment/adyen/stand-in.ts'
import { readAct } from '../../../electron/payment/stand-in/acts.ts'
import { paymentData, skipWithout } from '../../support/payment-data.ts'
import { createManualClock, stayed } from '../provider-line.ts'
import { decided, driverAt, isLooking, knownOf, request, servedAs, standInOptions } from './adyen.ts'

const API = paymentData('adyen-terminal-api/TerminalAPI-v1.json')
const VECTOR = paymentData('nexo-crypto/vector.json')

interface Vector {
  readonly securityKey: { readonly KeyIdentifier: string; readonly KeyVersion: number; readonly Passphrase: string }
  readonly plaintext: string
  readonly secured: {
    readonly SaleToPOIRequest: ReturnType<ReturnType<typeof createNexoCrypto>['seal']> & {
      readonly MessageHeader: object
    }
  }
}

test('messages are sealed to the byte as Adyen’s own code seals them', (context) => {
  skipWithout(context, VECTOR)
  const { securityKey: key, plaintext, secured } = JSON.parse(readFileSync(VECTOR, 'utf8')) as Vector
  const crypto = createNexoCrypto({
    identifier: key.KeyIdentifier,
    version: key.KeyVersion,
    passphrase: key.Passphrase,
  })
  const { MessageHeader: _, ...sealed } = secured.SaleToPOIRequest
  expect(crypto.seal(plaintext, Buffer.from(sealed.SecurityTrailer.Nonce, 'base64'))).toEqual(sealed)
  expect(crypto.open(sealed)).toBe(plaintext)
})

interface Schema {
  readonly type?: string
  readonly properties?: object
}

/** Adyen's interface as schemas; a member that it does not name is wrong. */
function terminalApi() {
  const { components } = JSON.parse(readFileSync(API, 'utf8')) as { components: { schemas: Record<string, Schema> } }
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    schema.type === 'object' && schema.properties ? { ...schema, additionalProperties: false } : schema,
  ])
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'api', components: { schemas: Object.fromEntries(schemas) as object } })
  return (name: string, message: unknown): readonly unknown[] => {
    const validate = ajv.getSchema(`api#/components/schemas/${name}`)
    if (!validate) throw new Error(`no schema ${name}`)
    return validate(message) === true ? [] : (validate.errors ?? [])
  }
}

test('every message that is sent, and every one that the stand-in answers, is of Adyen’s interface', async (context) => {
  skipWithout(context, API)
  const faultsIn = terminalApi()
  const clock = createManualClock()
  const script = ['approve', 'refuse:Refusal/Expired Card', 'partial', 'lose-reply', 'wait', 'occupied', 'expire'].map(
    (act) => readAct(act)!,
  )
  const standIn = createAdyenStandIn({ ...standInOptions, clock, script })
  const faults: unknown[] = []
  const categories = new Set<string>()
  async function checked(asked: Request): Promise<Response> {
    const text = await asked.clone().text()
    const message = parseJson(text) as {
      readonly SaleToPOIRequest: { readonly MessageHeader: { readonly MessageCategory: string } }
    }
    categories.add(message.SaleToPOIRequest.MessageHeader.MessageCategory)
    faults.push(...faultsIn('TerminalAPIRequest', message))
    const answer = await standIn.handle(asked)
    const said = await answer.clone().text()
    if (said !== '') faults.push(...faultsIn('TerminalAPIResponse', parseJson(said)))
    return answer
  }
  const { driver } = driverAt('adyen-cloud', await servedAs('adyen-cloud', { handle: checked }), clock)
  const pay = async () => {
    const wanted = request()
    const outcome = await decided(clock, driver.begin(wanted, stayed, stayed))
    await driver.ask(knownOf(wanted, driver), stayed)
    return { wanted, outcome }
  }
  const { wanted, outcome } = await pay()
  if (outcome.outcome !== 'approved') throw new Error('not paid')
  const back = { reference: request().reference, amount: 550, approval: outcome.approval }
  await driver.refund?.(knownOf(wanted, driver), back, stayed)
  await driver.askRefund?.(knownOf(wanted, driver), back, stayed)
  await driver.askRefund?.(knownOf(wanted, driver), { ...back, reference: request().reference }, stayed)
  await driver.refund?.(knownOf(wanted, driver), { ...back, reference: request().reference, amount: 99_999 }, stayed)
  for (let each = 0; each < 3; each++) await pay()
  clock.advance(10_000)
  const giveUp = new AbortController()
  const stopped = driver.begin(request(), giveUp.signal, stayed)
  await expect.poll(() => isLooking(clock)).toBe(true)
  await driver.examine()
  giveUp.abort()
  expect(await decided(clock, stopped)).toEqual({ outcome: 'cancelled' })
  await pay()
  await pay()
  await driver.examine()
  expect(faults).toEqual([])
  expect([...categories].toSorted()).toEqual(['Abort', 'Diagnosis', 'Payment', 'Reversal', 'TransactionStatus'])
})

import { describe, expect, test } from 'vitest'
import { adyenLocalSettings } from '../../../electron/payment/adyen/settings.ts'
import { stayed } from '../provider-line.ts'
import { adyen, request, type Place } from './adyen.ts'
import { certificates, fingerprint } from './certificates.ts'

const own = certificates['V400m-000000001.test.terminal.adyen.com']
const other = certificates['V400m-000000002.test.terminal.adyen.com']
const legacy = certificates['legacy-terminal-certificate.live.terminal.adyen.com']

async function tried(place: Place) {
  const { driver, pay, requests } = await adyen('adyen-local', [], place)
  const finding = (await driver.examine()).find(({ step }) => step === 'certificate')
  const asked = requests.length
  const outcome = asked > 0 ? await pay() : await driver.begin(request(), stayed, stayed)
  return { finding: finding?.finding, code: finding?.code, outcome: outcome.outcome, asked }
}

const good = { finding: 'ok', code: undefined, outcome: 'approved', asked: 1 }
const bad = (code: string) => ({ finding: 'untrusted', code, outcome: 'unavailable', asked: 0 })

describe('a terminal in the house', () => {
  test('is trusted under any address, by the name that Adyen gives its certificate', async () => {
    expect(await tried({ certificate: own })).toEqual(good)
    expect(await tried({ certificate: legacy })).toEqual(good)
  })

  test('is another one by another name, and is told nothing', async () => {
    expect(await tried({ certificate: other })).toEqual(bad('CERT_OF_ANOTHER'))
  })

  test('is not trusted by its name alone: the chain has to be the one that was named', async () => {
    expect(await tried({ certificate: own, ca: other })).toEqual(bad('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'))
  })

  test('may be pinned by its certificate itself', async () => {
    expect(await tried({ certificate: own, ca: own })).toEqual(good)
  })

  test('may be pinned by the fingerprint, which its name does not make up for', async () => {
    const settings = { fingerprint: fingerprint.toLowerCase() }
    expect(await tried({ certificate: own, settings })).toEqual(good)
    expect(await tried({ certificate: legacy, settings })).toEqual(bad('CERT_OF_ANOTHER'))
    const named = { fingerprint: '0'.repeat(64) }
    expect(await tried({ certificate: own, settings: named })).toEqual(bad('CERT_OF_ANOTHER'))
  })
})

test('the address of a terminal is what it shows, with a port or without', () => {
  const settings = { poiId: 'V400m-1', keyIdentifier: 'key', passphrase: { secretFile: 'secret' } }
  const addressOf = (terminalAddress: string) =>
    adyenLocalSettings.safeParse({ ...settings, terminalAddress }).data?.terminalAddress
  expect(addressOf('192.168.1.20')).toBe('https://192.168.1.20:8443')
  expect(addressOf('terminal.local:9443')).toBe('https://terminal.local:9443')
  expect(addressOf('http://127.0.0.1:7430')).toBe('http://127.0.0.1:7430')
  expect(addressOf('http://192.168.1.20')).toBeUndefined()
  expect(addressOf('')).toBeUndefined()
})

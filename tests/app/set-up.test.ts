import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSetup, type Setup } from '../../electron/app/set-up.ts'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'

function machineFolder(): string {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'guichet-set-up-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  return dataDirectory
}

/** The set-up of a start of the program on that folder. */
function startOn(dataDirectory: string): Setup {
  return createSetup({
    dataDirectory,
    settingsFile: join(dataDirectory, 'config.json'),
    before: null,
    keyring: { ok: false, error: { type: 'no-keyring', detail: 'none' } },
    version: '0.0.0',
    resourcesDirectory: 'resources',
    windowPrinting: null,
    onFinished: () => Promise.resolve(),
    onLeft: () => Promise.resolve(),
  })
}

const signing = { scheme: 'stadepass-hmac', keyId: 'k1' } as const
const partner = { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo' }

test('a machine that restarts in the middle asks the secret again where it belongs, and keeps the rest', async () => {
  const folder = machineFolder()
  const before = startOn(folder)
  for (const given of [
    { profile: 'kiosk', deviceId: 'borne-7' },
    { partner: { ...partner, signing: { ...signing, secret: 'planted' } } },
  ] satisfies readonly SetupAnswers[])
    expect(await before.api.answerSetup(given)).toMatchObject({ ok: true })

  const { api } = startOn(folder)
  const steps: readonly SetupAnswers[] = [
    { language: 'fr' },
    { profile: 'kiosk' },
    { deviceId: 'borne-8' },
    { partner: { ...partner, partnerCode: 'conakry' } },
  ]
  for (const step of steps) expect([step, await api.answerSetup(step)]).toMatchObject([step, { ok: true }])
  expect(await api.viewSetup({})).toMatchObject({
    value: { answers: { deviceId: 'borne-8', partner: { partnerCode: 'conakry', signing } }, hasSecret: false },
  })
  const noSecret = { ok: false, error: { type: 'setup-refused', faults: [{ setting: 'partner.signing.secret' }] } }
  expect(await api.answerSetup({ partner: { ...partner, signing } })).toMatchObject(noSecret)
  expect(await api.examineSetup({})).toMatchObject(noSecret)
  expect(await api.answerSetup({ partner: { ...partner, signing: { ...signing, secret: 'again' } } })).toMatchObject({
    ok: true,
    value: { hasSecret: true },
  })
  expect(await api.examineSetup({})).toMatchObject({ ok: true })
})

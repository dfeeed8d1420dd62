import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasTraining, trainingConfig } from '../../electron/app/kiosk/training.ts'
import { type Config, loadConfig } from '../../electron/config/config.ts'

function configOf(settings: object): Config {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'guichet-training-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  writeFileSync(join(dataDirectory, 'config.json'), JSON.stringify(settings))
  const config = loadConfig({ dataDirectory })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  return config.value
}

const live = {
  mode: 'live',
  role: 'cashier',
  deviceId: 'caisse-1',
  staffPin: '739158',
  partner: { baseUrl: 'https://billets.example', partnerCode: 'stade' },
  accessCodes: { '7': 'SECRET' },
  fleet: { hub: 'https://parc.example' },
  localApi: { port: 8080 },
  shifts: { closeAt: '23:30', archiveFolder: '/mnt/archives' },
  tickets: { folder: '/mnt/tickets' },
}

test('nothing in the settings of training leads out of its folder', () => {
  const training = trainingConfig(configOf(live))
  expect(JSON.stringify(training)).not.toMatch(/example|SECRET|8080|\/mnt/u)
  expect(training).toMatchObject({
    mode: 'training',
    deviceId: 'caisse-1-FORMATION',
    terminals: 'attended',
    payments: {},
  })
  // The live desk closes its shift at its hour, training never by itself.
  expect(training.shifts.closeAt).toBeUndefined()
  expect(training.staffPin).toBe(live.staffPin)
})

test('a live desk has training; a kiosk and the demo have none', () => {
  expect(hasTraining(configOf(live))).toBe(true)
  expect(hasTraining(configOf({ ...live, role: 'kiosk', tenders: ['cash'] }))).toBe(false)
  expect(hasTraining(configOf({ role: 'cashier' }))).toBe(false)
})

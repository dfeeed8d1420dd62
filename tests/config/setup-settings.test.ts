import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSettingsTrial } from '../../electron/office/settings-trial.ts'
import { trySetup } from '../../electron/config/setup-settings.ts'

test('trying answers leaves no file, and settings that are on trial their way back', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'guichet-answers-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  const settingsFile = join(dataDirectory, 'config.json')
  writeFileSync(settingsFile, '{"maxSeats":2}')
  const trial = openSettingsTrial(settingsFile)
  trial.begin()
  writeFileSync(settingsFile, '{"maxSeats":4}')
  const keyring = { ok: false, error: { type: 'no-keyring', detail: 'none' } } as const
  const ground = { dataDirectory, settingsFile, before: { maxSeats: 4 }, keyring }
  expect(trySetup({ profile: 'demo', deviceId: 'hall-1' }, ground, {})).toMatchObject({
    value: { deviceId: 'hall-1' },
  })
  expect(readdirSync(dataDirectory).toSorted()).toEqual(['config.json', 'config.json.trial'])
  expect(trial.isOn()).toBe(true)
  trial.takeBack('seen')
  expect(readFileSync(settingsFile, 'utf8')).toContain('"maxSeats": 2')
})

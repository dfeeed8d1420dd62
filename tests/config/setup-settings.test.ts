import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import { openSettingsTrial } from '../../electron/office/settings-trial.ts'
import { settingsIn, trySetup, type Settings } from '../../electron/config/setup-settings.ts'

const keyring = { ok: false, error: { type: 'no-keyring', detail: 'none' } } as const

test('trying answers leaves no file, and settings that are on trial their way back', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'guichet-answers-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  const settingsFile = join(dataDirectory, 'config.json')
  writeFileSync(settingsFile, '{"maxSeats":2}')
  const trial = openSettingsTrial(settingsFile)
  trial.begin()
  writeFileSync(settingsFile, '{"maxSeats":4}')
  const ground = { dataDirectory, settingsFile, before: { maxSeats: 4 }, keyring }
  expect(trySetup({ profile: 'demo', deviceId: 'hall-1' }, ground, {})).toMatchObject({
    value: { deviceId: 'hall-1' },
  })
  expect(readdirSync(dataDirectory).toSorted()).toEqual(['config.json', 'config.json.trial'])
  expect(trial.isOn()).toBe(true)
  trial.takeBack('seen')
  expect(readFileSync(settingsFile, 'utf8')).toContain('"maxSeats": 2')
})

test('settings in UTF-16 are known to a new set-up, and the way back of a trial', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-answers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settingsFile = join(folder, 'config.json')
  writeFileSync(settingsFile, Buffer.from('\uFEFF{"maxSeats":2}', 'utf16le'))
  expect(settingsIn(settingsFile)).toEqual({ maxSeats: 2 })
  const trial = openSettingsTrial(settingsFile)
  trial.begin()
  trial.takeBack('seen')
  expect(readFileSync(settingsFile, 'utf8')).toContain('"maxSeats": 2')
})

/** Returns the settings of a live machine with these answers, set up for the first time or after `before`. */
function answered(answers: SetupAnswers, before: Settings | null = null) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'guichet-answers-'))
  onTestFinished(() => rmSync(dataDirectory, { recursive: true }))
  const ground = { dataDirectory, settingsFile: join(dataDirectory, 'config.json'), before, keyring }
  return trySetup({ profile: 'cashier', deviceId: 'desk-1', ...answers }, ground, {})
}

describe('printers, drawer and terminals among the answers', () => {
  const roll = { kind: 'receipt', address: 'tcp://10.0.0.5', paper: 'roll-80' } as const
  const sheet = { kind: 'queue', queue: 'Bureau', paper: 'a4' } as const
  const escpos = { kind: 'escpos', address: 'tcp://10.0.0.5', paper: 'roll-80' }
  const drawer = { pin: 5, pulseMs: 200 } as const
  const before = {
    mode: 'live',
    printers: {
      devices: { counter: { ...escpos, widthDots: 512, drawer }, office: { kind: 'system', queue: 'Bureau' } },
      tickets: ['counter'],
      receipts: ['counter'],
      reports: ['office'],
      drawer: 'counter',
    },
  }

  test.each<[string, SetupAnswers, object]>([
    [
      'one receipt printer for all, with the drawer',
      { printer: roll, receipts: 'tickets', reports: 'receipts', drawer: { at: 'tickets' } },
      {
        devices: { tickets: { ...escpos, drawer: { pin: 2, pulseMs: 120 } } },
        tickets: ['tickets'],
        receipts: ['tickets'],
        reports: ['tickets'],
        drawer: 'tickets',
      },
    ],
    [
      'tickets on a queue, receipts with the drawer on a roll',
      { printer: sheet, receipts: roll, reports: 'tickets', drawer: { at: 'receipts', ...drawer } },
      {
        devices: { tickets: { kind: 'system', queue: 'Bureau' }, receipts: { ...escpos, drawer } },
        tickets: ['tickets'],
        receipts: ['receipts'],
        reports: ['tickets'],
        drawer: 'receipts',
      },
    ],
  ])('%s', (_what, answers, printers) => {
    expect(answered(answers)).toMatchObject({ value: { printers } })
  })

  test.each<[string, SetupAnswers, object]>([
    ['nothing is asked of them', {}, before.printers],
    [
      'the ticket printer has another address: receipts and drawer follow it',
      { printer: { ...roll, address: 'tcp://10.0.0.6' } },
      {
        devices: { tickets: { ...escpos, address: 'tcp://10.0.0.6', drawer }, office: { queue: 'Bureau' } },
        tickets: ['tickets'],
        receipts: ['tickets'],
        reports: ['office'],
        drawer: 'tickets',
      },
    ],
    [
      'the same printer is named again: what no question asks stays',
      { printer: roll },
      { devices: { tickets: { ...escpos, widthDots: 512, drawer } }, drawer: 'tickets' },
    ],
    [
      'tickets move to a queue, which has no drawer',
      { printer: sheet },
      { devices: { tickets: { kind: 'system' } }, receipts: ['tickets'], reports: ['office'] },
    ],
    ['no drawer', { drawer: null }, { tickets: ['counter'], receipts: ['counter'] }],
  ])('set up again: %s', (_what, answers, printers) => {
    const config = answered(answers, before)
    expect(config).toMatchObject({ value: { printers } })
    expect(config.ok && config.value.printers.drawer).toBe((printers as { drawer?: string }).drawer)
  })

  test.each<[string, SetupAnswers, string]>([
    ['a drawer at a printer that has no connector for it', { printer: sheet, drawer: { at: 'tickets' } }, 'drawer'],
    ['a drawer at no printer', { drawer: { at: 'receipts' } }, 'drawer'],
    ['receipts on the printer of the tickets, which is none', { receipts: 'tickets' }, 'receipts'],
  ])('%s is refused by name', (_what, answers, name) => {
    expect(answered(answers)).toMatchObject({ error: { faults: [{ setting: `printers.${name}` }] } })
  })

  test('the demo practises with terminals of their own', () => {
    expect(answered({ profile: 'demo', terminals: 'attended' })).toMatchObject({ value: { terminals: 'attended' } })
    expect(answered({ terminals: 'simulated' })).toMatchObject({ error: { faults: [{ setting: 'terminals' }] } })
  })
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { SetupAnswers } from '../../shared/api/kiosk/setup.ts'
import { openSettingsTrial } from '../../electron/office/settings-file.ts'
import { answersOf, type Settings, settingsIn, trySetup } from '../../electron/config/setup-settings.ts'
import { settingsFileSchema } from '../../electron/config/settings-schema.ts'
import { changeableSettings } from '../../shared/api/kiosk/settings.ts'
import { settingsBelow } from '../documents/pages.ts'
import { temporaryFolder } from '../shells/shell.ts'

const keyring = { ok: false, error: { type: 'no-keyring', detail: 'none' } } as const

test('trying answers leaves no file, and settings that are on trial their way back', () => {
  const dataDirectory = temporaryFolder()
  const settingsFile = join(dataDirectory, 'config.json')
  writeFileSync(settingsFile, '{"maxSeats":2}')
  const trial = openSettingsTrial(settingsFile)
  trial.begin()
  writeFileSync(settingsFile, '{"maxSeats":4}')
  const ground = { dataDirectory, settingsFile, before: { maxSeats: 4 }, keyring }
  expect(trySetup({ profile: 'demo', deviceId: 'hall-1' }, ground, {})).toMatchObject({ value: { deviceId: 'hall-1' } })
  expect(readdirSync(dataDirectory).toSorted()).toEqual(['config.json', 'config.json.trial'])
  expect(trial.isOn()).toBe(true)
  trial.takeBack('seen')
  expect(readFileSync(settingsFile, 'utf8')).toContain('"maxSeats": 2')
})

test('settings in UTF-16 are known to a new set-up, and the way back of a trial', () => {
  const folder = temporaryFolder()
  const settingsFile = join(folder, 'config.json')
  writeFileSync(settingsFile, Buffer.from('\uFEFF{"maxSeats":2}', 'utf16le'))
  expect(settingsIn(settingsFile)).toEqual({ maxSeats: 2 })
  const trial = openSettingsTrial(settingsFile)
  trial.begin()
  trial.takeBack('seen')
  expect(readFileSync(settingsFile, 'utf8')).toContain('"maxSeats": 2')
})

/** Returns the settings that the set-up makes from `answers`. Null for `before` means a first set-up. */
function answered(answers: SetupAnswers, before: Settings | null = null) {
  const dataDirectory = temporaryFolder()
  const ground = { dataDirectory, settingsFile: join(dataDirectory, 'config.json'), before, keyring }
  return trySetup({ profile: 'cashier', deviceId: 'desk-1', ...answers }, ground, {})
}

test('a set-up that changes only the name of a tender keeps the order of the tenders in the settings', () => {
  const notes = { driver: 'ssp', device: '/dev/note-device', encryption: 'always' }
  const before = { mode: 'live', role: 'kiosk', tenders: ['cash', 'notes'], notes }
  const tenderNames = { notes: 'Billets' }
  const after = answered({ ...answersOf(before), tenderNames }, before)
  expect(after).toMatchObject({ value: { tenders: before.tenders, tenderNames } })
})

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
    expect(answered({ profile: 'demo', terminals: 'manual' })).toMatchObject({ value: { terminals: 'manual' } })
    expect(answered({ terminals: 'simulated' })).toMatchObject({ error: { faults: [{ setting: 'terminals' }] } })
  })
})

describe('the page of settings', () => {
  const page = readFileSync(new URL('../../docs/operating/settings.md', import.meta.url), 'utf8')

  interface Row {
    readonly key: string
    readonly text: string
    readonly also: string
  }

  /** Rows of the key tables. `.key` is a sibling of the key before it, `….key` is nested in it. */
  function documentedRows(): readonly Row[] {
    const rows: Row[] = []
    let above: readonly string[] = []
    for (const table of page.split('\n\n').filter((block) => block.startsWith('| Key'))) {
      const [head = '', , ...lines] = table.split('\n')
      const group = /Key of `([\w.]+)`/u.exec(head)?.[1]
      for (const text of lines) {
        const cells = text.split('|').map((cell) => cell.trim())
        const keys: string[] = []
        for (const [, written = ''] of (cells[1] ?? '').matchAll(/`([^`]+)`/gu)) {
          const beside = (keys.at(-1) ?? '').replace(/\.[^.]+$/u, '')
          if (written.startsWith('….')) keys.push(...above.map((key) => key + written.slice(1)))
          else if (written.startsWith('.')) keys.push(beside + written)
          else keys.push(group === undefined ? written : `${group}.${written}`)
        }
        if (!cells[1]?.includes('….')) above = keys
        rows.push(...keys.map((key) => ({ key, text, also: /\| Also/u.test(head) ? (cells.at(-2) ?? '') : '' })))
      }
    }
    return rows
  }

  const rows = documentedRows()
  const inFile = settingsBelow(settingsFileSchema, '')
  const isAt = (key: string, place: string): boolean => key === place || key.startsWith(`${place}.`)

  test('the page of settings names every setting, and no other', () => {
    const unnamed = [...inFile.keys()].filter((key) => !rows.some((row) => isAt(key, row.key) || isAt(row.key, key)))
    expect(unnamed).toEqual([])
    expect(rows.filter((row) => ![...inFile.keys()].some((key) => isAt(key, row.key) || isAt(row.key, key)))).toEqual(
      [],
    )
  })

  test('the JSON Schema accepts the example of the page and refuses what the program refuses', () => {
    const file = new URL('../../docs/integrating/config.schema.json', import.meta.url)
    const isValid = new Ajv2020({ validateFormats: false }).compile(JSON.parse(readFileSync(file, 'utf8')) as object)
    const [, text = ''] = /```json settings\n(.*?)```/su.exec(page) ?? []
    const example = { $schema: '../config.schema.json', ...(JSON.parse(text) as object) }
    for (const change of [
      {},
      { maxSeats: 0 },
      { maxSeat: 5 },
      { mode: 'trial' },
      { tickets: { logos: 'stade.png' } },
    ]) {
      const changed = { ...example, ...change }
      expect([change, isValid(changed)]).toEqual([change, settingsFileSchema.safeParse(changed).success])
    }
    expect(isValid(example)).toBe(true)
  })

  test('every setting that may be changed at a screen is one of the file', () => {
    const fields = [...inFile.keys()]
    const strange = changeableSettings.filter(
      ({ key }) => !fields.some((field) => isAt(key, field) || isAt(field, key)),
    )
    expect(strange).toEqual([])
  })

  test('the page says where else than in the file a setting may be changed', () => {
    const places = rows.map(({ key }) => {
      const setting = changeableSettings.find((one) => isAt(one.key, key))
      return [key, setting === undefined ? '' : setting.hub ? 'office, hub' : 'office']
    })
    expect(rows.map(({ key, also }) => [key, also])).toEqual(places)
  })

  test('the page says the defaults', () => {
    const plain = [...inFile].flatMap(([key, usual]) => {
      if (Array.isArray(usual)) return usual.length === 1 ? [[key, JSON.stringify(usual)] as const] : []
      return ['string', 'number', 'boolean'].includes(typeof usual) ? [[key, String(usual)] as const] : []
    })
    const named = plain.filter(([key]) => rows.some((row) => row.key === key))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(([key, usual]) => !rows.find((row) => row.key === key)?.text.includes(usual))).toEqual([])
  })
})

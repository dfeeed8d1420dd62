import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { settingsFileSchema } from '../../electron/config/settings-schema.ts'
import { changeableSettings } from '../../shared/kiosk-api/settings.ts'
import { settingsBelow } from '../documents/pages.ts'

const page = readFileSync(new URL('../../docs/operating/settings.md', import.meta.url), 'utf8')

interface Row {
  readonly key: string
  readonly text: string
  readonly also: string
}

/** Rows of the page's tables of keys; `.key` stands beside the key before it, `….key` below each key of the row above. */
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
/** Still taken from files of earlier versions. */
const forgotten = ['updates.from', 'updates.publicKeyFile']

test('the page of settings names every setting, and no other', () => {
  const unnamed = [...inFile.keys()].filter((key) => !rows.some((row) => isAt(key, row.key) || isAt(row.key, key)))
  expect(unnamed).toEqual(forgotten)
  expect(rows.filter((row) => ![...inFile.keys()].some((key) => isAt(key, row.key) || isAt(row.key, key)))).toEqual([])
})

test('the JSON Schema accepts the example of the page and refuses what the program refuses', () => {
  const file = new URL('../../docs/integrating/config.schema.json', import.meta.url)
  const isValid = new Ajv2020({ validateFormats: false }).compile(JSON.parse(readFileSync(file, 'utf8')) as object)
  const [, text = ''] = /```json settings\n(.*?)```/su.exec(page) ?? []
  const example = { $schema: '../config.schema.json', ...(JSON.parse(text) as object) }
  for (const change of [{}, { maxSeats: 0 }, { maxSeat: 5 }, { mode: 'trial' }, { tickets: { logos: 'stade.png' } }]) {
    const changed = { ...example, ...change }
    expect([change, isValid(changed)]).toEqual([change, settingsFileSchema.safeParse(changed).success])
  }
  expect(isValid(example)).toBe(true)
})

test('every setting that may be changed at a screen is one of the file', () => {
  const fields = [...inFile.keys()]
  const strange = changeableSettings.filter(({ key }) => !fields.some((field) => isAt(key, field) || isAt(field, key)))
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

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN, loadConfig } from '../../electron/config/config.ts'
import { ok } from '../../shared/domain/result.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startMachine, type Machine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

const pin = DEMO_PIN
const measure = { pixelsPerMillimetre: 3.62, screenFootMillimetres: 780 }

const file = ({ directory }: Machine): string => join(directory, 'screen.json')

test('what staff measured is told to the screens, goes before the settings, and outlasts the program', async () => {
  const machine = await startMachine({ pixelsPerMillimetre: 5, terminalSide: 'right', ticketSlot: 'below' })
  expect(need(await machine.api.getKiosk({}))).toMatchObject({
    pixelsPerMillimetre: 5,
    screenFootMillimetres: 800,
    surroundings: { terminal: 'right', tickets: 'below' },
  })

  expect(await machine.api.measureScreen({ pin, ...measure })).toEqual(ok(null))
  expect(machine.events).toContainEqual({ name: 'screen-measured', payload: measure })
  expect(need(await machine.api.getKiosk({}))).toMatchObject(measure)

  const again = await machine.restart({ pixelsPerMillimetre: 6 })
  expect(need(await again.api.getKiosk({}))).toMatchObject(measure)
})

test('the file is written beside and swapped: an older half-written draft is in nobody’s way', async () => {
  const machine = await startMachine()
  writeFileSync(`${file(machine)}.new`, '{"pixelsPer')
  need(await machine.api.measureScreen({ pin, ...measure }))
  expect(JSON.parse(readFileSync(file(machine), 'utf8'))).toEqual(measure)
  expect(existsSync(`${file(machine)}.new`)).toBe(false)
})

test.each([
  ['{"pixelsPerMillimetre": 0, "screenFootMillimetres": 800}', 'pixelsPerMillimetre: expected at least 1'],
  ['{"pixelsPerMillimetre": 4}', 'screenFootMillimetres: missing; expected a number'],
  ['{"pixelsPer', 'cannot be read'],
])('a file that says something else does not count, and is named with what to do: %s', (text, reason) => {
  const dataDirectory = temporaryFolder()
  writeFileSync(join(dataDirectory, 'screen.json'), text)
  const config = loadConfig({ dataDirectory })
  if (!config.ok) throw new Error(config.error.lines.join())
  expect(config.value).toMatchObject({ pixelsPerMillimetre: 4, screenFootMillimetres: 800 })
  const [line = '', ...others] = config.value.remarks
  expect(others).toEqual([])
  expect(line).toContain(`${join(dataDirectory, 'screen.json')}: ${reason}`)
  expect(line).toContain('measure the screen again')
})

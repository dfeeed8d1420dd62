import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN, loadConfig } from '../../electron/config/config.ts'
import { ok } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import { guichet } from '../cli/guichet.ts'
import { freePort } from '../support/free-port.ts'
import { startLine } from '../partner/scripted-partner.ts'
import { settingsFor, startHub, startMachine, visit } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const pin = DEMO_PIN

test('a live machine whose seller and terms are gone sells, and says everywhere what is missing and what to do', async () => {
  const hub = await startHub()
  const port = await freePort()
  const live = { ...hub.settings, mode: 'live', tenders: ['cash'], terminals: 'manual', staffPin: '730516' }
  const machine = await startMachine({ ...live, localApi: { port } })
  const { issues } = (await fetch(`http://127.0.0.1:${port}/healthz`).then((reply) => reply.json())) as {
    readonly issues: readonly { readonly what: string; readonly todo: string }[]
  }
  expect((await visit(machine)).offer).toBeDefined()

  const missing = ['seller.name', 'seller.address', 'seller.contact', 'terms.conditions', 'terms.privacy'] as const
  const readiness = { sells: true, issues: [{ type: 'terms-missing', settings: missing }] }
  expect(await machine.api.viewService({ pin: '730516' })).toMatchObject(ok({ readiness }))
  const { what, todo } = adviceOn(
    catalogues.en.issues,
    { type: 'terms-missing', settings: [...missing] },
    catalogues.en.tenderNames,
  )
  expect(issues).toMatchObject([{ what, todo }])
  const said = (...words: readonly string[]) => guichet(...words, '--data', machine.directory)
  await expect.poll(() => existsSync(join(machine.directory, 'status.json'))).toBe(true)
  const status = await said('status')
  expect(status.code).toBe(1)
  expect(status.said).toContain(`selling   ${what}\n          ${todo}`)
  const doctor = await said('doctor', '--language', 'en')
  expect(doctor.said).toContain(`! ${what}. ${todo}`)
  expect(doctor.code).toBe(0)
})

test('the machine’s clock is compared with the date of the partner’s replies', async () => {
  const hub = await startHub()
  const headers = { date: new Date(Date.now() + 7_200_000).toUTCString() }
  const line = await startLine(hub.url, async (_, forward) => {
    const answer = await forward()
    return typeof answer === 'string' ? answer : { ...answer, headers }
  })
  const machine = await startMachine(settingsFor(line.url, hub.accessCodes))
  need(await machine.api.listEvents({ page: 1, limit: 12 }))
  const issues = [{ type: 'clock-skew', minutes: -120, refused: false }]
  expect(await machine.readiness()).toMatchObject({ issues })
})

const measure = { pixelsPerMillimetre: 3.62, screenBottomMillimetres: 780 }

test('what staff measured is told to the screens, goes before the settings, and outlasts the program', async () => {
  const machine = await startMachine({ pixelsPerMillimetre: 5, terminalSide: 'right', ticketSlot: 'below' })
  expect(need(await machine.api.getKiosk({}))).toMatchObject({
    pixelsPerMillimetre: 5,
    screenBottomMillimetres: 800,
    surroundings: { terminal: 'right', tickets: 'below' },
  })

  expect(await machine.api.measureScreen({ pin, ...measure })).toEqual(ok(null))
  expect(machine.events).toContainEqual({ name: 'screen-measured', payload: measure })
  expect(need(await machine.api.getKiosk({}))).toMatchObject(measure)

  const again = await machine.restart({ pixelsPerMillimetre: 6 })
  expect(need(await again.api.getKiosk({}))).toMatchObject(measure)
})

test.each([
  ['{"pixelsPerMillimetre": 0, "screenBottomMillimetres": 800}', 'pixelsPerMillimetre: expected at least 1'],
  ['{"pixelsPerMillimetre": 4}', 'screenBottomMillimetres: missing; expected a number'],
  ['{"pixelsPer', 'cannot be read'],
])('a file that says something else does not count, and is named with what to do: %s', (text, reason) => {
  const dataDirectory = temporaryFolder()
  writeFileSync(join(dataDirectory, 'screen.json'), text)
  const config = need(loadConfig({ dataDirectory }))
  expect(config).toMatchObject({ pixelsPerMillimetre: 4, screenBottomMillimetres: 800 })
  const [line = '', ...others] = config.remarks
  expect(others).toEqual([])
  expect(line).toContain(`${join(dataDirectory, 'screen.json')}: ${reason}`)
  expect(line).toContain('measure the screen again')
})

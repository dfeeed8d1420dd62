import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PIN, loadConfig } from '../../electron/config/config.ts'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { ok } from '../../shared/domain/result.ts'
import { smallVenues, startMachine, temporaryFolder } from './machine.ts'

const pin = DEMO_PIN
const refused = (error: object) => ({ ok: false, error })

test('staff see what works and what does not, as it is now', async () => {
  const machine = await startMachine()
  const printer = { state: 'ready', reason: '' }
  const readiness = { sells: true, obstacles: [] }
  const state = {
    readiness,
    partner: { state: 'up' },
    printer,
    printers: [],
    ledger: 'ready',
    mayQuit: false,
    takesNotes: true,
  }
  expect(await machine.api.viewService({ pin })).toEqual(ok(state))

  const folder = join(temporaryFolder(), 'tickets')
  writeFileSync(folder, 'a file where a folder should be')
  const broken = await startMachine({ tickets: { folder } })
  expect(await broken.api.viewService({ pin })).toMatchObject(ok({ printer: { state: 'not-ready' } }))
})

test('nobody sees it or ends the program without the PIN, nor from a shell that does not let them', async () => {
  const machine = await startMachine()
  expect(await machine.api.viewService({ pin: '0000' })).toEqual(refused({ type: 'wrong-pin' }))
  expect(await machine.api.quitProgram({ pin: '0000' })).toEqual(refused({ type: 'wrong-pin' }))
  expect(await machine.api.quitProgram({ pin })).toEqual(refused({ type: 'quit-not-offered' }))
})

test('where the shell lets them, staff end the program', async () => {
  const config = loadConfig({ dataDirectory: temporaryFolder() })
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  let quits = 0
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const quit = (): void => void (quits += 1)
  const kiosk = await createKiosk(config.value, {
    version: '0',
    resourcesDirectory: smallVenues(),
    log,
    openDocuments: createDocumentService,
    sqliteBinding: undefined,
    quit,
  })
  onTestFinished(() => kiosk.stop())
  expect(await kiosk.api.viewService({ pin })).toMatchObject(ok({ mayQuit: true }))
  expect(await kiosk.api.quitProgram({ pin: '0000' })).toEqual(refused({ type: 'wrong-pin' }))
  expect(quits).toBe(0)
  expect(await kiosk.api.quitProgram({ pin })).toEqual(ok(null))
  expect(quits).toBe(1)
})

test('told to stop again while it stops, it stops once', async () => {
  const machine = await startMachine()
  await Promise.all([machine.stop(), machine.stop()])
  await machine.stop()
  const ledger = new Sqlite(join(machine.directory, 'demo/ledger.db'), { readonly: true })
  onTestFinished(() => void ledger.close())
  expect(ledger.prepare(`SELECT count(*) FROM journal WHERE code = 'STOP'`).pluck().get()).toBe(1)
  expect(machine.faults).toEqual([])
})

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PIN, loadConfig } from '../../electron/config/config.ts'
import { createKiosk } from '../../electron/app/kiosk.ts'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { ok } from '../../shared/domain/result.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { adviceOn } from '../../shared/i18n/obstacle-texts.ts'
import { freePort } from '../support/free-port.ts'
import { need, smallVenues, startHub, startMachine, temporaryFolder, visit } from './machine.ts'

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

test('a failing screen stops sales, but is no reason to take new settings back', async () => {
  const machine = await startMachine()
  const fault = { kind: 'render', error: 'TypeError', message: '', stack: '' } as const
  for (let times = 0; times < 3; times += 1) need(await machine.api.reportScreenFault(fault))
  expect(await machine.readiness()).toEqual({ sells: false, obstacles: [{ type: 'screen-failing', side: 'seller' }] })
  expect(await machine.canSell()).toBe(true)

  const folder = join(temporaryFolder(), 'tickets')
  writeFileSync(folder, 'a file where a folder should be')
  const broken = await startMachine({ tickets: { folder } })
  expect(await broken.canSell()).toBe(false)
})

test('a live machine whose seller and terms are gone sells, and says everywhere what is missing and what to do', async () => {
  const hub = await startHub()
  const port = await freePort()
  const live = { ...hub.settings, mode: 'live', tenders: ['cash'], terminals: 'attended', staffPin: '730516' }
  const machine = await startMachine({ ...live, localApi: { port } })
  const { obstacles } = (await fetch(`http://127.0.0.1:${port}/healthz`).then((reply) => reply.json())) as {
    readonly obstacles: readonly { readonly what: string; readonly todo: string }[]
  }
  expect((await visit(machine)).offer).toBeDefined()

  const missing = ['seller.name', 'seller.address', 'seller.contact', 'terms.conditions', 'terms.privacy'] as const
  const readiness = { sells: true, obstacles: [{ type: 'terms-missing', settings: missing }] }
  expect(await machine.api.viewService({ pin: '730516' })).toMatchObject(ok({ readiness }))
  const { what, todo } = adviceOn(
    catalogues.en.obstacles,
    { type: 'terms-missing', settings: [...missing] },
    catalogues.en.tenderNames,
  )
  expect(obstacles).toMatchObject([{ what, todo }])
  const said = async (...words: readonly string[]) => {
    const lines: string[] = []
    const code = await runCommandLine([...words, '--data', machine.directory], {
      say: (line) => void lines.push(line),
      refuse: (...refused) => (lines.push(...refused), 2),
    })
    return { code, text: lines.join('\n') }
  }
  await expect.poll(() => existsSync(join(machine.directory, 'status.json'))).toBe(true)
  const status = await said('status')
  expect(status.code).toBe(1)
  expect(status.text).toContain(`selling   ${what}\n          ${todo}`)
  const doctor = await said('doctor', '--language', 'en')
  expect(doctor.text).toContain(`! ${what}. ${todo}`)
  expect(doctor.code).toBe(0)
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

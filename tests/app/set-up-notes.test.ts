import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveNoteSimulator } from '../../electron/app/note-simulator.ts'
import { readProgram } from '../../electron/app/program.ts'
import { settingsIn } from '../../electron/config/setup-settings.ts'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import { machineFolder, need, startOn } from './set-up-machine.ts'
import { lawful } from '../support/lawful-answers.ts'

const kiosk: SetupAnswers = {
  profile: 'kiosk',
  deviceId: 'borne-1',
  partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo', signing: { scheme: 'none' } },
  machinePin: '730516',
  people: [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }],
  ...lawful,
}

/** A device on the network; where it is. */
async function noteDevice(plain = false): Promise<string> {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const served = await serveNoteSimulator({ ...place, notes: [], acts: [], plain })
  onTestFinished(() => served.close())
  return served.address
}

const wired = (device: string) => ({ device, encryption: 'always', currency: '' }) as const

test('the device for notes is told, tried, and written with the way to pay; a kiosk set up again keeps it', async () => {
  const folder = machineFolder()
  const file = join(folder, 'config.json')
  const { api } = startOn(folder)
  need(await api.answerSetup(kiosk))
  expect(await api.examinePayment({ tender: 'notes' })).toMatchObject({ ok: false, error: { type: 'nothing-to-test' } })
  const device = await noteDevice()
  need(await api.answerSetup({ notes: wired(device), tenders: ['cash', 'notes'] }))
  const { notes: examinedNotes } = need(await api.examinePayment({ tender: 'notes' })).examinedPayments
  expect(examinedNotes?.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
    'port ok',
    'device ok',
    'encryption ok',
    'notes ok',
    'currency ok',
    'box ok',
  ])
  need(await api.finishSetup({}))
  const written = { notes: { driver: 'ssp', device, encryption: 'always' }, tenders: ['cash', 'notes'] }
  expect(settingsIn(file)).toMatchObject(written)
  expect((await readProgram({ data: folder })).ok).toBe(true)

  const key = { secretFile: 'note-key' }
  writeFileSync(join(folder, 'note-key'), '0123456701234567', { mode: 0o600 })
  const before = { ...settingsIn(file), notes: { ...written.notes, key } }
  const later = startOn(folder, before).api
  expect(need(await later.viewSetup({})).answers).toMatchObject({ notes: wired(device), tenders: ['cash', 'notes'] })
  need(await later.answerSetup({ deviceId: 'borne-2' }))
  need(await later.finishSetup({}))
  expect(settingsIn(file)).toMatchObject({ ...before, deviceId: 'borne-2' })

  const last = startOn(folder, settingsIn(file)).api
  need(await last.answerSetup({ notes: null, tenders: ['cash'] }))
  need(await last.finishSetup({}))
  expect(settingsIn(file)).not.toHaveProperty('notes')
  expect(settingsIn(file)).toMatchObject({ tenders: ['cash'] })
})

test('a device that does not encrypt is not taken for one that has to, and another answer is tried again', async () => {
  const { api } = startOn(machineFolder())
  const device = await noteDevice(true)
  need(await api.answerSetup({ ...kiosk, notes: wired(device), tenders: ['notes'] }))
  const failed = need(await api.examinePayment({ tender: 'notes' })).examinedPayments.notes
  expect(failed?.steps.find(({ outcome }) => outcome === 'failed')).toMatchObject({ step: 'device' })
  const answered = need(await api.answerSetup({ notes: { ...wired(device), encryption: 'where-it-can' } }))
  expect(answered.examinedPayments).toEqual({})
  const { notes: examinedNotes } = need(await api.examinePayment({ tender: 'notes' })).examinedPayments
  expect(examinedNotes?.steps.find(({ step }) => step === 'encryption')).toMatchObject({ outcome: 'warning' })
})

test('what is no port is said by its setting, and a desk has no such device', async () => {
  const folder = machineFolder()
  const { api } = startOn(folder)
  expect(await api.answerSetup({ ...kiosk, notes: wired('note-device') })).toMatchObject({
    error: { faults: [{ setting: 'notes.device' }] },
  })
  need(await api.answerSetup({ ...kiosk, notes: wired('/dev/note-device'), tenders: ['cash', 'notes'] }))
  need(await api.answerSetup({ profile: 'cashier' }))
  need(await api.finishSetup({}))
  expect(settingsIn(join(folder, 'config.json'))).toMatchObject({ role: 'cashier', tenders: ['cash'] })
  expect(settingsIn(join(folder, 'config.json'))).not.toHaveProperty('notes')
})

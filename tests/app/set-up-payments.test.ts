import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SetupAnswers } from '../../shared/api/kiosk/setup.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { staffed } from '../support/lawful-answers.ts'
import { readProgram } from '../../electron/app/program.ts'
import { settingsIn } from '../../electron/config/setup-settings.ts'
import { serveNoteSimulator, servePaymentSimulator } from '../../electron/app/simulators.ts'
import { paymentForms } from '../../electron/config/payments.ts'
import { startOn } from '../world/kiosk.ts'

const partner = { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo', signing: { scheme: 'none' } } as const
const kiosk: SetupAnswers = { profile: 'kiosk', deviceId: 'borne-1', partner, ...staffed }

async function noteDevice(plain = false): Promise<string> {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const served = await serveNoteSimulator({ ...place, notes: [], acts: [], plain })
  onTestFinished(() => served.close())
  return served.address
}

const wired = (device: string) => ({ device, encryption: 'always', currency: '' }) as const

test('the device for notes is told, tried, and written with the way to pay; a kiosk set up again keeps it', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'config.json')
  const { api } = startOn(folder)
  need(await api.answerSetup(kiosk))
  expect(await api.examinePayment({ tender: 'notes' })).toMatchObject({ ok: false, error: { type: 'nothing-to-test' } })
  const device = await noteDevice()
  need(await api.answerSetup({ notes: wired(device), tenders: ['cash', 'notes'] }))
  const { notes: examinedNotes } = need(await api.examinePayment({ tender: 'notes' })).examinedPayments
  expect(examinedNotes?.steps.map(({ step, outcome }) => `${step} ${outcome}`).join(', ')).toBe(
    'port ok, device ok, encryption ok, notes ok, currency ok, box ok',
  )
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
  const { api } = startOn(temporaryFolder())
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
  const folder = temporaryFolder()
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

const SECRET = 'canary-client-secret'

const tenders: SetupAnswers['tenders'] = ['cash', 'orange-money']
const desk: SetupAnswers = { profile: 'cashier', deviceId: 'caisse-1', partner, ...staffed, tenders }

const djomyAt = (baseUrl: string, secrets?: { readonly clientSecret: string }) =>
  ({
    driver: 'djomy-push',
    fields: { baseUrl, clientId: 'simulator', method: 'OM', currency: '' },
    ...(secrets && { secrets }),
  }) as const

async function simulator(): Promise<string> {
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const served = await servePaymentSimulator({ name: 'djomy', acts: [], times: {}, ...place })
  onTestFinished(() => served.close())
  return served.url
}

const filesOf = (folder: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name), 'latin1')] as const)

test('a provider is tried, and its secret goes into a file of its owner’s alone', async () => {
  const url = await simulator()
  const folder = temporaryFolder()
  const { api } = startOn(folder)
  need(await api.answerSetup(desk))
  expect(await api.answerSetup({ payments: { 'orange-money': djomyAt(url) } })).toMatchObject({
    error: { faults: [{ setting: 'payments.orange-money.clientSecret', detail: 'not answered yet' }] },
  })
  const given = need(
    await api.answerSetup({ payments: { 'orange-money': djomyAt(url, { clientSecret: 'simulator' }) } }),
  )
  expect(given).toMatchObject({
    answers: { payments: { 'orange-money': { driver: 'djomy-push', fields: { clientId: 'simulator' } } } },
    paymentSecrets: ['payments.orange-money.clientSecret'],
  })
  const { examinedPayments } = need(await api.examinePayment({ tender: 'orange-money' }))
  expect(examinedPayments['orange-money']).toMatchObject({
    running: false,
    steps: [{ outcome: 'ok' }, { outcome: 'warning' }, {}, { step: 'access', outcome: 'ok' }, {}, {}, {}],
  })
  const wrong = need(await api.answerSetup({ payments: { 'orange-money': djomyAt(url, { clientSecret: SECRET }) } }))
  expect(wrong.examinedPayments).toEqual({})
  const again = need(await api.examinePayment({ tender: 'orange-money' })).examinedPayments['orange-money']
  expect(again?.steps.find(({ outcome }) => outcome === 'failed')?.step).toBe('access')
  expect(JSON.stringify(need(await api.viewSetup({})))).not.toContain(SECRET)
  expect(filesOf(folder).filter(([, text]) => text.includes(SECRET))).toEqual([])

  need(await api.finishSetup({}))
  const holders = filesOf(folder).filter(([, text]) => text.includes(SECRET))
  expect(holders.map(([name]) => name)).toEqual([expect.stringMatching(/^payment-secret-[0-9a-f]{8}$/u)])
  const [name = ''] = holders.map(([each]) => each)
  if (process.platform !== 'win32') expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  const djomy = { driver: 'djomy-push', baseUrl: url, clientId: 'simulator', clientSecret: { secretFile: name } }
  const kept = { tenders: ['cash', 'orange-money'], payments: { 'orange-money': djomy } }
  expect(settingsIn(join(folder, 'config.json'))).toMatchObject(kept)
  expect(settingsIn(join(folder, 'config.json'))?.['payments']).not.toHaveProperty('orange-money.currency')
})

test('set up again, a provider keeps its secret while its driver stays, and goes when it is answered so', async () => {
  const url = await simulator()
  const folder = temporaryFolder()
  const file = join(folder, 'config.json')
  const first = startOn(folder).api
  need(await first.answerSetup({ ...desk, payments: { 'orange-money': djomyAt(url, { clientSecret: SECRET }) } }))
  need(await first.finishSetup({}))
  const paidBy = () =>
    (settingsIn(file)?.['payments'] as Record<string, Record<string, unknown>> | undefined)?.['orange-money']
  const place = paidBy()?.['clientSecret']

  const later = startOn(folder, settingsIn(file)).api
  expect(need(await later.viewSetup({})).paymentSecrets).toEqual(['payments.orange-money.clientSecret'])
  const other = { ...djomyAt(url), fields: { ...djomyAt(url).fields, clientId: 'another' } }
  need(await later.answerSetup({ payments: { 'orange-money': other } }))
  expect(
    await later.answerSetup({
      payments: { 'orange-money': { driver: 'mtn-momo', fields: { targetEnvironment: 'sandbox' } } },
    }),
  ).toMatchObject({ ok: false })
  need(await later.finishSetup({}))
  expect(paidBy()).toMatchObject({ clientId: 'another', clientSecret: place })

  const last = startOn(folder, settingsIn(file)).api
  need(await last.answerSetup({ payments: { 'orange-money': null } }))
  need(await last.finishSetup({}))
  expect(settingsIn(file)).not.toHaveProperty('payments')
  expect((await readProgram({ data: folder })).ok).toBe(true)
})

test('what people call a way to pay is written with the settings, and taken back', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'config.json')
  const first = startOn(folder).api
  const tenderNames = { 'mtn-momo': 'Areeba Money', 'orange-money': 'OM' }
  need(await first.answerSetup({ ...desk, tenderNames }))
  expect(await first.answerSetup({ tenderNames: { card: 'x'.repeat(25) } })).toMatchObject({ ok: false })
  need(await first.finishSetup({}))
  expect(settingsIn(file)?.['tenderNames']).toEqual({ 'mtn-momo': 'Areeba Money', 'orange-money': 'OM' })

  const later = startOn(folder, settingsIn(file)).api
  expect(need(await later.viewSetup({})).answers.tenderNames).toEqual(settingsIn(file)?.['tenderNames'])
  need(await later.answerSetup({ tenderNames: { 'orange-money': null } }))
  need(await later.finishSetup({}))
  expect(settingsIn(file)?.['tenderNames']).toEqual({ 'mtn-momo': 'Areeba Money' })
})

test('what is wrong in a field is said by its setting', async () => {
  const { api } = startOn(temporaryFolder())
  need(await api.answerSetup(desk))
  const wrong = { driver: 'djomy-push', fields: { clientId: 'two words', method: 'OM' } } as const
  const answer = { payments: { 'orange-money': { ...wrong, secrets: { clientSecret: SECRET } } } }
  expect(await api.answerSetup(answer)).toMatchObject({
    error: { faults: [{ setting: 'payments.orange-money.clientId' }] },
  })
  expect(await api.answerSetup({ payments: { 'orange-money': { driver: 'another', fields: {} } } })).toMatchObject({
    error: { faults: [{ setting: 'payments.orange-money.driver' }] },
  })
})

test('every driver has a form, which asks for each thing that its settings need', () => {
  expect(paymentForms.length).toBeGreaterThan(1)
  for (const { driver, fields } of paymentForms) {
    expect([driver, fields.filter(({ kind }) => kind === 'secret').length > 0]).toEqual([driver, true])
    for (const field of fields.filter(({ name }) => name === 'baseUrl'))
      expect(field).toMatchObject({ needed: false, kind: 'text' })
    for (const { kind, choices } of fields) expect(choices.length > 0).toBe(kind === 'choice')
  }
  const push = paymentForms.find(({ driver }) => driver === 'djomy-push')
  const expected = ['clientId', 'clientSecret', 'method']
  expect(push?.fields.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(expected)
})

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { commandNames } from '../../shared/kiosk-api/contract.ts'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import { setupCommands } from '../../shared/kiosk-api/setup-contract.ts'
import { startProgram } from '../cli/guichet.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { machineFolder, need, noLog, startKiosk, startOn } from './set-up-machine.ts'
import { lawful } from '../support/lawful-answers.ts'

const signing = { scheme: 'stadepass-hmac', keyId: 'k1' } as const
const partner = { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo' }

test('a machine that restarts in the middle asks the secret again where it belongs, and keeps the rest', async () => {
  const folder = machineFolder()
  const before = startOn(folder)
  for (const given of [
    { profile: 'kiosk', deviceId: 'borne-7' },
    { partner: { ...partner, signing: { ...signing, secret: 'planted' } } },
  ] satisfies readonly SetupAnswers[])
    need(await before.api.answerSetup(given))
  expect(readdirSync(folder)).toEqual(['setup.json'])
  expect(readFileSync(join(folder, 'setup.json'), 'utf8')).not.toContain('planted')

  const { api } = startOn(folder)
  const steps: readonly SetupAnswers[] = [
    { language: 'fr' },
    { profile: 'kiosk' },
    { deviceId: 'borne-8' },
    { partner: { ...partner, partnerCode: 'conakry' } },
  ]
  for (const step of steps) expect([step, await api.answerSetup(step)]).toMatchObject([step, { ok: true }])
  expect(await api.viewSetup({})).toMatchObject({
    value: { answers: { deviceId: 'borne-8', partner: { partnerCode: 'conakry', signing } }, hasSecret: false },
  })
  const noSecret = { ok: false, error: { type: 'setup-refused', faults: [{ setting: 'partner.signing.secret' }] } }
  expect(await api.answerSetup({ partner: { ...partner, signing } })).toMatchObject(noSecret)
  expect(await api.examineSetup({})).toMatchObject(noSecret)
  expect(await api.answerSetup({ partner: { ...partner, signing: { ...signing, secret: 'again' } } })).toMatchObject({
    ok: true,
    value: { hasSecret: true },
  })
  expect(await api.examineSetup({})).toMatchObject({ ok: true })
})

test('people keep their names and numbers over a restart, and are asked for their PINs again', async () => {
  const folder = machineFolder()
  const mariama = { number: '1', name: 'Mariama Bah', role: 'supervisor' } as const
  const { api } = startOn(folder)
  need(await api.answerSetup({ profile: 'kiosk', partner, machinePin: '730516', ...lawful }))
  need(await api.answerSetup({ people: [{ ...mariama, pin: '905173' }] }))
  need(await api.answerSetup({ people: [{ number: '2', name: 'Sekou Conde', role: 'cashier', pin: '618240' }] }))
  expect(await api.answerSetup({ people: [{ number: '2', name: 'Aissatou Sow', role: 'cashier' }] })).toMatchObject({
    error: { faults: [{ setting: 'people', detail: "number 2 is somebody else's" }] },
  })
  need(await api.answerSetup({ formerPeople: ['2'] }))
  need(await api.answerSetup({ people: [{ number: '2', name: 'Aissatou Sow', role: 'cashier', pin: '618241' }] }))

  const again = startOn(folder).api
  expect(need(await again.viewSetup({})).people).toMatchObject([
    { ...mariama, hasPin: false },
    { number: '2', name: 'Aissatou Sow', hasPin: false },
  ])
  need(await again.answerSetup({ machinePin: '730516', people: [{ ...mariama, pin: '905173' }] }))
  expect(await again.finishSetup({})).toMatchObject({ error: { faults: [{ setting: 'people' }] } })
  need(await again.answerSetup({ formerPeople: ['2'] }))
  need(await again.finishSetup({}))

  const later = startOn(folder, { mode: 'live', staffPin: '730516', ...lawful }).api
  expect(need(await later.viewSetup({})).people).toEqual([{ ...mariama, hasPin: true }])
  need(await later.answerSetup({ profile: 'kiosk', partner, formerPeople: ['1'] }))
  expect(await later.finishSetup({})).toMatchObject({ error: { faults: [{ setting: 'people' }] } })
})

test('a PIN that is drawn is not one that is guessed', async () => {
  const { api } = startOn(machineFolder())
  const pin = need(await api.drawPin({}))
  expect(pin).toMatch(/^\d{6}$/u)
  need(await api.answerSetup({ machinePin: pin }))
  for (const easy of ['1234', '0000', '123456', '1987', '1212'])
    expect(await api.answerSetup({ people: [{ number: '1', name: 'A', role: 'cashier', pin: easy }] })).toMatchObject({
      error: { type: 'setup-refused' },
    })
})

test('a machine that sells for money is not set up without seller, conditions of sale and privacy notice', async () => {
  const folder = machineFolder()
  const people = [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }] as const
  const { api } = startOn(folder)
  need(await api.answerSetup({ profile: 'kiosk', partner, machinePin: '730516', people: [...people] }))
  const missing = (...settings: readonly string[]) => ({
    error: { type: 'setup-refused', faults: settings.map((setting) => ({ setting, detail: 'not answered yet' })) },
  })
  expect(await api.finishSetup({})).toMatchObject(
    missing('seller.name', 'seller.address', 'seller.contact', 'terms.conditions', 'terms.privacy'),
  )
  need(await api.answerSetup({ seller: { ...lawful.seller, contact: ' ' } }))
  const nowhere = { conditions: { fr: { file: 'cgv.txt' } }, privacy: { fr: 'Vos données' } }
  expect(await api.answerSetup({ terms: nowhere })).toMatchObject({
    error: { faults: [{ setting: 'terms.conditions.fr.file', detail: `no such file: ${join(folder, 'cgv.txt')}` }] },
  })
  writeFileSync(join(folder, 'cgv.txt'), 'Conditions de vente')
  need(await api.answerSetup({ terms: { ...nowhere, version: '1 octobre 2026', address: '' } }))
  expect(await api.finishSetup({})).toMatchObject(missing('seller.contact'))
  need(await api.answerSetup({ seller: { ...lawful.seller, taxNumber: '', taxRate: 18 } }))
  need(await api.finishSetup({}))
  const written = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as object
  expect(written).toMatchObject({
    seller: { ...lawful.seller, taxRate: 18 },
    terms: {
      conditions: { fr: { file: join(folder, 'cgv.txt') } },
      privacy: { fr: 'Vos données' },
      version: '1 octobre 2026',
    },
  })
  expect(written).not.toHaveProperty(['terms', 'address'])
  expect(written).not.toHaveProperty(['seller', 'taxNumber'])

  const again = startOn(folder, written as Record<string, unknown>).api
  expect(need(await again.viewSetup({})).answers).toMatchObject({
    seller: lawful.seller,
    terms: { conditions: { fr: { file: join(folder, 'cgv.txt') } } },
  })
})

test('a machine whose file of conditions is gone starts and reports it; a set-up refuses it', async () => {
  const folder = machineFolder()
  const people = [{ number: '1', name: 'Mariama Bah', role: 'supervisor', pin: '905173' }] as const
  const { api } = startOn(folder)
  need(await api.answerSetup({ profile: 'kiosk', partner, machinePin: '730516', people: [...people] }))
  writeFileSync(join(folder, 'cgv.txt'), 'Conditions de vente')
  const terms = { conditions: { fr: { file: 'cgv.txt' } }, privacy: { fr: 'Vos données' } }
  need(await api.answerSetup({ seller: lawful.seller, terms }))
  need(await api.finishSetup({}))
  rmSync(join(folder, 'cgv.txt'))

  const warned: unknown[] = []
  const { kiosk, config } = await startKiosk(folder, { ...noLog, warn: (...line) => void warned.push(line) })
  expect((await kiosk.readiness()).obstacles).toContainEqual({ type: 'terms-missing', settings: ['terms.conditions'] })
  expect(config.terms).toEqual({ conditions: {}, privacy: { fr: 'Vos données' } })
  const gone = `terms.conditions.fr.file: no such file: ${join(folder, 'cgv.txt')}`
  expect(warned).toContainEqual(['program.remark', { remark: `${join(folder, 'config.json')}: ${gone}` }])

  const written = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as Record<string, unknown>
  const again = startOn(folder, written).api
  const refused = { error: { type: 'setup-refused', faults: [{ setting: 'terms.conditions.fr.file' }] } }
  expect(await again.answerSetup({ terms })).toMatchObject(refused)
  expect(await again.finishSetup({})).toMatchObject(refused)
})

/** Starts the program on this data folder. Returns a function that sends it a command as a page does. */
async function served(data: string, setup: boolean) {
  await seedFolder(data)
  const machine = await startProgram({ data, setup })
  return (method: string, input: object = {}) => dispatch(machine.api ?? {}, method, input, noLog)
}

test('a machine is asked about its set-up while it has none, and about nothing else; afterwards the other way round', async () => {
  const data = machineFolder()
  const ask = await served(data, true)
  const forbidden = { ok: false, error: { type: 'forbidden' } }
  const isShared = (name: string): boolean => name === 'reportScreenFault'
  for (const command of commandNames.filter((name) => !isShared(name)))
    expect([command, await ask(command)]).toEqual([command, forbidden])
  expect(await ask('answerSetup', { profile: 'sultan' })).toMatchObject({ error: { type: 'invalid-input' } })
  expect(await ask('answerSetup', { machinePin: '1234' })).toMatchObject({ error: { type: 'setup-refused' } })
  expect(await ask('leaveSetup')).toEqual({ ok: false, error: { type: 'no-settings' } })
  expect(await ask('answerSetup', { profile: 'kiosk' })).toMatchObject({ ok: true })
  expect(await ask('finishSetup')).toMatchObject({ error: { type: 'setup-refused' } })
  expect(existsSync(join(data, 'config.json'))).toBe(false)
  expect(await ask('answerSetup', { profile: 'demo' })).toMatchObject({ ok: true })
  expect(await ask('finishSetup')).toEqual({ ok: true, value: null })
  await expect.poll(() => ask('getKiosk')).toMatchObject({ ok: true, value: { mode: 'demo' } })
  for (const command of Object.keys(setupCommands).filter((name) => !isShared(name)))
    expect([command, await ask(command)]).toEqual([command, forbidden])
})

test('without being asked for, a machine without settings is the demo at once', async () => {
  const data = machineFolder()
  writeFileSync(join(data, 'setup.json'), '{}')
  const ask = await served(data, false)
  expect(await ask('getKiosk')).toMatchObject({ ok: true, value: { mode: 'demo' } })
})

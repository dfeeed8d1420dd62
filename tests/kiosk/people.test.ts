import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStaffList } from '../../electron/app/staff-list.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { keepPeople } from '../support/quick-pins.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { review, startMachine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

const people = [
  { number: '7', name: 'Mariama Bah', role: 'cashier' },
  { number: '90', name: 'Fatou Camara', role: 'supervisor' },
  { number: '91', name: 'Ibrahima Sow', role: 'supervisor' },
  { number: '95', name: 'Alpha Diallo', role: 'technician' },
  { number: '620483', name: 'Aïssatou Sylla', role: 'cashier' },
] as const

/** A kiosk with a cashier, two supervisors and a technician; `of` gives what each of them asks with. */
async function staffed() {
  const directory = temporaryFolder()
  mkdirSync(join(directory, 'demo'))
  const pins = keepPeople(join(directory, 'demo'), people)
  const machine = await startMachine({}, directory)
  const of = (staff: string) => ({ staff, pin: pins.get(staff) ?? '' })
  return { machine, api: machine.api, directory, of }
}

const newcomer = { number: '8', name: 'Kadiatou Barry', role: 'supervisor', newPin: '739105' } as const
const asNewcomer = { staff: '8', pin: '739105' }

const rows = async ({ api }: Awaited<ReturnType<typeof staffed>>) =>
  need(await api.viewJournal({ pin: DEMO_PIN }))
    .filter(({ code }) => /^(?:PERSON|PIN)_/u.test(code))
    .map(({ code, staffId, details }) => [code, staffId, JSON.parse(details) as unknown])

describe('people', () => {
  it('are let in by two, at once, and the journal has who let in whom, without names', async () => {
    const scene = await staffed()
    const { api, of, directory } = scene
    const added = need(await api.addPerson({ ...of('90'), second: of('91'), ...newcomer }))
    expect(added.map(({ number, role }) => [number, role])).toContainEqual(['8', 'supervisor'])
    expect(JSON.stringify(added)).not.toContain(newcomer.newPin)
    expect(need(await api.signIn(asNewcomer))).toMatchObject({ number: '8', name: 'Kadiatou Barry' })
    need(await api.renewPin({ ...of('91'), second: of('95'), number: '7', newPin: '502846' }))
    expect(await api.signIn(of('7'))).toMatchObject({ error: { type: 'wrong-pin' } })
    need(await api.signIn({ staff: '7', pin: '502846' }))
    need(await api.removePerson({ ...of('90'), number: '7' }))
    expect(await api.signIn({ staff: '7', pin: '502846' })).toMatchObject({ error: { type: 'wrong-pin' } })
    expect(await rows(scene)).toEqual([
      ['PERSON_REMOVED', '90', { number: '7', role: 'cashier' }],
      ['PIN_RENEWED', '91', { number: '7', second: '95' }],
      ['PERSON_ADDED', '90', { number: '8', role: 'supervisor', second: '91' }],
    ])
    // The command line keeps the same list.
    expect(openStaffList(join(directory, 'demo')).list()).toEqual(need(await api.listPeople(of('90'))))
    expect(need(await api.verifyLedger({ pin: DEMO_PIN }))).toMatchObject({ sound: true, findings: [] })
  })

  it('are not made up by a supervisor who wants a second person of their own', async () => {
    const scene = await staffed()
    const { api, of } = scene
    const refused = (because: string) => ({ error: { type: 'second-person', because } })
    const fatou = of('90')
    // Alone, twice the same, with a cashier: nobody new, and nobody else's PIN.
    for (const [second, because] of [
      [fatou, 'same-person'],
      [of('7'), 'not-allowed'],
    ] as const) {
      expect(await api.addPerson({ ...fatou, second, ...newcomer })).toMatchObject(refused(because))
      const taken = { number: '91', newPin: '739105' }
      expect(await api.renewPin({ ...fatou, second, ...taken })).toMatchObject(refused(because))
      const asker = { number: '7', newPin: '739105' }
      expect(await api.renewPin({ ...fatou, second, ...asker })).toMatchObject(refused(because))
    }
    // Who is off the list is no second any more, and their number does not come back by one person.
    need(await api.removePerson({ ...fatou, number: '91' }))
    const second = of('91')
    expect(await api.addPerson({ ...fatou, second, ...newcomer })).toMatchObject(refused('wrong-pin'))
    expect(await rows(scene)).toEqual([['PERSON_REMOVED', '90', { number: '91', role: 'supervisor' }]])
    expect(await api.signIn(asNewcomer)).toMatchObject({ error: { type: 'wrong-pin' } })
  })

  it('get no PIN that is guessed, no number that is taken, and are never without a supervisor', async () => {
    const scene = await staffed()
    const { api, of } = scene
    const two = { ...of('90'), second: of('91') }
    expect(await api.addPerson({ ...two, ...newcomer, newPin: '1234' })).toMatchObject({
      error: { type: 'guessed-pin' },
    })
    expect(await api.renewPin({ ...two, number: '7', newPin: '140787' })).toMatchObject({
      error: { type: 'guessed-pin' },
    })
    expect(await api.addPerson({ ...two, ...newcomer, number: '7' })).toMatchObject({ error: { type: 'number-taken' } })
    // A staff number typed as a PIN does not count as an attempt.
    for (const [number, newPin] of [
      ['40211', '40211'],
      ['8', '620483'],
    ] as const)
      expect(await api.addPerson({ ...two, ...newcomer, number, newPin })).toMatchObject({
        error: { type: 'guessed-pin' },
      })
    expect(await api.renewPin({ ...two, number: '7', newPin: '620483' })).toMatchObject({
      error: { type: 'guessed-pin' },
    })
    const nobody = { number: '55', newPin: '739105' }
    expect(await api.renewPin({ ...two, ...nobody })).toMatchObject({ error: { type: 'no-such-number' } })
    expect(await api.removePerson({ ...of('90'), number: '55' })).toMatchObject({ error: { type: 'no-such-number' } })
    expect(await rows(scene)).toEqual([])
    need(await api.removePerson({ ...of('90'), number: '91' }))
    expect(await api.removePerson({ ...of('90'), number: '90' })).toMatchObject({ error: { type: 'last-supervisor' } })
    // Two at once are both kept, and the same number once.
    const other = { ...of('90'), second: of('95') }
    const both = await Promise.all([
      api.addPerson({ ...other, ...newcomer }),
      api.addPerson({ ...other, ...newcomer, name: 'Somebody Else' }),
      api.addPerson({ ...other, ...newcomer, number: '9', name: 'Sékou Keita' }),
    ])
    expect(both.map((reply) => (reply.ok ? 'done' : reply.error.type))).toEqual(['done', 'number-taken', 'done'])
    expect(need(await api.listPeople(of('90'))).map(({ name }) => name)).toEqual([
      'Mariama Bah',
      'Kadiatou Barry',
      'Sékou Keita',
      'Fatou Camara',
      'Alpha Diallo',
      'Aïssatou Sylla',
    ])
  })
})

describe('a PIN that is guessed', () => {
  it('takes no cash; three tries lock the pad, for the right one, too', async () => {
    const machine = await startMachine({ staffPin: '730516' })
    const { saleId, offer } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'cash' }))
    const confirm = (pin: string) => machine.api.confirmCash({ saleId, pin, received: offer.total })
    for (const tried of ['0000', DEMO_PIN, '7305160'])
      expect(await confirm(tried)).toEqual({ ok: false, error: { type: 'wrong-pin' } })
    expect(await confirm('730516')).toMatchObject({ error: { type: 'pin-locked' } })
    expect(await machine.api.listStaffCases({ pin: '730516' })).toMatchObject({ error: { type: 'pin-locked' } })
    expect(machine.sales.find(saleId)?.state).toBe('paying')
    need(await machine.api.cancelPayment({ saleId }))
  })

  it('of a second person is locked, and the answer says for how long', async () => {
    const { api, of } = await staffed()
    const addition = (pin: string) => api.addPerson({ ...of('90'), second: { ...of('91'), pin }, ...newcomer })
    for (const pin of ['0001', '0002', '0003'])
      expect(await addition(pin)).toMatchObject({ error: { because: 'wrong-pin' } })
    const locked = await addition(of('91').pin)
    expect(locked).toMatchObject({ error: { type: 'second-person', because: 'pin-locked' } })
    expect(locked).toHaveProperty('error.seconds', expect.any(Number))
  })
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { openStaffList } from '../../electron/app/staff-list.ts'
import { need, settingsFor, startHub, startMachine, temporaryFolder } from './machine.ts'

const desk = { role: 'cashier' }
const names = ['Mariama Bah', 'Fatou Camara', 'Alpha Diallo']

test("the demo's desk shows people to be, and each signs in with the PIN that stands there", async () => {
  const { api } = await startMachine(desk)
  const { demoStaff = [], demoPin, hasStaff } = need(await api.getKiosk({}))
  expect([demoStaff.map(({ name }) => name), demoPin, hasStaff]).toEqual([names, DEMO_PIN, undefined])
  for (const { number, name, role, pin } of demoStaff)
    expect(need(await api.signIn({ staff: number, pin }))).toMatchObject({ number, name, role })
  expect(await api.signIn({ staff: '2', pin: DEMO_PIN })).toMatchObject({ error: { type: 'wrong-pin' } })
})

test('so does a kiosk of the demo that takes notes: its note box is opened by two of them', async () => {
  const { api } = await startMachine({ role: 'kiosk', tenders: ['card', 'notes'] })
  const [cashier, supervisor] = need(await api.getKiosk({})).demoStaff ?? []
  const of = (person = cashier) => ({ staff: person!.number, pin: person!.pin })
  const { open } = need(await api.openNoteBox({ ...of(), second: of(supervisor) }))
  expect(open).toMatchObject({ staffId: cashier!.number, second: supervisor!.number })
})

test('nobody is shown and nobody is let in once the desk has people of its own', async () => {
  const directory = temporaryFolder()
  const { pin } = need(await openStaffList(join(directory, 'demo')).add({ number: '1', name: 'A', role: 'cashier' }))
  const { api } = await startMachine(desk, directory)
  const { demoStaff, hasStaff } = need(await api.getKiosk({}))
  expect([demoStaff, hasStaff]).toEqual([undefined, true])
  expect(await api.signIn({ staff: '2', pin: '8642' })).toMatchObject({ error: { type: 'wrong-pin' } })
  expect(need(await api.signIn({ staff: '1', pin }))).toMatchObject({ name: 'A' })
})

test.each([
  ['a desk with a PIN of its own', async () => ({ ...desk, staffPin: '730516' })],
  ['a kiosk without a note box', async () => ({ role: 'kiosk', tenders: ['card'] })],
  [
    'a live desk',
    async () => {
      const hub = await startHub()
      return { ...settingsFor(hub.url, hub.accessCodes), ...desk, mode: 'live', tenders: ['cash'], staffPin: '730516' }
    },
  ],
])('%s shows no PIN and has nobody of the demo', async (_what, settings) => {
  const { api } = await startMachine(await settings())
  expect(need(await api.getKiosk({})).demoStaff).toBeUndefined()
  expect(JSON.stringify(await api.getKiosk({}))).not.toMatch(/8642|Fatou/u)
  expect(await api.signIn({ staff: '2', pin: '8642' })).toMatchObject({ error: { type: 'wrong-pin' } })
})

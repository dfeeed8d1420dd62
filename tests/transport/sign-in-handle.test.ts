import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { openStaffList } from '../../electron/app/people.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { type CommandName, commandNames, mayDo } from '../../shared/api/kiosk/contract.ts'
import type { PersonView } from '../../shared/api/kiosk/views.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startMachine } from '../world/kiosk.ts'
import { need, pin, type KioskFixture, startSmallKiosk } from '../world/kiosk-fixture.ts'

const cashier = { staff: '7', pin }
const supervisor = { staff: '90', pin }

const startDesk = (): Promise<KioskFixture> =>
  startSmallKiosk({
    settings: {
      role: 'cashier',
      identify: async ({ staff, pin: given }) => {
        const role = staff === '7' ? 'cashier' : staff === '90' ? 'supervisor' : null
        return role && given === pin ? ok({ staffId: role, name: '', role }) : err({ type: 'wrong-pin' })
      },
    },
  })
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

type Served = Pick<KioskFixture, 'api'>

async function send({ api }: Served, method: CommandName, input: object): Promise<string> {
  const reply = await dispatch(api, method, input, log)
  return reply.ok ? 'done' : reply.error.type
}

async function signIn({ api }: Served, credentials: object): Promise<PersonView & { readonly handle: string }> {
  return need(await dispatch(api, 'signIn', credentials, log)) as PersonView & { readonly handle: string }
}

const looks = (kiosk: Served, handle: string): Promise<string> => send(kiosk, 'viewShift', { handle })

test('the handle of a sign-in stands for number and PIN: in the name of who signed in, within their role', async () => {
  const kiosk = await startDesk()
  const { handle, ...person } = await signIn(kiosk, cashier)
  expect(person).toEqual({ number: 'cashier', name: '', role: 'cashier' })
  const { saleId, total } = await kiosk.reviewed()
  expect(await send(kiosk, 'pay', { saleId, tender: 'card', amount: 5000, by: { handle } })).toBe('done')
  await kiosk.sales.settled(saleId)
  expect(kiosk.sales.find(saleId)).toMatchObject({ parts: [{ staffId: 'cashier' }] })
  expect(await send(kiosk, 'pay', { saleId, tender: 'cash' })).toBe('done')
  expect(await send(kiosk, 'confirmCash', { handle, saleId, received: total })).toBe('done')
  expect(await send(kiosk, 'viewJournal', { handle })).toBe('not-allowed')
})

test('a guess opens nothing, whatever stands beside it, and no handle signs in or answers for somebody else', async () => {
  const kiosk = await startDesk()
  const guesses = ['', '0', pin, 'cashier', '__proto__', '00000000-0000-4000-8000-000000000000']
  for (const handle of guesses) expect(await looks(kiosk, handle)).toBe('signed-out')
  const { handle } = await signIn(kiosk, cashier)
  for (const guess of [...guesses, handle.toUpperCase(), ` ${handle}`, handle.slice(0, -1)])
    expect(await looks(kiosk, guess)).toBe('signed-out')
  const handles = [{ handle, pin }, { handle, ...supervisor }, { handle: null }, { handle: [handle] }]
  for (const input of [{}, { staff: 'cashier' }, ...handles])
    expect(await send(kiosk, 'viewShift', input)).toBe('invalid-input')
  expect(await send(kiosk, 'signIn', { handle })).toBe('invalid-input')
  const back = { saleId: crypto.randomUUID(), ticketIds: ['1'], kind: 'refund', reason: 'r' }
  for (const second of [{ handle }, { handle, pin }, {}])
    expect(await send(kiosk, 'returnTickets', { handle, ...back, second })).toBe('invalid-input')
  expect(await send(kiosk, 'returnTickets', { handle, ...back, second: { pin: '0000' } })).toBe('second-person')
  expect(kiosk.codes().filter((code) => code === 'SIGNED_IN')).toHaveLength(1)
})

test('what asks for nobody takes no handle, and what asks for somebody takes a dead one nowhere', async () => {
  const kiosk = await startDesk()
  const { handle } = await signIn(kiosk, cashier)
  expect(await send(kiosk, 'signOut', { handle, reason: 'left' })).toBe('done')
  for (const name of commandNames.filter((each) => !mayDo(each, 'customer') && each !== 'signIn'))
    expect([name, await send(kiosk, name, { handle })]).toEqual([
      name,
      expect.stringMatching(/^(signed-out|invalid-input)$/u),
    ])
  expect(await send(kiosk, 'getKiosk', { handle })).toBe('invalid-input')
  const { saleId } = await kiosk.reviewed()
  expect(await send(kiosk, 'pay', { saleId, tender: 'card', by: { handle } })).toBe('signed-out')
  expect(kiosk.codes()).not.toContain('TENDER_STARTED')
})

test.each(['left', 'idle'])('a desk that was locked (%s) leaves its handle worth nothing', async (reason) => {
  const kiosk = await startDesk()
  const { handle } = await signIn(kiosk, cashier)
  expect(await looks(kiosk, handle)).toBe('done')
  expect(await send(kiosk, 'signOut', { handle, reason })).toBe('done')
  expect(await looks(kiosk, handle)).toBe('signed-out')
  expect(await send(kiosk, 'signOut', { handle, reason })).toBe('signed-out')
})

test('a hand-over leaves the handle of the person before worth nothing, and theirs is not the next one’s', async () => {
  const kiosk = await startDesk()
  const before = await signIn(kiosk, supervisor)
  const now = await signIn(kiosk, cashier)
  expect(now.handle).not.toBe(before.handle)
  expect(await looks(kiosk, before.handle)).toBe('signed-out')
  expect(await send(kiosk, 'listClosures', { handle: now.handle })).toBe('not-allowed')
  expect(await send(kiosk, 'signOut', { handle: before.handle, reason: 'left' })).toBe('signed-out')
  expect(await looks(kiosk, now.handle)).toBe('done')
})

test('a sign-in that was refused takes the desk from nobody', async () => {
  const kiosk = await startDesk()
  const { handle } = await signIn(kiosk, cashier)
  expect(await send(kiosk, 'signIn', { ...supervisor, pin: '0000' })).toBe('wrong-pin')
  expect(await looks(kiosk, handle)).toBe('done')
})

test('a desk whose page has been silent has nobody, one that speaks keeps its person', async () => {
  const kiosk = await startDesk()
  const { handle } = await signIn(kiosk, cashier)
  for (let times = 0; times < 4; times += 1) {
    kiosk.pass(60_000)
    expect(await send(kiosk, 'reportActivity', { inUse: true })).toBe('done')
  }
  expect(await looks(kiosk, handle)).toBe('done')
  kiosk.pass(60_000)
  expect(await send(kiosk, 'reportActivity', { inUse: false })).toBe('done')
  kiosk.pass(31_000)
  expect(await looks(kiosk, handle)).toBe('signed-out')
  expect(await send(kiosk, 'reportActivity', { inUse: true })).toBe('done')
  expect(await looks(kiosk, handle)).toBe('signed-out')
})

test('a restart of the program leaves it worth nothing', async () => {
  const kiosk = await startDesk()
  const { handle } = await signIn(kiosk, cashier)
  expect(await looks(await kiosk.restart(), handle)).toBe('signed-out')
})

test('somebody who was taken off the list, or got another PIN, is out at once', async () => {
  const directory = temporaryFolder()
  const data = join(directory, 'demo')
  mkdirSync(data)
  const people = openStaffList(data)
  const member = { number: '7', name: 'Mariama Bah', role: 'cashier' } as const
  const first = need(await people.add(member))
  const machine = await startMachine({ role: 'cashier' }, directory)
  const begin = async (code: string) => (await signIn(machine, { staff: '7', pin: code })).handle
  const before = await begin(first.pin)
  expect(await looks(machine, before)).toBe('done')
  const changed = need(await people.resetPin('7'))
  expect(await looks(machine, before)).toBe('signed-out')
  const now = await begin(changed.pin)
  need(people.remove('7'))
  expect(await looks(machine, now)).toBe('signed-out')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StorageFull, type Log } from '../../electron/kiosk/ports/ports.ts'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { commands } from '../../shared/api/kiosk/commands.ts'
import { commandNames, type KioskApi } from '../../shared/api/kiosk/contract.ts'
import * as fields from '../../shared/api/kiosk/fields.ts'
import type { LogDetails } from '../../shared/log-line.ts'
import { languages } from '../../shared/domain/language.ts'
import { amountOf } from '../support/share.ts'

const saleId = '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'

function admission(change: Partial<KioskApi> = {}) {
  const logged: { event: string; error: unknown; details: LogDetails | undefined }[] = []
  const note: Log['error'] = (event, error, details) => logged.push({ event, error, details })
  const log: Log = { info: () => undefined, warn: () => undefined, error: note }
  const echo = commandNames.map((name) => [name, (input: unknown) => Promise.resolve(ok(input))])
  const api = { ...(Object.fromEntries(echo) as unknown as KioskApi), ...change }
  return { logged, send: (method: unknown, input: unknown) => dispatch(api, method, input, log) }
}

describe('admission', () => {
  test('a command gets its input and answers', async () => {
    const { send } = admission()
    const input = { saleId, language: 'en' }
    expect(await send('setLanguage', input)).toEqual(ok(input))
  })

  test('a command that this screen was not given is forbidden to it, and no bug', async () => {
    const logged: string[] = []
    const note = (message: string): void => void logged.push(message)
    const api = { viewDisplay: () => Promise.reject(new Error('not asked')) }
    const log: Log = { info: note, warn: note, error: note }
    expect(await dispatch(api, 'dismissSale', { saleId }, log)).toEqual(err({ type: 'forbidden' }))
    expect(await dispatch({ dismissSale: undefined as never }, 'dismissSale', { saleId }, log)).toEqual(
      err({ type: 'forbidden' }),
    )
    expect(logged).toEqual([])
  })

  test('a method of the object that no contract names is forbidden', async () => {
    const { send, logged } = admission({ planted: () => Promise.resolve(ok('reached')) } as Partial<KioskApi>)
    expect(await send('planted', {})).toEqual(err({ type: 'forbidden' }))
    expect(await send(['dismissSale'], { saleId })).toEqual(err({ type: 'forbidden' }))
    expect(logged).toEqual([])
  })

  test('an expected failure passes as it is', async () => {
    const { send, logged } = admission({ dismissSale: () => Promise.resolve(err({ type: 'unknown-sale' })) })
    expect(await send('dismissSale', { saleId })).toEqual(err({ type: 'unknown-sale' }))
    expect(logged).toEqual([])
  })

  test('a form in which nothing was counted is no count, an empty drawer is one', async () => {
    const { send } = admission()
    const second = { pin: '1357' }
    for (const [method, of] of [
      ['countDrawer', { pin: '2468', currency: 'GNF' }],
      ['emptyCashbox', { pin: '2468', second, openingSeq: 1 }],
    ] as const) {
      expect(await send(method, { ...of, pieces: [] })).toMatchObject({ error: { type: 'invalid-input' } })
      const empty = { ...of, pieces: [{ kind: 'note', value: 500, count: 0 }] }
      expect(await send(method, empty)).toEqual(ok(empty))
    }
  })

  test('a card number is refused in every text that people write, and not repeated', async () => {
    const { send, logged } = admission()
    const card = '4111 1111 1111 1111'
    const staff = { pin: '2468' }
    for (const [method, input, path] of [
      ['settleStaffCase', { ...staff, saleId, answer: { type: 'paid-back', reference: card } }, 'answer.reference'],
      [
        'settleStaffCase',
        { ...staff, saleId, answer: { type: 'settled-manually', reference: card } },
        'answer.reference',
      ],
      ['settleLedgerGap', { ...staff, seq: 1, reference: card }, 'reference'],
      ['moveCash', { ...staff, direction: 'in', currency: 'GNF', amount: 1, reason: card }, 'reason'],
      ['openDrawer', { ...staff, reason: `carte ${card}` }, 'reason'],
    ] as const) {
      expect(await send(method, input)).toEqual(
        err({ type: 'invalid-input', issues: [`${path}: looks like a card number, which must not be stored`] }),
      )
    }
    expect(logged).toEqual([])
  })

  test.each([
    ['getKiosk', 'text', 'getKiosk: expected an object {…}'],
    ['getKiosk', undefined, 'getKiosk: missing; expected an object {…}'],
    ['getKiosk', [], 'getKiosk: expected an object {…}'],
    ['setLanguage', { saleId: 'x', language: 'en' }, 'saleId: expected a UUID'],
    ['setLanguage', { saleId, language: 'de' }, `language: expected one of ${languages.join(', ')}`],
    ['listEvents', { page: 1.5, limit: 12 }, 'page: expected a whole number'],
    ['listEvents', { page: 1, limit: 1e9 }, 'limit: expected at most 100'],
    [
      'holdSeats',
      { saleId, groups: [{ sectionId: '7', seatIds: ['1', 2] }] },
      'groups.0.seatIds.1: expected a text in quotes',
    ],
    ['holdSeats', { saleId, groups: [] }, 'groups: expected at least 1 entry'],
    ['confirmCash', { saleId, pin: '12a4', received: 1 }, 'pin: expected a PIN of 4 to 8 digits'],
    ['confirmCash', { saleId, pin: '1234', received: -1 }, 'received: expected at least 0'],
    [
      'settleStaffCase',
      { saleId, pin: '1234', answer: { type: 'money-moved' } },
      'answer.moved: missing; expected true or false',
    ],
    [
      'settleStaffCase',
      { saleId, pin: '1234', answer: { type: 'left' } },
      'answer.type: expected one of money-moved, ask-again, paid-back, reprint, print-scanned, give-back, settled-manually',
    ],
    ['dismissSale', { saleId, role: 'supervisor' }, 'dismissSale: unknown name: role'],
    [
      'dismissSale',
      JSON.parse(`{"saleId":"${saleId}","__proto__":{"role":"supervisor"}}`),
      'dismissSale: unknown name: __proto__',
    ],
  ])('%s refuses %j and names the field', async (method, input, issue) => {
    expect(await admission().send(method, input)).toEqual(err({ type: 'invalid-input', issues: [issue] }))
  })

  test('every field that is wrong is named', async () => {
    const reply = await admission().send('listEvents', { page: 0, limit: 'many' })
    expect(JSON.stringify(reply)).toMatch(/page: .*limit: /u)
  })

  test('a bug is logged with its stack under a number of its own, and told as that number only', async () => {
    const bug = new Error('SELECT failed in /var/lib/guichet/ledger.db')
    const { send, logged } = admission({ dismissSale: () => Promise.reject(bug) })
    const replies = [await send('dismissSale', { saleId }), await send('dismissSale', { saleId })]
    const incidents = logged.map(({ details }) => details?.['incident'])
    expect(new Set(incidents).size).toBe(2)
    expect(logged).toMatchObject([0, 1].map(() => ({ event: 'command.failed', details: { command: 'dismissSale' } })))
    expect(logged.map(({ error }) => error)).toEqual([bug, bug])
    expect(replies).toEqual(incidents.map((incident) => err({ type: 'internal', incident })))
  })

  test('a full disk is told as such, and is no bug', async () => {
    const { send, logged } = admission({ dismissSale: () => Promise.reject(new StorageFull()) })
    expect(await send('dismissSale', { saleId })).toEqual(err({ type: 'storage-full' }))
    expect(logged).toEqual([])
  })

  test('a bug before the first await is one too', async () => {
    const { send } = admission({
      dismissSale: () => {
        throw new Error('at once')
      },
    })
    expect(await send('dismissSale', { saleId })).toMatchObject({ ok: false, error: { type: 'internal' } })
  })

  test('whatever comes, admission answers, and only what the contract allows passes', async () => {
    const { send, logged } = admission()
    const method = fc.oneof(fc.constantFrom(...commandNames, '__proto__', 'constructor', 'toString'), fc.anything())
    const field = fc.constantFrom('saleId', 'pin', 'page', 'seatIds', 'answer', '__proto__', 'constructor')
    const value = fc.oneof(fc.constant(saleId), fc.jsonValue(), fc.anything())
    const input = fc.oneof(fc.anything(), fc.dictionary(field, value))
    await fc.assert(
      fc.asyncProperty(method, input, async (name, given) => {
        const reply = await send(name, given)
        const known = commandNames.find((each) => each === name)
        const passes = known !== undefined && commands[known].input(fields).safeParse(given).success
        expect(reply.ok).toBe(passes)
        if (!known) expect(reply).toEqual(err({ type: 'forbidden' }))
      }),
      { numRuns: amountOf(3_000, 1_000) },
    )
    expect(logged).toEqual([])
  })
})

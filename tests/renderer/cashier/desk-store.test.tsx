import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeskHead } from '../../../renderer/desk/desk-bar.tsx'
import { QuestionPanel } from '../../../renderer/desk/sale-panel.tsx'
import { DeskProvider, type DeskStore } from '../../../renderer/desk/state/desk-store.tsx'
import { stepOn } from '../../../renderer/desk/state/desk-state.ts'
import { I18nProvider } from '../../../renderer/i18n/i18n-context.tsx'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { type Language, languages } from '../../../shared/domain/language.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import { calmAnswers, kioskInfo, review, sale, visit } from '../../world/scenes/answers.ts'
import { at, deskAtSeats, openDesk } from './open-desk.ts'

const drawn = (store: DeskStore, part: ReactNode, language: Language = 'fr'): string =>
  renderToStaticMarkup(
    <I18nProvider language={language}>
      <DeskProvider value={store}>{part}</DeskProvider>
    </I18nProvider>,
  )

async function deskAtSum() {
  const desk = await deskAtSeats()
  desk.tell({ name: 'sale-changed', payload: sale(review) })
  return desk
}

async function deskHolding() {
  const desk = await openDesk()
  desk.store.enter('1')
  desk.store.enter('3')
  const answer = desk.keep('holdSeats')
  desk.store.enter('')
  return { ...desk, answer }
}

test('a reply about the machine that was requested before a visit does not begin it again', async () => {
  const { store, asked, keep } = await openDesk()
  const reply = keep('getKiosk')
  onTestFinished(store.start())
  store.enter('1')
  await expect.poll(() => at('seats', store)?.visit ?? null).not.toBe(null)
  const lists = asked.filter((method) => method === 'listEvents').length
  reply()
  await expect.poll(() => asked.filter((method) => method === 'listEvents')).toHaveLength(lists + 1)
  expect(asked.filter((method) => method === 'startVisit')).toHaveLength(1)
})

test('keys pressed before an answer is there are not lost: the event, and then the seats', async () => {
  const { store, asked, keep } = await openDesk()
  const open = keep('startVisit')
  store.enter('1')
  store.enter('3')
  await expect.poll(() => asked).toContain('startVisit')
  open()
  await expect.poll(() => at('seats', store)?.search.offers?.length).toBe(3)
})

test('a place for a wheelchair is asked for as one', async () => {
  const { store, inputs } = await deskAtSeats()
  store.enter('2 pmr')
  await expect.poll(() => inputs.get('proposeSeats')).toMatchObject({ count: 2, wheelchair: true })
})

test('an event that is typed before the list of them is there waits for it', async () => {
  const { store, answerFirst } = await openDesk('listEvents')
  store.enter('2')
  answerFirst?.()
  await expect.poll(() => stepOn(store.getState())).toBe('seats')
  expect(store.getState()).toMatchObject({ work: { event: { eventId: '2' } }, notice: null })
})

test('an event that was chosen by mistake is left at once, however long its visit takes to open', async () => {
  const { store, asked, keep } = await openDesk()
  keep('startVisit')
  store.enter('1')
  await expect.poll(() => asked).toContain('startVisit')
  store.chooseEvent(null)
  expect(stepOn(store.getState())).toBe('events')
  store.enter('2')
  await expect.poll(() => stepOn(store.getState())).toBe('seats')
})

test('more seats than a sale may have are refused before the service is asked for any', async () => {
  const { store, asked, refusedWith } = await openDesk()
  store.enter('1')
  const refused = { notice: { type: 'too-many-seats', limit: 8 } }
  for (const typed of ['9', '37 nord', 'O5 A 2-5 7-10 12']) {
    store.enter(typed)
    await expect.poll(() => store.getState()).toMatchObject(refused)
    await refusedWith('lune', 'no-count')
  }
  expect(asked).not.toContain('proposeSeats')
  expect(asked).not.toContain('holdSeats')
})

test('a line that names no seats of its section is read as a wish', async () => {
  const { store, answers } = await openDesk()
  const { session } = visit
  const { sections } = session.overview
  const own = { ...sections[0]!, code: '4', name: 'Secteur 4' }
  const overview = { ...session.overview, sections: [...sections, own] }
  answers['startVisit'] = ok({ ...visit, session: { ...session, overview } })
  store.enter('1')
  store.enter('4 N3')
  await expect.poll(() => at('seats', store)?.search.offers?.length).toBe(3)
})

test('Escape at a payment that came up before the hold was answered goes back', async () => {
  const { store, asked, answer, tell } = await deskHolding()
  await expect.poll(() => asked).toContain('holdSeats')
  tell({ name: 'sale-changed', payload: sale(review) })
  expect(stepOn(store.getState())).toBe('payment')
  store.acts['go-back']()
  answer()
  await expect.poll(() => asked).toContain('changeSeats')
})

test('a sale that was just parked can be called back, whenever the news of it comes', async () => {
  const { store, asked } = await deskAtSum()
  store.acts.park()
  store.acts.recall()
  await expect.poll(() => asked).toContain('recallSale')
  await expect.poll(() => stepOn(store.getState())).toBe('payment')
  expect(store.getState().parked).toEqual([])
})

test('Enter that was pressed before the payment could be seen takes no money; pressed then, it does', async () => {
  const { store, asked, answer, tell } = await deskHolding()
  store.enter('')
  store.acts.card()
  await expect.poll(() => asked).toContain('holdSeats')
  tell({ name: 'sale-changed', payload: sale(review) })
  answer()
  store.acts.park()
  store.acts.recall()
  await expect.poll(() => asked).toContain('recallSale')
  await expect.poll(() => stepOn(store.getState())).toBe('payment')
  expect(asked).not.toContain('pay')
  store.enter('')
  await expect.poll(() => asked).toContain('pay')
})

test('Enter at a sum in sight takes it, though the customer’s language is still being told', async () => {
  const { store, asked, keep } = await deskAtSum()
  const answer = keep('setLanguage')
  store.acts.language()
  store.enter('')
  await expect.poll(() => asked).toContain('setLanguage')
  answer()
  await expect.poll(() => asked).toContain('pay')
})

test('a key that meets an error of the program says so, and the keys after it do as ever', async () => {
  const { store, asked, reported, answers } = await openDesk()
  store.enter('1')
  const { proposeSeats } = answers
  // The API contract forbids a null reply from `proposeSeats`.
  answers['proposeSeats'] = ok(null)
  store.enter('3')
  await expect.poll(() => reported).toEqual([expect.any(TypeError)])
  expect(store.getState().notice).toEqual({ type: 'key-failed' })
  answers['proposeSeats'] = proposeSeats
  store.enter('3')
  await expect.poll(() => at('seats', store)?.search.offers?.length).toBe(3)
  expect(asked.filter((method) => method === 'proposeSeats')).toHaveLength(2)
  expect(store.getState().notice).toBe(null)
})

test('Enter gives the tickets of a free order out, with no sum and no tender to choose', async () => {
  const { store, asked, tell } = await deskAtSeats()
  tell({ name: 'sale-changed', payload: { ...sale({ ...review, tendersOffered: ['free'] }), amount: 0 } })
  store.enter('')
  await expect.poll(() => asked).toContain('pay')
  expect(asked).not.toContain('confirmCash')
})

test('a sum that was refused is not taken by Enter alone: it is typed again, or chosen', async () => {
  const { store, asked, refusedWith } = await deskAtSum()
  await refusedWith('1', 'too-little')
  await refusedWith('', 'not-a-sum')
  // The amount is implausibly large, so the cashier must enter the amount twice.
  await refusedWith('50000000', 'much-received')
  await refusedWith('', 'not-a-sum')
  await refusedWith('50000000', 'much-received')
  await refusedWith('60000000', 'much-received')
  await refusedWith('9'.repeat(16), 'not-a-sum')
  expect(asked).not.toContain('pay')
  store.move(-1)
  expect(at('payment', store)?.sums.chosen).toBeGreaterThan(0)
  await refusedWith('60000000', 'much-received')
  store.enter('60000000')
  await expect.poll(() => asked).toContain('pay')
})

test('cash that no notes or coins make is refused before anything is recorded, as a part and as the whole', async () => {
  const { store, asked, tell, refusedWith } = await deskAtSeats('١')
  tell({ name: 'sale-changed', payload: sale(review) })
  for (const typed of ['999+', '0+', '210050', '٩٩٩+']) {
    store.enter(typed)
    await expect.poll(() => store.getState().notice).toEqual({ type: 'not-in-cash', smallest: 100, currency: 'GNF' })
    await refusedWith('1000', 'too-little')
  }
  expect(asked).not.toContain('pay')
  store.enter('1000+')
  await expect.poll(() => asked).toContain('pay')
})

test('a reason or a reference that is too long, or a card’s number, is refused with its field before it is sent', async () => {
  const { store, asked, answers, tell } = await openDesk()
  const refusedWith = async (typed: string, notice: object) => {
    store.enter(typed)
    await expect.poll(() => store.getState().notice).toEqual(notice)
  }
  answers['findSales'] = ok([{ saleId: 's', state: 'done' }])
  answers['openSaleFile'] = ok({ saleId: 's', tickets: [{ ticketId: 't' }], returns: [] })
  store.acts.reprint()
  await expect.poll(() => stepOn(store.getState())).toBe('copies')
  await refusedWith('x'.repeat(201), { type: 'too-long', field: 'reason', limit: 200 })
  await refusedWith('4111 1111 1111 1111', { type: 'card-number' })
  expect(stepOn(store.getState())).toBe('copies')
  expect(asked).not.toContain('reprintTickets')

  store.acts['go-back']()
  store.enter('1')
  await expect.poll(() => at('seats', store)?.visit ?? null).not.toBe(null)
  const taken = [{ tender: 'cash', reference: 'r', amount: 1_000, due: 1_000 }] as const
  const owed = sale({ name: 'refund-due', reference: 'r', amount: 1_000, next: 'r' })
  tell({ name: 'sale-changed', payload: { ...owed, taken } })
  await expect.poll(() => stepOn(store.getState())).toBe('question')
  await refusedWith('9'.repeat(101), { type: 'too-long', field: 'reference', limit: 100 })
  expect(asked).not.toContain('settleStaffCase')
})

test('a payer’s number is read in the digits and signs of any keyboard, and is never a card’s', async () => {
  const { store, asked, answers, refusedWith } = await deskAtSum()
  answers['pay'] = ok(sale(review))
  store.acts['mtn-momo']()
  await expect.poll(() => stepOn(store.getState())).toBe('payer')
  await refusedWith('3782/822463/10005', 'card-number')
  await refusedWith('622112233 / 664445566', 'not-a-number')
  expect(asked).not.toContain('pay')
  store.enter('(+٢٢٤) ٦٢٢ ١١-٢٢-٣٣')
  await expect.poll(() => asked).toContain('pay')
})

test.each([
  ['1', true],
  ['2', false],
] as const)(
  'of an operator that stays silent the cashier is asked, with the reference to look for: %s',
  async (answer, moved) => {
    const { store, inputs, tell, refusedWith } = await deskAtSeats()
    const { t } = createI18n('fr')
    const reference = '0b9a2c1e-0000-4000-8000-00000000aaaa'
    const asked = { reference, tender: 'mtn-momo', amount: 210_000, due: 210_000 } as const
    const silent = sale({ name: 'needs-staff', reference, amount: 210_000, reason: 'payment-unknown', asked })
    tell({ name: 'sale-changed', payload: silent })
    const question = at('question', store)
    const panel = drawn(store, question && <QuestionPanel work={question} />)
    const { title, yes, no } = t.desk.questions.moved
    for (const word of [title, reference, t.desk.tenders['mtn-momo'], yes, no]) expect(panel).toContain(word)
    await refusedWith('3', 'one-or-two')
    expect(inputs.has('settleStaffCase')).toBe(false)
    store.enter(answer)
    await expect.poll(() => inputs.get('settleStaffCase')).toMatchObject({ answer: { type: 'money-moved', moved } })
  },
)

test('a sale that is paid in part is given up by a yes alone', async () => {
  const { store, asked, tell, refusedWith } = await deskAtSeats()
  const taken = [{ tender: 'cash', reference: 'r', amount: 1_000, due: 1_000 }] as const
  tell({ name: 'sale-changed', payload: { ...sale(review), taken } })
  const question = async () => {
    store.acts['go-back']()
    await expect.poll(() => stepOn(store.getState())).toBe('question')
  }
  await question()
  store.enter('2')
  await expect.poll(() => stepOn(store.getState())).toBe('payment')
  await question()
  await refusedWith('', 'one-or-two')
  expect(asked).not.toContain('abandonSale')
  store.enter('1')
  await expect.poll(() => asked).toContain('abandonSale')
})

test('a sign-in that is worth nothing any more asks for another, gives the line back, and leaves the sale where it was', async () => {
  const { store, asked, answers } = await deskAtSum()
  answers['confirmCash'] = err({ type: 'signed-out' })
  answers['pay'] = ok(sale({ name: 'paying', tender: 'cash', phase: 'waiting', reference: 'r', due: 210_000 }))
  store.enter('250000')
  await expect.poll(() => stepOn(store.getState())).toBe('signed-out')
  // No cash is recorded as received, and input typed after the amount is discarded.
  store.enter('300000')
  store.acts.park()
  await expect.poll(() => asked).toContain('cancelPayment')
  expect(asked).not.toContain('parkSale')
  await expect.poll(() => store.getState().unsent).toEqual({ line: '250000', step: 'payment' })
  expect(store.getState().last).toBe(null)
  await store.signIn({ staff: '7', pin: '123456' })
  expect(stepOn(store.getState())).toBe('payment')
  expect(store.getState()).toMatchObject({ unsent: { line: '250000' }, notice: null })
})

test('a refusal that was meant for the person before closes the desk to nobody else', async () => {
  const { store, answers, asked, keep } = await deskAtSum()
  answers['parkSale'] = err({ type: 'signed-out' })
  const answer = keep('parkSale')
  store.acts.park()
  await expect.poll(() => asked).toContain('parkSale')
  store.acts.switch()
  await store.signIn({ staff: '8', pin: '123456' })
  answer()
  await expect.poll(() => store.getState().notice?.type).toBe('signed-out')
  expect(stepOn(store.getState())).toBe('payment')
})

test('the first to sign in is asked what the drawer begins with, and may leave it for later; nobody is, with a sale at hand', async () => {
  const { store, answers, tell } = await openDesk()
  store.acts.switch()
  answers['viewShift'] = calmAnswers.viewShift
  await store.signIn({ staff: '7', pin: '123456' })
  expect(stepOn(store.getState())).toBe('float')
  store.acts['go-back']()
  expect(stepOn(store.getState())).toBe('events')
  store.enter('1')
  await expect.poll(() => at('seats', store)?.visit ?? null).not.toBe(null)
  tell({ name: 'sale-changed', payload: sale(review) })
  store.acts.lock()
  await store.signIn({ staff: '7', pin: '123456' })
  expect(stepOn(store.getState())).toBe('payment')
  // A visit without seats is not a sale.
  tell({ name: 'sale-changed', payload: sale({ name: 'choosing', notice: null }) })
  store.acts.switch()
  await store.signIn({ staff: '7', pin: '123456' })
  expect(stepOn(store.getState())).toBe('float')
})

test('a line for a service out of reach is there again, with the reason; once it is back, the visit opens by itself', async () => {
  const { store, asked, answers, tell, refusedWith } = await openDesk()
  const opened = answers['startVisit']
  answers['startVisit'] = err({ type: 'partner-unreachable' })
  await refusedWith('1', 'partner-unreachable')
  store.enter('3 nord')
  await expect.poll(() => store.getState().unsent).toEqual({ line: '3 nord', step: 'seats' })
  expect(store.getState().notice?.type).toBe('partner-unreachable')
  expect(asked).not.toContain('proposeSeats')
  answers['startVisit'] = opened
  tell({ name: 'partner-changed', payload: { state: 'up' } })
  await expect.poll(() => at('seats', store)?.visit ?? null).not.toBe(null)
  expect(store.getState()).toMatchObject({ notice: null, unsent: { line: '3 nord' } })
})

test('an open list drops an event once it is over at the venue; the chosen one stays chosen', async () => {
  const { store, answers } = await openDesk()
  const [first, second] = store.getState().events
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(`${first!.startsAt}Z`) })
  onTestFinished(() => void vi.useRealTimers())
  answers['getKiosk'] = ok({ ...kioskInfo, role: 'cashier', timeZone: 'America/New_York' })
  onTestFinished(store.start())
  await expect.poll(() => store.getState().info?.timeZone).toBe('America/New_York')
  store.move(1)
  const hoursPast = (hours: number): void => {
    vi.setSystemTime(Date.parse(`${first!.startsAt}Z`) + hours * 3_600_000)
    vi.advanceTimersByTime(3_000)
  }
  hoursPast(11)
  expect(store.getState().events).toContain(first)
  hoursPast(12)
  expect(store.getState().events[0]).toBe(second)
  expect(at('events', store)?.chosen).toBe(0)
})

test('an event that is over by its visit or its hold leads back to the list, which no longer has it', async () => {
  const { store, answers, tell, refusedWith } = await openDesk()
  const [first, second] = store.getState().events
  const opened = answers['startVisit']
  answers['startVisit'] = err({ type: 'event-ended' })
  await refusedWith('2', 'event-ended')
  expect(stepOn(store.getState())).toBe('events')
  expect(store.getState().events).not.toContain(second)
  answers['startVisit'] = opened
  store.enter('1')
  await expect.poll(() => at('seats', store)?.visit ?? null).not.toBe(null)
  const stage = { name: 'choosing', notice: { type: 'event-ended' } } as const
  tell({ name: 'sale-changed', payload: { ...sale(stage), event: first! } })
  expect(store.getState()).toMatchObject({ work: { step: 'events' }, notice: stage.notice })
  expect(store.getState().events).not.toContain(first)
})

test('a line in a session that ended is carried out in a new one', async () => {
  const { store, asked, answers } = await deskAtSeats()
  const offers = answers['proposeSeats']
  answers['proposeSeats'] = err({ type: 'session-expired' })
  store.enter('3')
  await expect.poll(() => asked.filter((method) => method === 'startVisit').length).toBe(2)
  await expect.poll(() => store.getState().unsent).toEqual({ line: '3', step: 'seats' })
  answers['proposeSeats'] = offers
  store.enter('3')
  await expect.poll(() => at('seats', store)?.search.offers?.length).toBe(3)
})

test('words that were typed before the payment could be seen are not lost, and take no money', async () => {
  const { store, asked, answer, tell } = await deskHolding()
  store.enter('200k')
  await expect.poll(() => asked).toContain('holdSeats')
  tell({ name: 'sale-changed', payload: sale(review) })
  answer()
  await expect.poll(() => store.getState().unsent).toEqual({ line: '200k', step: 'payment' })
  expect(asked).not.toContain('pay')
})

test('digits that a French keyboard writes as signs choose an event, find seats and pay', async () => {
  const { store, asked, tell, refusedWith } = await deskAtSeats('&')
  store.enter('é')
  await expect.poll(() => asked).toContain('proposeSeats')
  tell({ name: 'sale-changed', payload: sale(review) })
  await refusedWith('çççççààà', 'much-received')
})

test('with nothing on sale the desk learns that its clock is wrong', async () => {
  const { store, answers } = await openDesk()
  answers['listEvents'] = err({ type: 'partner-refused', status: 401, code: 'BAD_SIGNATURE' })
  answers['getKiosk'] = ok({ ...kioskInfo, role: 'cashier', clockOffMinutes: 180 })
  store.lookAtEvents()
  await expect.poll(() => store.getState().info?.clockOffMinutes).toBe(180)
})

test('the shortcut accepts the oldest open call, otherwise ends the oldest call of this desk, and leaves the sale unchanged', async () => {
  const { store, tell, inputs, answers } = await deskAtSum()
  const call = (deviceId: string, forMs: number, coming?: string) => {
    return {
      deviceId,
      callId: deviceId,
      reason: 'cash',
      forMs,
      rings: 1,
      ...(coming !== undefined && { coming }),
    } as const
  }
  const calls = (...listed: readonly ReturnType<typeof call>[]) =>
    tell({ name: 'desk-calls-changed', payload: { reached: true, calls: listed } })
  const { work } = store.getState()
  answers['answerCall'] = ok({ reached: false })
  store.acts.call()
  expect(inputs.has('answerCall')).toBe(false)
  const own = kioskInfo.deviceId
  for (const [listed, deviceId, answer] of [
    [[call('new', 1_000), call('old', 9_000), call('taken', 60_000, own)], 'old', 'coming'],
    [[call('young', 1_000, own), call('taken', 60_000, own), call('other', 90_000, 'caisse-02')], 'taken', 'done'],
  ] as const) {
    calls(...listed)
    const words = createI18n('fr').t.desk.calls
    const label = `<kbd>Ctrl+J</kbd> ${answer === 'coming' ? words.go : words.done}`
    const lines = drawn(store, <DeskHead />).split('<li')
    expect(lines.filter((line) => line.includes(label))).toEqual([expect.stringContaining(`>${deviceId}<`)])
    store.acts.call()
    expect(inputs.get('answerCall')).toEqual({ handle: 'h', deviceId, callId: deviceId, answer })
    await expect.poll(() => drawn(store, <DeskHead />)).toContain(words.unsent)
  }
  expect(store.getState().work).toBe(work)
  inputs.delete('answerCall')
  calls(call('other', 90_000, 'caisse-02'))
  store.acts.call()
  expect(inputs.has('answerCall')).toBe(false)
})

test.each(languages)('the bar says that a printer is awaited, in place of its older state: %s', async (language) => {
  const { store, tell } = await openDesk()
  const { printerAwaited, printerDown } = createI18n(language).t.desk
  const bar = (): string => drawn(store, <DeskHead />, language)
  const printer = { state: 'not-ready', reason: '' } as const
  tell({ name: 'printer-changed', payload: printer })
  expect(bar()).toContain(printerDown)
  expect(bar()).not.toContain(printerAwaited)
  tell({ name: 'printer-changed', payload: { ...printer, awaited: true } })
  expect(bar()).toContain(printerAwaited)
  expect(bar()).not.toContain(printerDown)
})

import { describe, expect, test } from 'vitest'
import { reportOf } from '../../../electron/payments/driver-kind.ts'
import { createZvtSimulator } from '../../../electron/simulators/zvt.ts'
import { connectOverTcp, type Connect } from '../../../electron/payments/zvt/terminal.ts'
import { useTimeZone } from '../../support/time-zone.ts'
import { createManualClock, stayed } from '../provider-line.ts'
import { driverAt, knownOf, PASSWORD, pay, request, zvt, endOfDayBefore } from './zvt.ts'
import { acknowledgement, encodeApdu, type Apdu } from '../../../electron/payments/zvt/apdu.ts'
import { Zvt } from '../../../electron/payments/zvt/driver.ts'

const APPROVED = { outcome: 'approved', amount: 75_000, currency: 'GNF' }

const whenPresented =
  (stop: AbortController) =>
  ({ phase }: { readonly phase: string }): void => {
    if (phase === 'present-card') stop.abort()
  }

describe('a card terminal over ZVT', () => {
  test('takes a card: what it wants is told on the way, and what the customer is given', async () => {
    const { driver, terminal } = await zvt()
    const { begun, phases, outcome } = await pay(driver)
    expect(begun).toEqual({ outcome: 'begun', token: 'none' })
    expect(phases.map(({ phase }) => phase)).toEqual(['waking', 'present-card', 'enter-pin', 'authorising'])
    expect(outcome).toMatchObject({
      ...APPROVED,
      approval: expect.stringMatching(/^0001\.000001\.\d{10}\.52523535$/u) as string,
      card: { brand: 'Mastercard', ending: '4217', read: 'contactless' },
    })
    expect(outcome).toHaveProperty('card.receipt', expect.arrayContaining(['CUSTOMER COPY', 'CARD ************4217']))
    expect(terminal.transactions()).toHaveLength(1)
  })

  test('notes the last receipt before each payment', async () => {
    const { driver } = await zvt()
    await pay(driver)
    const { begun } = await pay(driver)
    expect(begun).toMatchObject({ token: expect.stringMatching(/^0001\.000001\.\d{10}\.75000\.52523535$/u) as string })
  })

  test.each([
    ['refuse', { outcome: 'refused', reason: 'declined' }],
    ['refuse:78', { outcome: 'refused', reason: 'card-expired' }],
    ['refuse:71', { outcome: 'refused', reason: 'not-enough-money' }],
    ['card-removed', { outcome: 'refused', reason: 'card-removed' }],
    ['fault:6b', { outcome: 'refused', reason: 'not-set-up' }],
    ['busy', { outcome: 'unavailable' }],
    ['wrong-amount', { outcome: 'approved', amount: 75_100, currency: 'GNF' }],
    ['wrong-currency', { outcome: 'approved', amount: 75_000, currency: 'EUR' }],
    ['duplicate', APPROVED],
    ['wrong-pin', APPROVED],
  ])('%s', async (act, expected) => {
    const { driver } = await zvt([act])
    const { outcome, phases } = await pay(driver)
    expect(outcome).toMatchObject(expected)
    expect(phases.some(({ phase }) => phase === 'wrong-pin')).toBe(act === 'wrong-pin')
  })

  test('asked to stop, it says itself that nobody paid', async () => {
    const { driver, terminal } = await zvt(['wait'])
    const giveUp = new AbortController()
    const { outcome } = await pay(driver, request({ onProgress: whenPresented(giveUp) }), giveUp.signal)
    expect(outcome).toEqual({ outcome: 'cancelled' })
    expect(terminal.transactions()).toEqual([])
  })

  test('one that takes the money all the same is believed', async () => {
    const { driver, terminal, clock } = await zvt(['late-after-cancel'], 1_000)
    const giveUp = new AbortController()
    const settled = pay(driver, request(), giveUp.signal)
    await expect.poll(() => clock.waiting()).toContain(1_000)
    giveUp.abort()
    clock.advance(1_000)
    expect((await settled).outcome).toMatchObject(APPROVED)
    expect(terminal.transactions()).toHaveLength(1)
  })

  test('takes no second payment meanwhile', async () => {
    const { driver, clock } = await zvt(['approve'], 1_000)
    const first = pay(driver)
    await expect.poll(() => clock.waiting()).toContain(1_000)
    expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    clock.advance(1_000)
    expect((await first).outcome).toMatchObject(APPROVED)
  })

  test('another currency than the terminal’s is asked for nowhere', async () => {
    const { driver } = await zvt()
    const begun = await driver.begin(request({ currency: 'EUR' }), stayed, stayed)
    expect(begun).toEqual({ outcome: 'refused', reason: 'not-set-up' })
  })
})

describe('a payment whose line was lost', () => {
  /** Simulates a payment whose connection is lost, after an approved payment whose receipt serves for comparison. */
  async function lost(act: string, more: readonly string[] = []) {
    const ground = await zvt(['approve', act, ...more])
    await pay(ground.driver)
    const paying = pay(ground.driver)
    // The driver detects by its own clock that the terminal is silent.
    if (act === 'silent') {
      await expect.poll(() => ground.sent.filter((each) => each === 0x0601)).toHaveLength(2)
      ground.clock.advance(5_000)
    }
    const { outcome, known } = await paying
    const ask = () => ground.driver.ask(known, stayed)
    const plugIn = (): void => ground.clock.advance(60_000)
    return { ...ground, outcome, known, ask, plugIn }
  }

  test.each([
    ['unplugged:card', { outcome: 'cancelled' }],
    ['unplugged:pin', { outcome: 'cancelled' }],
    [
      'unplugged:bank',
      { ...APPROVED, approval: expect.stringMatching(/^0002\.000002\./u) as string, card: { ending: '4217' } },
    ],
    ['unplugged:told', APPROVED],
    ['lose-reply', APPROVED],
  ])('%s: is unknown while nothing answers, then what the terminal’s last receipt says', async (act, expected) => {
    const { outcome, ask, plugIn } = await lost(act)
    expect(outcome).toEqual({ outcome: 'unknown' })
    expect(await ask()).toEqual({ outcome: 'unknown' })
    plugIn()
    expect(await ask()).toMatchObject(expected)
  })

  test('a terminal that did not even hear took nothing', async () => {
    const { outcome, ask } = await lost('silent')
    expect(outcome).toEqual({ outcome: 'unknown' })
    expect(await ask()).toEqual({ outcome: 'cancelled' })
  })

  test('is for people where something else came between', async () => {
    const { driver, ask, plugIn } = await lost('unplugged:bank')
    plugIn()
    await pay(driver, request({ amount: 5_000 }))
    expect(await ask()).toEqual({ outcome: 'unknown', forGood: true })
  })

  test('is for people where the terminal does not tell its last receipt', async () => {
    const { ask, plugIn } = await lost('forget')
    plugIn()
    expect(await ask()).toEqual({ outcome: 'unknown', forGood: true })
  })

  test('is unknown as long as the terminal is at work, which is asked to stop', async () => {
    const { driver, terminal } = await zvt(['approve', 'wait'])
    await pay(driver)
    const stopping = new AbortController()
    const wanted = request({ onProgress: whenPresented(stopping) })
    const { known, outcome } = await pay(driver, wanted, stayed, stopping.signal)
    expect(outcome).toEqual({ outcome: 'unknown' })
    expect(await driver.ask(known, stayed)).toEqual({ outcome: 'unknown' })
    await expect.poll(() => driver.ask(known, stayed)).toEqual({ outcome: 'cancelled' })
    expect(terminal.transactions()).toHaveLength(1)
  })

  test('before its token was written down, no money was asked for', async () => {
    const { driver } = await zvt()
    expect(await driver.ask(knownOf(request(), driver.host, null), stayed)).toEqual({ outcome: 'cancelled' })
  })

  test('on another terminal says nothing here', async () => {
    const { driver } = await zvt()
    const elsewhere = knownOf(request(), 'tcp://192.0.2.1:20007', 'none')
    expect(await driver.ask(elsewhere, stayed)).toEqual({ outcome: 'unknown', forGood: true })
  })
})

describe('money back at the terminal', () => {
  async function paid(acts: readonly string[] = []) {
    const ground = await zvt(acts)
    const { known, outcome } = await pay(ground.driver)
    const approval = outcome.outcome === 'approved' ? outcome.approval : ''
    return { ...ground, known, back: { reference: request().reference, amount: 75_000, approval } }
  }

  test('is the whole payment, by its receipt, once', async () => {
    const { driver, known, back, terminal } = await paid()
    const receipt = expect.stringMatching(/^0002\.000002\./u) as string
    expect(await driver.refund(known, back, stayed)).toMatchObject({ outcome: 'refunded', receipt })
    expect(terminal.transactions().at(-1)).toMatchObject({ original: 1, amount: 75_000 })
    expect(await driver.askRefund(known, back, stayed)).toMatchObject({ outcome: 'refunded' })
    expect(await driver.refund(known, back, stayed)).toEqual({ outcome: 'unknown' })
    expect(terminal.transactions()).toHaveLength(2)
  })

  test('is not made where the payment is still the last receipt', async () => {
    const { driver, known, back } = await paid()
    expect(await driver.askRefund(known, back, stayed)).toEqual({ outcome: 'refused', reason: 'declined' })
  })

  test('of a part, or of what the terminal does not know, is refused', async () => {
    const { driver, known, back, terminal } = await paid()
    expect(await driver.refund(known, { ...back, amount: 1 }, stayed)).toMatchObject({ outcome: 'refused' })
    const unknown = { ...back, approval: '0077.000001.0101000000.52523535' }
    expect(await driver.refund(known, unknown, stayed)).toMatchObject({ outcome: 'refused' })
    expect(terminal.transactions()).toHaveLength(1)
  })
})

describe('the examination of a terminal', () => {
  const said = async ({ driver }: { readonly driver: Awaited<ReturnType<typeof zvt>>['driver'] }) =>
    (await driver.examine()).map(({ step, finding, code }) => [step, finding, code ?? ''].join(' ').trim())

  test('reaches, registers, and finds it free; nothing is left behind', async () => {
    const ground = await zvt()
    expect(await said(ground)).toEqual(['address ok', 'clock ok', 'access ok', 'device ok 0x00', 'currency ok'])
    const steps = reportOf(await ground.driver.examine(), ground.driver.host, 'fr')
    expect(steps.find(({ step }) => step === 'device')?.text).toContain('52523535')
    expect(ground.terminal.transactions()).toEqual([])
  })

  test('finds nobody there', async () => {
    const { driver } = driverAt(connectOverTcp, { port: 1 })
    expect(await said({ driver })).toMatchObject({ 0: 'address no-answer ECONNREFUSED', 2: 'access not-tried' })
  })

  test('finds another currency, and a wrong password', async () => {
    const terminal = (own: 'GNF' | 'EUR', password: string) =>
      createZvtSimulator({ clock: createManualClock(), password, currency: own })
    const before =
      (simulator: ReturnType<typeof terminal>): Connect =>
      (_, ears) =>
        Promise.resolve({ ok: true, wire: simulator.accept(ears)! })
    const [euros, strange] = [terminal('EUR', PASSWORD), terminal('GNF', '999999')]
    expect(await said(driverAt(before(euros)))).toContain('currency other-currency')
    expect(await said(driverAt(before(strange)))).toContain('access refused 0x83')
  })

  test('leaves alone what runs there: a terminal that is busy is no fault', async () => {
    const { driver, clock, terminal, sent } = await zvt(['approve'], 1_000)
    const paying = pay(driver)
    await expect.poll(() => clock.waiting()).toContain(1_000)
    const other = driverAt(connectOverTcp, { port: Number(driver.host.split(':').at(-1)) }, clock)
    expect(await said(other)).toContain('device busy')
    clock.advance(1_000)
    expect((await paying).outcome).toMatchObject(APPROVED)
    expect(terminal.transactions()).toHaveLength(1)
    expect(sent).not.toContain(0x06b0)
  })
})

describe('the clock of a terminal in Paris', () => {
  useTimeZone('Europe/Paris')

  test.each(['2027-03-28T00:59:00Z', '2027-03-28T01:01:00Z', '2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'])(
    'is right at %s, around a change of summer time',
    async (instant) => {
      const { driver, clock } = await zvt()
      clock.advance(Date.parse(instant) - Date.parse(clock.now().wallUtc))
      expect(await driver.examine()).toContainEqual({ step: 'clock', finding: 'ok', seconds: 0 })
    },
  )
})

const sums = (amount: number) => ({ outcome: 'closed', told: { amount, currency: 'GNF' } })

async function shop(...acts: readonly string[]) {
  const ground = await zvt([], 0, acts)
  await pay(ground.driver)
  await pay(ground.driver, request({ amount: 25_000 }))
  const close = () => ground.driver.runEndOfDay!(stayed)
  return { ...ground, close, plugIn: () => ground.clock.advance(60_000) }
}

describe('the end of a terminal’s day', () => {
  test('hands over what was paid since the last one, with its sum and what it wants printed', async () => {
    const { close } = await shop()
    const lines = ['END OF DAY', 'TERMINAL 52523535', 'PAYMENTS 2', 'TOTAL 100000', 'CLOSED']
    expect(await close()).toEqual({ ...sums(100_000), lines })
    expect(await close()).toMatchObject(sums(0))
  })

  test.each([
    ['duplicate', sums(100_000)],
    ['late', sums(100_100)],
    ['wrong-amount', { outcome: 'closed', told: null }],
    ['forget', { outcome: 'closed', told: null }],
    ['refuse:a1', { outcome: 'refused', reason: 'provider-down' }],
    ['refuse:83', { outcome: 'refused', reason: 'not-set-up' }],
    ['refuse:05', { outcome: 'refused', reason: 'declined' }],
    ['fault:83', { outcome: 'refused', reason: 'not-set-up' }],
    ['fault:9c', { outcome: 'refused', reason: 'provider-down' }],
    ['unplugged', { outcome: 'unknown' }],
    ['lose-reply', { outcome: 'unknown' }],
  ])('%s', async (act, expected) => {
    const { close } = await shop(act)
    expect(await close()).toMatchObject(expected)
  })

  test.each([
    ['unplugged', 100_000],
    ['lose-reply', 0],
  ])('%s: it is not reached while its cable is out, and made once more after that', async (act, amount) => {
    const { close, plugIn } = await shop(act)
    await close()
    expect(await close()).toEqual({ outcome: 'unavailable' })
    plugIn()
    expect(await close()).toMatchObject(sums(amount))
  })

  test('one that does not even hear is unknown', async () => {
    const { close, clock, sent } = await shop('silent')
    const closing = close()
    await expect.poll(() => sent.at(-1)).toBe(0x0650)
    clock.advance(5_000)
    expect(await closing).toEqual({ outcome: 'unknown' })
  })

  test('takes no payment meanwhile, and runs in the middle of none', async () => {
    const { driver, clock } = await zvt([], 1_000)
    const closing = driver.runEndOfDay!(stayed)
    await expect.poll(() => clock.waiting()).toContain(1_000)
    expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await driver.runEndOfDay!(stayed)).toEqual({ outcome: 'unavailable' })
    clock.advance(1_000)
    expect(await closing).toMatchObject(sums(0))
    const paying = pay(driver)
    await expect.poll(() => clock.waiting()).toContain(1_000)
    expect(await driver.runEndOfDay!(stayed)).toEqual({ outcome: 'unavailable' })
    clock.advance(1_000)
    await paying
  })

  test('is not for this machine where the terminal does it by itself', () => {
    const settings = { host: '127.0.0.1', port: 1, currency: 'GNF', dayEnd: 'terminal' } as const
    const log = { warn: () => undefined }
    const secrets = { password: PASSWORD }
    const driver = new Zvt({ clock: createManualClock(), log }, { ...settings, ...secrets })
    expect(driver.runEndOfDay).toBeUndefined()
  })
})

describe('what no simulator of ours says', () => {
  const ended = (...answers: readonly Apdu[]) => endOfDayBefore([acknowledgement, ...answers].map(encodeApdu)).ended
  const status = (...data: readonly number[]): Apdu => ({ control: 0x040f, data: Uint8Array.from(data) })
  const completed: Apdu = { control: 0x060f, data: new Uint8Array() }
  const aborted: Apdu = { control: 0x061e, data: Uint8Array.of(0x6c) }

  test.each([
    ['a refusal, and that it is done', [status(0x27, 0xa1), completed], { outcome: 'unknown' }],
    ['a sum, and that it is not done', [status(0x27, 0, 0x04, 0, 0, 0, 0, 1, 0), aborted], { outcome: 'unknown' }],
    ['a sum that is no number', [status(0x27, 0, 0x04, 0xff, 0, 0, 0, 1, 0), completed], { told: null }],
    ['a status that cannot be read', [status(0x27), completed], { outcome: 'closed', told: null }],
    ['an abort without a word', [{ control: 0x061e, data: new Uint8Array() }], { outcome: 'refused' }],
  ] as const)('%s', async (_what, answers, expected) => {
    expect(await ended(...answers)).toMatchObject(expected)
  })
})

import { expect, it } from 'vitest'
import {
  failure,
  HOLD_SECONDS,
  need,
  refusal,
  type KioskFixture,
  type SmallKioskOptions,
  startAt,
} from '../world/kiosk-fixture.ts'

type Call = 'DELETE' | 'GET checkout'

function failing() {
  const faults = new Map<Call, ((forward: () => Promise<Response>) => Promise<Response>)[]>()
  const line: NonNullable<SmallKioskOptions['line']> = (path, forward) => {
    const call: Call | null = path.startsWith('DELETE') ? 'DELETE' : path.endsWith('/checkout') ? 'GET checkout' : null
    const fault = call && faults.get(call)?.shift()
    return fault ? fault(forward) : forward()
  }
  return { line, faults }
}

const lost = () => Promise.reject(new Error('no line'))

const replyLost = (forward: () => Promise<Response>) => forward().then(lost)

const refused = async () => failure(409, 'HOLD_BUSY')

async function fiveHeld(options: SmallKioskOptions = {}) {
  const { kiosk, saleId } = await startAt('reviewed', options, 5)
  const { seats } = await kiosk.shown(saleId)
  return { kiosk, saleId, seats, seatId: seats[2]!.seatId }
}

async function removed(kiosk: KioskFixture, saleId: string, seatId: string) {
  need(await kiosk.api.removeSeat({ saleId, seatId }))
  await kiosk.soon(async () => need(await kiosk.api.getKiosk({})).sale?.stage.name).toMatch(/^(review|choosing)$/u)
  return kiosk.shown(saleId)
}

const ids = (seats: readonly { readonly seatId: string }[]) => seats.map(({ seatId }) => seatId)

it('one seat of five goes back: four are paid, four tickets come out, and the seat is free again', async () => {
  const { kiosk, saleId, seats, seatId } = await fiveHeld()
  const sale = await removed(kiosk, saleId, seatId)
  const rest = seats.filter((seat) => seat.seatId !== seatId)
  expect(sale).toMatchObject({ stage: { name: 'review', notice: null } })
  expect(ids(sale.seats)).toEqual(ids(rest))
  expect(sale.amount).toBe(rest.reduce((sum, { price }) => sum + price, 0))
  expect(kiosk.asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
  const { section } = need(await kiosk.api.viewSection({ saleId, sectionId: seats[2]!.sectionId }))
  const free = section?.seats.flatMap((seat) => (seat.status === 'available' ? [seat.seatId] : []))
  expect(free).toContain(seatId)
  for (const { seatId: held } of rest) expect(free).not.toContain(held)
  need(await kiosk.api.pay({ saleId, tender: 'card' }))
  await kiosk.sales.settled(saleId)
  expect(kiosk.printed.map(({ place }) => place.seatCode)).toEqual(rest.map(({ place }) => place.seatCode))
})

it('the countdown goes on as the service says: nothing is gained by it', async () => {
  const { kiosk, saleId, seatId } = await fiveHeld()
  kiosk.pass(60_000)
  const { holdRemainingMs } = await removed(kiosk, saleId, seatId)
  expect(holdRemainingMs).toBeLessThanOrEqual((HOLD_SECONDS - 60) * 1000)
})

it.each([
  ['lost', lost],
  ['refused', refused],
])(
  'all five stay held, and the customer is told, where the release is %s; the next try takes it out',
  async (_, fault) => {
    const { line, faults } = failing()
    const { kiosk, saleId, seats, seatId } = await fiveHeld({ line })
    faults.set('DELETE', [fault])
    const kept = await removed(kiosk, saleId, seatId)
    expect(kept.stage).toMatchObject({ name: 'review', notice: { type: 'seat-kept' } })
    expect(ids(kept.seats)).toEqual(ids(seats))
    const sale = await removed(kiosk, saleId, seatId)
    expect(sale.stage).toMatchObject({ name: 'review', notice: null })
    expect(sale.seats).toHaveLength(4)
  },
)

it.each([
  ['the reply to the release', 'DELETE', [replyLost]],
  ['the checkout three times', 'GET checkout', [lost, lost, lost]],
] as const)('four stay held where %s is lost', async (_, call, fault) => {
  const { line, faults } = failing()
  const { kiosk, saleId, seatId } = await fiveHeld({ line })
  faults.set(call, [...fault])
  const sale = await removed(kiosk, saleId, seatId)
  expect(sale.stage).toMatchObject({ name: 'review', notice: null })
  expect(sale.seats).toHaveLength(4)
})

it('a service that stays out of reach leads back to the choice, told why', async () => {
  const { line, faults } = failing()
  const { kiosk, saleId, seatId } = await fiveHeld({ line })
  faults.set('GET checkout', Array<typeof lost>(40).fill(lost))
  const sale = await removed(kiosk, saleId, seatId)
  expect(sale.stage).toEqual({ name: 'choosing', notice: { type: 'partner-unreachable' } })
})

it('a program that ends meanwhile gives all the seats back', async () => {
  const { line, faults } = failing()
  const { kiosk, saleId, seatId } = await fiveHeld({ line })
  const answer = Promise.withResolvers<Response>()
  faults.set('DELETE', [() => answer.promise])
  need(await kiosk.api.removeSeat({ saleId, seatId }))
  const restarting = kiosk.restart({})
  answer.reject(new Error('no line'))
  const again = await restarting
  await expect.poll(() => again.state(saleId)).toBe('abandoned')
  expect(again.asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(5)
})

it('neither the last seat nor a stranger’s is taken out', async () => {
  const { kiosk, saleId, seatIds } = await startAt('reviewed', {}, 1)
  for (const seatId of [seatIds[0]!, 'another'])
    expect(await refusal(kiosk.api.removeSeat({ saleId, seatId }))).toEqual({ type: 'seat-unknown' })
})

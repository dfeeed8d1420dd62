import { describe, expect, it } from 'vitest'
import type { TrainingDoor } from '../../electron/core/staff/training-commands.ts'
import { codesOf, need, pin, refusal, reviewed, startSmallKiosk, visited } from '../world/small-kiosk.ts'

const boss = { staff: 'supervisor', pin }
const notOffered = { type: 'training-not-offered' }

/** A live desk whose way into training leads as far as `begin` says. */
async function liveDesk(begin: () => Promise<void> = () => Promise.resolve()) {
  let on = false
  const training: TrainingDoor = {
    side: 'live',
    async begin() {
      await begin()
      on = true
    },
    isOn: () => on,
    blocker: () => null,
    stop: () => Promise.resolve(),
  }
  return startSmallKiosk({ settings: { training } })
}

describe('training', () => {
  it('is there at a live desk alone, and is no way out of one', async () => {
    const kiosk = await startSmallKiosk()
    expect(await refusal(kiosk.api.beginTraining(boss))).toEqual(notOffered)
    const desk = await liveDesk()
    expect(need(await desk.api.getKiosk({}))).toMatchObject({ mayTrain: true })
    expect(await refusal(desk.api.endTraining({}))).toEqual(notOffered)
    expect(await refusal(desk.api.restartTraining(boss))).toEqual(notOffered)
  })

  it('begins with nobody’s sale open, ends every sign-in there, and keeps the machine from selling', async () => {
    const desk = await liveDesk()
    const { handle } = need(await desk.api.signIn(boss))
    const { saleId } = await reviewed(desk)
    expect(await refusal(desk.api.beginTraining(boss))).toEqual({ type: 'sale-in-progress' })
    need(await desk.api.abandonSale({ saleId, reason: 'idle' }))
    await expect.poll(() => desk.ledger.unfinished()).toEqual([])
    // Who only looks at an event loses nothing.
    await visited(desk)
    need(await desk.api.beginTraining(boss))
    expect(await refusal(desk.api.viewService({ handle }))).toEqual({ type: 'signed-out' })
    expect(need(await desk.api.getKiosk({})).sale).toBeNull()
    expect(await desk.readiness()).toMatchObject({ sells: false, obstacles: [{ type: 'training' }] })
    expect(codesOf(desk).at(-1)).toBe('TRAINING_BEGAN')
  })

  it('that cannot be had leaves the desk live, and the journal says so', async () => {
    const desk = await liveDesk(() => Promise.reject(new Error('no room')))
    await expect(desk.api.beginTraining(boss)).rejects.toThrow('no room')
    expect(codesOf(desk).slice(-2)).toEqual(['TRAINING_BEGAN', 'TRAINING_ENDED'])
    expect((await desk.readiness()).obstacles).toEqual([])
  })
})

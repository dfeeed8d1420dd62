import { expect } from 'vitest'
import { DeskStore } from '../../../renderer/desk/state/desk-store.tsx'
import type { DeskTask, WorkAt } from '../../../renderer/desk/state/desk-task.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { KioskEvent } from '../../../shared/api/kiosk/contract.ts'
import { calmAnswers, kioskInfo, review, sale, visit } from '../../world/scenes/answers.ts'

export function at<S extends DeskTask['step']>(step: S, store: DeskStore): WorkAt<S> | null {
  const { work } = store.getState()
  return work.step === step ? (work as WorkAt<S>) : null
}

/** Opens a desk with a signed-in cashier. Replies selected by `keep` arrive only when the test releases them. */
export async function openDesk(keptFirst?: 'listEvents') {
  const asked: string[] = []
  const inputs = new Map<string, unknown>()
  const reported: unknown[] = []
  const kept = new Map<string, Promise<unknown>>()
  const answers: Record<string, unknown> = {
    ...calmAnswers,
    getKiosk: ok({ ...kioskInfo, role: 'cashier' }),
    signIn: ok({ number: '7', name: 'Mariama Bah', role: 'cashier', handle: 'h' }),
    signOut: ok(null),
    viewShift: calmAnswers.openShift,
    parkSale: ok(null),
    viewEventSeats: ok([]),
    recallSale: ok({ sale: sale(review), visit }),
  }
  let tell: (event: KioskEvent) => void = () => undefined
  const store = new DeskStore(
    {
      async invoke(method, input) {
        asked.push(method)
        inputs.set(method, input)
        await kept.get(method)
        return answers[method]
      },
      subscribe(listener) {
        tell = listener
        return () => undefined
      },
      onLost: () => () => undefined,
      onReopened: () => () => undefined,
    },
    () => 0,
    (error) => reported.push(error),
  )
  const keep = (method: string): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    kept.set(method, promise)
    return resolve
  }
  const answerFirst = keptFirst && keep(keptFirst)
  const stop = store.start()
  await store.signIn({ staff: '7', pin: '123456' })
  if (keptFirst) await expect.poll(() => asked).toContain(keptFirst)
  else await expect.poll(() => store.getState().events.length).toBeGreaterThan(0)
  stop()
  const refusedWith = async (typed: string, type: string): Promise<void> => {
    store.enter(typed)
    await expect.poll(() => store.getState().notice?.type).toBe(type)
  }
  const send = (event: KioskEvent): void => tell(event)
  return { store, asked, inputs, reported, answers, keep, answerFirst, refusedWith, tell: send }
}

export async function deskAtSeats(typed = '1') {
  const desk = await openDesk()
  desk.store.enter(typed)
  await expect.poll(() => at('seats', desk.store)?.visit ?? null).not.toBe(null)
  return desk
}

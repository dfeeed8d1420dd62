import { expect, test } from 'vitest'
import { screenOf } from '../../../renderer/kiosk/screen.ts'
import { createKioskStore } from '../../../renderer/kiosk/state/kiosk-store.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import type { KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import { calmAnswers, events, kioskInfo, sale } from '../../world/scenes/answers.ts'

const [over, other] = events
const notice = { type: 'event-ended' } as const

/** Starts a kiosk whose customer has chosen the first event. `answers` are those of its main process. */
async function chosenEvent(change: Readonly<Record<string, unknown>> = {}) {
  const answers: Record<string, unknown> = { ...calmAnswers, getKiosk: ok(kioskInfo), ...change }
  let tell: (event: KioskEvent) => void = () => undefined
  const store = createKioskStore({
    invoke: (method) => Promise.resolve(answers[method]),
    subscribe(listener) {
      tell = listener
      return () => undefined
    },
    onLost: () => () => undefined,
    onReopened: () => () => undefined,
  })
  const stop = store.start()
  await expect.poll(() => store.getState().events.state).toBe('ready')
  stop()
  store.chooseEvent(over!)
  await expect.poll(() => store.getState().step).not.toMatchObject({ visit: { state: 'waiting' } })
  return { store, answers, tell: (event: KioskEvent) => tell(event) }
}

test.each(['visit', 'hold'] as const)(
  'an event that is over by its %s is reported as over, and not listed again',
  async (at) => {
    const { store, answers, tell } = await chosenEvent(at === 'visit' ? { startVisit: err(notice) } : {})
    if (at === 'hold') tell({ name: 'sale-changed', payload: sale({ name: 'choosing', notice }) })
    expect(screenOf(store.getState())).toEqual({ name: 'problem', problem: notice })
    answers['listEvents'] = ok({ events: [other], total: 1, stale: false })
    store.showEvents()
    expect(screenOf(store.getState()).name).toBe('events')
    expect(store.getState().events.state).toBe('waiting')
    await expect.poll(() => store.getState().events).toMatchObject({ value: { events: [other] } })
  },
)

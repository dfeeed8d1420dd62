import { expect, onTestFinished, test, vi } from 'vitest'
import { soundOf, volumeOf } from '../../../renderer/kiosk/feedback.ts'
import { initialState, type KioskState } from '../../../renderer/kiosk/state/kiosk-state.ts'
import { noWishes, ready } from '../../../renderer/kiosk/state/steps.ts'
import { play } from '../../../renderer/ui/sound.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { eventsView, kioskInfo, proposals, review, sale, tickets, visit } from '../../world/scenes/answers.ts'

const up: KioskState = { ...initialState, connection: 'up', info: kioskInfo }
const at = (stage: SaleStage): KioskState => ({ ...up, sale: sale(stage) })
const found = { visit: ready(visit), proposals: ready(proposals), wishes: noWishes, count: 3 }
const map = { name: 'map', event: eventsView.events[0]!, ...found, sectionId: 'O5' } as const
const onMap = (...picked: readonly string[]): KioskState => ({
  ...up,
  step: { ...map, picked },
})
const jammed = { state: 'not-ready', reason: 'jammed' } as const
const refused = { type: 'payment-refused', reason: 'declined', tender: 'card' } as const
const paying: SaleStage = { name: 'paying', tender: 'card', phase: 'waiting', reference: 'r', due: 1 }

test('a whole sale is heard: seats, payment and every ticket', () => {
  const way: readonly (readonly [KioskState, string | null])[] = [
    [onMap(), null],
    [onMap('O5-F-12'), 'taken'],
    [onMap('O5-F-12', 'O5-F-13'), 'taken'],
    [onMap('O5-F-12'), null],
    [at({ name: 'holding' }), null],
    [at(review), 'taken'],
    [at(paying), null],
    [at({ name: 'confirming', slow: false }), 'paid'],
    [at({ name: 'printing', tickets: tickets('spooling', 'queued') }), null],
    [at({ name: 'printing', tickets: tickets('printed', 'spooling') }), 'ticket'],
    [at({ name: 'done', tickets: tickets('printed', 'printed') }), 'ticket'],
    [up, null],
  ]
  const heard = way.slice(1).map(([state], index) => soundOf(way[index]![0], state))
  expect(heard).toEqual(way.slice(1).map(([, sound]) => sound))
})

test.each<readonly [string, KioskState, KioskState]>([
  ['a seat is gone', onMap('a'), at({ name: 'choosing', notice: { type: 'seat-taken', seatCodes: ['a'] } })],
  ['the payment is refused', at(paying), at({ ...review, notice: refused })],
  ['money is owed', at(paying), at({ name: 'refund-due', reference: 'r', amount: 1, next: 'r' })],
  ['a command fails', up, { ...up, problem: { type: 'partner-unreachable' } }],
  [
    'the printer stops',
    at({ name: 'printing', tickets: tickets('printed', 'spooling') }),
    at({ name: 'print-problem', tickets: tickets('printed', 'failed'), printer: jammed, reference: 'K7M4XP' }),
  ],
])('trouble is heard once: %s', (_, before, after) => {
  expect(soundOf(before, after)).toBe('trouble')
  expect(soundOf(after, { ...after, busy: true })).toBeNull()
})

test('a page opened in the middle of a sale repeats nothing', () => {
  expect(soundOf(initialState, at({ name: 'done', tickets: tickets('printed') }))).toBeNull()
})

test('the settings say how loud it is, and who asked for calm has silence', () => {
  expect(volumeOf(up)).toBe(50)
  expect(volumeOf({ ...up, info: { ...kioskInfo, soundVolume: 0 } })).toBe(0)
  expect(volumeOf({ ...up, info: { ...kioskInfo, soundVolume: 80 } })).toBe(80)
  expect(volumeOf({ ...up, aids: { ...up.aids, calm: true } })).toBe(0)
})

test('the loudspeaker is closed while nothing sounds, because an open one uses the processor', () => {
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  vi.useFakeTimers()
  const silent = (): void => undefined
  const ramps = { linearRampToValueAtTime: silent, exponentialRampToValueAtTime: silent }
  const param = { value: 0, setValueAtTime: silent, ...ramps }
  const gain = { gain: param, connect: silent }
  const sources: EventTarget[] = []
  class Speaker {
    state = 'running'
    currentTime = 0
    createGain = () => gain
    createOscillator() {
      const parts = { frequency: param, connect: () => gain, start: silent, stop: silent }
      const source = Object.assign(new EventTarget(), parts)
      sources.push(source)
      return source
    }
    suspend = () => void (this.state = 'suspended')
    resume = () => void (this.state = 'running')
  }
  const speaker = new Speaker()
  vi.stubGlobal('AudioContext', function () {
    return speaker
  })
  const end = (): void => sources.splice(0).forEach((source) => source.dispatchEvent(new Event('ended')))
  play('paid', 50)
  vi.advanceTimersByTime(60_000)
  expect(speaker.state).toBe('running')
  end()
  play('taken', 50)
  vi.advanceTimersByTime(60_000)
  expect(speaker.state).toBe('running')
  end()
  vi.advanceTimersByTime(60_000)
  expect(speaker.state).toBe('suspended')
  play('taken', 50)
  expect(speaker.state).toBe('running')
})

import type { CustomScheme } from 'electron'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  covering,
  customerDisplayFor,
  displayFor,
  soon,
  stayOver,
  type Placed,
} from '../../electron/transport/display-place.ts'
import { claimScreenAddress } from '../../electron/transport/browser.ts'

test('displays are counted from the left, then from above; a missing one is the first', () => {
  const at = (x: number, y: number) => ({ bounds: { x, y, width: 1080, height: 1920 } })
  const displays = [at(1080, 0), at(0, 500), at(0, 0)]
  expect([1, 2, 3, 4].map((wanted) => displayFor(displays, wanted)?.bounds)).toEqual([
    at(0, 0).bounds,
    at(0, 500).bounds,
    at(1080, 0).bounds,
    at(0, 0).bounds,
  ])
  expect(displayFor([], 1)).toBeUndefined()
})

test("the customer's display is another than the desk's: the first from the left, or the one with that number", () => {
  const at = (x: number) => ({ bounds: { x, y: 0, width: 1920, height: 1080 } })
  const [left, middle, right] = [at(-1920), at(0), at(1920)]
  const all = [right, left, middle]
  expect(customerDisplayFor([middle], middle, 'auto')).toBeUndefined()
  expect(customerDisplayFor([middle, right], middle, 'auto')).toBe(right)
  expect(customerDisplayFor([middle, right], right, 'auto')).toBe(middle)
  expect(customerDisplayFor(all, middle, 'auto')).toBe(left)
  expect(customerDisplayFor(all, middle, 3)).toBe(right)
  expect(customerDisplayFor(all, middle, 2)).toBeUndefined()
  // If the configured display is missing, no other is used, because it may be visible to anyone.
  expect(customerDisplayFor([left, middle], middle, 3)).toBeUndefined()
})

test('a mirrored display is never covered: the cashier looks at the same picture', () => {
  const desk = { bounds: { x: 0, y: 0, width: 1920, height: 1080 } }
  const mirrored = { bounds: { x: 0, y: 0, width: 1280, height: 720 } }
  expect(customerDisplayFor([desk, mirrored], desk, 'auto')).toBeUndefined()
  expect(customerDisplayFor([desk, mirrored], desk, 2)).toBeUndefined()
})

test.each([
  ['left of it', { x: 0, y: 150 }, true],
  ['right of it', { x: 300, y: 150 }, true],
  ['above it', { x: 150, y: 0 }, true],
  ['below it', { x: 150, y: 300 }, true],
  ['a pixel into its left side', { x: 1, y: 150 }, false],
  ['a pixel into its right side', { x: 299, y: 150 }, false],
  ['a pixel into its top', { x: 150, y: 1 }, false],
  ['a pixel into its foot', { x: 150, y: 299 }, false],
])('a display %s shows the customer their side: %o, %s', (_, at, taken) => {
  const desk = { bounds: { x: 100, y: 100, width: 200, height: 200 } }
  const other = { bounds: { ...at, width: 100, height: 100 } }
  expect(customerDisplayFor([other], desk, 'auto')).toBe(taken ? other : undefined)
})

function windowOver(display: () => Placed | undefined) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const listeners: (() => void)[] = []
  const state = { bounds: { x: 0, y: 0, width: 0, height: 0 }, destroyed: false, set: 0 }
  const fill = stayOver(
    {
      isDestroyed: () => state.destroyed,
      getBounds: () => state.bounds,
      setBounds: (bounds) => {
        state.bounds = bounds
        state.set += 1
      },
      on: (_, listener) => listeners.push(listener),
    },
    display,
  )
  const put = (change: Partial<typeof state.bounds>): void => {
    state.bounds = { ...state.bounds, ...change }
    for (const listener of listeners) listener()
  }
  return { state, fill, put, listeners }
}

describe('a window that stays over a display', () => {
  const display = { bounds: { x: 10, y: 20, width: 1080, height: 1920 } }

  test('fills it when it is told to, and is put back when somebody uncovers a strip of it', () => {
    const { state, fill, put, listeners } = windowOver(() => display)
    fill()
    expect(state.bounds).toEqual(covering(display))
    expect(listeners).toHaveLength(2)
    for (const change of [{ x: 11 }, { y: 21 }, { width: 1079 }, { height: 1919 }]) {
      put(change)
      vi.runAllTimers()
      expect(state.bounds).toEqual(covering(display))
    }
    expect(state.set).toBe(5)
  })

  test('is left alone as long as it covers the display, however large it is', () => {
    const { state, put } = windowOver(() => display)
    for (const bounds of [display.bounds, { x: 0, y: 0, width: 3_000, height: 3_000 }]) {
      put(bounds)
      vi.runAllTimers()
      expect(state.bounds).toEqual(bounds)
    }
    expect(state.set).toBe(0)
  })

  test('is not touched once it is closed, nor where there is no display', () => {
    let there: Placed | undefined = display
    const { state, fill, put } = windowOver(() => there)
    there = undefined
    fill()
    put({})
    vi.runAllTimers()
    there = display
    state.destroyed = true
    fill()
    put({})
    vi.runAllTimers()
    expect(state.set).toBe(0)
  })
})

test('on X11 alone it is a pixel higher than its display', () => {
  const { platform } = process
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
  const bounds = { x: 10, y: 20, width: 1080, height: 1920 }
  for (const [name, height] of [
    ['linux', 1921],
    ['win32', 1920],
  ] as const) {
    Object.defineProperty(process, 'platform', { value: name })
    expect(covering({ bounds })).toEqual({ ...bounds, height })
  }
})

test('work that is asked for many times in a moment is done once, and again when it is asked for later', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let done = 0
  const ask = soon(() => (done += 1))
  for (const total of [1, 2]) {
    ask()
    ask()
    expect(done).toBe(total - 1)
    vi.runAllTimers()
    expect(done).toBe(total)
  }
})

test.each([
  [false, { scheme: 'guichet', url: 'guichet://kiosk/' }, ['guichet']],
  // Once Electron is ready, a scheme can no longer be registered, so the screens use a host name that never resolves
  // (RFC 2606, `.invalid`).
  [true, { scheme: 'https', url: 'https://guichet.invalid/' }, []],
])('where Electron is ready: %s, the screens are found at %o', (ready, address, schemes) => {
  const claimed: CustomScheme[] = []
  const protocol = { registerSchemesAsPrivileged: (all: CustomScheme[]) => void claimed.push(...all) }
  expect(claimScreenAddress({ isReady: () => ready }, protocol)).toEqual(address)
  expect(claimed.map(({ scheme }) => scheme)).toEqual(schemes)
  // The scheme has the same privileges as HTTPS: its own origin and fetch, but no bypass of the content security
  // policy.
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  for (const each of claimed) expect(each.privileges).toEqual(privileges)
})

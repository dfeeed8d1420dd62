import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchFrames } from '../../electron/transport/frame-watch.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
})

/** Creates a watched page, and records the times in seconds at which the page was reported as hanging. */
function watchedPage() {
  let blockedMs = 0
  const timersMs = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => timersMs() + blockedMs)
  const startMs = performance.now()
  const page = { isClosed: false, isExempt: false, isLoading: false, paints: true, hasScripts: true }
  const waiting: ((frames: number) => void)[] = []
  const hungAt: number[] = []
  let frames = 0
  let loaded = (): void => undefined
  const watching = watchFrames(
    {
      isClosed: () => page.isClosed,
      isExempt: () => page.isExempt,
      isLoading: () => page.isLoading,
      frameCount: () => {
        if (!page.hasScripts) return Promise.resolve(null)
        return page.paints ? Promise.resolve((frames += 1)) : new Promise((resolve) => void waiting.push(resolve))
      },
      onLoaded: (listener) => void (loaded = listener),
    },
    () => hungAt.push(Math.round((performance.now() - startMs) / 1000)),
  )
  onTestFinished(async () => {
    page.isClosed = true
    await vi.advanceTimersByTimeAsync(1000)
    await watching
    clock.mockRestore()
    vi.useRealTimers()
  })
  return {
    hungAt,
    set: (change: Partial<typeof page>) => void Object.assign(page, change),
    load: () => {
      frames = 0
      loaded()
    },
    paint: () => waiting.splice(0).forEach((resolve) => resolve((frames += 1))),
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
    /** Advances time without timers and replies, as while the main process is blocked. */
    block: (seconds: number) => void (blockedMs += seconds * 1000),
  }
}

test('a page that paints does not hang, one that stops does after 6 s', async () => {
  const { hungAt, set, pass } = watchedPage()
  await pass(60)
  expect(hungAt).toEqual([])
  set({ paints: false })
  await pass(6)
  expect(hungAt).toEqual([66])
})

test('a page that paints is not blamed for a blocked main process, and one that hangs is found after it', async () => {
  const { hungAt, set, pass, block } = watchedPage()
  await pass(10)
  block(3600)
  await pass(60)
  expect(hungAt).toEqual([])
  set({ paints: false })
  await pass(3)
  block(60)
  await pass(2)
  expect(hungAt).toEqual([])
  await pass(1)
  expect(hungAt).toEqual([76 + 3660])
})

test('the frames of a window in the background may pause', async () => {
  const { hungAt, set, paint, pass } = watchedPage()
  await pass(10)
  set({ paints: false, isExempt: true })
  await pass(3600)
  expect(hungAt).toEqual([])
  set({ isExempt: false })
  await pass(5)
  paint()
  set({ paints: true })
  await pass(60)
  expect(hungAt).toEqual([])
})

test('time in the background resets the count of missed frames', async () => {
  const { hungAt, set, paint, pass } = watchedPage()
  await pass(10)
  set({ paints: false })
  await pass(1)
  set({ isExempt: true })
  await pass(4)
  set({ isExempt: false })
  await pass(4)
  paint()
  set({ paints: true })
  await pass(60)
  expect(hungAt).toEqual([])
})

test('a loading page has 30 s until its first frame, a reloaded one 6 s', async () => {
  const { hungAt, set, load, pass } = watchedPage()
  set({ hasScripts: false })
  await pass(29)
  expect(hungAt).toEqual([])
  set({ hasScripts: true, paints: false })
  load()
  await pass(5)
  expect(hungAt).toEqual([])
  await pass(1)
  expect(hungAt).toEqual([35])
})

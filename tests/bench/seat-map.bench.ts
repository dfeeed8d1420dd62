import type { Suite } from './harness.ts'
import type { Rival } from './seat-map-page.ts'
import { mover, openBench } from './seat-map-browser.ts'

const SEATS = 100_000
const FRAMES = 40

export const suite: Suite = {
  title: 'one frame of a pan over 100,000 seats, 1920 × 1080, Chromium without a GPU, CPU time of all its processes',
  unit: { one: 'frame', many: 'frames' },
  clock: 'cpu',
  prepare: async () => {
    const bench = await openBench()
    const { page } = bench
    return {
      contenders: [
        mover(bench, 'guichet, 100,000 seats', 'guichet', SEATS, 'pan', FRAMES),
        mover(bench, 'guichet, 5,000 seats', 'guichet', 5000, 'pan', FRAMES),
        mover(bench, 'React SVG, 100,000 seats', 'react-svg', SEATS, 'pan', 6),
        mover(bench, 'React SVG, 5,000 seats', 'react-svg', 5000, 'pan', 20),
        mover(bench, 'pixi.js, 100,000 seats', 'pixi', SEATS, 'pan', 6),
        mover(bench, 'pixi.js, 5,000 seats', 'pixi', 5000, 'pan', 20),
        mover(bench, 'canvas, every seat on every frame', 'canvas', SEATS, 'pan', 6),
        mover(bench, 'floor: a blank putImageData', 'blank', SEATS, 'pan', FRAMES),
      ],
      goals: [
        { against: 'React SVG, 100,000 seats', ratio: 20 },
        { against: 'pixi.js, 100,000 seats', ratio: 5 },
        { against: 'floor: a blank putImageData', ratio: 1 / 1.5 },
      ],
      // That slid pictures equal fresh ones is checked pixel by pixel in tests/seat-map/surface.test.ts.
      check: async () => void (await page.evaluate((seats) => window.benchPage.hit(seats, 1000), SEATS)),
      facts: async () => {
        await page.reload()
        const first = await page.evaluate(() => window.benchPage.show('guichet', 5000))
        const firstOfAll = await page.evaluate((seats) => window.benchPage.show('guichet', seats), SEATS)
        const change = await page.evaluate(() => window.benchPage.change(200))
        const hit = await page.evaluate((seats) => window.benchPage.hit(seats, 50_000), SEATS)
        const bytes = await bench.bytesASeat(SEATS)
        const memory = new Map<Rival, number | null>()
        for (const rival of ['guichet', 'react-svg', 'pixi'] as const)
          memory.set(rival, await bench.memoryOf(rival, SEATS))
        return [
          `Memory of all processes for 100,000 seats on the screen: ${[...memory]
            .map(([rival, own]) => `${rival} ${own === null ? 'not measured' : `${(own / 2 ** 20).toFixed(0)} MiB`}`)
            .join(', ')}.`,
          `First picture of 100,000 seats, two frames included: ${firstOfAll.toFixed(0)} ms. One of them changes: ${(change * 1000).toFixed(0)} µs.`,
          { what: 'first picture of 5,000 seats', value: `${first.toFixed(0)} ms`, goal: '< 100 ms', met: first < 100 },
          { what: 'hit test', value: `${hit.toFixed(0)} ns`, goal: '< 2,000 ns', met: hit < 2000 },
          { what: 'bytes kept a seat', value: bytes.toFixed(0), goal: '≤ 100', met: bytes <= 100 },
        ]
      },
      close: bench.close,
    }
  },
}

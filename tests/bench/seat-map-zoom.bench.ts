import type { Suite } from './harness.ts'
import { mover, openBench } from './seat-map-browser.ts'

const SEATS = 100_000
const FRAMES = 40

export const suite: Suite = {
  title: 'one frame of a zoom over 100,000 seats, with the sharp picture at its end, measured as the pan is',
  unit: { one: 'frame', many: 'frames' },
  clock: 'cpu',
  prepare: async () => {
    const bench = await openBench()
    return {
      contenders: [
        mover(bench, 'guichet, 100,000 seats', 'guichet', SEATS, 'zoom', FRAMES),
        mover(bench, 'guichet, 5,000 seats', 'guichet', 5000, 'zoom', FRAMES),
        mover(bench, 'React SVG, 5,000 seats', 'react-svg', 5000, 'zoom', 20),
        mover(bench, 'pixi.js, 100,000 seats', 'pixi', SEATS, 'zoom', 6),
        mover(bench, 'floor: a blank putImageData', 'blank', SEATS, 'zoom', FRAMES),
      ],
      goals: [{ against: 'floor: a blank putImageData', ratio: 1 / 3 }],
      check: () => Promise.resolve(),
      close: bench.close,
    }
  },
}

/** So many samples of the slower rate are looked at, on either side. */
const REACH = 12

/** The same sound at another rate: a windowed sinc, with what the slower rate cannot hold left out. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples.slice()
  const slower = Math.min(1, to / from)
  const reach = REACH / slower
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, index) => {
    const centre = (index * from) / to
    let sum = 0
    let weights = 0
    for (let at = Math.ceil(centre - reach); at <= centre + reach; at++) {
      const distance = at - centre
      const weight = sinc(distance * slower) * window(distance / reach)
      weights += weight
      sum += weight * (samples[Math.min(Math.max(at, 0), samples.length - 1)] ?? 0)
    }
    return sum / weights
  })
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** Hann's. */
const window = (x: number): number => 0.5 + 0.5 * Math.cos(Math.PI * x)

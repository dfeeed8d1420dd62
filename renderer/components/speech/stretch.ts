/** Seconds: what is laid over what came before, and how far from its place a piece may be looked for. */
const OVERLAP = 0.015
const SEARCH = 0.01
/** Samples that are left out between two that are compared: enough to find where a wave goes on. */
const STRIDE = 3

/**
 * The same sound at another pace, in the same voice (WSOLA: pieces of it are moved together or apart, each to where its
 * wave goes on from the piece before). `rate` 2 is twice as fast.
 */
export function stretched(samples: Float32Array, rate: number, hertz: number): Float32Array<ArrayBuffer> {
  const step = Math.round(OVERLAP * hertz)
  const reach = Math.round(SEARCH * hertz)
  const out = new Float32Array(Math.round(samples.length / rate))
  out.set(samples.subarray(0, Math.min(step, out.length)))
  let goesOn = step
  for (let at = step; at < out.length; at += step) {
    const from = nearest(samples, goesOn, Math.round(at * rate), step, reach)
    for (let each = 0; each < step && at + each < out.length; each++) {
      const share = 0.5 - 0.5 * Math.cos((Math.PI * each) / step)
      out[at + each] = (samples[goesOn + each] ?? 0) * (1 - share) + (samples[from + each] ?? 0) * share
    }
    goesOn = from + step
  }
  return out
}

/** Where, near its place, the sound is most like how it would have gone on. */
function nearest(samples: Float32Array, goesOn: number, place: number, length: number, reach: number): number {
  let best = place
  let most = -Infinity
  for (let from = Math.max(0, place - reach); from <= place + reach; from += STRIDE) {
    let alike = 0
    let power = 1e-9
    for (let each = 0; each < length; each += STRIDE) {
      const one = samples[from + each] ?? 0
      alike += one * (samples[goesOn + each] ?? 0)
      power += one * one
    }
    const likeness = alike / Math.sqrt(power)
    if (likeness > most) [best, most] = [from, likeness]
  }
  return best
}

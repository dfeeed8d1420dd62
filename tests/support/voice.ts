/** A voice for tests: a wobbling tone, in a room that hisses a little. */
export interface SpokenSound {
  readonly rate: number
  /** Seconds. */
  readonly before: number
  readonly speech: number
  readonly after: number
  /** Largest sample, of 1. */
  readonly loud: number
  readonly hiss?: number
}

export function voiceIn({ rate, before, speech, after, loud, hiss = 0.001 }: SpokenSound): Float32Array {
  const [from, to] = [before * rate, (before + speech) * rate]
  return Float32Array.from({ length: Math.round((before + speech + after) * rate) }, (_, at) => {
    // The same in each run: no chance, but as uneven.
    const noise = hiss * Math.sin(at * at * 0.7)
    const seconds = at / rate
    const tone =
      at < from || at >= to ? 0 : Math.sin(2 * Math.PI * 200 * seconds) * (0.7 + 0.3 * Math.sin(30 * seconds))
    return noise + loud * tone
  })
}

import type { Page } from 'playwright-core'

/** A piece of sound that reached the loudspeaker. */
export interface Heard {
  /** Seconds on the clock of the loudspeaker. */
  readonly at: number
  /** The same by the clock of the page, in milliseconds: when it leaves the program, without what the system adds. */
  readonly soundsAt: number
  readonly seconds: number
  /** It was ended before it was over. */
  readonly stopped: boolean
}

/** Runs in the page: every piece of sound that reaches the loudspeaker is kept, with its time. */
export function listen(): void {
  const heard: { at: number; soundsAt: number; seconds: number; stopped: boolean }[] = []
  class ListenedTo extends AudioContext {
    override createBufferSource(): AudioBufferSourceNode {
      const node = super.createBufferSource()
      const start = node.start.bind(node)
      const stop = node.stop.bind(node)
      const piece = { at: 0, soundsAt: 0, seconds: 0, stopped: false }
      node.start = (at = 0) => {
        const soundsAt = performance.now() + (at - this.currentTime) * 1000
        heard.push(Object.assign(piece, { at, soundsAt, seconds: node.buffer?.duration ?? 0 }))
        start(at)
      }
      node.stop = () => {
        piece.stopped = piece.at + piece.seconds > this.currentTime
        stop()
      }
      return node
    }
  }
  Object.assign(window, { AudioContext: ListenedTo, heard })
}

/** What the page has let hear so far, once it is so many pieces. */
export async function heardAfter(page: Page, count: number): Promise<readonly Heard[]> {
  await page.waitForFunction((least) => (window as unknown as { heard: unknown[] }).heard.length >= least, count)
  return page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
}

export const french = { lang: 'fr-FR', localService: true }

/** Runs in the page: the machine has these voices, and what they say is kept. */
export function installVoices(voices: readonly { readonly lang: string; readonly localService: boolean }[]): void {
  const said: string[] = []
  class Utterance extends EventTarget {
    readonly text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const speechSynthesis = {
    getVoices: () => voices,
    speak(utterance: Utterance) {
      said.push(utterance.text)
      utterance.dispatchEvent(new Event('end'))
    },
    cancel: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
  for (const [name, value] of Object.entries({ speechSynthesis, SpeechSynthesisUtterance: Utterance, said }))
    Object.defineProperty(window, name, { value })
}

/** What they have said since it was asked for last. */
export async function said(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))
}

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

import type { Page } from 'playwright-core'

export interface Heard {
  /** Start in seconds on the clock of the audio context. */
  readonly at: number
  /** Start in milliseconds on the clock of the page, without the output latency of the system. */
  readonly soundsAt: number
  readonly seconds: number
  /** True if the sound was stopped before its end. */
  readonly stopped: boolean
}

/** Runs in the page. Records every sound that is sent to the loudspeaker, with its time. */
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

export async function heardAfter(page: Page, count: number): Promise<readonly Heard[]> {
  await page.waitForFunction((least) => (window as unknown as { heard: unknown[] }).heard.length >= least, count)
  return page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
}

export const french = { lang: 'fr-FR', localService: true }

/** Runs in the page. Installs simulated speech synthesis with the given voices and records the texts. */
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

export async function said(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))
}

/** Simulated speech: a tone of varying loudness with some background noise. */
export interface SpokenSound {
  readonly rate: number
  /** Seconds of silence before the speech. `speech` and `after` are also in seconds. */
  readonly before: number
  readonly speech: number
  readonly after: number
  /** Peak amplitude of the tone, from 0 to 1. */
  readonly loud: number
  readonly hiss?: number
}

export function voiceIn({ rate, before, speech, after, loud, hiss = 0.001 }: SpokenSound): Float32Array {
  const [from, to] = [before * rate, (before + speech) * rate]
  return Float32Array.from({ length: Math.round((before + speech + after) * rate) }, (_, at) => {
    // Irregular like random noise, but identical in each run.
    const noise = hiss * Math.sin(at * at * 0.7)
    const seconds = at / rate
    const tone =
      at < from || at >= to ? 0 : Math.sin(2 * Math.PI * 200 * seconds) * (0.7 + 0.3 * Math.sin(30 * seconds))
    return noise + loud * tone
  })
}

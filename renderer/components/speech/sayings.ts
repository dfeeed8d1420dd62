import type { Speaker } from './speaker.ts'

/**
 * `screen`: identifies the screen. `place`: the element reached by a key; it replaces the previous place. `fact`:
 * content of the screen, or a change of it. `notice`: an event. `warning`: time is running out. `answer`: response to a
 * key about the voice.
 */
const sayingKinds = ['screen', 'place', 'fact', 'notice', 'warning', 'answer'] as const
export type SayingKind = (typeof sayingKinds)[number]

interface Saying {
  readonly kind: SayingKind
  readonly text: string
}

/** Queue of spoken texts. A text is not cut off by the next one unless the customer has moved on. */
export interface Sayings {
  readonly say: (kind: SayingKind, text: string) => void
  /** Records that the customer pressed or touched something: the texts that follow need not wait. */
  readonly moveOn: () => void
  /** Stops the current text and drops the texts that are waiting. */
  readonly silence: () => void
  /**
   * Repeats the texts since the customer last moved on. If called twice in a row, reads the whole screen in the texts
   * that `whole` returns.
   */
  readonly again: (whole: () => readonly string[]) => void
  readonly isSpeaking: () => boolean
  readonly subscribe: (changed: () => void) => () => void
}

/** Cuts off a text early: an action of the customer, or the next screen if the customer cannot act. */
type Patience = 'until-moved-on' | 'until-next-screen'

export function createSayings(speaker: Speaker, patience: Patience = 'until-moved-on'): Sayings {
  const listeners = new Set<() => void>()
  /** The parts of a screen arrive one by one, inner ones first. They are sorted before the first one is spoken. */
  let arrived: Saying[] = []
  let waiting: Saying[] = []
  let now: Saying | null = null
  let since: Saying[] = []
  let repeated = false
  let movedOn = true
  let run = 0

  const tell = (): void => listeners.forEach((listener) => listener())
  const goOn = (): void => {
    now = waiting.shift() ?? null
    tell()
    if (!now) return
    const own = run
    void speaker.say(now.text).then(() => {
      if (own === run) goOn()
    })
  }
  const end = (): void => {
    run += 1
    waiting = []
    now = null
    speaker.stop()
  }
  const queue = (sayings: readonly Saying[]): void => {
    waiting.push(...sayings)
    if (now === null) goOn()
  }
  const take = (): void => {
    const sayings = sayingKinds.flatMap((kind) => arrived.filter((each) => each.kind === kind))
    arrived = []
    const kept = sayings.filter(({ kind }) => kind !== 'answer')
    const isOther = sayings.some(({ kind }) => kind === 'screen')
    if (kept.length > 0 && (movedOn || (isOther && patience === 'until-next-screen'))) {
      end()
      since = []
      movedOn = false
    }
    // Waiting texts of the previous screen are obsolete.
    if (isOther) waiting = waiting.filter(({ kind }) => kind !== 'screen' && kind !== 'place' && kind !== 'fact')
    if (sayings.some(({ kind }) => kind === 'place')) {
      waiting = waiting.filter(({ kind }) => kind !== 'place')
      if (now?.kind === 'place') {
        const rest = waiting
        end()
        waiting = rest
      }
    }
    since.push(...kept)
    if (kept.length > 0) repeated = false
    queue(sayings)
  }

  return {
    say(kind, text) {
      if (text === '') return
      arrived.push({ kind, text })
      if (arrived.length === 1) queueMicrotask(take)
    },
    moveOn() {
      movedOn = true
    },
    silence() {
      end()
      tell()
    },
    again(whole) {
      end()
      const texts = repeated || since.length === 0 ? whole() : since.map(({ text }) => text)
      repeated = true
      queue(texts.map((text) => ({ kind: 'answer', text })))
    },
    isSpeaking: () => now !== null,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

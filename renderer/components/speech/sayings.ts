import type { Speaker } from './speaker.ts'

/**
 * `screen`: which screen it is. `place`: what a key came to, in place of what it came to before. `fact`: what stands there, or
 * has changed. `notice`: what happened. `warning`: that time runs out. `answer`: to a key that is about the voice.
 */
const sayingKinds = ['screen', 'place', 'fact', 'notice', 'warning', 'answer'] as const
export type SayingKind = (typeof sayingKinds)[number]

interface Saying {
  readonly kind: SayingKind
  readonly text: string
}

/** What is said, one after the other. No sentence is cut off by the next, unless the customer has moved on. */
export interface Sayings {
  readonly say: (kind: SayingKind, text: string) => void
  /** The customer has pressed or touched something: what comes of it need not wait. */
  readonly moveOn: () => void
  /** Ends what is being said, and forgets what was still to come. */
  readonly silence: () => void
  /** Once what was said since they last moved on; twice the whole screen, in these words. */
  readonly again: (whole: () => readonly string[]) => void
  readonly isSpeaking: () => boolean
  readonly subscribe: (changed: () => void) => () => void
}

/** What ends a sentence before it is over: a move of the customer, or, where they can make none, the next screen. */
type Patience = 'until-moved-on' | 'until-next-screen'

export function createSayings(speaker: Speaker, patience: Patience = 'until-moved-on'): Sayings {
  const listeners = new Set<() => void>()
  /** A screen's parts come up one by one, inner ones first: they are put in order before the first word. */
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
    // What was still to be said of another screen is of no use any more.
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

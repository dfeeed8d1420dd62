import type { Speaker } from './speaker.ts'

/**
 * `screen`: identifies the screen. `place`: element that received the focus by a key press. `fact`: content of the
 * screen. `notice`: report of an event. `warning`: time is running out. `answer`: reply to a key that controls the
 * voice.
 */
const sayingKinds = ['screen', 'place', 'fact', 'notice', 'warning', 'answer'] as const
export type SayingKind = (typeof sayingKinds)[number]

interface Saying {
  readonly kind: SayingKind
  readonly text: string
}

/**
 * Event that interrupts a text before its end: an action of the customer, or the next screen if the customer cannot
 * act.
 */
type Patience = 'until-moved-on' | 'until-next-screen'

/** Queue of spoken texts. A new text interrupts the current text only if the customer has moved on. */
export class Sayings {
  readonly #speaker: Pick<Speaker, 'say' | 'stop'>
  readonly #timeout: Patience
  readonly #listeners = new Set<() => void>()
  /** The texts of a screen arrive one by one, inner texts first, and are sorted before the first text is spoken. */
  #arrived: Saying[] = []
  #waiting: Saying[] = []
  #now: Saying | null = null
  #since: Saying[] = []
  #repeated = false
  #movedOn = true
  #run = 0

  constructor(speaker: Pick<Speaker, 'say' | 'stop'>, timeout: Patience = 'until-moved-on') {
    this.#speaker = speaker
    this.#timeout = timeout
  }

  readonly say = (kind: SayingKind, text: string): void => {
    if (text === '') return
    this.#arrived.push({ kind, text })
    if (this.#arrived.length === 1) queueMicrotask(() => this.#take())
  }

  /**
   * Records that the customer pressed or touched something, so that the texts that follow may interrupt the current
   * text.
   */
  readonly moveOn = (): void => {
    this.#movedOn = true
  }

  silence(): void {
    this.#end()
    this.#tell()
  }

  /**
   * Repeats the texts since the customer last moved on. A second call in a row reads the texts that `whole` returns.
   */
  again(whole: () => readonly string[]): void {
    this.#end()
    const texts = this.#repeated || this.#since.length === 0 ? whole() : this.#since.map(({ text }) => text)
    this.#repeated = true
    this.#queue(texts.map((text) => ({ kind: 'answer', text })))
  }

  isSpeaking(): boolean {
    return this.#now !== null
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  #tell(): void {
    this.#listeners.forEach((listener) => listener())
  }

  #goOn(): void {
    this.#now = this.#waiting.shift() ?? null
    this.#tell()
    if (!this.#now) return
    const own = this.#run
    void this.#speaker.say(this.#now.text).then(() => {
      if (own === this.#run) this.#goOn()
    })
  }

  #end(): void {
    this.#run += 1
    this.#waiting = []
    this.#now = null
    this.#speaker.stop()
  }

  #queue(sayings: readonly Saying[]): void {
    this.#waiting.push(...sayings)
    if (this.#now === null) this.#goOn()
  }

  #drop(...obsolete: readonly SayingKind[]): void {
    this.#waiting = this.#waiting.filter(({ kind }) => !obsolete.includes(kind))
  }

  #take(): void {
    const sayings = sayingKinds.flatMap((kind) => this.#arrived.filter((each) => each.kind === kind))
    this.#arrived = []
    const kept = sayings.filter(({ kind }) => kind !== 'answer')
    const isOther = sayings.some(({ kind }) => kind === 'screen')
    if (kept.length > 0 && (this.#movedOn || (isOther && this.#timeout === 'until-next-screen'))) {
      this.#end()
      this.#since = []
      this.#movedOn = false
    }
    // Waiting texts of the previous screen are obsolete once a new screen is spoken.
    if (isOther) this.#drop('screen', 'place', 'fact')
    if (sayings.some(({ kind }) => kind === 'place')) {
      this.#drop('place')
      if (this.#now?.kind === 'place') {
        const rest = this.#waiting
        this.#end()
        this.#waiting = rest
      }
    }
    this.#since.push(...kept)
    if (kept.length > 0) this.#repeated = false
    this.#queue(sayings)
  }
}

import { useEffect, useMemo } from 'react'
import { isOnlySpoken, textLanguageOf } from '../../../shared/domain/language.ts'
import type { RecordingView } from '../../../shared/speech/line.ts'
import { Player, openPack, type SpeechPack } from '../../ui/speech/player.ts'

type Parts = Parameters<Player['play']>[0]

export function usePlaying({ tongue, references }: Pick<RecordingView, 'tongue' | 'references'>): Playing {
  const folders = references.join(' ')
  const playing = useMemo(() => new Playing(tongue, folders === '' ? [] : folders.split(' ')), [tongue, folders])
  useEffect(() => () => playing.stop(), [playing])
  return playing
}

export class Playing {
  readonly #player = new Player()
  readonly #tongue: RecordingView['tongue']
  readonly #references: readonly string[]
  readonly #own: string
  #run = 0
  #quietSince = Number.NEGATIVE_INFINITY

  constructor(tongue: RecordingView['tongue'], references: readonly string[]) {
    this.#tongue = tongue
    this.#references = references
    this.#own = `${tongue}/venue`
  }

  async recording(key: string): Promise<void> {
    await this.#play(await openPack(this.#tongue, [this.#own]), [{ clip: key }])
  }

  /** Plays a written text in the reference voice of its language. */
  async text(text: string): Promise<void> {
    const pack = await openPack(textLanguageOf(this.#tongue), this.#references)
    await this.#play(pack, pack.compose(text).parts)
  }

  /**
   * Plays a text with the recordings made so far. Resolves to whether all its parts are recorded, always true for a
   * written language.
   */
  async example(text: string): Promise<boolean> {
    const pack = await openPack(this.#tongue, [...this.#references, this.#own])
    this.#play(pack, pack.compose(text).parts).catch(() => undefined)
    if (!isOnlySpoken(this.#tongue)) return true
    const { missing, spelled } = (await openPack(this.#tongue, [this.#own])).compose(text)
    return missing.length === 0 && spelled.length === 0
  }

  stop(): void {
    this.#run += 1
    this.#player.stop()
    if (this.#quietSince === Number.POSITIVE_INFINITY) this.#quietSince = performance.now()
  }

  /** Returns the seconds since the loudspeaker became silent. */
  quietFor(): number {
    return (performance.now() - this.#quietSince) / 1000
  }

  async #play({ sound }: Pick<SpeechPack, 'sound'>, parts: Parts): Promise<void> {
    this.stop()
    const mine = this.#run
    this.#quietSince = Number.POSITIVE_INFINITY
    await this.#player.play(parts, sound, () => mine === this.#run)
    if (mine === this.#run) this.#quietSince = performance.now()
  }
}

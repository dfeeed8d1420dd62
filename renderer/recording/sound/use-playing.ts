import { useEffect, useMemo } from 'react'
import { isOnlySpoken, writtenIn } from '../../../shared/domain/language.ts'
import type { RecordingView } from '../../../shared/speech/line.ts'
import { createPlayer, openPack, type SpeechPack } from '../../components/speech/player.ts'

export interface Playing {
  /** Plays a text as it was recorded. */
  readonly recording: (key: string) => Promise<void>
  /** Plays the written text, in the reference voice of its language. */
  readonly text: (text: string) => Promise<void>
  /** Plays a text as the kiosk would say it with the recordings so far. Resolves to whether all parts are recorded. */
  readonly example: (text: string) => Promise<boolean>
  readonly stop: () => void
  /** Returns the seconds since the loudspeaker became silent. */
  readonly quietFor: () => number
}

/** Plays one sound at a time. */
export function usePlaying({ tongue, references }: Pick<RecordingView, 'tongue' | 'references'>): Playing {
  const folders = references.join(' ')
  const playing = useMemo(() => createPlaying(tongue, folders === '' ? [] : folders.split(' ')), [tongue, folders])
  useEffect(() => playing.stop, [playing])
  return playing
}

function createPlaying(tongue: RecordingView['tongue'], references: readonly string[]): Playing {
  const player = createPlayer()
  const own = `${tongue}/venue`
  let run = 0
  let quietSince = Number.NEGATIVE_INFINITY

  function stop(): void {
    run += 1
    player.stop()
    if (quietSince === Number.POSITIVE_INFINITY) quietSince = performance.now()
  }

  async function play({ sound }: Pick<SpeechPack, 'sound'>, parts: Parameters<typeof player.play>[0]): Promise<void> {
    stop()
    const mine = run
    quietSince = Number.POSITIVE_INFINITY
    await player.play(parts, sound, () => mine === run)
    if (mine === run) quietSince = performance.now()
  }

  return {
    async recording(key) {
      const pack = await openPack(tongue, [own])
      await play(pack, [{ clip: key }])
    },
    async text(text) {
      const pack = await openPack(writtenIn(tongue), references)
      await play(pack, pack.compose(text).parts)
    },
    async example(text) {
      const pack = await openPack(tongue, [...references, own])
      const { parts } = pack.compose(text)
      play(pack, parts).catch(() => undefined)
      if (!isOnlySpoken(tongue)) return true
      const { missing, spelled } = (await openPack(tongue, [own])).compose(text)
      return missing.length === 0 && spelled.length === 0
    },
    stop,
    quietFor: () => (performance.now() - quietSince) / 1000,
  }
}

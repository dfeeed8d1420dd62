import { useMemo, useSyncExternalStore } from 'react'
import { type Language, type Tongue, writtenIn } from '../../../shared/domain/language.ts'
import type { Composer } from '../../../shared/speech/compose.ts'
import { createPlayer, plainTone, type SpeechPack, speechPack, type Tone } from './player.ts'

/** Says one text at a time. */
export interface Speaker {
  /** Resolves when it has been said, or ended. */
  readonly say: (text: string) => Promise<void>
  /** Ends what is being said. */
  readonly stop: () => void
  readonly tune: (tone: Tone) => void
}

/**
 * Speaks with a pack, by itself or with what the machine has: a sentence with words that a pack would have to spell is
 * said by the machine's own voice, where there is one, and so is everything where the pack cannot be read.
 */
function createSpeaker({
  voice,
  pack,
}: {
  readonly voice: SpeechSynthesisVoice | null
  readonly pack: Promise<SpeechPack | null> | null
}): Speaker {
  const player = createPlayer()
  let run = 0
  let tone = plainTone
  return {
    async say(text) {
      const own = run
      const goesOn = (): boolean => own === run
      const spoken = await pack
      if (!goesOn()) return
      const composed = spoken?.compose(text)
      if (voice && !(composed && isWhole(composed))) await utter(text, voice, tone)
      else if (spoken && composed)
        // A clip that cannot be read is no reason to be silent from then on.
        await player.play(composed.parts, spoken.sound, goesOn).catch(() => undefined)
    },
    stop() {
      run += 1
      player.stop()
      if (voice) speechSynthesis.cancel()
    },
    tune(next) {
      tone = next
      player.tune(next)
    },
  }
}

const isWhole = ({ spelled, missing }: ReturnType<Composer>): boolean => spelled.length === 0 && missing.length === 0

/** A voice of the system knows no louder than full. */
function utter(text: string, voice: SpeechSynthesisVoice, { gain, pace }: Tone): Promise<void> {
  return new Promise((resolve) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.volume = Math.min(1, gain)
    utterance.rate = pace
    for (const end of ['end', 'error']) utterance.addEventListener(end, () => resolve())
    speechSynthesis.speak(utterance)
  })
}

/**
 * Who says the screens in a language; null for none, and where this machine has neither a pack nor a voice for it. What is
 * not recorded of one that is only spoken is said in the language that is read meanwhile.
 * A pack is fetched as soon as it is asked for, so that it is there at the first word.
 */
export function useSpeaker(tongue: Tongue | null, packs: readonly string[] = []): Speaker | null {
  const written = tongue === null ? null : writtenIn(tongue)
  const voice = useVoice(written)
  const foldersOf = (one: Tongue | null) => packs.filter((each) => each.split('/')[0] === one)
  const folders = [...foldersOf(written), ...(tongue === written ? [] : foldersOf(tongue))].join(' ')
  return useMemo(() => {
    const pack = tongue === null || folders === '' ? null : speechPack(tongue, folders.split(' '))
    return pack || voice ? createSpeaker({ voice, pack }) : null
  }, [tongue, folders, voice])
}

/** Whether the screens of a language can be said here at all. */
export function useCanSpeak(tongue: Tongue, packs: readonly string[] = []): boolean {
  const written = writtenIn(tongue)
  const voice = useVoice(written)
  return voice !== null || packs.some((each) => [written, tongue].some((one) => each.split('/')[0] === one))
}

/**
 * The machine's own voice for a language (`fr`), null where it has none. Voices that send the text to a service
 * somewhere else do not count: what is on this screen stays on this machine.
 */
function useVoice(language: Language | null): SpeechSynthesisVoice | null {
  const find = (): SpeechSynthesisVoice | null =>
    speechSynthesis
      .getVoices()
      .find(({ lang, localService }) => localService && lang.split(/[-_]/u)[0]?.toLowerCase() === language) ?? null
  return useSyncExternalStore(onVoices, find, () => null)
}

function onVoices(changed: () => void): () => void {
  speechSynthesis.addEventListener('voiceschanged', changed)
  return () => speechSynthesis.removeEventListener('voiceschanged', changed)
}

import { useMemo, useSyncExternalStore } from 'react'
import { type Language, type SpeechLanguage, textLanguageOf } from '../../../shared/domain/language.ts'
import type { Composer } from '../../../shared/speech/compose.ts'
import { Player, type SpeechPack, speechPack, type Tone } from './player.ts'

/**
 * Speaks one text at a time, with a speech pack, the computer's own voice, or both. The computer's voice speaks
 * sentences with words that the pack would have to spell; if the pack cannot be read, it speaks every text.
 */
export class Speaker {
  readonly #voice: SpeechSynthesisVoice | null
  readonly #pack: Promise<SpeechPack | null> | null
  readonly #player = new Player()
  #run = 0

  constructor(voice: SpeechSynthesisVoice | null, pack: Promise<SpeechPack | null> | null) {
    this.#voice = voice
    this.#pack = pack
  }

  /** Resolves when the text has been spoken or stopped. */
  async say(text: string): Promise<void> {
    const own = this.#run
    const goesOn = (): boolean => own === this.#run
    const spoken = await this.#pack
    if (!goesOn()) return
    const composed = spoken?.compose(text)
    if (this.#voice && !(composed && isWhole(composed))) await utter(text, this.#voice, this.#player.tone)
    else if (spoken && composed)
      // If a clip cannot be read, the speaker continues with the next text.
      await this.#player.play(composed.parts, spoken.sound, goesOn).catch(() => undefined)
  }

  stop(): void {
    this.#run += 1
    this.#player.stop()
    if (this.#voice) speechSynthesis.cancel()
  }

  tune(tone: Tone): void {
    this.#player.tune(tone)
  }
}

const isWhole = ({ spelled, missing }: ReturnType<Composer>): boolean => spelled.length === 0 && missing.length === 0

/** Speaks a text with a voice of the system, whose volume cannot exceed 1. */
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
 * Returns the speaker for a language; null if no language is given, or if the language has neither a pack nor a voice.
 * For a language that is only spoken, texts without a recording are spoken in its related written language.
 */
export function useSpeaker(tongue: SpeechLanguage | null, packs: readonly string[] = []): Speaker | null {
  const written = tongue === null ? null : textLanguageOf(tongue)
  const voice = useVoice(written)
  const foldersOf = (one: SpeechLanguage | null) => packs.filter((each) => each.split('/')[0] === one)
  const folders = [...foldersOf(written), ...(tongue === written ? [] : foldersOf(tongue))].join(' ')
  return useMemo(() => {
    const pack = tongue === null || folders === '' ? null : speechPack(tongue, folders.split(' '))
    return pack || voice ? new Speaker(voice, pack) : null
  }, [tongue, folders, voice])
}

export function useCanSpeak(tongue: SpeechLanguage, packs: readonly string[] = []): boolean {
  const written = textLanguageOf(tongue)
  const voice = useVoice(written)
  return voice !== null || packs.some((each) => [written, tongue].some((one) => each.split('/')[0] === one))
}

/**
 * Returns the computer's own voice for a language, or null. Voices that send the text to a remote service are excluded,
 * because the content of the screen must not leave the computer.
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

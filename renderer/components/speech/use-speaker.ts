import { useMemo, useSyncExternalStore } from 'react'
import { writtenIn, type Language, type Tongue } from '../../../shared/domain/language.ts'
import { speechPack } from './pack.ts'
import { createSpeaker, type Speaker } from './speaker.ts'

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

import { useMemo, useSyncExternalStore } from 'react'
import type { Language } from '../../../shared/domain/language.ts'
import { speechPack } from './pack.ts'
import { createSpeaker, type Speaker } from './speaker.ts'

/**
 * Who says the screens of a language; null for no language, and where this machine has neither a pack nor a voice for it.
 * A pack is fetched as soon as it is asked for, so that it is there at the first word.
 */
export function useSpeaker(language: Language | null, packs: readonly string[] = []): Speaker | null {
  const voice = useVoice(language)
  const folders = packs.filter((each) => each.split('/')[0] === language).join(' ')
  return useMemo(() => {
    const pack = language === null || folders === '' ? null : speechPack(language, folders.split(' '))
    return pack || voice ? createSpeaker({ voice, pack }) : null
  }, [language, folders, voice])
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
  return useSyncExternalStore(onVoices, find)
}

function onVoices(changed: () => void): () => void {
  speechSynthesis.addEventListener('voiceschanged', changed)
  return () => speechSynthesis.removeEventListener('voiceschanged', changed)
}

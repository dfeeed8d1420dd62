import { createContext, use, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'

/** `screen`: a new screen, which ends what was still being said of the one before. `notice`: said after that. */
export type Spoken = 'screen' | 'notice'

type Say = (kind: Spoken, text: string) => void

const silence: Say = () => undefined
const SpeechContext = createContext<Say>(silence)

/** Reads aloud what the screens inside it hand to `useSpoken`; null: nothing is said. */
export function SpeechProvider({ voice, children }: { voice: SpeechSynthesisVoice | null; children: ReactNode }) {
  const say = useMemo(() => (voice ? sayWith(voice) : silence), [voice])
  useEffect(() => (voice ? () => speechSynthesis.cancel() : undefined), [voice])
  return <SpeechContext value={say}>{children}</SpeechContext>
}

/** Nothing inside is ever said, whatever is switched on. */
export function Unspoken({ children }: { children: ReactNode }) {
  return <SpeechContext value={silence}>{children}</SpeechContext>
}

/** Says a text when it comes up, and when it changes; an empty one says nothing. */
export function useSpoken(kind: Spoken, text: string): void {
  const say = use(SpeechContext)
  useEffect(() => say(kind, text), [say, kind, text])
}

/**
 * The machine's own voice for a language (`fr`), null where it has none. Voices that send the text to a service
 * somewhere else do not count: what is on this screen stays on this machine.
 */
export function useVoice(language: string): SpeechSynthesisVoice | null {
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

/** A screen's parts come up one by one, inner ones first: they are put in order before the first word. */
function sayWith(voice: SpeechSynthesisVoice): Say {
  let waiting: { readonly kind: Spoken; readonly text: string }[] = []
  const speak = (): void => {
    const said = waiting
    waiting = []
    const screens = said.filter(({ kind }) => kind === 'screen')
    if (screens.length > 0) speechSynthesis.cancel()
    for (const { text } of [...screens, ...said.filter(({ kind }) => kind === 'notice')]) {
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.voice = voice
      utterance.lang = voice.lang
      speechSynthesis.speak(utterance)
    }
  }
  return (kind, text) => {
    if (text === '') return
    waiting.push({ kind, text })
    if (waiting.length === 1) queueMicrotask(speak)
  }
}

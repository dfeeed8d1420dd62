import { createContext, use, useEffect, useMemo, type ReactNode } from 'react'
import type { Speaker } from './speaker.ts'

/** `screen`: a new screen, which ends what was still being said of the one before. `notice`: said after that. */
export type Spoken = 'screen' | 'notice'

type Say = (kind: Spoken, text: string) => void

const silence: Say = () => undefined
const SpeechContext = createContext<Say>(silence)

/** Reads aloud what the screens inside it hand to `useSpoken`; null: nothing is said. */
export function SpeechProvider({ speaker, children }: { speaker: Speaker | null; children: ReactNode }) {
  const say = useMemo(() => (speaker ? sayWith(speaker) : silence), [speaker])
  useEffect(() => (speaker ? () => speaker.stop() : undefined), [speaker])
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

/** Says a text now, in place of what is being said; null where nothing is said. */
export function useSay(): ((text: string) => void) | null {
  const say = use(SpeechContext)
  return say === silence ? null : (text) => say('screen', text)
}

/** A screen's parts come up one by one, inner ones first: they are put in order before the first word. */
function sayWith(speaker: Speaker): Say {
  let waiting: { readonly kind: Spoken; readonly text: string }[] = []
  const speak = (): void => {
    const said = waiting
    waiting = []
    const screens = said.filter(({ kind }) => kind === 'screen')
    if (screens.length > 0) speaker.stop()
    for (const { text } of [...screens, ...said.filter(({ kind }) => kind === 'notice')]) speaker.say(text)
  }
  return (kind, text) => {
    if (text === '') return
    waiting.push({ kind, text })
    if (waiting.length === 1) queueMicrotask(speak)
  }
}

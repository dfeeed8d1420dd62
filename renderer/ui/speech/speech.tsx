import { createContext, type ReactNode, use, useCallback, useEffect } from 'react'
import type { SayingKind, Sayings } from './sayings.ts'

type Say = Sayings['say']

const silence: Say = () => undefined
const SpeechContext = createContext<Say>(silence)

/** Speaks the texts that the screens inside pass to `useSpoken`; silent if `sayings` is null. */
export function SpeechProvider({ sayings, children }: { sayings: Sayings | null; children: ReactNode }) {
  useEffect(() => (sayings ? () => sayings.silence() : undefined), [sayings])
  return <SpeechContext value={sayings?.say ?? silence}>{children}</SpeechContext>
}

/** Content that is never spoken, even with speech output switched on. */
export function Unspoken({ children }: { children: ReactNode }) {
  return <SpeechContext value={silence}>{children}</SpeechContext>
}

/**
 * Content that a layer with its own spoken texts may cover. While the content is covered, only its warnings are spoken.
 * When it is uncovered, it is spoken again.
 */
export function InertBackground({ covered, children }: { covered: boolean; children: ReactNode }) {
  const say = useSaying()
  const hushed = useCallback<Say>(
    (kind, text) => {
      if (kind === 'warning') say(kind, text)
    },
    [say],
  )
  return <SpeechContext value={covered ? hushed : say}>{children}</SpeechContext>
}

/** Returns a function that speaks a text as a new screen; null if speech is off. */
export function useSay(): ((text: string) => void) | null {
  const say = useSaying()
  return say === silence ? null : (text) => say('screen', text)
}

export function useSaying(): Say {
  return use(SpeechContext)
}

/** Speaks a text when it appears and when it changes. An empty text is not spoken. */
export function useSpoken(kind: SayingKind, text: string): void {
  const say = useSaying()
  useEffect(() => say(kind, text), [say, kind, text])
}

/**
 * Audience of private content on a customer's screen. `nobody`: never spoken, not even via headphones. `customer`:
 * spoken via headphones, or via the loudspeaker at the customer's request.
 */
const heardBy = {
  pin: 'nobody',
  telephone: 'customer',
  reference: 'customer',
} as const

export function holding(what: keyof typeof heardBy): { readonly 'data-heard-by': 'nobody' | 'customer' } {
  return { 'data-heard-by': heardBy[what] }
}

export function mayBeSaid(element: Element, privately: boolean): boolean {
  return element.closest(privately ? '[data-heard-by="nobody"]' : '[data-heard-by]') === null
}

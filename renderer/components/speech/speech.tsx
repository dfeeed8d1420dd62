import { createContext, type ReactNode, use, useCallback, useEffect } from 'react'
import type { SayingKind, Sayings } from './sayings.ts'

type Say = Sayings['say']

const silence: Say = () => undefined
const SpeechContext = createContext<Say>(silence)

/** Reads aloud what the screens inside it hand to `useSpoken`; null: nothing is said. */
export function SpeechProvider({ sayings, children }: { sayings: Sayings | null; children: ReactNode }) {
  useEffect(() => (sayings ? () => sayings.silence() : undefined), [sayings])
  return <SpeechContext value={sayings?.say ?? silence}>{children}</SpeechContext>
}

/** Nothing inside is ever said, whatever is switched on. */
export function Unspoken({ children }: { children: ReactNode }) {
  return <SpeechContext value={silence}>{children}</SpeechContext>
}

/** What lies under something that speaks: it waits, but for what cannot, and then says where one is back. */
export function Covered({ covered, children }: { covered: boolean; children: ReactNode }) {
  const say = useSaying()
  const hushed = useCallback<Say>(
    (kind, text) => {
      if (kind === 'warning') say(kind, text)
    },
    [say],
  )
  return <SpeechContext value={covered ? hushed : say}>{children}</SpeechContext>
}

/** Says a text now, in place of what is being said; null where nothing is said. */
export function useSay(): ((text: string) => void) | null {
  const say = useSaying()
  return say === silence ? null : (text) => say('screen', text)
}

export function useSaying(): Say {
  return use(SpeechContext)
}

/** Says a text when it comes up, and when it changes; an empty one says nothing. */
export function useSpoken(kind: SayingKind, text: string): void {
  const say = useSaying()
  useEffect(() => say(kind, text), [say, kind, text])
}

/**
 * Who may hear what stands on a customer's screen: the one list of what is not for everybody. `nobody`: not even into
 * headphones. `customer`: into headphones, or by the loudspeaker once the customer has asked for it.
 */
const heardBy = {
  pin: 'nobody',
  telephone: 'customer',
  reference: 'customer',
} as const

/** Marks the part of a screen where that stands. */
export function holding(what: keyof typeof heardBy): { readonly 'data-heard-by': 'nobody' | 'customer' } {
  return { 'data-heard-by': heardBy[what] }
}

export function mayBeSaid(element: Element, privately: boolean): boolean {
  return element.closest(privately ? '[data-heard-by="nobody"]' : '[data-heard-by]') === null
}

import type { Page } from 'playwright-core'

export const french = { lang: 'fr-FR', localService: true }

/** Runs in the page: the machine has these voices, and what they say is kept. */
export function installVoices(voices: readonly { readonly lang: string; readonly localService: boolean }[]): void {
  const said: string[] = []
  class Utterance extends EventTarget {
    readonly text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const speechSynthesis = {
    getVoices: () => voices,
    speak(utterance: Utterance) {
      said.push(utterance.text)
      utterance.dispatchEvent(new Event('end'))
    },
    cancel: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
  for (const [name, value] of Object.entries({ speechSynthesis, SpeechSynthesisUtterance: Utterance, said }))
    Object.defineProperty(window, name, { value })
}

/** What they have said since it was asked for last. */
export async function said(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0))
}

import type { Page } from 'playwright-core'

/**
 * What somebody who sees reads on the screen, or in what lies over it. Left out: other languages' greetings, what counts by itself,
 * what is the customer's alone, the numbers on the seats of a list, whose names hold them, and captions of pictures.
 */
export async function textsInSight(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('[data-screen]')
    const walker = document.createTreeWalker(scope ?? document.body, NodeFilter.SHOW_TEXT)
    const left = '[aria-hidden="true"], [role="timer"], [data-heard-by], [data-seat], [data-caption], .unseen, svg'
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      const lang = element?.closest('[lang]')?.getAttribute('lang')
      if (!element || text === '' || lang !== document.documentElement.lang || element.closest(left)) continue
      if (element.checkVisibility({ visibilityProperty: true })) texts.push(text)
    }
    return texts
  })
}

/** Of these texts, what was not said. */
export function unsaidOf(texts: readonly string[], said: readonly string[]): readonly string[] {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
  const all = bare(said.join(' '))
  return texts.filter((text) => !all.includes(bare(text)))
}

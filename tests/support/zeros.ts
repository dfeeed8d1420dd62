import type { Page } from 'playwright-core'

/** Returns the amounts displayed in a font with a slashed zero, which is reserved for seats and codes. */
export const sumsWithSlashedZero = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const sum = /0[\s\d]*\s(?:GNF|XOF|XAF|EUR)/u
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const [text, element] = [node.textContent ?? '', node.parentElement]
      if (!element?.checkVisibility() || !sum.test(text)) continue
      if (!getComputedStyle(element).fontFamily.startsWith('"Plain Zero"')) found.push(text)
    }
    return found
  })

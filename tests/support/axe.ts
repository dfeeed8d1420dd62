import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Tags of levels A and AA of the Web Content Accessibility Guidelines 2.0 to 2.2. */
export const wcag: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Rules for a kiosk. The rules of WCAG 2.1 A are omitted: they only require that a button's name contains all of its
 * text, and the whole attract screen is one button.
 */
export const kioskRules: readonly string[] = [...wcag.filter((tag) => tag !== 'wcag21a'), 'best-practice']

declare global {
  interface Window {
    readonly axe?: { run(options: RunOptions): Promise<AxeResults> }
  }
}

/** Returns the violations that axe finds by rules with the given tags. Uses all rules if `tags` is absent. */
export async function axeFaults(page: Page, tags?: readonly string[]): Promise<readonly string[]> {
  // The source of axe is half a megabyte in size, so it is loaded only once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options: RunOptions = { resultTypes: ['violations'], ...(tags && { runOnly: [...tags] }) }
  const violations = await page.evaluate(async (run) => (await window.axe?.run(run))?.violations, options)
  if (!violations) throw new Error('axe is not in the page')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { Typist } from '../e2e/desk-typist.ts'

/**
 * A cashier's hands: before each key they wait for what a person waits for, and never for a time. `pressed` has every key
 * that went down, by its name in the browser.
 */
export class Hands extends Typist {
  readonly pressed = new Set<string>()

  override async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) this.pressed.add(key)
    await super.press(...keys)
  }

  /** A key that the bar at the foot names, once it does. */
  async command(key: string): Promise<void> {
    await this.barNames(key)
    await this.press(key)
  }

  /** Until the bar at the foot names that key. */
  async barNames(key: string): Promise<void> {
    const named = key
      .replace('Escape', 'Esc')
      .replace(/^Control\+(.)$/u, (_, letter: string) => `Ctrl+${letter.toUpperCase()}`)
    await this.page.locator('footer kbd').getByText(named, { exact: true }).waitFor()
  }

  /** Into the command line, once it is empty; all of it stands there before the next key. */
  async write(text: string): Promise<void> {
    await this.lineHas('')
    await this.type(text)
    await this.lineHas(text)
  }

  /** Until the line has the keyboard, and this stands in it. */
  async lineHas(text: string): Promise<void> {
    const typed = () =>
      this.line.evaluate((line) => (document.activeElement === line ? (line as HTMLInputElement).value : null))
    await becomes(typed, text)
  }

  /** A field of a form: what stood there goes. */
  async fillIn(field: Locator, text: string): Promise<void> {
    await field.press('Control+a')
    await this.type(text)
    await becomes(() => field.inputValue(), text)
  }

  /** A button that does something now; the focus goes to it first, as it does with the arrows or Tab. */
  async choose(button: Locator): Promise<void> {
    await becomes(() => button.isEnabled(), true)
    await button.focus()
    await this.press('Enter')
  }

  async tick(box: Locator, wanted: boolean): Promise<void> {
    if ((await box.isChecked()) === wanted) return
    await box.focus()
    await this.press('Space')
    await becomes(() => box.isChecked(), wanted)
  }
}

export async function becomes<T>(read: () => Promise<T>, expected: T): Promise<void> {
  await expect.poll(read, { interval: 20 }).toEqual(expected)
}

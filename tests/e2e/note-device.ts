import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { startShell, type Shell } from '../shells/shell.ts'
import { onScreen } from '../world/page.ts'
import type { Press } from './sale-machine.ts'

export interface NoteDevice {
  /** As the settings name it. */
  readonly device: string
  /** Puts a note in as soon as it takes one. */
  putsIn(note: number): Promise<void>
}

/** A simulated note device, started as a technician does; what is typed is put in. */
export async function startNoteDevice(): Promise<NoteDevice> {
  const shell: Shell = startShell('cli.js', ['payment-simulator', 'ssp', '--port', '0'])
  const [, device = ''] = await shell.says(/^device (tcp:\S+)$/mu)
  /** It says of each note that was typed what came of it. */
  const answers = (): readonly string[] => [...shell.output.stdout.matchAll(/^\d+: .+$/gmu)].map(([line]) => line)
  return {
    device,
    async putsIn(note) {
      for (let isIn = false; !isIn;) {
        const before = answers().length
        shell.types(String(note))
        await expect.poll(() => answers().length, { interval: 10 }).toBe(before + 1)
        isIn = answers().at(-1) === `${note}: in`
      }
    },
  }
}

/** From the tickets to the slot. */
export async function beginsWithNotes(page: Page, press: Press): Promise<void> {
  await onScreen(page, 'review')
  await page.getByRole('button', { name: fr.review.pay.notes }).first()[press]()
  await onScreen(page, 'notes')
}

const NOTE = 20_000

/** In notes of one value, until nothing is missing. One counts before the next one goes in. */
export async function paysInNotes(page: Page, device: NoteDevice, press: Press): Promise<void> {
  await beginsWithNotes(page, press)
  const shown = page.getByText(fr.notes.missing, { exact: true }).locator('xpath=following-sibling::dd')
  const missing = async (): Promise<number> => Number((await shown.innerText()).replaceAll(/\D/gu, ''))
  for (let left = await missing(); left > 0; left -= NOTE) {
    await expect.poll(missing).toBe(left)
    await device.putsIn(NOTE)
  }
}

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { startShell } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { onScreen } from '../world/page.ts'
import { enterPin } from '../world/scenes/ways.ts'
import { touchToReview } from './customer.ts'
import { startKioskProgram, startService } from '../world/machine.ts'
import { listen } from '../world/sound.ts'

const { openPage } = useBrowser()
const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }
const texts = fr.staffDesk

async function openStaffDesk(page: Page): Promise<void> {
  // The poster that comes with the page counts no taps.
  await onScreen(page, 'attract')
  await page.getByText('Démonstration', { exact: true }).click({ clickCount: 5 })
  await onScreen(page, 'staff-desk')
  await enterPin(page, DEMO_PIN)
}

const touch = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()

test('power is cut while cash is counted, and the disk loses ledger and roll: staff settle it from its copy', async () => {
  const service = await startService()
  const first = await startKioskProgram(service)
  const page = await openPage(upright)
  const heard = listen(page)
  await page.goto(first.entryUrl)
  await touchToReview(page, 2)
  const copied = startShell('cli.js', ['ledger', 'backup', '--data', first.data])
  expect(await copied.ended).toBe(0)
  await touch(page, fr.review.pay.cash)
  await onScreen(page, 'cash')
  const ownerRef = await heard.ownerRef()
  first.shell.kill('SIGKILL')
  await first.shell.ended
  const ledger = join(first.data, 'demo', 'ledger.db')
  writeFileSync(ledger, Buffer.alloc(40_000, 0xee))
  for (const name of ['-wal', '.roll']) rmSync(`${ledger}${name}`, { force: true })

  const again = await startKioskProgram(service, {}, first.data)
  const next = await openPage(upright)
  await next.goto(again.entryUrl)
  await openStaffDesk(next)
  await next.getByText(texts.question('ledger-gap')).waitFor()
  await touch(next, texts.settled)
  await next.getByText(/Avez-vous reçu .* en espèces/u).waitFor()
  await touch(next, texts.moneyMoved)
  await next.getByText(texts.question('paper-out')).waitFor()
  await touch(next, texts.paperNotSeen)
  await next.getByText(texts.none, { exact: true }).waitFor()

  expect(await service.tickets(ownerRef)).toHaveLength(2)
  // The order's document, and a DUPLICATA of each of its tickets.
  await expect.poll(() => again.savedOrders()).toHaveLength(3)
  again.shell.kill('SIGTERM')
  expect(await again.shell.ended).toBe(0)
  const verified = startShell('cli.js', ['ledger', 'verify', '--language', 'en', '--data', first.data])
  expect(await verified.ended).toBe(3)
  expect(verified.output.stdout).toMatch(
    /1 sale, 2 tickets.*\nledger consistent, but signed with a key that is not trusted/su,
  )
})

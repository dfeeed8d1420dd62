import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createVirtualPrinter } from '../../electron/printing/escpos/virtual/virtual-printer.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { createSystemClock } from '../../electron/host/clock.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { atTheMatch, anyDeskSize, expectCalm, holdBest, photograph, typistAt, type Typist } from './desk-typist.ts'
import { listen, startKiosk, startService, startServiceProgram, type SaleMachine } from './sale-machine.ts'

const { openPage } = useBrowser()
const { desk } = fr

const strip = ({ page }: Typist) => page.getByRole('region', { name: desk.behind.title })
const alert = ({ page }: Typist, words: string) => page.getByRole('alert').filter({ hasText: words })
const sizes = anyDeskSize('behind')

/** About a second for each ticket. */
const SLOW = 150

async function slowPrinter() {
  const printer = await createVirtualPrinter({ clock: createSystemClock(), millimetresPerSecond: SLOW })
  onTestFinished(() => printer.close())
  const devices = { slow: { kind: 'escpos', address: `tcp://127.0.0.1:${printer.port}` } }
  return { printer, settings: { role: 'cashier', printers: { devices, tickets: ['slow'] } } }
}

/** Whose these rows of the journal are. */
function salesOf({ data }: SaleMachine, code: string): readonly string[] {
  const db = new Sqlite(join(data, 'demo', 'ledger.db'), { readonly: true })
  try {
    const rows = db.prepare('SELECT sale_id FROM journal WHERE code = ? ORDER BY seq').all(code)
    return (rows as readonly { readonly sale_id: string }[]).map(({ sale_id }) => sale_id)
  } finally {
    db.close()
  }
}

describe('a sale that prints leaves the desk to the next customer', () => {
  test.for(sizes.cases)(
    'its state stays in sight, and each customer’s papers come out together ($width × $height, ' + sizes.said + ')',
    async (viewport) => {
      const { printer, settings } = await slowPrinter()
      const kiosk = await startKiosk(await startService(), settings)
      const typist = await typistAt(openPage, kiosk, viewport)
      await atTheMatch(typist)
      await holdBest(typist, '4 nord')
      await typist.type('200k')
      await typist.press('Enter')
      await typist.at('seats')
      expect(printer.pieces.length).toBeLessThan(4)
      await strip(typist)
        .getByText(/impression \d sur 4/u)
        .waitFor()
      // What is to be given back stays where it is read.
      expect(await typist.panel.innerText()).toContain(desk.given)
      await expectCalm(typist.page)
      await photograph(typist.page, `behind-printing-${viewport.width}`)

      await holdBest(typist, '2 sud')
      await typist.press('Enter')
      await typist.at('seats')
      await expect.poll(() => strip(typist).getByRole('listitem').count()).toBe(2)
      await photograph(typist.page, `behind-two-${viewport.width}`)
      await expect.poll(() => salesOf(kiosk, 'PRINT_FINISHED').length, { timeout: 60_000 }).toBe(6)
      await strip(typist).getByText(desk.behind.done).waitFor()
      const [first, , , , second] = salesOf(kiosk, 'PRINT_STARTED')
      expect(salesOf(kiosk, 'PRINT_STARTED')).toEqual([first, first, first, first, second, second])
      expect(second).not.toBe(first)
    },
  )

  test('its file, opened meanwhile, follows it to its last paper', async () => {
    const { settings } = await slowPrinter()
    const typist = await typistAt(openPage, await startKiosk(await startService(), settings), {
      width: 1366,
      height: 768,
    })
    await atTheMatch(typist)
    await holdBest(typist, '3 nord')
    await typist.press('Enter')
    await typist.at('seats')
    await typist.press('F12')
    await typist.at('files')
    const panel = typist.page.getByRole('complementary', { name: fr.files.file })
    const printed = panel.getByText(fr.files.paper(0, fr.files.papers.printed))
    await panel.waitFor()
    expect(await printed.count()).toBeLessThan(3)
    await expect.poll(() => printed.count(), { timeout: 60_000 }).toBe(3)
  })

  test('a paper that runs out names the tickets that came out; the rest prints when it is opened', async () => {
    const { printer, settings } = await slowPrinter()
    printer.order({ do: 'at', piece: 3, millimetres: 40, order: { do: 'jam' } })
    const kiosk = await startKiosk(await startService(), settings)
    const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
    await atTheMatch(typist)
    await typist.press('Control+e')
    await alert(typist, desk.problems['nothing-behind']().title).waitFor()
    await holdBest(typist, '4 nord')
    await typist.press('Enter')
    await typist.at('seats')
    await strip(typist)
      .getByText(/imprimante à vérifier\s: il manque/u)
      .waitFor()
    await expectCalm(typist.page)
    await photograph(typist.page, 'behind-jam-strip')
    await typist.press('Control+e')
    await typist.at('problem')
    const papers = typist.page.getByRole('alert').filter({ hasText: desk.papers.out })
    await papers.waitFor()
    expect(await papers.innerText()).toMatch(
      new RegExp(`${desk.papers.out}[^]*${desk.papers.doubtful}[^]*${desk.papers.missing}`, 'u'),
    )
    await expectCalm(typist.page)
    await photograph(typist.page, 'behind-jam-open')
    printer.order({ do: 'clear-jam' })
    await typist.press('Enter')
    await typist.at('seats')
    await expect.poll(() => salesOf(kiosk, 'PRINT_FINISHED').length, { timeout: 60_000 }).toBe(4)
    await strip(typist).getByText(desk.behind.done).waitFor()
  })
})

test('the service dies just after the cash was taken: told within ten seconds, the desk goes on, and all comes back', async () => {
  const data = temporaryFolder()
  const service = await startServiceProgram(0, data)
  const kiosk = await startKiosk(service, { role: 'cashier' })
  const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
  const { page } = typist
  const heard = listen(page)
  await atTheMatch(typist)
  const ownerRef = await heard.ownerRef()
  await holdBest(typist, '2 nord')
  service.shell.kill('SIGKILL')
  await service.shell.ended
  const taken = Date.now()
  await typist.press('Enter')
  const late = page.getByRole('alert').filter({ hasText: desk.late.tell })
  await late.waitFor({ timeout: 10_000 })
  expect(Date.now() - taken).toBeLessThan(10_000)
  expect(await late.innerText()).toMatch(/80.000.GNF[^]*[2-9A-Z]{3} [2-9A-Z]{3}/u)
  expect(await typist.panel.innerText()).toContain(fr.display.paid)
  expect(await typist.panel.innerText()).not.toContain(desk.toPay)
  await expectCalm(page)
  await photograph(page, 'behind-late')

  // What is typed meanwhile is for the next customer.
  await typist.type('2 sud')
  await typist.press('Enter')
  await typist.at('seats')
  await strip(typist)
    .getByText(/attend la billetterie depuis \d+:\d\d/u)
    .waitFor()
  expect(await typist.line.inputValue()).toBe('2 sud')
  await typist.press('Enter')
  await alert(typist, desk.problems['partner-unreachable']().title).waitFor()
  await expect.poll(() => typist.line.inputValue()).toBe('2 sud')
  await photograph(page, 'behind-waiting')

  await startService(Number(new URL(service.url).port), data)
  await strip(typist).getByText(desk.behind.done).waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await service.tickets(ownerRef)).toHaveLength(2)
  expect(await typist.line.inputValue()).toBe('2 sud')
  await typist.press('Enter')
  await page.getByRole('region', { name: desk.offers }).waitFor()
  await typist.press('Enter')
  await typist.at('payment')
  await typist.press('Enter')
  await typist.at('seats')
  await expect.poll(() => kiosk.savedOrders()).toHaveLength(2)
})

test('behind a locked desk, and in the office, a sale in progress is seen to go on by itself', async () => {
  const data = temporaryFolder()
  const service = await startServiceProgram(0, data)
  const kiosk = await startKiosk(service, { role: 'cashier' })
  const typist = await typistAt(openPage, kiosk, { width: 1920, height: 1080 })
  const { page } = typist
  await atTheMatch(typist)
  await holdBest(typist, '2 nord')
  service.shell.kill('SIGKILL')
  await service.shell.ended
  await typist.press('Enter')
  await page.getByRole('alert').filter({ hasText: desk.late.tell }).waitFor({ timeout: 10_000 })
  await photograph(page, 'behind-late-1920')
  await typist.press('Escape')
  await typist.at('seats')
  await typist.press('F9')
  await typist.at('signed-out')
  await typist.type(DEMO_PIN)
  await typist.press('Enter')
  await strip(typist)
    .getByText(/attend la billetterie/u)
    .waitFor()
  // It is opened, and left again.
  await typist.press('Control+e')
  await typist.at('under-way')
  expect(await typist.panel.innerText()).toContain(fr.display.paid)
  await typist.press('Escape')
  await typist.at('seats')
  await strip(typist)
    .getByText(/attend la billetterie/u)
    .waitFor()

  await typist.press('F10')
  await page.getByRole('button', { name: fr.office.pages.sales, exact: true }).click()
  const table = page.getByRole('table', { name: fr.office.underWay })
  await table.getByText(/80.000.GNF/u).waitFor()
  await startService(Number(new URL(service.url).port), data)
  await page.getByText(fr.office.noneUnderWay).waitFor({ timeout: 60_000 })
  await typist.press('Escape')
  await strip(typist).getByText(desk.behind.done).waitFor()
})

test('what was sold or typed before is had again by one key', async () => {
  const kiosk = await startKiosk(await startService(), { role: 'cashier' })
  const typist = await typistAt(openPage, kiosk, { width: 1366, height: 768 })
  const { page } = typist
  await atTheMatch(typist)
  await typist.press('Control+b')
  await alert(typist, desk.problems['nothing-to-repeat']().title).waitFor()
  await typist.press('Control+p')
  await alert(typist, desk.problems['nothing-to-reprint']().title).waitFor()
  await typist.type('2 lune')
  await typist.press('Enter')
  await alert(typist, 'lune').waitFor()
  await typist.press('ArrowUp')
  expect(await typist.line.inputValue()).toBe('2 lune')
  await typist.press('ArrowDown')
  expect(await typist.line.inputValue()).toBe('')
  await holdBest(typist, '2 nord')
  await typist.press('Enter')
  await typist.at('seats')
  await strip(typist).getByText(desk.behind.done).waitFor()
  await page.getByRole('application').waitFor()
  await typist.press('ArrowUp', 'ArrowUp', 'ArrowDown')
  expect(await typist.line.inputValue()).toBe('2 nord')
  await typist.press('ArrowDown')

  await typist.press('Control+b')
  await page.getByRole('region', { name: desk.offers }).waitFor()
  expect(await page.getByRole('region', { name: desk.offers }).innerText()).toContain('Nord')
  await typist.press('Escape')
  await expect.poll(() => page.getByRole('region', { name: desk.offers }).count()).toBe(0)

  await typist.press('Control+p')
  await typist.at('copies')
  await expectCalm(page)
  await photograph(page, 'behind-copies')
  await typist.press('Enter')
  await alert(typist, desk.problems['copies-out']({ type: 'copies-out', count: 2, wanted: 2 }).title).waitFor()
  await typist.at('seats')
  expect(salesOf(kiosk, 'COPIES_ORDERED')).toHaveLength(1)
  expect(salesOf(kiosk, 'COPY_FINISHED')).toHaveLength(2)
})

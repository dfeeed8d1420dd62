import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { slipInHalves } from '../../shared/domain/money/credit-slip.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { CreditSlipView } from '../../shared/kiosk-api/slip-views.ts'
import { type Answers, calmAnswers, serviceView } from './fake-kiosk.ts'
import { onScreen } from './kiosk-page.ts'
import type { Scene } from './scene.ts'
import { enterPin, openStaffDesk } from './staff-scenes.ts'

const slips: readonly CreditSlipView[] = [
  ['C3N7QW82KT', 42_000, '2026-03-14T15:02:00.000Z', 0, true],
  ['H9R4CY66VD', 5_000, '2026-03-15T09:11:00.000Z', 0, false],
  ['F2M8XK53PC', 250_000, '2026-03-15T13:47:00.000Z', 2, false],
  ['K7M4XP92RD', 15_000, '2026-03-15T14:20:00.000Z', 0, false],
].map(([slipId, amount, issuedUtc, copies, doubtful]) => ({
  slipId: String(slipId),
  amount: Number(amount),
  currency: 'GNF',
  issuedUtc: String(issuedUtc),
  saleId: 's',
  state: 'open',
  copies: Number(copies),
  doubtful: Boolean(doubtful),
  ...(slipId === 'H9R4CY66VD' && { elsewhere: 'spent' }),
}))
const last = slips.at(-1)!

const answers: Answers = {
  ...calmAnswers,
  viewService: ok({ ...serviceView, takesNotes: true, owesSlips: true }),
  listSlips: ok(slips),
  reprintCreditSlip: ok({ ...last, copies: 1, paper: 'printed' }),
  payOutSlip: ok({ ...last, state: 'paid-out' }),
}

async function openMachine(page: Page, t: Catalogue): Promise<void> {
  await openStaffDesk(page, t)
  await enterPin(page, '1234', t)
  await page.getByRole('button', { name: t.service.title }).click()
  await page.getByRole('heading', { name: t.service.title }).waitFor()
}

async function openSlips(page: Page, t: Catalogue): Promise<void> {
  await openMachine(page, t)
  await page.getByRole('button', { name: t.office.openSlips }).click()
  await page.getByRole('heading', { name: t.office.openSlips }).waitFor()
}

async function choose(page: Page, t: Catalogue): Promise<void> {
  await openSlips(page, t)
  await page.getByRole('button', { name: slipInHalves(last.slipId) }).click()
}

async function copy(page: Page, t: Catalogue): Promise<void> {
  await choose(page, t)
  await page.getByRole('button', { name: t.shift.slipCopy.print }).click()
}

async function openPayOut(page: Page, t: Catalogue): Promise<void> {
  await openMachine(page, t)
  await page.getByRole('button', { name: t.service.shift }).click()
  await page.getByRole('button', { name: t.shift.drawer }).click()
  await page.getByRole('button', { name: t.shift.paySlip }).click()
  await page.getByRole('heading', { name: t.shift.paySlip }).waitFor()
  await onScreen(page, 'staff-desk')
}

async function typeNumber(page: Page, t: Catalogue): Promise<void> {
  await openPayOut(page, t)
  await page.keyboard.type(last.slipId)
  await page.getByText(t.files.second).waitFor()
}

const scene = (act: (page: Page, t: Catalogue) => Promise<void>, more: Answers = {}): Scene => ({
  screen: 'staff-desk',
  answers: { ...answers, ...more },
  act: (page, t = fr) => act(page, t),
})

/** Staff at a kiosk that owes credit slips: one printed again, one paid out. */
export const owedSlipScenes: Readonly<Record<string, Scene>> = {
  'slips owed, the machine': scene(openMachine),
  'slips owed': scene(openSlips),
  'slips owed, none any more': scene(openSlips, { listSlips: ok([]) }),
  'slips owed, one chosen': scene(choose),
  'slips owed, printed again': scene(async (page, t) => {
    await copy(page, t)
    await page.getByText(t.shift.slipCopy.out.printed(1)).waitFor()
  }),
  'slips owed, no paper came out': scene(
    async (page, t) => {
      await copy(page, t)
      await page.getByText(t.shift.slipCopy.out.failed(1)).waitFor()
    },
    { reprintCreditSlip: ok({ ...last, copies: 1, paper: 'failed' }) },
  ),
  'slips owed, spent elsewhere': scene(
    async (page, t) => {
      await copy(page, t)
      await page.getByRole('alert').waitFor()
    },
    { reprintCreditSlip: err({ type: 'slip-refused', because: 'spent' }) },
  ),
  'slip paid out, its number': scene(openPayOut),
  'slip paid out, second person': scene(typeNumber),
  'slip paid out': scene(async (page, t) => {
    await typeNumber(page, t)
    await enterPin(page, '90', t)
    await page.getByText(t.cash.pin, { exact: true }).waitFor()
    await enterPin(page, '246813', t)
    await page
      .getByText(t.shift.slipPaid('').split(' ')[0] ?? '')
      .first()
      .waitFor()
  }),
}

import type { Page } from 'playwright-core'
import { fr, type Catalogue } from '../../renderer/i18n/fr/catalogue.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { cashPieces } from '../../shared/domain/money/cash.ts'
import type { NoteBoxView } from '../../shared/kiosk-api/views.ts'
import { type Answers, calmAnswers, serviceView } from './fake-kiosk.ts'
import type { Scene } from './scene.ts'
import { enterPin, openStaffDesk } from './staff-scenes.ts'

const shut: NoteBoxView = {
  currency: 'GNF',
  pieces: cashPieces('GNF'),
  open: null,
  waitsFor: null,
  emptied: [
    ['2026-03-14T06:40:00.000Z', 3_845_000, -5_000],
    ['2026-03-13T06:35:00.000Z', 12_120_000, 0],
    ['2026-03-12T06:50:00.000Z', 8_260_000, 20_000],
  ].map(([atUtc, total, difference], index) => ({
    atUtc: String(atUtc),
    staffId: '12',
    second: '90',
    openedSeq: index + 1,
    currency: 'GNF',
    pieces: [],
    total: Number(total),
    difference: Number(difference),
  })),
}
const open: NoteBoxView = {
  ...shut,
  open: { seq: 4711, atUtc: '2026-03-15T06:38:00.000Z', staffId: '12', second: '90' },
}

const answers = (box: NoteBoxView): Answers => ({
  ...calmAnswers,
  viewService: ok({ ...serviceView, takesNotes: true }),
  viewNoteBox: ok(box),
  openNoteBox: ok(open),
  emptyNoteBox: ok(shut),
})

async function openBox(page: Page, t: Catalogue): Promise<void> {
  await openStaffDesk(page, t)
  await enterPin(page, '1234', t)
  await page.getByRole('button', { name: t.service.title }).click()
  await page.getByRole('button', { name: t.shift.noteBox.title }).click()
  await page.getByRole('heading', { name: t.shift.noteBox.title }).waitFor()
}

async function names(page: Page, staff: string, pin: string, t: Catalogue): Promise<void> {
  await page.getByText(t.people.number, { exact: true }).waitFor()
  await enterPin(page, staff, t)
  await page.getByText(t.cash.pin, { exact: true }).waitFor()
  await enterPin(page, pin, t)
}

async function count(page: Page, t: Catalogue): Promise<void> {
  await openBox(page, t)
  await page.getByRole('button', { name: t.shift.count, exact: true }).click()
  for (const digit of '184') await page.getByRole('button', { name: digit, exact: true }).click()
  await page
    .getByText(/3\D?680\D?000/u)
    .first()
    .waitFor()
}

const scene = (box: NoteBoxView, act: Scene['act'], more: Answers = {}): Scene => ({
  screen: 'staff-desk',
  answers: { ...answers(box), ...more },
  act: act ?? ((page, t = fr) => openBox(page, t)),
})

/** Two people at the note box. */
export const noteBoxScenes: Readonly<Record<string, Scene>> = {
  'note box': scene(shut, undefined),
  'note box, never emptied': scene({ ...shut, emptied: [], waitsFor: 'asked-about' }, undefined),
  'note box, first person': scene(shut, async (page, t = fr) => {
    await openBox(page, t)
    await page.getByRole('button', { name: t.shift.noteBox.open }).click()
    await page.getByText(t.shift.noteBox.first).waitFor()
  }),
  'note box, open': scene(open, undefined),
  'note box, counted': scene(open, async (page, t = fr) => count(page, t)),
  'note box, second person refused': scene(
    open,
    async (page, t = fr) => {
      await count(page, t)
      await page.getByRole('button', { name: t.shift.record }).click()
      await names(page, '12', '135790', t)
      await page.getByText(t.files.second).waitFor()
      await names(page, '12', '135790', t)
      await page.getByRole('alert').waitFor()
    },
    { emptyNoteBox: err({ type: 'second-person', because: 'same-person' }) },
  ),
  'note box, emptied': scene(open, async (page, t = fr) => {
    await count(page, t)
    await page.getByRole('button', { name: t.shift.record }).click()
    await names(page, '12', '135790', t)
    await page.getByText(t.files.second).waitFor()
    await names(page, '90', '246813', t)
    await page.getByRole('button', { name: t.shift.noteBox.open }).waitFor()
  }),
}

import { expect, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useReusedPages } from '../support/browser.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { calmAnswers, shiftLeftOpen, staffCases } from '../support/fake-kiosk.ts'
import { answering, asked, onScreen, openKiosk, pushed, stopClock } from '../support/kiosk-page.ts'
import { openCodes, openService, scenes } from '../support/kiosk-scenes.ts'

const { openPage } = useReusedPages()

const upright = { viewport: { width: 1080, height: 1920 }, hasTouch: true }

test('staff see the state of the machine, measure its screen, and end the program, behind their PIN', async () => {
  const page = await openPage(upright)
  await openKiosk(page, calmAnswers)
  await scenes['state of the kiosk']!.act!(page)
  expect(await page.getByText('Il n’y a plus de papier').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Mesure de l’écran' }).click()
  const frame = page.getByRole('img', { name: 'Cadre d’une carte bancaire' })
  expect((await frame.boundingBox())!.width).toBeCloseTo(4 * 85.6, 1)
  await page.getByRole('button', { name: 'Rétrécir le cadre' }).click()
  expect((await frame.boundingBox())!.width).toBeCloseTo(3.99 * 85.6, 1)
  // A ruler says that the line, drawn for 100 mm, is 125 mm long.
  for (const digit of '125') await page.getByRole('button', { name: digit, exact: true }).click()
  expect((await frame.boundingBox())!.height).toBeCloseTo(3.2 * 53.98, 1)
  await page.getByRole('button', { name: 'Hauteur du bas de l’écran au-dessus du sol' }).click()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  expect(await asked(page, 'measureScreen')).toEqual([
    { pin: '1234', pixelsPerMillimetre: 3.2, screenFootMillimetres: 805 },
  ])
  await pushed(page, { name: 'screen-measured', payload: { pixelsPerMillimetre: 3.2, screenFootMillimetres: 805 } })
  await page.getByText(fr.service.saved).waitFor()
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--mm'))).toBe('3.2px')
  await page.getByRole('button', { name: 'Retour' }).click()
  await page.getByRole('button', { name: 'Arrêter le programme' }).click()
  expect(await asked(page, 'quitProgram')).toEqual([])
  await page.getByRole('button', { name: 'Oui, l’arrêter' }).click()
  expect(await asked(page, 'quitProgram')).toEqual([{ pin: '1234' }])
})

test('staff settle a sale that waits for them, behind their PIN', async () => {
  const page = await openPage(upright)
  await openKiosk(page, calmAnswers)
  await scenes['staff case']!.act!(page)
  for (const digit of '4071') await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: fr.staffDesk.paidBack }).click()
  await page.getByText(fr.staffDesk.of(1, 2)).waitFor()
  expect(await asked(page, 'settleStaffCase')).toEqual([
    { pin: '1234', saleId: '6f1de6a4-6a58-4f0e-9a8c-1d9a8a1c0f10', answer: { type: 'paid-back', reference: '4071' } },
  ])
  await page.getByRole('button', { name: 'Fermer' }).click()
  await onScreen(page, 'attract')
})

test('two taps in haste on what asks twice do not answer it', async () => {
  const page = await openPage(upright)
  await openKiosk(page, calmAnswers)
  await openService(page)
  await page.getByRole('button', { name: fr.service.shift }).click()
  await page.clock.install()
  await stopClock(page)
  await page.getByRole('button', { name: fr.service.closeZ }).click()
  const sure = page.getByRole('button', { name: fr.service.sureZ })
  const { x, y, width, height } = (await sure.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  expect(await asked(page, 'closeShift')).toEqual([])
  await page.clock.runFor(300)
  await sure.click()
  expect(await asked(page, 'closeShift')).toEqual([{ pin: '1234', kind: 'Z' }])
})

test('an answer that is refused leaves staff at the case that it was given to', async () => {
  const page = await openPage(upright)
  await openKiosk(page, { ...calmAnswers, settleStaffCase: err({ type: 'approval-known' }) })
  await scenes['staff case']!.act!(page)
  await page.getByRole('button', { name: fr.staffDesk.next }).click()
  await page.getByText(fr.staffDesk.of(2, 3)).waitFor()
  await page.getByRole('button', { name: fr.staffDesk.moneyMoved }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByText(fr.staffDesk.of(2, 3)).isVisible()).toBe(true)
})

test('the question that a slow service’s answer leads to comes up by itself, and stays as it is then', async () => {
  const page = await openPage({ ...upright, hasClock: true })
  await openKiosk(page, { ...calmAnswers, settleStaffCase: ok([]) })
  await scenes['staff case']!.act!(page)
  await answering(page, { listStaffCases: ok([]) })
  for (const digit of '4071') await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: fr.staffDesk.paidBack }).click()
  await page.getByText(fr.staffDesk.none, { exact: true }).waitFor()
  await answering(page, { listStaffCases: err({ type: 'internal' }) })
  await page.clock.runFor(10_000)
  await page.getByRole('alert').waitFor()
  await answering(page, { listStaffCases: ok([]) })
  await page.clock.runFor(10_000)
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await answering(page, { listStaffCases: ok(staffCases.slice(0, 1)) })
  await page.clock.runFor(10_000)
  await page.getByText(fr.staffDesk.of(1, 1)).waitFor()
  const looks = (await asked(page, 'listStaffCases')).length
  await page.clock.runFor(20_000)
  expect(await asked(page, 'listStaffCases')).toHaveLength(looks)
})

test('a field in which nothing is typed is no float and no count; 0 is one', async () => {
  const page = await openPage(upright)
  await openKiosk(page, calmAnswers)
  await scenes['the drawer']!.act!(page)
  const record = page.getByRole('button', { name: fr.shift.record })
  for (const task of [fr.shift.noteFloat, fr.shift.count]) {
    await onScreen(page, 'staff-desk')
    await page.getByRole('button', { name: task, exact: true }).click()
    await record.waitFor()
    expect(await record.isDisabled()).toBe(true)
    await onScreen(page, 'staff-desk')
    await page.getByRole('button', { name: '0', exact: true }).click()
    await expect.poll(() => record.isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Retour' }).click()
  }
})

test('a shift in which nothing happened since the last Z is not closed again', async () => {
  const page = await openPage(upright)
  const shift = { ...shiftLeftOpen, activeSinceUtc: null, drawers: [], openSales: 0, owed: [] }
  await openKiosk(page, { ...calmAnswers, viewShift: ok(shift) })
  await openService(page)
  await page.getByRole('button', { name: fr.service.shift }).click()
  await onScreen(page, 'staff-desk')
  await page.getByRole('button', { name: fr.service.closeZ }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: fr.shift.beforeZ.nothing(40) })
    .waitFor()
  expect(await page.getByRole('button', { name: fr.service.sureZ }).isDisabled()).toBe(true)
})

test('a Z that waits for the terminal’s end of day and for its paper says so, and for how long', async () => {
  const page = await openPage(upright)
  await openKiosk(page, { ...calmAnswers, viewShift: ok({ ...shiftLeftOpen, endsTerminalDay: true }) })
  await openService(page)
  await page.getByRole('button', { name: fr.service.shift }).click()
  await onScreen(page, 'staff-desk')
  await page.getByRole('button', { name: fr.service.closeZ }).click()
  await page.evaluate(() => {
    window.fakeKiosk.answers['closeShift'] = new Promise(() => {})
  })
  await page.getByRole('button', { name: fr.service.sureZ }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `${fr.shift.terminalDay.running} ${fr.shift.reporting}` })
    .waitFor()
})

test('cash that the drawer refused to note is not told as noted', async () => {
  const page = await openPage(upright)
  await openKiosk(page, { ...calmAnswers, viewShift: ok(shiftLeftOpen), moveCash: err({ type: 'storage-full' }) })
  await scenes['the drawer']!.act!(page)
  await page.getByRole('button', { name: fr.shift.payOut }).click()
  await onScreen(page, 'staff-desk')
  await page.getByRole('button', { name: fr.shift.reasonsOut[0]! }).click()
  await page.getByRole('button', { name: '5', exact: true }).click()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Retour' }).click()
  await page.getByRole('button', { name: 'Compter' }).waitFor()
  expect(await page.getByRole('status').filter({ hasText: fr.shift.recorded }).count()).toBe(0)
})

test('staff type the code of an event on the glass, and are told where the others are from', async () => {
  const page = await openPage(upright)
  await openKiosk(page, calmAnswers)
  await openCodes(page)
  const event = (name: string) => page.getByRole('button', { name })
  expect(await event('Sénégal').textContent()).toContain(fr.office.codeFrom.hub)
  expect(await event('Hamana AC – Badia FC').textContent()).toContain(fr.office.codeRefused)
  expect(await event('Ambassadeurs').textContent()).toContain(fr.office.noCode)
  await event('Ambassadeurs').click()
  for (const key of 'bj9') await page.getByRole('button', { name: key, exact: true }).click()
  expect(await page.getByLabel(fr.office.code, { exact: true }).getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: fr.office.keepCode }).click()
  await page.getByText(fr.office.codeKept('Les Ambassadeurs, cinquante ans de scène')).waitFor()
  expect(await asked(page, 'setAccessCode')).toEqual([{ pin: '1234', eventId: '7', code: 'bj9' }])
  expect(await asked(page, 'listAccess')).toHaveLength(2)
  await page.getByRole('button', { name: fr.common.back }).click()
  await page.getByRole('heading', { name: fr.service.title }).waitFor()
})

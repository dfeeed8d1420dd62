import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { drivers } from '../../electron/payments/drivers.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { RefusalReason } from '../../shared/domain/money/tender.ts'
import { need } from '../world/kiosk-fixture.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { useBrowser } from '../support/browser.ts'
import { shared } from '../support/clean-up.ts'
import { onScreen } from '../world/page.ts'
import { openService, enterPin } from '../world/scenes/ways.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'
import { shareOf } from '../support/share.ts'
import {
  atStage,
  endSale,
  holdSeats,
  savedOrders,
  serveMachine,
  startPatientService,
  writeLiveKiosk,
} from '../world/machine.ts'
import {
  currencyOf,
  decides,
  startCardTerminal,
  startNoteDevice,
  startProvider,
  type Driver,
} from '../world/providers.ts'
import { beginsWithNotes, customerAt } from './customer.ts'

const PIN = '730516'

/** Returns the files that contain at least one of the texts. */
const filesWith = (folder: string, texts: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => texts.some((text) => readFileSync(path).includes(text)))

/** Omits `adyen-local`, whose reader is tested with the live kiosk below. */
const readers = shareOf(
  'card readers',
  [
    ['adyen-cloud', 'refuse', 'declined'],
    ['stripe-terminal', 'refuse:insufficient_funds', 'not-enough-money'],
    ['sumup', 'refuse', 'declined'],
  ] as const satisfies readonly (readonly [Driver, string, RefusalReason])[],
  1,
)

test.each(readers.cases)(
  `%s: a card is refused, the next one cancelled, another one pays, and no file contains a secret (${readers.said})`,
  async (driver, refuses, reason) => {
    const data = temporaryFolder()
    const provider = await startProvider(driver, [refuses, 'wait'])
    writeLiveKiosk(data, await startPatientService(currencyOf(driver)), { card: provider })
    const machine = await serveMachine(data)
    const { api } = machine
    const { saleId } = await holdSeats(machine, 2)
    const asksForTheCard = async (): Promise<void> => {
      need(await api.pay({ saleId, tender: 'card' }))
      await expect.poll(() => provider.waits()).toBe(true)
      // SumUp's reader shows nothing until it is ready.
      provider.pass(2_000)
      const asked = { name: 'paying', device: { phase: 'present-card' } }
      await expect.poll(async () => need(await api.getKiosk({})).sale?.stage).toMatchObject(asked)
    }

    await asksForTheCard()
    await decides(provider, '', 'refuse')
    expect((await atStage(machine, 'review')).stage).toMatchObject({ notice: { type: 'payment-refused', reason } })
    await asksForTheCard()
    need(await api.cancelPayment({ saleId }))
    await atStage(machine, 'review')
    expect(savedOrders(data)).toHaveLength(0)
    await asksForTheCard()
    await decides(provider, '', 'pay')
    await atStage(machine, 'done')
    expect(savedOrders(data)).toHaveLength(1)
    expect(provider.secrets).not.toEqual([])
    expect(filesWith(join(data, 'live'), provider.secrets)).toEqual([])
  },
)

test('zvt: a card is refused, the next one pays, and the terminal’s day ends with the Z, or once more where it did not answer', async () => {
  const data = temporaryFolder()
  const terminal = await startCardTerminal(['refuse:78', 'wrong-pin'], 0, ['refuse:a1'])
  writeLiveKiosk(data, await startPatientService(), { card: terminal }, { staffPin: PIN })
  const machine = await serveMachine(data)
  const { api } = machine
  const { saleId } = await holdSeats(machine, 2)
  need(await api.pay({ saleId, tender: 'card' }))
  expect((await atStage(machine, 'review')).stage).toMatchObject({
    notice: { type: 'payment-refused', reason: 'card-expired' },
  })
  need(await api.pay({ saleId, tender: 'card' }))
  await atStage(machine, 'done')
  expect(savedOrders(data)).toHaveLength(1)
  need(await api.dismissSale({ saleId }))
  const { terminalDays } = need(await api.closeShift({ pin: PIN, kind: 'Z' }))
  expect(terminalDays).toMatchObject([{ standing: 'refused', reason: 'provider-down' }])
  expect(need(await api.closeTerminalDay({ pin: PIN })).terminalDays).toEqual([])
})

interface Case {
  readonly driver: Driver
  /** Driver of the second mobile money tender, used after a refusal by `driver`. */
  readonly other: Driver
  /** Reason shown after a refusal. Null if the provider's page allows another attempt. */
  readonly refused: RefusalReason | null
  /** Scenarios of the simulated telephone: the customer leaves and pays late, then refuses. */
  readonly acts?: readonly string[]
}

const cases: readonly Case[] = [
  { driver: 'djomy-link', other: 'mtn-momo', refused: null },
  { driver: 'djomy-push', other: 'orange-money', refused: 'declined', acts: ['late', 'refuse'] },
  { driver: 'orange-money', other: 'djomy-push', refused: 'declined' },
  { driver: 'mtn-momo', other: 'djomy-link', refused: 'not-enough-money', acts: ['late', 'refuse:NOT_ENOUGH_FUNDS'] },
]

const share = shareOf('drivers', cases, 1)

const byHand = ['wait', 'wait']

describe.each(share.cases)(
  `a live kiosk with a card reader, a note device, and mobile money over $driver (${share.said})`,
  (each) => {
    const { openPage } = useBrowser()

    const kiosk = shared(async () => {
      const data = temporaryFolder()
      const reader = await startProvider('adyen-local', ['wait', 'refuse:Refusal/210 Not enough balance'])
      const provider = await startProvider(each.driver, each.acts ?? byHand)
      const second = await startProvider(each.other, [])
      const noteDevice = await startNoteDevice()
      const payments = { card: reader, 'orange-money': provider, 'mtn-momo': second }
      const notes = { driver: 'ssp', device: noteDevice.device }
      writeLiveKiosk(data, await startPatientService(), payments, { notes, staffPin: PIN })
      const colleagues = [
        { number: '12', name: 'Aïssatou Bah', role: 'cashier' },
        { number: '90', name: 'Fatou Camara', role: 'supervisor' },
      ] as const
      const pins = saveStaffList(join(data, 'live'), colleagues)
      const staff = colleagues.map(({ number }) => ({ number, pin: pins.get(number) ?? '' }))
      const machine = await serveMachine(data)
      const page = await openPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
      await page.goto(machine.entryUrl)
      // During loading, the page cancels any visit that it did not start.
      await onScreen(page, 'attract')
      return { data, reader, provider, second, noteDevice, staff, machine, page, customer: customerAt(page) }
    })

    let orders = 0

    /** Returns the price of the seats, in GNF. */
    async function atReview(count: number): Promise<number> {
      const { machine, page, data } = kiosk()
      await endSale(machine)
      orders = savedOrders(data).length
      const { total } = await holdSeats(machine, count)
      await page.reload()
      await onScreen(page, 'review')
      return total
    }

    async function printed(): Promise<void> {
      const { page, data } = kiosk()
      await onScreen(page, 'done')
      expect(savedOrders(data)).toHaveLength((orders += 1))
      await kiosk().customer.touch(fr.done.finish)
      await onScreen(page, 'attract')
    }

    test('a card is called off on the screen; refused; pays', async () => {
      const { page, reader, customer } = kiosk()
      await atReview(1)
      await customer.begins('card', reader)
      await page.getByRole('heading', { name: fr.card.device['present-card'].title }).waitFor()
      await customer.touch(fr.card.cancel)
      await onScreen(page, 'review')
      await customer.pays('card', reader)
      await page.getByText(fr.paying.refused['not-enough-money'].title).waitFor()
      await customer.pays('card', reader)
      await printed()
    })

    test('mobile money: walked away; refused, then paid otherwise; paid late and collected', async () => {
      const { data, reader, provider, second, page, customer } = kiosk()
      const { touch } = customer
      expect(drivers[each.driver].traits.unattended).toBe(true)
      const typeCode = async (code: string): Promise<void> => {
        await touch(fr.collecting.open)
        await onScreen(page, 'code')
        await page.getByRole('button', { name: fr.collecting.ways.code.name }).tap()
        for (const letter of code) await page.getByRole('button', { name: letter, exact: true }).tap()
      }

      await atReview(1)
      const left = await customer.begins('orange-money', provider)
      await touch(fr.paying.stop)
      await onScreen(page, 'come-back')
      const words = await page.getByRole('main').innerText()
      const code = /\b[2-9A-Z]{3} [2-9A-Z]{3}\b/u.exec(words)?.[0]?.replace(' ', '') ?? ''
      await touch(fr.staff.finish)
      await onScreen(page, 'attract')

      await atReview(1)
      await customer.pays('orange-money', provider, 'refuse')
      if (each.refused === null) await decides(provider, provider.given(), 'pay')
      else {
        await page.getByText(fr.paying.refused[each.refused].title).waitFor()
        await customer.pays('mtn-momo', second)
      }
      await printed()

      await decides(provider, left, 'pay', true)
      await typeCode(code)
      await printed()
      await typeCode(code)
      await page.getByRole('heading', { level: 1, name: fr.collecting.answer('printed', '').title }).waitFor()
      const secrets = [...reader.secrets, ...provider.secrets]
      expect(secrets).not.toEqual([])
      expect(filesWith(join(data, 'live'), secrets)).toEqual([])
    })

    test('notes are counted as they come; another customer stops, and has a slip for what is in; two people empty the box', async () => {
      const { page, noteDevice, staff } = kiosk()
      const sum = (thousands: number) => page.getByText(new RegExp(`^${thousands}\\s000\\sGNF$`, 'u')).first()
      const due = await atReview(1)
      await beginsWithNotes(page, 'tap')
      // Every note is counted before the next one is inserted.
      for (let counted = 20_000; counted < due; counted += 20_000) {
        await noteDevice.putsIn(20_000)
        await sum(counted / 1000).waitFor()
      }
      await noteDevice.putsIn(20_000)
      await printed()

      await atReview(1)
      await beginsWithNotes(page, 'tap')
      await noteDevice.putsIn(20_000)
      await page.getByRole('button', { name: fr.notes.payRest }).tap()
      await onScreen(page, 'review')
      await page.getByRole('button', { name: fr.tools.startOver }).tap()
      await page.getByRole('button', { name: fr.startOver.yes }).tap()
      await onScreen(page, 'ended')
      await page.getByRole('heading', { name: fr.paying.slip.back }).waitFor()
      await page.getByText(/20\s000\sGNF$/u).waitFor()
      await page.getByRole('button', { name: fr.paying.slip.finish }).tap()
      await onScreen(page, 'attract')

      await openService(page, fr, PIN)
      await page.getByRole('button', { name: fr.shift.cashbox.title }).tap()
      await page.getByText(fr.shift.cashbox.never).waitFor()
      await page.getByRole('button', { name: fr.shift.cashbox.open }).tap()
      await bothSay(page, staff)
      await page.getByText(fr.shift.cashbox.openLead).waitFor()
      await page.getByRole('button', { name: fr.shift.count, exact: true }).tap()
      await page.getByRole('button', { name: String(due / 20_000), exact: true }).tap()
      await page.getByRole('button', { name: fr.shift.record }).tap()
      await bothSay(page, staff)
      const found = page
        .getByRole('status')
        .filter({ hasText: new RegExp(`Au coffre-fort\\s: ${due / 1000}\\s000\\sGNF`, 'u') })
      await found.filter({ hasText: /Manquant\s: 20\s000\sGNF/u }).waitFor()
    })
  },
)

interface Colleague {
  readonly number: string
  readonly pin: string
}

async function bothSay(page: Page, two: readonly Colleague[]): Promise<void> {
  const leads = [fr.shift.cashbox.first, fr.files.second]
  for (const [index, { number, pin }] of two.entries()) {
    await page.getByText(leads[index]!).waitFor()
    await page.getByText(fr.people.number, { exact: true }).waitFor()
    await enterPin(page, number)
    await page.getByText(fr.cash.pin, { exact: true }).waitFor()
    await enterPin(page, pin)
  }
}

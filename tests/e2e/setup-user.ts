import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { StaffRole } from '../../shared/domain/staff.ts'
import type { StepName } from '../../renderer/setup/steps.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { SetupAnswers } from '../../shared/api/kiosk/setup.ts'
import type { SetupProfile } from '../../shared/domain/mode.ts'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { lawful } from '../support/lawful-answers.ts'
import { enterPin, openService } from '../world/scenes/ways.ts'
import { type MachineAddresses, serveMachine } from '../world/machine.ts'

type Holder = 'machine' | StaffRole

export const startUnset = (data: string): Promise<MachineAddresses> => serveMachine(data, { setup: true })

export async function openSetup(
  page: Page,
  { entryUrl }: Pick<MachineAddresses, 'entryUrl'>,
  language: Language,
): Promise<SetupUser> {
  const user = setupUser(page, language)
  const { t, on } = user
  await page.goto(entryUrl)
  await on('welcome')
  if (language !== 'fr') {
    await page.locator(`main button[lang="${language}"]`).click()
    await page.getByRole('heading', { name: t.setup.welcome.title }).waitFor()
    await on('welcome')
  }
  return user
}

/** Set-up answers of a live kiosk whose partner is unreachable. */
const liveAnswers: SetupAnswers = {
  partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo', signing: { scheme: 'none' } },
  fleet: null,
  ...lawful,
}

export function setupUser(page: Page, language: Language) {
  const t = createI18n(language).t
  const on = async (step: StepName): Promise<void> =>
    page.locator(`[data-screen="setup-${step}"][data-settling="false"]`).waitFor()
  const button = (name: string): Locator => {
    const holding = page.locator('main button').filter({ has: page.getByText(name, { exact: true }) })
    return page.locator('main').getByRole('button', { name, exact: true }).or(holding).first()
  }
  const tap = async (name: string, step?: StepName): Promise<void> => {
    await button(name).tap()
    if (step) await on(step)
  }
  const focus = async (target: Locator): Promise<void> => {
    while (!(await target.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  }
  const press = async (name: string, step?: StepName): Promise<void> => {
    await button(name).click({ trial: true })
    await focus(button(name))
    await page.keyboard.press('Enter')
    if (step) await on(step)
  }
  /** Types on the on-screen keyboard after erasing `erase` characters. */
  const write = async (text: string, erase = 0): Promise<void> => {
    const board = page.getByRole('group', { name: t.setup.keyboard.label })
    for (let count = 0; count < erase; count += 1)
      await board.getByRole('button', { name: t.setup.keyboard.erase }).tap()
    for (const letter of text) await board.getByRole('button', { name: letter, exact: true }).tap()
  }
  const twice = async (pin: string, goOn: () => Promise<void>): Promise<void> => {
    for (const label of [t.setup.people.first, t.setup.people.second]) {
      await page.getByRole('group', { name: label }).waitFor()
      await page.keyboard.type(pin)
      await goOn()
    }
    await on('people')
    await page.getByRole('heading', { name: t.setup.people.title }).waitFor()
  }
  const turnTo = async (step: StepName): Promise<void> => {
    await page.getByRole('button', { name: t.setup.steps.way }).click()
    const name = page.getByText(t.setup.steps.names[step], { exact: true })
    await page.getByRole('listitem').getByRole('button').filter({ has: name }).click()
    await on(step)
  }
  return {
    page,
    t,
    on,
    turnTo,
    tap,
    press,
    focus,
    write,
    async choosePin(holder: Holder, pin: string, name?: string) {
      await tap(holder === 'machine' ? t.setup.people.machine : t.setup.people.add)
      if (holder !== 'machine') {
        await page.getByLabel(t.setup.people.who, { exact: true }).fill(name ?? '')
        await tap(t.setup.people.roles[holder])
        await tap(t.setup.next)
      }
      await twice(pin, () => tap(t.cash.next))
    },
    async typePin(pin: string) {
      await press(t.setup.people.machine)
      await twice(pin, () => press(t.cash.next))
    },
    /** Answers the earlier steps through the API of the page and opens `step` from the list of steps. */
    async to(step: StepName, profile: SetupProfile) {
      const answers = { ...(profile !== 'demo' && liveAnswers), profile, language, deviceId: 'guichet-1' }
      expect(await askAs({ page }, 'answerSetup', answers)).toMatchObject({ ok: true })
      await page.reload()
      await on('welcome')
      await turnTo(step)
    },
    async goOnFromExamination() {
      const anyway = page.getByRole('button', { name: t.setup.examination.anyway })
      await page.locator('ol[aria-busy="false"]').waitFor()
      if (await anyway.isVisible()) await anyway.tap()
      else await tap(t.setup.next)
    },
    async takeAgain(machinePin: string, number: string, pin: string) {
      await openService(page, t, machinePin)
      await tap(t.setup.again.way)
      await page.getByRole('group', { name: t.setup.again.number }).waitFor()
      await page.keyboard.type(number)
      await tap(t.cash.next)
      await page.getByRole('group', { name: t.cash.pin }).waitFor()
      await enterPin(page, pin, t)
    },
  }
}

export type SetupUser = ReturnType<typeof setupUser>

export async function toldSeller({ page, t, on, tap }: SetupUser, look: (page: Page) => Promise<void>): Promise<void> {
  const { seller, terms, next: goOn } = t.setup
  await on('seller')
  await page.getByLabel(seller.name, { exact: true }).fill(lawful.seller.name)
  await page.getByLabel(seller.address, { exact: true }).fill(lawful.seller.address)
  await page.getByLabel(seller.contact, { exact: true }).fill(lawful.seller.contact)
  await look(page)
  await tap(goOn)
  await on('terms')
  await look(page)
  await tap(terms.kinds.text)
  await page.getByRole('textbox', { name: terms.conditions, exact: true }).fill(lawful.terms.conditions.fr)
  await page.getByRole('textbox', { name: terms.privacy, exact: true }).fill(lawful.terms.privacy.fr)
  await look(page)
  await tap(goOn)
  await on('summary')
}

export async function askAs(
  { page }: Pick<SetupUser, 'page'>,
  method: string,
  input: object,
): Promise<{ readonly ok: boolean }> {
  return page.evaluate(
    async ([name, body]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`/api/${name}`, { method: 'POST', headers, body })).json() as Promise<{ ok: boolean }>
    },
    [method, JSON.stringify(input)] as const,
  )
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { createI18n } from '../../renderer/i18n/i18n.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { demoData, serveProgram, wipe } from '../support/served-program.ts'
import { atMost, type Figure, inMs, quantile, type Watch } from './harness.ts'
import { processorMs, treeOf } from './process-cost.ts'
import { table } from './report.ts'
import { weakMachine, type WeakMachine } from './weak-machine.ts'

/** Maximum milliseconds from a touch to the next screen, for 95 % of touches. */
const MAX_TOUCH_MS = 100
const MAX_TICKET_MS = 3_000
/** Maximum mean processor time in milliseconds from a touch to the next screen (half a core for 150 ms). */
const MAX_PROCESSOR_MS = 75
const BYTES = 2 ** 30
const SALES = 8

/** A touch: the next screen, the duration, and the processor time of the program and the browser. */
type Step = Readonly<{ to: string; ms: number; programMs: number; browserMs: number }>

export const suite: Watch = {
  title:
    'a kiosk with its browser and its service on half and on a tenth of a core and 1 GB, beside the whole machine; Linux',
  async watch(once) {
    const sales = once ? 1 : SALES
    const whole = await day(null, sales)
    const half = await onWeakMachine(0.5, sales)
    const tenth = await onWeakMachine(0.1, sales)
    if (!half || !tenth) return { lines: ['Only who may make control groups can make a machine weak.'], figures: [] }
    const rows = [...new Set(whole.map(({ to }) => to))].map((to) => {
      const p50 = [whole, half, tenth].map((steps) => timeTo(to, steps, 0.5))
      const work = tenth.filter((step) => step.to === to)
      const means = [mean(work.map(({ programMs }) => programMs)), mean(work.map(({ browserMs }) => browserMs))]
      return [to, ...[...p50, timeTo(to, tenth, 0.95), ...means].map(inMs)]
    })
    const times = ['whole machine, p50', 'half a core, p50', 'a tenth, p50', 'a tenth, p95']
    return {
      lines: table(['touch leads to', ...times, 'processor: program', 'browser'], rows),
      figures: [
        ...figuresOf('half a core', half),
        ...figuresOf('a tenth of a core', tenth),
        // Unlike elapsed times, processor times are comparable on a busy machine.
        ...[...Map.groupBy(whole.filter(isTouch), ({ to }) => to)].map(([to, steps]) =>
          atMost(`processor time of a touch to “${to}”, mean`, mean(steps.map(processorOf)), MAX_PROCESSOR_MS, inMs),
        ),
      ],
    }
  },
}

function figuresOf(machine: string, steps: readonly Step[]): readonly Figure[] {
  const touches = steps.filter(isTouch).map(({ ms }) => ms)
  const ticket = steps.find(({ to }) => to === 'done')?.ms ?? Number.NaN
  return [
    atMost(`${machine}: touch to the next screen, p95`, quantile(touches, 0.95), MAX_TOUCH_MS, inMs),
    atMost(`${machine}: touch on “pay” to the first tickets`, ticket, MAX_TICKET_MS, inMs),
  ]
}

/** Returns whether the step is a touch that only leads to another screen of the kiosk. */
const isTouch = ({ to }: Step): boolean => to !== 'done' && to !== PLAIN

const processorOf = ({ programMs, browserMs }: Step): number => programMs + browserMs

async function onWeakMachine(share: number, sales: number): Promise<readonly Step[] | null> {
  const machine = await weakMachine(`guichet-weak-${process.pid}`, { share, bytes: BYTES })
  return machine && day(machine, sales)
}

async function day(machine: WeakMachine | null, sales: number): Promise<readonly Step[]> {
  const data = await demoData()
  const settings = { deviceId: 'bench', role: 'kiosk', simulatedTerminal: { customerDelaySeconds: 0 } }
  await writeFile(join(data, 'config.json'), JSON.stringify(settings))
  const before = new Set(treeOf(process.pid))
  const program = await serveProgram(data)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
    page.setDefaultTimeout(120_000)
    await page.addInitScript(timeTouches)
    await page.goto(program.url)
    await page.locator('[data-screen="attract"]').waitFor()
    const browsers = () => treeOf(process.pid).filter((pid) => pid !== program.pid && !before.has(pid))
    await machine?.take([program.pid, ...browsers()])
    const used = () => ({ program: processorMs([program.pid]), browser: processorMs(browsers()) })
    const steps: Step[] = []
    for (let sale = 0; sale < sales; sale += 1) await sell(page, used, steps)
    await page.evaluate(plainPage)
    for (let touch = 0; touch < sales; touch += 1)
      await touchOn(PLAIN, page.getByRole('button', { name: PLAIN }), page, used, steps)
    return steps
  } finally {
    await browser.close()
    await program.stop()
    await machine?.remove()
    await wipe(data)
  }
}

type Used = Readonly<{ program: number; browser: number }>

async function sell(page: Page, used: () => Used, steps: Step[]): Promise<void> {
  const { t } = createI18n('fr')
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const offer = page.getByRole('main').getByRole('listitem').getByRole('button').first()
  const way = [
    ['offers', button(t.attract.touch)],
    ['review', offer],
    ['done', button(t.review.pay.card)],
    ['attract', button(t.done.finish)],
  ] as const
  for (const [to, what] of way) await touchOn(to, what, page, used, steps)
}

async function touchOn(to: string, what: Locator, page: Page, used: () => Used, steps: Step[]): Promise<void> {
  await what.waitFor()
  // A new screen accepts no touch until its layout has settled.
  await page.locator('[data-screen][data-settling="true"]').waitFor({ state: 'detached' })
  const before = used()
  await page.evaluate((screen) => Object.assign(window, { awaited: screen, arrived: undefined }), to)
  await what.tap()
  const arrived = await page.waitForFunction(() => (window as unknown as { arrived?: number }).arrived)
  const after = used()
  const [programMs, browserMs] = [after.program - before.program, after.browser - before.browser]
  steps.push({ to, ms: (await arrived.jsonValue()) ?? Number.NaN, programMs, browserMs })
}

const PLAIN = 'a word on an empty page'

function plainPage(): void {
  const button = document.createElement('button')
  button.textContent = 'a word on an empty page'
  button.addEventListener('click', () => {
    const said = document.createElement('p')
    said.dataset['screen'] = 'a word on an empty page'
    said.textContent = 'once more'
    document.body.replaceChildren(button, said)
  })
  document.body.replaceChildren(button)
}

function timeTouches(): void {
  let clicked = 0
  const told = window as unknown as { awaited?: string; arrived?: number }
  addEventListener('click', ({ timeStamp }) => void (clicked = timeStamp), { capture: true })
  new MutationObserver(() => {
    const { awaited } = told
    if (awaited === undefined || !document.querySelector(`[data-screen="${awaited}"]`)) return
    delete told.awaited
    requestAnimationFrame(() => setTimeout(() => void (told.arrived = performance.now() - clicked)))
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-screen'] })
}

const timeTo = (to: string, steps: readonly Step[], share: number): number =>
  quantile(
    steps.filter((step) => step.to === to).map(({ ms }) => ms),
    share,
  )

const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { firstOffer } from '../e2e/customer.ts'
import { TEST_SUFFIX } from '../../electron/update/release.ts'
import { root } from '../shells/shell.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { onScreen } from '../world/page.ts'
import { bootMachine, lendBinding, lentBinding, whyNoMachine, type Machine, type Running } from './machine.ts'

const noMachine = whyNoMachine()
const packages = inject('packages')
const data = '/var/lib/guichet/.local/share/guichet'

interface InstalledState {
  readonly program: Running
  readonly page: Page
  readonly press: (target: Locator) => Promise<void>
  readonly close: () => Promise<void>
}

interface Kind {
  readonly name: string
  readonly packageName: 'guichet' | 'guichet-browser'
  readonly suffix: string
  readonly missing: (machine: Machine) => Promise<string | null>
  readonly env: NodeJS.ProcessEnv
  readonly open: (machine: Machine) => Promise<InstalledState>
}

const log = (machine: Machine): string => {
  const file = machine.path(`${data}/guichet.log`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

const debuggingAddress = /DevTools listening on (ws:\/\/\S+)/u

const kinds: readonly Kind[] = [
  {
    name: 'Electron',
    packageName: 'guichet',
    suffix: TEST_SUFFIX,
    env: lentBinding,
    async missing() {
      const file = `guichet_${packages?.newer}${this.suffix}_amd64.deb`
      return packages && existsSync(join(packages.folder, file)) ? null : 'no Electron'
    },
    async open(machine) {
      const env = { ...this.env, DISPLAY: ':7' }
      const program = machine.start('guichet --remote-debugging-port=0', env)
      await expect.poll(() => debuggingAddress.test(program.output.text), { timeout: 60_000 }).toBe(true)
      const browser = await chromium.connectOverCDP(debuggingAddress.exec(program.output.text)?.[1] ?? '')
      await expect.poll(() => browser.contexts()[0]?.pages().length, { timeout: 30_000 }).toBe(1)
      const page = browser.contexts()[0]?.pages()[0] as Page
      return {
        program,
        page,
        async press(target) {
          // Waits until the target can be pressed: visible, at rest and not covered.
          await target.click({ trial: true })
          const box = (await target.boundingBox())!
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)
          const { code } = await machine.run(`xdotool mousemove ${x} ${y} click 1`, { DISPLAY: ':7' })
          expect(code).toBe(0)
        },
        close: () => browser.close(),
      }
    },
  },
  {
    name: 'Node and a browser',
    packageName: 'guichet-browser',
    suffix: '',
    env: {},
    missing: async (machine) => ((await machine.run('dpkg -s chromium >/dev/null')).code === 0 ? null : 'no chromium'),
    async open(machine) {
      const program = machine.start('guichet --no-browser')
      const address = /^Guichet: (\S+)$/mu
      await expect.poll(() => address.test(program.output.text), { timeout: 60_000 }).toBe(true)
      const browser = await launchChromium()
      const page = await browser.newPage({ viewport: { width: 1080, height: 1920 } })
      await page.goto(address.exec(program.output.text)?.[1] ?? '')
      return { program, page, press: (target) => target.click(), close: () => browser.close() }
    },
  },
]

describe.skipIf(noMachine !== null || packages === null).each(kinds)('a machine with $name', (kind) => {
  const folder = packages?.folder ?? ''
  const [older, newer] = [`${packages?.older}${kind.suffix}`, `${packages?.newer}${kind.suffix}`]
  let machine: Machine
  let missing: string | null = null

  beforeAll(async () => {
    machine = await bootMachine(folder, join(root, 'test-results', `life-${kind.packageName}.txt`))
    missing = await kind.missing(machine)
    lendBinding(machine)
    await machine.run('mkdir -p -m 1777 /tmp/.X11-unix; (Xvfb :7 -screen 0 1080x1920x24 -ac >/dev/null 2>&1 &)')
  })
  afterAll(() => machine?.end())
  beforeEach((context) => context.skip(missing !== null, missing ?? ''))

  const install = (version: string) =>
    machine.run(`dpkg --install /tmp/packages/${kind.packageName}_${version}_amd64.deb`)

  async function stand(): Promise<InstalledState> {
    const opened = await kind.open(machine)
    onTestFinished(async () => {
      await opened.close()
      await opened.program.kill('KILL')
    })
    return opened
  }

  async function toReview({ page, press }: InstalledState): Promise<void> {
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
    await onScreen(page, 'attract')
    await press(button(fr.attract.touch))
    await onScreen(page, 'offers')
    await firstOffer(page).waitFor()
    await press(firstOffer(page))
    await onScreen(page, 'review')
  }

  async function sell(): Promise<void> {
    const opened = await stand()
    await toReview(opened)
    await opened.press(opened.page.getByRole('button', { name: fr.review.pay.card }))
    await onScreen(opened.page, 'done')
    await opened.program.kill('TERM')
  }

  async function ledger(): Promise<{ sales: number; tickets: number }> {
    const { code, stdout } = await machine.runAsKiosk('guichet ledger verify --language en', kind.env)
    expect([code, stdout]).toEqual([3, expect.stringContaining('ledger consistent')])
    const [, sales, tickets] = /(\d+) sales?, (\d+) tickets?/u.exec(stdout) ?? []
    return { sales: Number(sales), tickets: Number(tickets) }
  }

  test('installs an older version', async () => {
    machine.remark('install')
    const installed = await install(older)
    expect([installed.code, installed.stderr]).toEqual([0, ''])
    expect((await machine.run('guichet --version')).stdout).toBe(`${older}\n`)
    expect((await machine.run('stat -c "%U %a" /var/lib/guichet')).stdout).toBe('guichet 700\n')
    const files = await machine.run(`dpkg -L ${kind.packageName} | grep -v ^/usr/lib/guichet/`)
    for (const path of ['applications/guichet.desktop', 'icons/hicolor/256x256/apps/guichet.png'])
      expect(files.stdout).toContain(`/usr/share/${path}\n`)
    for (const path of ['sbom.cdx.json', 'third-party.txt', 'copyright', 'SECURITY.md'])
      expect(files.stdout).toContain(`/usr/share/doc/${kind.packageName}/${path}\n`)
    expect((await machine.run(`dpkg --verify ${kind.packageName}`)).stdout).toBe('')
  })

  test('is set up, starts for the first time, and sells', async () => {
    machine.remark('set up')
    const answers = { profile: 'demo', language: 'fr', deviceId: 'hall-1' }
    writeFileSync(machine.path('/tmp/answers.json'), JSON.stringify(answers))
    const setUp = await machine.runAsKiosk('guichet setup --answers /tmp/answers.json', kind.env)
    expect([setUp.code, setUp.stderr]).toEqual([0, ''])
    expect((await machine.run(`stat -c "%U %a" ${data}/config.json`)).stdout).toBe('guichet 600\n')
    machine.remark('first start, and a sale')
    await sell()
    expect(log(machine)).toContain(`"version":"${older}"`)
    expect(await ledger()).toMatchObject({ sales: 1, tickets: 2 })
  })

  test('is upgraded over a sale that was never finished, which goes on', async () => {
    machine.remark('seats are held, the machine dies, the newer version is installed over it')
    const opened = await stand()
    await toReview(opened)
    await opened.program.kill('KILL')
    const upgraded = await install(newer)
    expect([upgraded.code, upgraded.stderr]).toEqual([0, ''])
    expect((await machine.run('guichet --version')).stdout).toBe(`${newer}\n`)
    await sell()
    expect(await ledger()).toMatchObject({ sales: 3, tickets: 4 })
  })

  test('goes back to the older version, which reads what the newer one wrote, and sells', async () => {
    machine.remark('back to the older version')
    const back = await install(older)
    expect(back.code).toBe(0)
    expect((await machine.run('guichet --version')).stdout).toBe(`${older}\n`)
    await sell()
    expect(await ledger()).toMatchObject({ sales: 4 })
  })

  test('is removed without its sales, which the next installation finds', async () => {
    machine.remark('removed, and installed again')
    const before = await ledger()
    expect((await machine.run(`dpkg --remove ${kind.packageName}`)).code).toBe(0)
    expect((await machine.run('test -e /usr/bin/guichet -o -e /usr/lib/guichet')).code).toBe(1)
    await install(newer)
    expect(await ledger()).toEqual(before)
  })
})

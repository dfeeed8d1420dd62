import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createSimulator } from '../../electron/app/simulators.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { touchToReview } from '../e2e/customer.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { onScreen } from '../world/page.ts'
import { demoData, serveProgram, wipe } from '../support/served-program.ts'
import { atMost, inMs, quantile, type Watch } from './harness.ts'
import { table } from './report.ts'

const TRIES = 40
/** Reply time in milliseconds of a provider on the same continent. */
const REPLY_MS = 250
const MAX_ADDED_MS = 150

interface Try {
  /** Milliseconds from the touch on the tile to the frame that shows the code. */
  readonly shownMs: number
  /** Milliseconds from the arrival of the request at the provider to its reply. */
  readonly replyMs: number
}

export const suite: Watch = {
  title: `touch on a way to pay until its code is on the screen, beside the provider's own reply, ${TRIES} times`,
  async watch(once) {
    const tries = await payments(once ? 1 : TRIES)
    const at = (part: keyof Try, share: number): number =>
      quantile(
        tries.map((each) => each[part]),
        share,
      )
    const row = (name: string, share: number): readonly string[] => {
      const [shown, reply] = [at('shownMs', share), at('replyMs', share)]
      return [name, ...[shown, reply, shown - reply].map(inMs), `${(shown / reply).toFixed(2)}×`]
    }
    return {
      lines: table(['', 'code shown', 'reply', 'added', 'ratio'], [row('median', 0.5), row('95th percentile', 0.95)]),
      figures: [atMost('added to the reply, p95', at('shownMs', 0.95) - at('replyMs', 0.95), MAX_ADDED_MS, inMs)],
    }
  },
}

async function payments(count: number): Promise<readonly Try[]> {
  const provider = await startProvider(count)
  const data = await demoData()
  await writeFile(join(data, 'secret'), provider.credentials['clientSecret'] ?? '', { mode: 0o600 })
  await writeFile(join(data, 'config.json'), JSON.stringify(settingsFor(provider)))
  const program = await serveProgram(data)
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true, locale: 'fr-FR' })
    await page.goto(program.url)
    await touchToReview(page, 2)
    const tries: Try[] = []
    while (tries.length < count) tries.push({ shownMs: await untilShown(page), replyMs: provider.replyMs() })
    return tries
  } finally {
    await browser.close()
    await program.stop()
    await provider.close()
    await wipe(data)
  }
}

/** Returns the milliseconds from the tap on the review screen until the code is on the screen. */
async function untilShown(page: Page): Promise<number> {
  await onScreen(page, 'review')
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let touchedMs = 0
        addEventListener('click', ({ timeStamp }) => (touchedMs = timeStamp), { capture: true, once: true })
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[data-screen="scan"] svg[role="img"]')) return
          observer.disconnect()
          // The second frame begins after the first has been drawn.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - touchedMs)))
        })
        observer.observe(document, { subtree: true, childList: true })
      }),
  )
  await page.getByRole('button', { name: fr.desk.tenders['orange-money'] }).tap()
  return shown
}

type Provider = Awaited<ReturnType<typeof startProvider>>

async function startProvider(count: number) {
  const acts = Array.from({ length: count }, () => 'refuse')
  const options = { name: 'orange-money', acts, currency: 'GNF', times: { customerDelayMs: 0 } } as const
  const simulator = createSimulator(options, createSystemClock())
  let replyMs = 0
  const simulation = {
    async handle(request: Request): Promise<Response> {
      if (!new URL(request.url).pathname.endsWith('/webpayment')) return simulator.handle(request)
      const heard = performance.now()
      const [reply] = await Promise.all([simulator.handle(request), sleep(REPLY_MS)])
      replyMs = performance.now() - heard
      return reply
    },
  }
  const served = await serveProviderSimulator({ simulator: simulation, host: '127.0.0.1', port: 0 })
  return { ...served, credentials: simulator.credentials, replyMs: () => replyMs }
}

function settingsFor({ url, credentials }: Provider): object {
  const page = 'https://venue.example/pay'
  const secret = { secretFile: 'secret' }
  const secrets = { clientId: credentials['clientId'], clientSecret: secret, merchantKey: secret }
  const pages = { returnUrl: page, cancelUrl: page, notificationUrl: page }
  return {
    deviceId: 'bench',
    demoHoldSeconds: 3600,
    payments: {
      'orange-money': { driver: 'orange-money', baseUrl: url, ...secrets, ...pages },
    },
  }
}

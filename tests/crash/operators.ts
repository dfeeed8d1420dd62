import { createMtnStandIn } from '../../electron/payment/mtn-momo/stand-in.ts'
import { createOrangeStandIn } from '../../electron/payment/orange-money/stand-in.ts'
import type { ActName } from '../../electron/payment/stand-in/acts.ts'
import { serveStandIn } from '../../electron/payment/stand-in/serve.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { Random } from '../simulation/random.ts'
import { mtnAccount, orangeAccount, quickClock, quickTimes } from './accounts.ts'
import { paths, writeLine, type TerminalEntry } from './devices.ts'
import type { Operator, OperatorWorld } from './operator.ts'
import { openCardTerminal } from './card-terminal.ts'
import { openAdyen, openStripe, openSumup } from './readers.ts'

export interface Operators {
  readonly urls: OperatorUrls
  /** A customer scans what the screen shows, and decides; not even a kill of the kiosk keeps them from it. */
  readonly scanned: (page: string) => void
  /** Once nothing more can be paid: each is asked about everything, and what it took is in the journal. */
  close(): Promise<void>
}

export interface OperatorUrls {
  readonly orange: string
  readonly mtn: string
  /** Whose reader stands beside the kiosk; null: the simulated terminal does. */
  readonly stripe: string | null
  readonly sumup: string | null
  readonly adyen: string | null
  /** The port of a card terminal that speaks ZVT, in its place. */
  readonly zvt: number | null
}

/** More than a round has payments. */
const PAYMENTS = 2_000

/** Operators on sockets of their own; what they take is in a journal beside the kiosk's devices. */
export async function openOperators(
  directory: string,
  random: Random,
  pass: (point: string) => void,
): Promise<Operators> {
  const taken = new Set<string>()
  const take = (reference: string): void => {
    if (taken.has(reference)) return
    taken.add(reference)
    writeLine(paths(directory).operators, { reference, outcome: 'approved' } satisfies TerminalEntry)
  }
  const world = { random, pass, take }
  const [orange, mtn] = [await openOrange(world), await openMtn(world)]
  const beside = random.pick(['stripe', 'sumup', 'adyen', 'zvt', 'simulated'] as const)
  const stripe = beside === 'stripe' ? await openStripe(world) : null
  const sumup = beside === 'sumup' ? await openSumup(world) : null
  const adyen = beside === 'adyen' ? await openAdyen(world) : null
  const zvt = beside === 'zvt' ? await openCardTerminal(world, directory) : null
  const card = {
    stripe: stripe?.url ?? null,
    sumup: sumup?.url ?? null,
    adyen: adyen?.url ?? null,
    zvt: zvt?.port ?? null,
  }
  return {
    urls: { orange: orange.url, mtn: mtn.url, ...card },
    scanned: orange.scanned,
    async close() {
      await orange.close()
      await mtn.close()
      await stripe?.close()
      await sumup?.close()
      await adyen?.close()
      await zvt?.close()
    },
  }
}

/** Orange Money: nothing is paid but on the page behind a code that was scanned. */
async function openOrange({ random, pass, take }: OperatorWorld): Promise<Operator & Pick<Operators, 'scanned'>> {
  const clock = quickClock()
  const script = Array.from({ length: PAYMENTS }, () => ({ name: random.chance(0.1) ? 'fault' : 'wait' }) as const)
  const standIn = createOrangeStandIn({ clock, times: quickTimes, script, ...orangeAccount })
  const references = new Map<string, string>()
  const scans: Promise<void>[] = []
  const served = await serve(async (request) => {
    if (!request.url.endsWith('/webpayment')) return standIn.handle(request)
    pass('operator has begin')
    const { order_id: reference } = (await request.clone().json()) as { order_id: string }
    const reply = await standIn.handle(request)
    if (reply.status === 201) {
      const { payment_url: page } = (await reply.clone().json()) as { payment_url: string }
      references.set(page, reference)
    }
    pass('operator did begin')
    return reply
  })

  async function decide(page: string): Promise<void> {
    await clock.sleep(random.between(500, quickTimes.decideMs))
    const decision = random.chance(0.75) ? 'pay' : 'refuse'
    const headers = { 'accept-language': 'en' }
    const body = new URLSearchParams({ decision })
    const reply = await standIn.handle(new Request(page, { method: 'POST', headers, body }))
    if ((await reply.text()).includes(catalogues.en.simulatedPayment.paid)) take(references.get(page) ?? page)
  }

  return {
    url: served.url,
    scanned: (page) => void scans.push(decide(page)),
    async close() {
      await Promise.all(scans)
      await served.close()
    },
  }
}

/** What MTN does with a payment, by itself: its customers are asked on their telephones. */
const pushed: readonly ActName[] = [
  ...(['approve', 'approve', 'approve', 'approve', 'refuse', 'lose-reply', 'late', 'expire'] as const),
  ...(['busy', 'html', 'expired-token', 'wrong-amount'] as const),
]

async function openMtn({ random, pass, take }: OperatorWorld): Promise<Operator> {
  const clock = quickClock()
  const script = Array.from({ length: PAYMENTS }, () => ({ name: random.pick(pushed) }) as const)
  const standIn = createMtnStandIn({ clock, times: quickTimes, script, ...mtnAccount })
  const { apiUser, apiKey, subscriptionKey, targetEnvironment } = mtnAccount
  const begun = new Set<string>()

  async function note(reference: string, reply: Response): Promise<Response> {
    if (reply.status === 200 && (await reply.clone().text()).includes('"SUCCESSFUL"')) take(reference)
    return reply
  }

  const served = await serve(async (request) => {
    const asked = /\/requesttopay\/(.+)$/u.exec(request.url)?.[1]
    if (asked !== undefined) return note(asked, await standIn.handle(request))
    if (!request.url.endsWith('/requesttopay')) return standIn.handle(request)
    pass('operator has begin')
    begun.add(request.headers.get('x-reference-id') ?? '')
    const reply = await standIn.handle(request)
    pass('operator did begin')
    return reply
  })

  /** As an API user of its own, as often as its bad moments want it. */
  async function askAbout(reference: string): Promise<void> {
    const key = { 'ocp-apim-subscription-key': subscriptionKey }
    const basic = `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`
    const entry = { method: 'POST', headers: { ...key, authorization: basic }, body: '' }
    for (let status = 0; status !== 200 && status !== 404;) {
      const entered = await standIn.handle(new Request(`${served.url}/collection/token/`, entry))
      const { access_token: token } = (await entered.json()) as { access_token: string }
      const headers = { ...key, authorization: `Bearer ${token}`, 'x-target-environment': targetEnvironment }
      const url = `${served.url}/collection/v1_0/requesttopay/${reference}`
      status = (await note(reference, await standIn.handle(new Request(url, { headers })))).status
    }
  }

  return {
    url: served.url,
    async close() {
      await clock.sleep(quickTimes.decideMs + quickTimes.lateMs)
      for (const reference of begun) await askAbout(reference)
      await served.close()
    },
  }
}

const serve = (handle: (request: Request) => Promise<Response>) =>
  serveStandIn({ standIn: { handle }, host: '127.0.0.1', port: 0 })

import { expect } from 'vitest'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import type { Obstacle, ObstacleType } from '../../shared/domain/fleet/readiness.ts'
import { adviceOn } from '../../shared/i18n/obstacle-texts.ts'
import { startShell } from '../shells/shell.ts'
import { openService } from '../support/kiosk-scenes.ts'
import { people, type Machine } from './machine.ts'
import type { Fleet, Venue } from './venue.ts'

/** Where the day looks at its machines from outside. */
export interface Watchers {
  readonly venue: Venue
  readonly fleet: Fleet
}

interface Health {
  readonly sells: boolean
  readonly obstacles: readonly (Obstacle & { readonly what: string; readonly todo: string })[]
}

/** What `guichet status` and the local API say of a machine. */
async function toldBy({ data, env, health }: Machine) {
  const shell = startShell('cli.js', ['status', '--data', data], env)
  const [exit, reply] = [await shell.ended, await fetch(health)]
  const { sells, obstacles } = (await reply.json()) as Health
  return { exit, words: shell.output.stdout, status: reply.status, sells, obstacles }
}

/** What the hub says of it, to administrators and to other programs. */
async function toldOf({ venue, fleet }: Watchers, { name }: Machine) {
  const metrics = await (await fetch(venue.metricsUrl)).text()
  const obstacles = metrics.matchAll(
    new RegExp(`^guichet_device_obstacle\\{device="${name}",obstacle="([\\w-]+)"\\} 1$`, 'gmu'),
  )
  const [, sells] = new RegExp(`^guichet_device_sells\\{device="${name}"\\} (\\d)$`, 'mu').exec(metrics) ?? []
  return { level: await fleet.levelOf(name), sells, obstacles: [...obstacles].map(([, type]) => type) }
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ')

/** What staff read: on a kiosk's staff screen, or in a desk's office. */
async function staffRead({ page, role }: Machine): Promise<string> {
  if (role === 'kiosk') {
    await openService(page, fr, people.machine)
    const text = await page.getByRole('main').innerText()
    await page.reload()
    return plain(text)
  }
  await page.keyboard.press('F10')
  await page.getByRole('navigation').getByRole('button', { name: fr.office.pages.machine }).click()
  await page.locator('[data-office="machine"]').waitFor()
  await page
    .getByText(fr.service.selling.no)
    .or(page.getByText(fr.service.selling.partly))
    .or(page.getByText(fr.service.selling.yes))
    .waitFor()
  const text = await page.getByRole('main').innerText()
  await page.keyboard.press('Escape')
  return plain(text)
}

/** How the fault shows where there is no one to read words of staff: on the poster. */
type Poster = 'open' | keyof typeof fr.outOfService

async function posterSays({ page }: Machine, poster: Poster): Promise<void> {
  const screen = poster === 'open' ? 'attract' : 'out-of-service'
  // Where nobody touches it, it asks for the events every half minute.
  await page.locator(`[data-screen="${screen}"][data-settling="false"]`).waitFor({ timeout: 60_000 })
  if (poster === 'open') return
  await expect
    .poll(async () => plain(await page.getByRole('main').innerText()))
    .toContain(plain(fr.outOfService[poster]))
}

export interface Seen {
  readonly sells: boolean
  readonly poster?: Poster
  /** Not while the hub is down. */
  readonly byHub?: false
}

/** That one obstacle, with its mend, on every surface it belongs to; the mend as staff read it. */
export async function isSeen(watchers: Watchers, machine: Machine, type: ObstacleType, seen: Seen): Promise<string> {
  const { sells, poster } = seen
  await expect
    .poll(() => toldBy(machine), { timeout: 60_000, interval: 500 })
    .toMatchObject({ exit: 1, status: sells ? 200 : 503, sells, obstacles: [{ type }] })
  const { words, obstacles } = await toldBy(machine)
  const [obstacle] = obstacles
  if (!obstacle) throw new Error('it was mended by itself')
  expect(words).toContain(`selling   ${obstacle.what}\n          ${obstacle.todo}\n`)
  await expect.poll(machine.log).toContain(JSON.stringify(obstacle.what).slice(1, -1))

  const { what, todo } = adviceOn(fr.service.obstacles, obstacle, fr.desk.tenders)
  if (poster) await posterSays(machine, poster)
  const read = await staffRead(machine)
  expect(read).toContain(plain(what))
  expect(read).toContain(plain(todo))

  if (machine.followed && seen.byHub !== false) {
    await expect
      .poll(() => toldOf(watchers, machine), { timeout: 75_000, interval: 500 })
      .toEqual({ level: sells ? 'amber' : 'red', sells: sells ? '1' : '0', obstacles: [type] })
    const card = plain(await watchers.fleet.textOf(machine.name))
    expect(card).toContain(plain(what))
    expect(card).toContain(plain(todo))
  }
  return plain(todo)
}

/** Nothing keeps it from selling, wherever it is looked at. */
export async function isWell(watchers: Watchers, machine: Machine): Promise<void> {
  await expect
    .poll(() => toldBy(machine), { timeout: 75_000, interval: 500 })
    .toMatchObject({ exit: 0, status: 200, sells: true, obstacles: [] })
  if (machine.role === 'kiosk') await posterSays(machine, 'open')
  expect(await staffRead(machine)).toContain(fr.service.selling.yes)
  if (!machine.followed) return
  await expect
    .poll(() => toldOf(watchers, machine), { timeout: 75_000, interval: 500 })
    .toEqual({ level: 'green', sells: '1', obstacles: [] })
}

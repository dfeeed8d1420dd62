import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { drawn } from '../../renderer/seat-map/miniature/drawn.ts'
import { seatView, type SeatAddress } from '../../shared/domain/venue/seat-view.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

/** Pictures to look at, one a seat. `GUICHET_GOLDEN=write npx vitest run tests/domain/seat-view-pictures.test.ts` draws them again. */
const folder = fileURLToPath(new URL('seat-views/', import.meta.url))

function read(name: string): VenuePlan {
  const file = new URL(`../../resources/venues/${name}.json`, import.meta.url)
  const plan = parseVenuePlan(JSON.parse(readFileSync(file, 'utf8')))
  if (!plan.ok) throw new Error(JSON.stringify(plan.error.issues))
  return plan.value
}

const plans = { stadium: read('stadium'), hall: read('concert-hall') }

/** The seat at that place of a row, from its first to its last. */
function seat(plan: VenuePlan, sector: string, rowLabel: string, share: number): SeatAddress {
  const section = plan.sections.find(({ code }) => code === sector)
  const row = section ? planSeats(section).filter((each) => each.rowLabel === rowLabel) : []
  const { number } = row[Math.round((row.length - 1) * share)] ?? { number: NaN }
  return { sector, row: rowLabel, seatNumber: number }
}

const { stadium, hall } = plans

/** Each side and both tiers of the stadium, first and last rows, corners and ends of rows; the hall near, far and aside. */
const seats = [
  ['stadium', seat(stadium, 'S5', 'A', 0.5)],
  ['stadium', seat(stadium, 'S5', 'M', 0.5)],
  ['stadium', seat(stadium, 'S15', '1', 0.5)],
  ['stadium', seat(stadium, 'N5', 'P', 0.5)],
  ['stadium', seat(stadium, 'N1', 'A', 0)],
  ['stadium', seat(stadium, 'E3', 'F', 1)],
  ['stadium', seat(stadium, 'E13', '13', 0.5)],
  ['stadium', seat(stadium, 'O6', 'A', 0)],
  ['stadium', seat(stadium, 'O16', '7', 0.5)],
  ['hall', seat(hall, 'P2', 'A', 0.5)],
  ['hall', seat(hall, 'B2', 'C', 0.5)],
  ['hall', seat(hall, 'L1', '1', 0)],
] as const

function picture(plan: VenuePlan, address: SeatAddress): string {
  const view = seatView(plan, address)
  if (!view) throw new Error(`${address.sector} ${address.row} ${address.seatNumber}: no such seat`)
  const color = (tribune: string): string | undefined => plan.tribunes.find(({ code }) => code === tribune)?.color
  const shapes = [
    `<rect x="-1" y="${view.horizon.toFixed(3)}" width="2" height="3" fill="#cfc8b8"/>`,
    `<path d="${drawn(view.field, true, 3)}" fill="${view.kind === 'stage' ? '#8a5a2b' : '#3f8f4f'}"/>`,
    ...view.lines.map((line) => `<path d="${drawn(line, false, 3)}" fill="none" stroke="#fff" stroke-width="0.006"/>`),
    ...view.stands.map(({ tribune, outline }) => `<path d="${drawn(outline, true, 3)}" fill="${color(tribune)}"/>`),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -0.5625 2 1.125">\n${shapes.join('\n')}\n</svg>\n`
}

const figuresOf = (svg: string): readonly number[] => (svg.match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number)
const withoutFigures = (svg: string): string => svg.replaceAll(/-?\d+(?:\.\d+)?/gu, '#')

test.each(seats)('the picture from a seat is as it was: %s, %o', (venue, address) => {
  const now = picture(plans[venue], address)
  const file = `${folder}${venue}-${address.sector}-${address.row}-${address.seatNumber}.svg`
  if (process.env['GUICHET_GOLDEN'] === 'write') {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, now)
  }
  const before = readFileSync(file, 'utf8')
  expect(withoutFigures(now)).toBe(withoutFigures(before))
  // Sines differ in the last place from one machine to another.
  const [figures, known] = [figuresOf(now), figuresOf(before)]
  const most = Math.max(...figures.map((figure, i) => Math.abs(figure - known[i]!) / Math.max(1, Math.abs(figure))))
  expect(most).toBeLessThanOrEqual(0.002)
})

import { expect, test } from 'vitest'
import { stepOn } from '../../../renderer/desk/state/desk-state.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { deskNoticeText } from '../../../renderer/i18n/notice-text.ts'
import { lineOfPlaces } from '../../../shared/domain/desk/desk-command.ts'
import { ok } from '../../../shared/domain/result.ts'
import { bySection } from '../../../shared/domain/seats/offer.ts'
import type { Place } from '../../../shared/domain/seats/place.ts'
import { demoSection } from '../../seat-map/demo-venue.ts'
import { stadium } from '../../seat-map/plans.ts'
import { apart, proposal, threeSeats } from '../../world/scenes/answers.ts'
import { at, deskAtSeats } from './open-desk.ts'

test('each search of a line keeps the seats of the previous searches, and Enter holds all seats at once', async () => {
  const { store, answers, asked, inputs } = await deskAtSeats()
  const section = demoSection(stadium, 'O5')
  answers['viewSection'] = ok({ section: { ...section, sectionId: 'O5' }, revision: 'r1' })
  const seat = section.seats.find(({ status }) => status === 'available')!
  store.enter(`2 n + 1 pmr + O5 ${seat.rowLabel} ${seat.number}`)
  await expect.poll(() => at('seats', store)?.search.offers?.length).toBe(3)
  expect(at('seats', store)?.search.varied).toBe('1 pmr')
  const offered = bySection(threeSeats)
  expect(inputs.get('proposeSeats')).toMatchObject({ count: 1, wheelchair: true, chosen: offered })
  expect(asked.filter((method) => method === 'proposeSeats')).toHaveLength(2)
  expect(asked).not.toContain('holdSeats')
  answers['proposeSeats'] = ok([proposal([...threeSeats, ...apart], [])])
  store.enter('1 n')
  await expect.poll(() => at('seats', store)?.search.varied).toBe(null)
  store.enter('1 n + 1 o')
  await expect.poll(() => at('seats', store)?.search.offers?.length).toBe(1)
  store.enter('')
  await expect.poll(() => asked).toContain('holdSeats')
  const groups = bySection([...threeSeats, ...apart])
  expect(inputs.get('holdSeats')).toMatchObject({ groups: groups.map((group) => ({ ...group, wheelchair: true })) })
  expect(groups).toHaveLength(3)
})

test('a line of named seats is held without an offer; an error names its search', async () => {
  const { store, answers, asked, inputs, refusedWith } = await deskAtSeats()
  const section = demoSection(stadium, 'O5')
  answers['viewSection'] = ok({ section: { ...section, sectionId: 'O5' }, revision: 'r1' })
  const [one, other] = section.seats.filter(({ status }) => status === 'available')
  const named = (seat = one) => `O5 ${seat?.rowLabel}: ${seat?.number}`
  const notice = () => store.getState().notice
  await refusedWith(`${named()} + 1 lune`, 'unknown-place')
  expect(notice()).toMatchObject({ part: '1 lune' })
  await refusedWith(`${named()} + ${named(other)} + ${named()}`, 'seat-twice')
  expect(notice()).toMatchObject({ part: named().toLowerCase(), seatCodes: [one?.code] })
  await refusedWith('5 n + 4 o', 'too-many-seats')
  answers['proposeSeats'] = ok([])
  await refusedWith('1 n + 1 o', 'nothing-free')
  expect(deskNoticeText(createI18n('fr'), notice()!).title).toMatch(/^\u2068?1 n\u2069? · Pas assez/u)
  expect(asked).not.toContain('holdSeats')
  store.enter(`${named()} + ${named(other)}`)
  await expect.poll(() => asked).toContain('holdSeats')
  const groups = [{ sectionId: 'O5', seatIds: [one?.seatId, other?.seatId] }]
  expect(inputs.get('holdSeats')).toMatchObject({ groups })
})

test.each(['a scanned ticket', 'the list of sales'])(
  'one key requests the seats of the sale of %s again; unavailable seats are named, and the line can be edited',
  async (from) => {
    const { store, answers, inputs } = await deskAtSeats()
    const section = demoSection(stadium, 'O5')
    answers['viewSection'] = ok({ section: { ...section, sectionId: 'O5' }, revision: 'r1' })
    const show = async (status: string) => {
      const seats = section.seats.filter((seat) => seat.status === status).slice(0, 2)
      const places = seats.map(({ rowLabel, number }) => ({ sector: 'O5', row: rowLabel, seatNumber: number }) as Place)
      if (from === 'a scanned ticket') {
        answers['findSales'] = ok([{ places }])
        store.enter('f'.repeat(32))
        await expect.poll(() => store.getState().found).not.toBeNull()
      } else {
        store.acts.files()
        store.set({ filePlaces: places })
      }
      store.acts.repeat()
      return { seats, places }
    }
    const gone = await show('sold')
    const seatCodes = gone.seats.map(({ code }) => code)
    await expect.poll(() => store.getState().notice).toMatchObject({ type: 'seat-taken', seatCodes })
    expect(store.getState()).toMatchObject({ unsent: { line: lineOfPlaces(gone.places), step: 'seats' }, found: null })
    expect(stepOn(store.getState())).toBe('seats')
    const free = await show('available')
    await expect
      .poll(() => inputs.get('holdSeats'))
      .toMatchObject({ groups: [{ sectionId: 'O5', seatIds: free.seats.map(({ seatId }) => seatId) }] })
  },
)

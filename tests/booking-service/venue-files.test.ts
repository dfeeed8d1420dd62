import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readVenuePlans } from '../../electron/booking-service/venue-files.ts'
import { smallVenue } from './service.ts'

test('plans come by the names of their files; a file that is no plan is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-venues-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const other = { ...smallVenue, venue: { ...smallVenue.venue, name: 'Palais du Peuple' } }
  writeFileSync(join(folder, 'b.json'), JSON.stringify(other))
  writeFileSync(join(folder, 'a.json'), JSON.stringify(smallVenue))
  writeFileSync(join(folder, 'notes.txt'), 'no plan')
  expect(readVenuePlans(folder)).toEqual([smallVenue, other])
  writeFileSync(join(folder, 'broken.json'), JSON.stringify({ format: 'guichet-venue-plan/1' }))
  expect(() => readVenuePlans(folder)).toThrow(/broken\.json:1:1: venue: missing; expected an object/u)
})

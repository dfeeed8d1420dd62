import { expect, test } from 'vitest'
import { reportContentOf } from '../../electron/printing/documents/report-content.ts'
import { asRead } from '../../electron/printing/pdf/printable-text.ts'
import { dayClosed, dayLeft } from '../world/scenes/answers.ts'
import { shiftReport } from './report-samples.ts'

const style = { language: 'fr', numerals: 'western', timeZone: 'Africa/Conakry', specimen: null } as const
const linesOf = (terminalDays: Parameters<typeof shiftReport>[0] & object) =>
  reportContentOf(shiftReport(terminalDays), style)
    .sections.find(({ heading }) => heading === 'Télécollecte du terminal')
    ?.lines.map(({ label, value }) => asRead(`${label} ${value}`).replaceAll(/\s/gu, ' ').trim())

test('a Z has the terminal’s sum beside ours, the difference, and what it wants printed', () => {
  expect(linesOf({ terminalDays: [dayClosed] })).toEqual([
    'Télécollecte faite',
    'Selon le terminal 8 300 000 GNF',
    'Selon la caisse 8 400 000 GNF',
    'Écart −100 000 GNF',
    'KASSENSCHNITT',
    'TERMINAL 52523535',
    'SUMME GNF 8.300.000',
  ])
})

test('a Z says what is still to be done, and nothing where no terminal was told', () => {
  expect(linesOf({ terminalDays: [dayLeft] })).toEqual(['Télécollecte à faire'])
  expect(linesOf({})).toBeUndefined()
})

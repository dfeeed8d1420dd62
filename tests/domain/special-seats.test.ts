import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { issueLines } from '../../shared/i18n/issue-text.ts'
import { specialSeats } from '../../shared/domain/venue/special-seats.ts'
import { parseVenuePlan, type PlanSection, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

async function stadium(): Promise<VenuePlan> {
  const text = await readFile(new URL('../../resources/venues/stadium.json', import.meta.url), 'utf8')
  const parsed = parseVenuePlan(JSON.parse(text))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error.issues))
  return parsed.value
}

/** The stadium with a section that says something else of its seats; an empty list where it is a plan. */
async function problemsWith(changed: Partial<PlanSection>): Promise<readonly string[]> {
  const plan = await stadium()
  const sections = plan.sections.map((section) => (section.code === 'N1' ? { ...section, ...changed } : section))
  const parsed = parseVenuePlan({ ...plan, sections })
  return parsed.ok ? [] : issueLines(parsed.error.issues, catalogues.en.values)
}

describe('seats that are not like the others', () => {
  test('are found by row and number', async () => {
    const section = (await stadium()).sections.find(({ code }) => code === 'N2')
    if (!section) throw new Error('no N2')
    const [isAccessible, isCompanion] = [specialSeats(section, 'accessible'), specialSeats(section, 'companion')]
    const [first = 0] = section.accessible?.[0]?.numbers ?? []
    expect([isAccessible('A', first), isCompanion('A', first), isAccessible('B', first)]).toEqual([true, false, false])
  })

  test('a companion sits beside a space for a wheelchair, without an aisle between', async () => {
    const numbering = { scheme: 'consecutive', direction: 'clockwise' } as const
    const rows = [{ label: 'A', blocks: [3, 3] }]
    const listed = (accessible: number[], companion: number[]): Partial<PlanSection> => ({
      numbering,
      rows,
      accessible: [{ row: 'A', numbers: accessible }],
      companion: [{ row: 'A', numbers: companion }],
    })
    expect(await problemsWith(listed([2, 5], [1, 3, 6]))).toEqual([])
    expect(await problemsWith(listed([3], [4]))).toEqual([
      'sections.0.companion.0.numbers.0: section N1: there is no wheelchair space beside the companion seat A 4',
    ])
    expect(await problemsWith(listed([3], [1]))).toEqual([
      'sections.0.companion.0.numbers.0: section N1: there is no wheelchair space beside the companion seat A 1',
    ])
    expect(await problemsWith(listed([3, 4], [3]))).toEqual([
      'sections.0.companion.0.numbers.0: section N1: the companion seat A 3 is a wheelchair space',
    ])
  })

  test('a seat that does not exist is named', async () => {
    expect(await problemsWith({ restrictedView: [{ row: 'A', numbers: [999] }] })).toEqual([
      'sections.0.restrictedView.0.numbers.0: section N1: there is no seat A 999',
    ])
  })
})

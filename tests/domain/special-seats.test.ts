import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { specialSeats } from '../../shared/domain/venue/special-seats.ts'
import { parseVenuePlan, type PlanSection, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

async function stadium(): Promise<VenuePlan> {
  const text = await readFile(new URL('../../resources/venues/stadium.json', import.meta.url), 'utf8')
  const parsed = parseVenuePlan(JSON.parse(text))
  if (!parsed.ok) throw new Error(parsed.error.problems.join('\n'))
  return parsed.value
}

/** The stadium with a section that says something else of its seats; an empty list where it is a plan. */
async function problemsWith(changed: Partial<PlanSection>): Promise<readonly string[]> {
  const plan = await stadium()
  const sections = plan.sections.map((section) => (section.code === 'N1' ? { ...section, ...changed } : section))
  const parsed = parseVenuePlan({ ...plan, sections })
  return parsed.ok ? [] : parsed.error.problems
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
      'section N1: companion: no space for a wheelchair beside A 4',
    ])
    expect(await problemsWith(listed([3], [1]))).toEqual([
      'section N1: companion: no space for a wheelchair beside A 1',
    ])
    expect(await problemsWith(listed([3, 4], [3]))).toEqual(['section N1: companion: A 3 is a space for a wheelchair'])
  })

  test('a seat that does not exist is named', async () => {
    expect(await problemsWith({ restrictedView: [{ row: 'A', numbers: [999] }] })).toEqual([
      'section N1: restrictedView: no seat A 999',
    ])
  })
})

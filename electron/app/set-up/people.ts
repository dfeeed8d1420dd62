import { join } from 'node:path'
import type { SetupAnswers, SetupPerson } from '../../../shared/kiosk-api/setup.ts'
import type { SettingFault } from '../../../shared/kiosk-api/office-views.ts'
import { openStaffList } from '../staff-list.ts'

/** Where those who work with such a machine are listed. */
export const staffFolder = ({ profile }: SetupAnswers, dataDirectory: string): string =>
  join(dataDirectory, profile === 'demo' ? 'demo' : 'live')

/** Everybody who will work with the machine: those of its list, with what was answered. */
export function peopleAfter(answers: SetupAnswers, dataDirectory: string): readonly SetupPerson[] {
  const { people = [], formerPeople = [] } = answers
  const listed = openStaffList(staffFolder(answers, dataDirectory)).list()
  const stay = listed.filter(
    ({ number }) => !formerPeople.includes(number) && !people.some((member) => member.number === number),
  )
  return [
    ...stay.map((member) => ({ ...member, hasPin: true })),
    ...people.map(({ number, name, role, pin }) => ({
      number,
      name,
      role,
      hasPin: pin !== undefined || listed.some((member) => member.number === number && member.name === name),
    })),
  ].toSorted((one, other) => Number(one.number) - Number(other.number))
}

/** Numbers that were answered for somebody, and are somebody else's. */
export function takenNumbers(
  before: readonly SetupPerson[],
  { people = [], formerPeople = [] }: SetupAnswers,
): readonly SettingFault[] {
  return people
    .filter(({ number, name }) =>
      before.some((known) => known.number === number && known.name !== name && !formerPeople.includes(number)),
    )
    .map(({ number }) => ({ setting: 'people', detail: `number ${number} is somebody else's` }))
}

/** Writes the list of those who work with the machine from now on. */
export async function keepPeople(answers: SetupAnswers, dataDirectory: string): Promise<void> {
  const { people = [], formerPeople = [] } = answers
  if (people.length === 0 && formerPeople.length === 0) return
  await openStaffList(staffFolder(answers, dataDirectory)).keep(people, formerPeople)
}

import { guessablePin, type Member } from '../../../shared/domain/staff.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { serial } from '../../../shared/domain/serial.ts'
import type { NotWritten, PeopleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { StaffCommands } from '../access/access.ts'
import type { PeopleKeeper } from '../ports/office.ts'
import type { NoteCode, Ports } from '../ports/ports.ts'

type PeopleCommand = 'listPeople' | 'addPerson' | 'renewPin' | 'removePerson'

type Changed = Result<readonly Member[], PeopleFailure | NotWritten>

/** Who may sign in. The journal has each change before it is made, with the numbers of who made it and of whom; no names. */
export function peopleCommands(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  people: PeopleKeeper,
): Pick<StaffCommands, PeopleCommand> {
  const inTurn = serial()
  const of = (wanted: string): Member | undefined => people.list().find(({ number }) => number === wanted)
  /** Returns whether a PIN is weak, or equals a staff number: such an entry does not count as a wrong attempt. */
  const isGuessable = (pin: string, own: string): boolean => guessablePin(pin) || pin === own || of(pin) !== undefined

  async function change(
    [code, payload, staffId]: readonly [NoteCode, Readonly<Record<string, string>>, string],
    write: () => Promise<Result<unknown, PeopleFailure>> | Result<unknown, PeopleFailure>,
  ): Promise<Changed> {
    ledger.note(code, payload, clock.now(), staffId)
    try {
      const written = await write()
      return written.ok ? ok(people.list()) : written
    } catch (error) {
      log.error('staff.list-not-saved', error)
      return err({ type: 'not-written' })
    }
  }

  return {
    async listPeople() {
      return ok(people.list())
    },

    addPerson({ number, name, role, newPin }, { staffId }, second) {
      return inTurn(async (): Promise<Changed> => {
        if (isGuessable(newPin, number)) return err({ type: 'guessed-pin' })
        if (of(number)) return err({ type: 'number-taken' })
        const row = ['PERSON_ADDED', { number, role, second: second.staffId }, staffId] as const
        return change(row, () => people.add({ number, name, role }, newPin))
      })
    },

    renewPin({ number, newPin }, { staffId }, second) {
      return inTurn(async (): Promise<Changed> => {
        if (isGuessable(newPin, number)) return err({ type: 'guessed-pin' })
        if (!of(number)) return err({ type: 'no-such-number' })
        const row = ['PIN_RENEWED', { number, second: second.staffId }, staffId] as const
        return change(row, () => people.renewPin(number, newPin))
      })
    },

    removePerson({ number }, { staffId }) {
      return inTurn(async (): Promise<Changed> => {
        const gone = of(number)
        if (!gone) return err({ type: 'no-such-number' })
        const supervisors = people.list().filter(({ role }) => role === 'supervisor')
        if (gone.role === 'supervisor' && supervisors.length === 1) return err({ type: 'last-supervisor' })
        return change(['PERSON_REMOVED', { number, role: gone.role }, staffId], () => people.remove(number))
      })
    },
  }
}

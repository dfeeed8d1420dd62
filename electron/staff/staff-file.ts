import { z } from 'zod'
import { textForms } from '../../shared/domain/text-forms.ts'
import { staffRoles } from '../../shared/kiosk-api/contract.ts'
import { pinHashShape } from './pin-hash.ts'
import { asJson, readKeptSpare, writeKept, type Report } from '../host/files/whole-file.ts'

const member = z.strictObject({
  number: z.string().regex(textForms.staffNumber),
  name: z.string().min(1).max(80),
  role: z.enum(staffRoles),
  pin: pinHashShape,
})
const shape = z.strictObject({ staff: z.array(member) })

export type StaffMember = z.infer<typeof member>

/**
 * The people of a machine: `staff.json` in its data, not in the ledger. A ledger is handed out, backed up and printed, and
 * never forgets; what is made of a PIN must not go with it, and who left must be gone. The journal has their numbers.
 */
export interface StaffFile {
  /** Read on each call, as the command line may change it while the program runs. No staff if the file and its copy are damaged. */
  all(): readonly StaffMember[]
  write(staff: readonly StaffMember[]): void
}

export function openStaffFile(path: string, report: Report): StaffFile {
  let told = ''
  /** What cannot even be set aside is found again with each reading. */
  const tell = (remark: string): void => {
    if (remark !== told) report(remark)
    told = remark
  }
  return {
    all: () => readKeptSpare(path, asJson(shape), tell)?.staff ?? [],
    write: (staff) => writeKept(path, { staff }),
  }
}

/** The people of another file, whose changes are kept in memory alone. */
export function practised(file: StaffFile): StaffFile {
  let changed: readonly StaffMember[] | null = null
  return {
    all: () => changed ?? file.all(),
    write(staff) {
      changed = staff
    },
  }
}

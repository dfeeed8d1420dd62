import { join } from 'node:path'
import { DEMO_PIN } from '../../config/config.ts'
import type { KioskSettings } from '../../core/kiosk.ts'
import { createIdentify } from '../../staff/identify.ts'
import { withDemoStaff } from '../../staff/demo-staff.ts'
import { openStaffFile } from '../../staff/staff-file.ts'
import { staffPath } from '../staff-list.ts'
import type { Ground } from './ground.ts'

export interface KioskPeople extends Pick<KioskSettings, 'identify' | 'people'> {
  readonly names: () => readonly string[]
}

/** Who works with a kiosk, and how they say so. */
export async function openPeople({ config, directory, clock, ledger, report }: Ground): Promise<KioskPeople> {
  const { staffPin, mode, role } = config
  const demoPin = mode === 'demo' && staffPin === DEMO_PIN
  const file = openStaffFile(staffPath(directory), report)
  // A PIN of the settings' own is a secret: then nobody's is shown.
  const { staff, shown } = demoPin && role === 'cashier' ? await withDemoStaff(file) : { staff: file, shown: () => [] }
  return {
    identify: createIdentify({
      staff,
      machinePin: staffPin,
      locksPath: join(directory, 'staff-locks.json'),
      report,
      clock,
      onLocked: (id, seconds) => ledger.note('PIN_LOCKED', { id, seconds }, clock.now()),
    }),
    people: () => ({
      ...(file.all().length > 0 && { hasStaff: true }),
      ...(shown().length > 0 && { demoStaff: shown() }),
      ...(demoPin && { demoPin: DEMO_PIN }),
    }),
    names: () => staff.all().map(({ name }) => name),
  }
}

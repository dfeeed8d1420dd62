import { join } from 'node:path'
import { isNotes } from '../../../shared/domain/money/tender.ts'
import { DEMO_PIN } from '../../config/config.ts'
import type { KioskSettings } from '../../core/kiosk.ts'
import { createIdentify } from '../../staff/identify.ts'
import { withDemoStaff } from '../../staff/demo-staff.ts'
import { behindLocks, openPinLocks, type PinLocks } from '../../staff/pin-locks.ts'
import { openStaffFile, practised } from '../../staff/staff-file.ts'
import { type StaffList, staffListIn, staffPath } from '../staff-list.ts'
import type { Ground } from './ground.ts'

export interface KioskPeople extends Pick<KioskSettings, 'identify' | 'people'> {
  readonly staffList: StaffList
  readonly locks: PinLocks
}

/**
 * Who works with a kiosk, and how they say so. In training they are those of the live desk, and changes to them are practised and
 * forgotten. Its wrong tries are counted apart, and outside its folder: they stay when what was practised is thrown away.
 */
export async function openPeople({
  config,
  directory,
  live,
  clock,
  log,
  ledger,
  report,
}: Ground): Promise<KioskPeople> {
  const { staffPin, mode, role, tenders } = config
  const demoPin = mode === 'demo' && staffPin === DEMO_PIN
  const kept = openStaffFile(staffPath(live?.directory ?? directory), report)
  const file = live ? practised(kept) : kept
  // A PIN of the settings' own is a secret: then nobody's is shown.
  // A kiosk's own PIN does for all but its note box.
  const isNumbered = role === 'cashier' || tenders.some(isNotes)
  const { staff, shown } = demoPin && isNumbered ? await withDemoStaff(file) : { staff: file, shown: () => [] }
  const locks = live
    ? behindLocks(live.locks, openPinLocks(join(live.directory, 'training-locks.json'), clock, report))
    : openPinLocks(join(directory, 'staff-locks.json'), clock, report)
  return {
    locks,
    identify: createIdentify({
      staff,
      machinePin: staffPin,
      locks,
      onLocked(id, seconds) {
        ledger.note('PIN_LOCKED', { id, seconds }, clock.now())
        if (live) log.warn('training.pin-locked', { id, seconds })
      },
    }),
    people: () => ({
      ...(file.all().length > 0 && { hasStaff: true }),
      ...(shown().length > 0 && { demoStaff: shown() }),
      ...(demoPin && { demoPin: DEMO_PIN }),
    }),
    staffList: staffListIn(staff),
  }
}

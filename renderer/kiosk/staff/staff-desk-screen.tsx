import { MeasureSheet } from '../../ui/sheets/measure-sheet.tsx'
import { PinEntry } from '../../ui/sheets/pin-entry.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import { keyOf } from '../../ui/staff-case.tsx'
import { USUAL_FOOT_MM } from '../../app/hooks.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { CodesSheet, SlipsSheet } from './codes-sheet.tsx'
import { DrawerSheet } from './drawer-sheet.tsx'
import { FindSheet } from './find-sheet.tsx'
import { CashboxSheet } from './cashbox-sheet.tsx'
import { ServiceSheet, SetUpAgainSheet } from './service-sheet.tsx'
import { ShiftSheet } from './shift-sheet.tsx'
import { OtherSheets, StaffCaseSheet } from './staff-case-sheet.tsx'
import { useStaffDesk } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

/** PIN-protected staff screen: sales with a pending question, search for earlier sales, and status of the kiosk. */
export function StaffDeskScreen() {
  const { t } = useI18n()
  const { info, staffDesk } = useKioskState()
  const staff = useStaffDesk(staffDesk === 'find' ? 'find' : 'cases')
  const { desk } = staff
  if (desk.at === 'pin')
    return (
      <StaffSheet staff={staff} title={t.staffDesk.title} lead={t.staffDesk.pinBody} onBack={null}>
        <PinEntry pin={desk.pin} onPin={staff.type} onEnter={staff.enter} demoPin={info?.demoPin} />
      </StaffSheet>
    )
  const { sheet, cases, index } = desk
  switch (sheet.name) {
    case 'cases': {
      const shown = cases[Math.min(index, cases.length - 1)]
      if (shown) return <StaffCaseSheet key={keyOf(shown)} {...{ staff, desk }} staffCase={shown} />
      const { none, noneBody } = t.staffDesk
      return (
        <StaffSheet staff={staff} title={none} lead={noneBody} onBack={null} actions={<OtherSheets staff={staff} />} />
      )
    }
    case 'find':
      return <FindSheet staff={staff} />
    case 'machine':
      return <ServiceSheet staff={staff} service={sheet.service} />
    case 'shift':
      return <ShiftSheet {...{ staff, desk }} ending={sheet.ending} />
    case 'drawer':
      return <DrawerSheet staff={staff} shift={sheet.shift} />
    case 'cashbox':
      return <CashboxSheet staff={staff} box={sheet.box} />
    case 'slips':
      return <SlipsSheet staff={staff} slips={sheet.slips} />
    case 'measure': {
      if (!info) return null
      const { pixelsPerMillimetre, screenBottomMillimetres = USUAL_FOOT_MM } = info
      return (
        <MeasureSheet
          key={`${pixelsPerMillimetre} ${info.screenBottomMillimetres}`}
          measure={{ pixelsPerMillimetre, screenBottomMillimetres }}
          saved={sheet.saved}
          notice={desk.refusal && <ProblemNotice notice={desk.refusal} />}
          busy={desk.busy}
          onSave={staff.measure}
          onBack={staff.back}
        />
      )
    }
    case 'codes':
      return <CodesSheet staff={staff} events={sheet.events} />
    case 'set-up':
      return <SetUpAgainSheet staff={staff} />
  }
}

import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { MeasureSheet } from '../../components/sheets/measure-sheet.tsx'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { keyOf } from '../../components/staff-case.tsx'
import { USUAL_FOOT_MM } from '../../app/hooks.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { CodesSheet } from './codes-sheet.tsx'
import { DrawerSheet } from './drawer-sheet.tsx'
import { FindSheet, SlipsSheet } from './find-sheet.tsx'
import { NoteBoxSheet } from './note-box-sheet.tsx'
import { ServiceSheet, SetUpAgainSheet } from './service-sheet.tsx'
import { ShiftSheet } from './shift-sheet.tsx'
import { StaffCaseSheet } from './staff-case-sheet.tsx'
import { type BehindThePin, useStaffDesk } from './staff-desk.ts'

/**
 * The staff screen behind the PIN: the sales that wait for staff, one at a time with the possible answers, and the
 * machine itself.
 */
export function StaffDeskScreen() {
  const { info } = useKioskState()
  const staff = useStaffDesk()
  const { desk, back } = staff
  const { busy } = desk
  const notice = desk.refusal && <ProblemNotice notice={desk.refusal} />
  if (desk.at === 'pin') return <PinSheet pin={desk.pin} notice={notice} onPin={staff.type} onEnter={staff.enter} />
  const { sheet } = desk
  switch (sheet.name) {
    case 'cases':
      return <Cases staff={staff} desk={desk} notice={notice} />
    case 'find':
      return (
        <FindSheet
          found={sheet.found}
          notice={notice}
          busy={busy}
          onFind={staff.find}
          onAgain={staff.beginFinding}
          onBack={back}
        />
      )
    case 'machine':
      return (
        <ServiceSheet
          service={sheet.service}
          notice={notice}
          busy={busy}
          onOpen={staff.open}
          onRefresh={staff.see}
          onResume={staff.resumePurchases}
          onQuit={staff.quit}
          onBack={back}
        />
      )
    case 'shift':
      return (
        <ShiftSheet
          closed={desk.closed}
          days={desk.days}
          notice={notice}
          busy={busy}
          ending={sheet.ending}
          onEnd={staff.beginClosing}
          onClose={staff.closeShift}
          onReprint={staff.reprint}
          onCloseDays={staff.closeDays}
          onDrawer={staff.seeDrawer}
          onBack={back}
        />
      )
    case 'drawer':
      return <DrawerSheet shift={sheet.shift} {...{ notice, busy }} staff={staff} onBack={back} />
    case 'note-box':
      return <NoteBoxSheet box={sheet.box} {...{ notice, busy }} staff={staff} onBack={back} />
    case 'slips':
      return <SlipsSheet slips={sheet.slips} {...{ notice, busy }} onCopy={staff.copySlip} onBack={back} />
    case 'measure':
      return (
        info && (
          <MeasureSheet
            key={`${info.pixelsPerMillimetre} ${info.screenFootMillimetres}`}
            measure={{
              pixelsPerMillimetre: info.pixelsPerMillimetre,
              screenFootMillimetres: info.screenFootMillimetres ?? USUAL_FOOT_MM,
            }}
            saved={sheet.saved}
            notice={notice}
            busy={busy}
            onSave={staff.measure}
            onBack={back}
          />
        )
      )
    case 'codes':
      return <CodesSheet events={sheet.events} notice={notice} busy={busy} onKeep={staff.keepCode} onBack={back} />
    case 'set-up':
      return <SetUpAgainSheet onBack={back} />
  }
}

interface CasesProps {
  readonly staff: ReturnType<typeof useStaffDesk>
  readonly desk: BehindThePin
  readonly notice: ReactNode
}

function Cases({ staff, desk: { cases, index, doubted, refusal, busy }, notice }: CasesProps) {
  const shown = cases[Math.min(index, cases.length - 1)]
  if (!shown) return <NoCaseSheet busy={busy} notice={notice} onMachine={staff.see} onFind={staff.beginFinding} />
  return (
    <StaffCaseSheet
      key={keyOf(shown)}
      staffCase={shown}
      position={cases.indexOf(shown)}
      count={cases.length}
      busy={busy}
      refusal={refusal}
      doubted={doubted}
      onMachine={staff.see}
      onFind={staff.beginFinding}
      onTurn={staff.turnTo}
      onSettle={(answer) => staff.settle(shown, answer)}
    />
  )
}

interface PinSheetProps {
  readonly pin: string
  readonly notice: ReactNode
  readonly onPin: (pin: string) => void
  readonly onEnter: () => void
}

function PinSheet({ pin, notice, onPin, onEnter }: PinSheetProps) {
  const { t } = useI18n()
  const { closeStaff } = useKioskStore()
  const { info } = useKioskState()
  return (
    <Sheet
      title={t.staffDesk.title}
      lead={t.staffDesk.pinBody}
      notice={notice}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={closeStaff}>
          {t.staffDesk.close}
        </Button>
      }
    >
      <PinEntry pin={pin} onPin={onPin} onEnter={onEnter} demoPin={info?.demoPin} />
    </Sheet>
  )
}

interface NoCaseSheetProps {
  readonly busy: boolean
  readonly notice: ReactNode
  readonly onMachine: () => void
  readonly onFind: () => void
}

function NoCaseSheet({ busy, notice, onMachine, onFind }: NoCaseSheetProps) {
  const { t } = useI18n()
  const { closeStaff } = useKioskStore()
  return (
    <Sheet
      title={t.staffDesk.none}
      lead={t.staffDesk.noneBody}
      notice={notice}
      actions={
        <>
          <Button icon="ticket" disabled={busy} onPress={onFind}>
            {t.staff.reference}
          </Button>
          <Button icon="list" disabled={busy} onPress={onMachine}>
            {t.service.title}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={closeStaff}>
            {t.staffDesk.close}
          </Button>
        </>
      }
    />
  )
}

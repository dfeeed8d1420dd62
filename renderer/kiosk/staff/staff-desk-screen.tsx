import { useState } from 'react'
import type { Result } from '../../../shared/domain/result.ts'
import type { ScreenMeasure, ShiftClosedView, ShiftView, StaffCase } from '../../../shared/kiosk-api/views.ts'
import type { ServiceView } from '../../../shared/kiosk-api/service-views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../kiosk-context.tsx'
import { MeasureSheet } from '../../components/sheets/measure-sheet.tsx'
import { DrawerSheet } from './drawer-sheet.tsx'
import { PinEntry } from '../../components/sheets/pin-entry.tsx'
import type { Problem } from '../../app/problem.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { USUAL_FOOT_MM } from '../../app/reach.ts'
import { ServiceSheet } from './service-sheet.tsx'
import { SetUpAgainSheet } from './set-up-again-sheet.tsx'
import { ShiftSheet } from './shift-sheet.tsx'
import { doubtedBy, type StaffAnswer } from '../../components/staff-case/staff-case.ts'
import { StaffCaseSheet } from './staff-case-sheet.tsx'

/**
 * Behind the PIN: the sales that wait for a person, one at a time, each with the answers that its question takes; and the
 * machine itself.
 */
export function StaffDeskScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const [pin, setPin] = useState('')
  const [cases, setCases] = useState<readonly StaffCase[] | null>(null)
  const [index, setIndex] = useState(0)
  const [service, setService] = useState<ServiceView | null>(null)
  const [part, setPart] = useState<'state' | 'shift' | 'screen' | 'set-up'>('state')
  const [measured, setMeasured] = useState(false)
  const [drawer, setDrawer] = useState<ShiftView | null>(null)
  /** The shift that is about to be closed. */
  const [ending, setEnding] = useState<ShiftView | null>(null)
  const [closed, setClosed] = useState<ShiftClosedView | null>(null)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const [doubted, setDoubted] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const show = (reply: Result<readonly StaffCase[], Problem>): void => {
    setBusy(false)
    setRefusal(reply.ok ? null : reply.error)
    if (reply.ok) setCases(reply.value)
    else refused(reply.error)
    // The sale went on by itself, and waits for nobody any more.
    if (!reply.ok && reply.error.type === 'tickets-turned-up')
      void store.invoke('listStaffCases', { pin }).then((left) => left.ok && setCases(left.value))
  }
  const refused = (error: Problem): void => {
    setRefusal(error)
    if (error.type === 'wrong-pin' || error.type === 'pin-locked') {
      setPin('')
      setCases(null)
      setService(null)
      setDrawer(null)
    }
  }
  const look = (): void => {
    setBusy(true)
    void store.invoke('viewService', { pin }).then((reply) => {
      setBusy(false)
      if (reply.ok) setService(reply.value)
      else refused(reply.error)
    })
  }
  const showClosed = (reply: Result<ShiftClosedView, Problem>): void => {
    setBusy(false)
    setRefusal(reply.ok ? null : reply.error)
    if (reply.ok) setClosed(reply.value)
    else refused(reply.error)
  }
  const showDrawer = (reply: Result<ShiftView, Problem>): void => {
    setBusy(false)
    setRefusal(null)
    if (reply.ok) setDrawer(reply.value)
    else refused(reply.error)
  }
  const toDrawer = (): void => {
    setBusy(true)
    void store.invoke('viewShift', { pin }).then(showDrawer)
  }
  const askBeforeZ = (): void => {
    setBusy(true)
    void store.invoke('viewShift', { pin }).then((reply) => {
      setBusy(false)
      setRefusal(null)
      if (reply.ok) setEnding(reply.value)
      else refused(reply.error)
    })
  }
  const closeShift = (kind: 'X' | 'Z'): void => {
    setBusy(true)
    setEnding(null)
    void store.invoke('closeShift', { pin, kind }).then(showClosed)
  }
  const reprint = (): void => {
    setBusy(true)
    void store.invoke('reprintReport', { pin }).then(showClosed)
  }
  const measure = (screen: ScreenMeasure): void => {
    setBusy(true)
    void store.invoke('measureScreen', { pin, ...screen }).then((reply) => {
      setBusy(false)
      setRefusal(reply.ok ? null : reply.error)
      if (reply.ok) setMeasured(true)
      else refused(reply.error)
    })
  }
  const turnTo = (next: typeof part): void => {
    setRefusal(null)
    setMeasured(false)
    setPart(next)
  }
  const resume = (): void => {
    setBusy(true)
    void store.invoke('resumePurchases', { pin }).then((reply) => {
      setBusy(false)
      if (reply.ok) look()
      else refused(reply.error)
    })
  }
  const quit = (): void => {
    setBusy(true)
    void store.invoke('quitProgram', { pin }).then((reply) => {
      setBusy(false)
      if (!reply.ok) refused(reply.error)
    })
  }
  const open = (): void => {
    setBusy(true)
    void store.invoke('listStaffCases', { pin }).then(show)
  }
  const settle = (settled: StaffCase, answer: StaffAnswer): void => {
    setBusy(true)
    setIndex(0)
    if (answer.type !== 'gap-settled' && 'saleId' in settled) {
      void store.invoke('settleStaffCase', { pin, saleId: settled.saleId, answer }).then((reply) => {
        setDoubted(doubtedBy(answer, reply.ok ? null : reply.error))
        show(reply)
      })
    }
    if (answer.type === 'gap-settled' && 'seq' in settled) {
      void store.invoke('settleLedgerGap', { pin, seq: settled.seq, reference: answer.reference }).then(show)
    }
  }

  const close = (
    <Button kind="quiet" icon="arrow-left" onPress={store.closeStaff}>
      {t.staffDesk.close}
    </Button>
  )
  const notice = refusal && <ProblemNotice notice={refusal} />
  if (!cases) {
    return (
      <Sheet title={t.staffDesk.title} lead={t.staffDesk.pinBody} notice={notice} actions={close}>
        <PinEntry pin={pin} onPin={setPin} onEnter={open} demoPin={info?.demoPin} />
      </Sheet>
    )
  }
  if (drawer) {
    return <DrawerSheet pin={pin} shift={drawer} notice={notice} onShift={showDrawer} onBack={() => setDrawer(null)} />
  }
  if (service && part === 'shift') {
    return (
      <ShiftSheet
        closed={closed}
        notice={notice}
        busy={busy}
        ending={ending}
        onEnd={askBeforeZ}
        onGoOn={() => setEnding(null)}
        onClose={closeShift}
        onReprint={reprint}
        onDrawer={toDrawer}
        onBack={() => turnTo('state')}
      />
    )
  }
  if (service && info && part === 'screen') {
    const { pixelsPerMillimetre, screenFootMillimetres } = info
    return (
      <MeasureSheet
        key={`${pixelsPerMillimetre} ${screenFootMillimetres}`}
        measure={{ pixelsPerMillimetre, screenFootMillimetres: screenFootMillimetres ?? USUAL_FOOT_MM }}
        saved={measured}
        notice={notice}
        busy={busy}
        onSave={measure}
        onBack={() => turnTo('state')}
      />
    )
  }
  if (service && part === 'set-up') return <SetUpAgainSheet onBack={() => turnTo('state')} />
  if (service) {
    return (
      <ServiceSheet
        service={service}
        notice={notice}
        busy={busy}
        onShift={() => turnTo('shift')}
        onMeasure={() => turnTo('screen')}
        onSetUp={() => turnTo('set-up')}
        onRefresh={look}
        onResume={resume}
        onQuit={quit}
        onBack={() => setService(null)}
      />
    )
  }
  const toService = (
    <Button icon="list" disabled={busy} onPress={look}>
      {t.service.title}
    </Button>
  )
  const shown = cases[Math.min(index, cases.length - 1)]
  if (!shown) {
    return (
      <Sheet
        title={t.staffDesk.none}
        lead={t.staffDesk.noneBody}
        notice={notice}
        actions={
          <>
            {toService}
            {close}
          </>
        }
      />
    )
  }
  return (
    <StaffCaseSheet
      key={'saleId' in shown ? shown.saleId : `${shown.question} ${shown.seq}`}
      staffCase={shown}
      position={cases.indexOf(shown)}
      count={cases.length}
      busy={busy}
      refusal={refusal}
      doubted={doubted}
      toService={toService}
      onTurn={setIndex}
      onSettle={(answer) => settle(shown, answer)}
    />
  )
}

import { useState } from 'react'
import { hasNothingToClose } from '../../shared/domain/money/drawer.ts'
import type { TerminalDay } from '../../shared/domain/money/shift-report.ts'
import type { Result } from '../../shared/domain/result.ts'
import { MAX_CLOSURES } from '../../shared/api/kiosk/office-views.ts'
import type { ShiftClosedView, ShiftView } from '../../shared/api/kiosk/views.ts'
import type { Problem } from '../app/problem.ts'
import { isolated, sentence } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'
import { beforeZ } from '../i18n/notice-text.ts'
import { daysDueText, dayText, waitOf, waitText } from '../i18n/records.ts'
import { ClosureReport } from './closure-report.tsx'
import { DrawerPanel } from './drawer-panel.tsx'
import { type Asked, useQuery, useOffice } from './office-context.tsx'
import { DataTable, Done, OfficeButton, OfficePage, OfficeSelect, Tile } from './office-page.tsx'
import styles from './office.module.css'
import { SlipsPanel } from './slips-panel.tsx'

export function ShiftsPage() {
  const i18n = useI18n()
  const { t } = i18n
  const { who, may } = useOffice()
  const shift = useQuery('viewShift', who)
  const { waits, sure, done, made, problem, meet, close, closeDays, print, archive, askBeforeZ } = useReports(shift)
  const busy = waits !== null
  const { shiftNo, drawers } = shift.value ?? {}
  const nothing = shift.value !== null && hasNothingToClose(shift.value)
  const left = sure && !nothing && shift.value && !shift.busy ? beforeZ(i18n, shift.value) : null
  return (
    <OfficePage
      title={t.office.pages.shifts}
      problem={problem ?? shift.problem}
      actions={
        <>
          <OfficeButton disabled={busy} onPress={() => close('X')}>
            {t.service.closeX}
          </OfficeButton>
          <OfficeButton
            disabled={busy || shift.busy || nothing}
            strong={sure}
            onPress={sure ? () => close('Z') : askBeforeZ}
          >
            {sure ? t.service.sureZ : t.service.closeZ}
          </OfficeButton>
          {may('exportLedger') && (
            <OfficeButton disabled={busy} onPress={archive}>
              {t.office.archive}
            </OfficeButton>
          )}
        </>
      }
    >
      {nothing && <p className={styles.quiet}>{t.shift.beforeZ.nothing((shiftNo ?? 1) - 1)}</p>}
      {left && (
        <p className={styles.notice} role="alert">
          <strong>{sentence(left.title)}</strong> {left.body}
        </p>
      )}
      <div role="status">{waits !== null && <p className={styles.quiet}>{waits}</p>}</div>
      <Done>{done}</Done>
      <DaysDuePanel due={shift.value?.terminalDays ?? []} busy={busy} onClose={() => void closeDays()} />
      <ShiftTiles shift={shift.value} />
      {drawers?.map((one) => (
        <DrawerPanel
          key={`${shiftNo} ${one.currency}`}
          drawer={one}
          onShift={(reply) => {
            meet(reply.ok ? null : reply.error)
            shift.again()
          }}
        />
      ))}
      <SlipsPanel
        onPaid={(met) => {
          meet(met)
          shift.again()
        }}
      />
      {may('listClosures') && <ClosureList key={made} busy={busy} onPrint={print} />}
    </OfficePage>
  )
}

/** Returns the actions on a shift: X or Z report, reprint, archive. Only one action can run at a time. */
function useReports(shift: Asked<ShiftView>) {
  const i18n = useI18n()
  const { invoke, who } = useOffice()
  /** Number of closures made on the page. When it changes, the list of closures is requested again. */
  const [made, setMade] = useState(0)
  const [sure, setSure] = useState(false)
  /** Text shown while the page waits for a reply; null otherwise. */
  const [waits, setWaits] = useState<string | null>(null)
  const [done, setDone] = useState<string>('')
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Shows the text `wait` until the command has a reply. `said` returns the text for a successful reply. */
  async function send<T>(wait: string, command: Promise<Result<T, Problem>>, said: (value: T) => string) {
    setWaits(wait)
    const reply = await command
    setWaits(null)
    setProblem(reply.ok ? null : reply.error)
    if (reply.ok) setDone(said(reply.value))
    return reply
  }
  async function report(wait: string, command: Promise<Result<ShiftClosedView, Problem>>): Promise<void> {
    const reply = await send(wait, command, (closed) => closedText(i18n, closed))
    setSure(false)
    if (reply.ok) listAgain()
  }
  const listAgain = (): void => {
    setMade((before) => before + 1)
    shift.again()
  }
  return {
    waits,
    sure,
    done,
    made,
    problem,
    meet: setProblem,
    close: (kind: 'X' | 'Z') =>
      void report(waitText(i18n, waitOf(kind, shift.value)), invoke('closeShift', { ...who, kind })),
    print: (seq: number) => void report(waitText(i18n, 'report'), invoke('reprintReport', { ...who, seq })),
    closeDays: async (): Promise<void> => {
      const { done: closed, again } = i18n.t.shift.terminalDay
      const reply = await send(waitText(i18n, 'day'), invoke('closeTerminalDay', who), ({ terminalDays }) =>
        terminalDays.length === 0 ? `${closed} ${again}` : '',
      )
      if (reply.ok) listAgain()
    },
    archive: () =>
      void send(i18n.t.office.archiving, invoke('exportLedger', who), ({ rows, file }) =>
        i18n.t.office.archived(rows, file),
      ),
    askBeforeZ: (): void => {
      shift.again()
      setSure(true)
    },
  }
}

function DaysDuePanel({ due, busy, onClose }: { due: readonly TerminalDay[]; busy: boolean; onClose: () => void }) {
  const i18n = useI18n()
  const said = daysDueText(i18n, due)
  if (!said) return null
  return (
    <section className={styles.part} aria-label={said.title}>
      <p className={styles.notice} role="alert">
        <strong>{sentence(said.title)}</strong> {said.body}
      </p>
      <OfficeButton strong disabled={busy} onPress={onClose}>
        {i18n.t.shift.terminalDay.close}
      </OfficeButton>
    </section>
  )
}

function ShiftTiles({ shift }: { shift: ShiftView | null }) {
  const { t, money, instant, digits } = useI18n()
  const { closeAt, sinceUtc, shiftNo, drawers } = shift ?? {}
  const drawer = drawers?.find(({ float, counted }) => float !== null || counted !== null)
  return (
    <dl className={styles.tiles}>
      <Tile name={t.office.shift} value={digits(String(shiftNo ?? ''))} />
      <Tile name={t.office.since} value={sinceUtc ? instant(sinceUtc) : '–'} />
      <Tile name={t.office.closesAt} value={closeAt ?? t.office.byHand} />
      <Tile
        name={t.shift.float}
        value={drawer && drawer.float !== null ? money(drawer.float, drawer.currency) : t.shift.unset}
      />
    </dl>
  )
}

function closedText(i18n: I18n, { kind, shiftNo, blind, paper, file, archive, terminalDays }: ShiftClosedView): string {
  const { t } = i18n
  return [
    t.service.closed(kind, shiftNo),
    ...(blind ? [t.service.blind] : []),
    ...terminalDays.map((day) => dayText(i18n, day)),
    t.service.reportPaper(paper),
    ...[file, archive].filter(Boolean).map(isolated),
  ].join(' · ')
}

function ClosureList({ busy, onPrint }: { busy: boolean; onPrint: (seq: number) => void }) {
  const { t, money, instant, digits } = useI18n()
  const { who } = useOffice()
  const closures = useQuery('listClosures', who)
  const [shown, setShown] = useState<number | null>(null)
  return (
    <>
      <DataTable
        caption={t.office.closures}
        head={[
          t.office.closure,
          t.office.from,
          t.office.to,
          t.office.who,
          t.office.tickets,
          t.office.net,
          t.office.act,
        ]}
        figures={[4, 5]}
        empty={closures.value ? t.office.noClosures : t.common.wait}
        rows={(closures.value ?? []).map((one) => [
          `${one.kind} ${digits(String(one.shiftNo))}`,
          instant(one.from),
          instant(one.to),
          one.staffId ?? t.office.bySchedule,
          digits(String(one.takings.reduce((sum, { tickets }) => sum + tickets, 0))),
          one.takings.map(({ net, currency }) => money(net, currency)).join(' + ') || '–',
          <span key="acts" className="row wrap middle gap-60">
            <OfficeButton pressed={shown === one.seq} onPress={() => setShown(shown === one.seq ? null : one.seq)}>
              {t.office.look}
            </OfficeButton>
            <OfficeButton disabled={busy} onPress={() => onPrint(one.seq)}>
              {t.service.printAgain}
            </OfficeButton>
          </span>,
        ])}
      />
      {closures.value?.length === MAX_CLOSURES && <p>{t.office.closuresCut(digits(String(MAX_CLOSURES)))}</p>}
      {shown !== null && <ClosureReport key={shown} seq={shown} />}
    </>
  )
}

export function ShiftChoice({
  shiftNo,
  onChoose,
}: {
  shiftNo: number | null
  onChoose: (shiftNo: number | null) => void
}) {
  const { t, instant } = useI18n()
  const { who } = useOffice()
  const closed = (useQuery('listClosures', who).value ?? []).filter(({ kind }) => kind === 'Z')
  return (
    <OfficeSelect
      label={t.office.shift}
      value={String(shiftNo ?? '')}
      options={[
        ['', t.office.runningShift],
        ...closed.map((one) => [String(one.shiftNo), t.office.shiftOf(one.shiftNo, instant(one.to))] as const),
      ]}
      onChoose={(chosen) => onChoose(chosen === '' ? null : Number(chosen))}
    />
  )
}

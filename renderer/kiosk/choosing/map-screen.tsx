import { useEffect, useMemo, useState } from 'react'
import type { VisitView } from '../../../shared/api/kiosk/views.ts'
import { poll } from '../../app/hooks.ts'
import { endsTheVisit } from '../../app/problem.ts'
import { useSection } from '../../app/use-section.ts'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/illustrations/drawings.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import type { SeatMapLabels } from '../../i18n/fr/kiosk.ts'
import { SeatList } from '../../seat-map/seat-list.tsx'
import { SeatMap } from '../../seat-map/seat-map.tsx'
import type { PickMode } from '../../seat-map/use-section-choice.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { SaleStub, useSaleNotice } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { type MapStep, valueOf } from '../state/steps.ts'
import styles from './map-screen.module.css'

/** Screen on which customers choose seats themselves: first the venue by stand and section, then single seats. */
export function MapScreen({ step: { event, count, sectionId, visit, picked, wishes } }: { step: MapStep }) {
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const { info, busy, byKeys } = useKioskState()
  const { notice, working } = useSaleNotice()
  const [chosen, setListed] = useState(false)
  const listed = chosen || byKeys
  const [lone, setLone] = useState<readonly string[]>([])
  const [mode, setMode] = useState<PickMode>('block')
  const opened = valueOf(visit)
  const watched = useSection(store, opened?.saleId ?? null, sectionId)
  const { section } = watched
  const stale = useOverview(sectionId === null && opened ? opened.saleId : null) || watched.stale
  const coming = sectionId !== null && section?.sectionId !== sectionId
  const labels = useMemo(() => seatMapLabels(i18n, event.currency), [i18n, event.currency])
  const selected = useMemo(() => new Set(picked), [picked])
  const total = section?.seats.reduce((sum, seat) => (selected.has(seat.seatId) ? sum + seat.price : sum), 0) ?? 0
  const occupied = busy || working
  const progress = progressOf(t, picked.length, count)
  const lead = lone.length > 0 ? `${progress} · ${t.seatMap.leavesAlone(lone.length)}` : progress
  const Choice = listed ? SeatList : SeatMap
  const title = sectionId === null ? t.map.title : t.map.sectionTitle(codeOf(opened, sectionId))
  return (
    <Sheet
      title={title}
      lead={sectionId === null ? undefined : lead}
      notice={
        notice ? (
          <ProblemNotice notice={notice} />
        ) : (
          stale && <NoticeStrip title={t.map.staleTitle} body={t.map.stale} icon="clock" />
        )
      }
      options={
        <MapOptions
          listed={listed}
          onListed={byKeys ? null : setListed}
          planned={opened !== null && opened.plan !== null}
          mode={mode}
          onMode={sectionId !== null && count > 1 && !wishes.wheelchair ? setMode : null}
          disabled={occupied}
        />
      }
      coupon={<SaleStub event={event} count={picked.length || count} total={total} />}
      actions={<MapActions sectionId={sectionId} count={count} picked={picked} coming={coming} occupied={occupied} />}
    >
      <div className={styles.map} inert={occupied || coming} dir={listed ? undefined : 'ltr'}>
        {opened && (
          <Choice
            visit={opened}
            section={section}
            wheelchair={wishes.wheelchair}
            partySize={count}
            maxSeats={info?.maxSeats ?? count}
            mode={mode}
            selected={selected}
            holding={occupied}
            onSelectionChange={store.pick}
            onOpenSection={store.openSection}
            onCloseSection={() => store.openSection(null)}
            onSeatsLost={(lost) => store.pick(picked.filter((seatId) => !lost.includes(seatId)))}
            onLoneSeatsChange={setLone}
            pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4}
            labels={labels}
          />
        )}
        {(!opened || coming) && (
          <div className={styles.waiting}>
            <Waiting label={t.common.wait} />
          </div>
        )}
      </div>
    </Sheet>
  )
}

function progressOf({ map }: I18n['t'], picked: number, wanted: number): string {
  if (picked === 0) return map.lead(wanted)
  return picked < wanted ? map.fewer(picked, wanted) : map.picked(picked, wanted)
}

function codeOf(visit: VisitView | null, sectionId: string): string {
  const offered = visit?.session.overview.sections.find((section) => section.sectionId === sectionId)
  return offered?.code ?? sectionId
}

function seatMapLabels({ t, money }: I18n, currency: string): SeatMapLabels {
  return { ...t.seatMap, money: (amount) => money(amount, currency) }
}

interface MapOptionsProps {
  readonly listed: boolean
  /** Switches between map and list; null if the map cannot be used, for example when the customer navigates by keys. */
  readonly onListed: ((listed: boolean) => void) | null
  /** False without a venue plan, because it is then unknown which seats are next to an aisle. */
  readonly planned: boolean
  readonly mode: PickMode
  /** Null if no seats can be picked, or only a single seat. */
  readonly onMode: ((mode: PickMode) => void) | null
  readonly disabled: boolean
}

function MapOptions({ listed, onListed, planned, mode, onMode, disabled }: MapOptionsProps) {
  const { t } = useI18n()
  return (
    <>
      {onMode && (
        <Button disabled={disabled} onPress={() => onMode(mode === 'block' ? 'single' : 'block')}>
          {mode === 'block' ? t.map.oneByOne : planned ? t.map.together : t.map.grouped}
        </Button>
      )}
      {onListed && (
        <Button icon={listed ? 'map' : 'list'} disabled={disabled} onPress={() => onListed(!listed)}>
          {listed ? t.map.asMap : t.map.asList}
        </Button>
      )}
    </>
  )
}

interface MapActionsProps {
  readonly sectionId: string | null
  readonly count: number
  readonly picked: readonly string[]
  readonly coming: boolean
  readonly occupied: boolean
}

function MapActions({ sectionId, count, picked, coming, occupied }: MapActionsProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const isFewer = picked.length > 0 && picked.length < count
  return (
    <>
      {sectionId !== null && (
        <Button
          kind={isFewer ? 'secondary' : 'primary'}
          icon="check"
          disabled={occupied || coming || picked.length === 0}
          onPress={() => store.hold(sectionId, picked)}
        >
          {occupied ? t.offers.holding : (isFewer ? t.map.takeOnly : t.map.take)(picked.length || count)}
        </Button>
      )}
      <Button
        kind="quiet"
        icon="arrow-left"
        disabled={occupied}
        onPress={sectionId === null ? store.back : () => store.openSection(null)}
      >
        {sectionId === null ? t.map.best : t.map.whole}
      </Button>
    </>
  )
}

/**
 * Refreshes the displayed seat counts of the venue every 5 s. Makes no requests without a sale. Returns true if the
 * booking service does not respond and the counts are stale.
 */
export function useOverview(saleId: string | null): boolean {
  const { invoke, meet, seeOverview } = useKioskStore()
  const [stale, setStale] = useState(false)
  useEffect(() => {
    if (saleId === null) return undefined
    return poll(async (left) => {
      const reply = await invoke('refreshOverview', { saleId })
      if (left()) return
      if (reply.ok) seeOverview(saleId, reply.value)
      else if (endsTheVisit(reply.error)) meet(reply.error)
      setStale(!reply.ok)
    })
  }, [invoke, meet, seeOverview, saleId])
  return stale && saleId !== null
}

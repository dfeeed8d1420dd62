import '@fontsource/atkinson-hyperlegible-next/400.css'
import '@fontsource/atkinson-hyperlegible-next/600.css'
import '@fontsource/atkinson-hyperlegible-next/800.css'
import '../../../renderer/styles/tokens.css'
import '../../../renderer/styles/base.css'
import '../../../renderer/styles/layout.css'
import { StrictMode, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { I18nProvider } from '../../../renderer/i18n/i18n-context.tsx'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { SeatList } from '../../../renderer/seat-map/seat-list.tsx'
import { SeatMap } from '../../../renderer/seat-map/seat-map.tsx'
import hall from '../../../resources/venues/concert-hall.json'
import stadium from '../../../resources/venues/stadium.json'
import type { SeatStatus, SectionView } from '../../../shared/domain/seats/offer.ts'
import { parseVenuePlan, type VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { demoSection, demoVisit } from '../demo-venue.ts'

export interface SeatMapPage {
  /** Simulates seat status changes from the service for the open section. */
  readonly change: (statuses: Readonly<Record<string, SeatStatus>>) => void
  readonly hold: (holding: boolean) => void
  readonly selected: readonly string[]
  readonly lone: readonly string[]
  readonly lost: readonly string[]
}

declare global {
  interface Window {
    seatMapPage: SeatMapPage
  }
}

const query = new URLSearchParams(location.search)
const parsed = parseVenuePlan(query.get('venue') === 'hall' ? hall : stadium)
if (!parsed.ok) throw new Error(JSON.stringify(parsed.error.issues))
const columns = query.get('columns')
const plan = columns === null ? parsed.value : withColumns(parsed.value, Number(columns))
const visit = demoVisit(plan, { withPlan: query.get('plan') !== 'none' })
const language = query.get('language') === 'en' ? 'en' : 'fr'
const { t, money } = createI18n(language)
const labels = { ...t.seatMap, money: (amount: number) => money(amount, 'GNF') }
const pixelsPerMillimetre = Number(query.get('mm') ?? 4)
document.documentElement.style.setProperty('--mm', `${pixelsPerMillimetre}px`)
document.documentElement.dataset['theme'] = query.get('theme') ?? 'day'
document.documentElement.dataset['text'] = query.get('text') ?? 'normal'
document.documentElement.dir = query.get('dir') ?? 'ltr'

const free = query.get('free') === 'all' ? 0 : 0.35
const sectionOf = (code: string | null): SectionView | null => {
  if (code === null) return null
  const section = demoSection(plan, code, free)
  if (query.get('prices') !== 'two') return section
  return { ...section, seats: section.seats.map((seat) => ({ ...seat, price: seat.row > 8 ? 20_000 : seat.price })) }
}

/** Returns the plan with `count` seats in each row, split into two blocks. */
function withColumns(planned: VenuePlan, count: number): VenuePlan {
  const blocks = [Math.ceil(count / 2), Math.floor(count / 2)]
  const widened = planned.sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => ({ ...row, blocks })),
  }))
  return { ...planned, sections: widened }
}

function Page() {
  const [section, setSection] = useState(() => sectionOf(query.get('section')))
  const [selected, setSelected] = useState<readonly string[]>(query.get('selected')?.split(',') ?? [])
  const [lone, setLone] = useState<readonly string[]>([])
  const [lost, setLost] = useState<readonly string[]>([])
  const [holding, setHolding] = useState(false)
  const open = (sectionId: string | null): void => {
    setSection(sectionOf(sectionId?.replace('id-', '') ?? null))
    setSelected([])
  }
  useLayoutEffect(() => {
    window.seatMapPage = {
      selected,
      lone,
      lost,
      hold: (given) => flushSync(() => setHolding(given)),
      change: (statuses) =>
        flushSync(() =>
          setSection(
            section && {
              ...section,
              revision: `${section.revision}+`,
              seats: section.seats.map((seat) => ({ ...seat, status: statuses[seat.seatId] ?? seat.status })),
            },
          ),
        ),
    }
  })
  const props = {
    visit,
    section,
    maxSeats: 8,
    ...(query.has('pitch') && { seatPitch: Number(query.get('pitch')) }),
    selected: new Set(selected),
    holding,
    onSelectionChange: setSelected,
    onOpenSection: open,
    onCloseSection: () => open(null),
    onSeatsLost: (gone: readonly string[]) => {
      setLost(gone)
      setSelected(selected.filter((seatId) => !gone.includes(seatId)))
    },
    onLoneSeatsChange: setLone,
    pixelsPerMillimetre,
    labels,
  }
  return query.get('as') === 'list' ? <SeatList {...props} /> : <SeatMap {...props} />
}

const root = document.getElementById('root')
if (root) {
  root.style.cssText = 'background: var(--paper); padding: 24px; height: 100%'
  createRoot(root).render(
    <StrictMode>
      <I18nProvider language={language}>
        <Page />
      </I18nProvider>
    </StrictMode>,
  )
}

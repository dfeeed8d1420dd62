import '@fontsource/atkinson-hyperlegible-next/400.css'
import '@fontsource/atkinson-hyperlegible-next/600.css'
import '@fontsource/atkinson-hyperlegible-next/800.css'
import '../../../renderer/styles/base.css'
import '../../../renderer/styles/tokens.css'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createI18n } from '../../../renderer/i18n/i18n-context.tsx'
import { enSeatMap } from '../../../renderer/i18n/en-seat-map.ts'
import { frSeatMap } from '../../../renderer/i18n/fr-seat-map.ts'
import { SeatMap } from '../../../renderer/seat-map/seat-map.tsx'
import hall from '../../../resources/venues/concert-hall.json'
import stadium from '../../../resources/venues/stadium.json'
import { parseVenuePlan } from '../../../shared/domain/venue-plan.ts'
import { demoSection, demoVisit } from '../demo-venue.ts'

const query = new URLSearchParams(location.search)
const parsed = parseVenuePlan(query.get('venue') === 'hall' ? hall : stadium)
if (!parsed.ok) throw new Error(parsed.error.problems.join('\n'))
const plan = parsed.value
const visit = demoVisit(plan, { withPlan: query.get('plan') !== 'none' })
const language = query.get('language') === 'en' ? 'en' : 'fr'
const { money } = createI18n(language)
const labels = { ...(language === 'en' ? enSeatMap : frSeatMap), money: (amount: number) => money(amount, 'GNF') }
const pixelsPerMillimetre = Number(query.get('mm') ?? 4)
document.documentElement.style.setProperty('--mm', `${pixelsPerMillimetre}px`)
document.documentElement.dataset['theme'] = query.get('theme') ?? 'day'
document.documentElement.dataset['text'] = query.get('text') ?? 'normal'

function Page() {
  const [code, setCode] = useState(query.get('section'))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(query.get('selected')?.split(',')))
  const [section, setSection] = useState(() => (code ? demoSection(plan, code) : null))
  const open = (next: string | null): void => {
    setCode(next)
    setSection(next === null ? null : demoSection(plan, next))
    setSelected(new Set())
  }
  Object.assign(window, { setSection, section, selected: [...selected] })
  return (
    <SeatMap
      visit={visit}
      section={section}
      partySize={Number(query.get('party') ?? 4)}
      maxSeats={8}
      mode={query.get('mode') === 'single' ? 'single' : 'block'}
      selected={selected}
      onSelectionChange={(seatIds) => setSelected(new Set(seatIds))}
      onOpenSection={(sectionId) => open(sectionId.replace('id-', ''))}
      onCloseSection={() => open(null)}
      onSeatsLost={(lost) => setSelected((before) => new Set([...before].filter((id) => !lost.includes(id))))}
      onLoneSeatsChange={() => undefined}
      pixelsPerMillimetre={pixelsPerMillimetre}
      labels={labels}
    />
  )
}

const root = document.getElementById('root')
if (root) {
  root.style.cssText = 'background: var(--paper); padding: 24px; height: 100%'
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
}

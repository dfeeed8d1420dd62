import type { ReactNode } from 'react'
import { Waiting } from '../ui/illustrations/drawings.tsx'
import { Sheet } from '../ui/sheets/sheet.tsx'
import { Unspoken } from '../ui/speech/speech.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { AttractScreen } from './idle/attract-screen.tsx'
import { EndedScreen, OutOfServiceScreen, ProblemScreen } from './idle/trouble-screens.tsx'
import { EventsScreen } from './choosing/events-screen.tsx'
import { MapScreen } from './choosing/map-screen.tsx'
import { OffersScreen } from './choosing/offers-screen.tsx'
import { PreferencesScreen } from './choosing/preferences-screen.tsx'
import { CodeScreen } from './collecting/code-screen.tsx'
import {
  CollectScreen,
  CollectLaterScreen,
  CollectionWaysScreen,
  LostTicketScreen,
} from './collecting/collect-screen.tsx'
import { CardScreen, ConfirmingScreen, ScanScreen, TelephoneScreen } from './paying/card-screen.tsx'
import { CashScreen } from './paying/cash-screen.tsx'
import { NotesScreen } from './paying/notes-screen.tsx'
import { ReviewScreen } from './paying/review-screen.tsx'
import { PictogramEvents, PictogramOffers } from './pictogram-mode/choosing.tsx'
import { PictogramCash, PictogramConfirming, PictogramNotes, PictogramPaying } from './pictogram-mode/paying.tsx'
import { PictogramReview } from './pictogram-mode/review.tsx'
import { PictogramDone, PictogramPrinting } from './pictogram-mode/tickets.tsx'
import { PictogramEnd, PictogramOutOfService, PictogramError } from './pictogram-mode/troubles.tsx'
import type { Screen } from './screen.ts'
import { StaffDeskScreen } from './staff/staff-desk-screen.tsx'
import { NeedsStaffScreen, RefundDueScreen } from './staff/staff-screen.tsx'
import { useKioskState } from './state/kiosk-context.tsx'
import { DoneScreen } from './tickets/done-screen.tsx'
import { PrintingScreen, PrintProblemScreen } from './tickets/printing-screens.tsx'

export function ScreenView({ screen }: { screen: Screen }) {
  const { aids } = useKioskState()
  return (aids.pictures ? pictogramScreen(screen) : null) ?? <UsualScreen screen={screen} />
}

function UsualScreen({ screen }: { screen: Screen }) {
  switch (screen.name) {
    case 'starting':
      return <WorkingScreen stage="starting" />
    case 'out-of-service':
      return <OutOfServiceScreen cause={screen.cause} />
    case 'staff-desk':
      return (
        <Unspoken>
          <StaffDeskScreen />
        </Unspoken>
      )
    case 'problem':
      return <ProblemScreen problem={screen.problem} />
    case 'attract':
      return <AttractScreen />
    case 'events':
      return <EventsScreen />
    case 'offers':
      return <OffersScreen step={screen} />
    case 'wishes':
      return <PreferencesScreen step={screen} />
    case 'map':
      return <MapScreen step={screen} />
    case 'working':
      return <WorkingScreen stage={screen.stage} />
    case 'review':
      return <ReviewScreen stage={screen.stage} />
    case 'card':
      return <CardScreen stage={screen.stage} />
    case 'scan':
      return <ScanScreen stage={screen.stage} />
    case 'notes':
      return <NotesScreen stage={screen.stage} />
    case 'telephone':
      return <TelephoneScreen stage={screen.stage} />
    case 'cash':
      return <CashScreen stage={screen.stage} />
    case 'confirming':
      return <ConfirmingScreen slow={screen.stage.slow} />
    case 'printing':
      return <PrintingScreen tickets={screen.stage.tickets} />
    case 'print-problem':
      return <PrintProblemScreen stage={screen.stage} />
    case 'done':
      return <DoneScreen stage={screen.stage} />
    case 'refund-due':
      return <RefundDueScreen stage={screen.stage} />
    case 'needs-staff':
      return <NeedsStaffScreen stage={screen.stage} />
    case 'come-back':
      return <CollectLaterScreen stage={screen.stage} />
    case 'collect':
      return <CollectScreen stage={screen.stage} />
    case 'code':
      if (screen.scanned !== undefined || screen.answer || screen.way === 'code')
        return <CodeScreen scanned={screen.scanned} answer={screen.answer} />
      return screen.way === 'lost' ? <LostTicketScreen /> : <CollectionWaysScreen />
    case 'ended':
      return <EndedScreen reason={screen.stage.reason} />
  }
}

/** Returns the pictogram version of a screen; null for a screen that has no pictogram version. */
function pictogramScreen(screen: Screen): ReactNode {
  switch (screen.name) {
    case 'events':
      return <PictogramEvents />
    case 'offers':
      return <PictogramOffers step={screen} />
    case 'review':
      return <PictogramReview stage={screen.stage} />
    case 'card':
    case 'scan':
    case 'telephone':
      return <PictogramPaying stage={screen.stage} by={screen.name} />
    case 'notes':
      return <PictogramNotes stage={screen.stage} />
    case 'cash':
      return <CashScreen stage={screen.stage} call={PictogramCash} />
    case 'confirming':
      return <PictogramConfirming slow={screen.stage.slow} />
    case 'printing':
      return <PictogramPrinting tickets={screen.stage.tickets} />
    case 'done':
      return <PictogramDone stage={screen.stage} />
    case 'out-of-service':
      return <PictogramOutOfService cause={screen.cause} />
    case 'problem':
    case 'ended':
      return <PictogramEnd screen={screen} />
    case 'print-problem':
    case 'refund-due':
    case 'needs-staff':
    case 'come-back':
    case 'collect':
      return <PictogramError screen={screen} />
    case 'starting':
    case 'attract':
    case 'code':
    case 'wishes':
    case 'map':
    case 'working':
    case 'staff-desk':
      return null
  }
}

function WorkingScreen({ stage }: { stage: 'starting' | 'holding' | 'releasing' }) {
  const { t } = useI18n()
  const label = { starting: t.common.wait, holding: t.offers.holding, releasing: t.offers.releasing }[stage]
  return (
    <Sheet title={label} titleUnseen>
      <Waiting label={label} />
    </Sheet>
  )
}

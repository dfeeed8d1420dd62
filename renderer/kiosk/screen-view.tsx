import { Unspoken } from '../components/speech.tsx'
import { AttractScreen } from './attract-screen.tsx'
import { CardScreen } from './card-screen.tsx'
import { CashScreen } from './cash-screen.tsx'
import { ConfirmingScreen } from './confirming-screen.tsx'
import { DoneScreen } from './done-screen.tsx'
import { EndedScreen } from './ended-screen.tsx'
import { EventsScreen } from './events-screen.tsx'
import { MapScreen } from './map-screen.tsx'
import { OffersScreen } from './offers-screen.tsx'
import { OutOfServiceScreen } from './out-of-service-screen.tsx'
import { PartyScreen } from './party-screen.tsx'
import { PrintingScreen } from './printing-screen.tsx'
import { PrintProblemScreen } from './print-problem-screen.tsx'
import { ProblemScreen } from './problem-screen.tsx'
import { ReviewScreen } from './review-screen.tsx'
import type { Screen } from './screen.ts'
import { StaffDeskScreen } from './staff-desk-screen.tsx'
import { NeedsStaffScreen, RefundDueScreen } from './staff-screen.tsx'
import { WishesScreen } from './wishes-screen.tsx'
import { WorkingScreen } from './working-screen.tsx'

export function ScreenView({ screen }: { screen: Screen }) {
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
    case 'party':
      return <PartyScreen event={screen.event} />
    case 'offers':
      return <OffersScreen event={screen.event} count={screen.count} />
    case 'wishes':
      return <WishesScreen event={screen.event} count={screen.count} />
    case 'map':
      return <MapScreen event={screen.event} count={screen.count} sectionId={screen.sectionId} />
    case 'working':
      return <WorkingScreen stage={screen.stage} />
    case 'review':
      return <ReviewScreen stage={screen.stage} />
    case 'card':
      return <CardScreen stage={screen.stage} />
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
    case 'ended':
      return <EndedScreen reason={screen.stage.reason} />
  }
}

import type { ReactNode } from 'react'
import { CashScreen } from '../paying/cash-screen.tsx'
import type { Screen } from '../screen.ts'
import { CashInPictures, ConfirmingInPictures, NotesInPictures, PayingInPictures } from './paying.tsx'
import { EventsInPictures, OffersInPictures, PartyInPictures } from './choosing.tsx'
import { ReviewInPictures } from './review.tsx'
import { DoneInPictures, PrintingInPictures } from './tickets.tsx'
import { EndInPictures, OutOfServiceInPictures, TroubleInPictures } from './troubles.tsx'

/**
 * Returns the pictogram version of a screen. Null if the normal screen is suitable or the screen is not for these
 * customers.
 */
export function picturedScreen(screen: Screen): ReactNode {
  switch (screen.name) {
    case 'events':
      return <EventsInPictures />
    case 'party':
      return <PartyInPictures step={screen} />
    case 'offers':
      return <OffersInPictures step={screen} />
    case 'review':
      return <ReviewInPictures stage={screen.stage} />
    case 'card':
    case 'scan':
    case 'telephone':
      return <PayingInPictures stage={screen.stage} by={screen.name} />
    case 'notes':
      return <NotesInPictures stage={screen.stage} />
    case 'cash':
      return <CashScreen stage={screen.stage} call={CashInPictures} />
    case 'confirming':
      return <ConfirmingInPictures slow={screen.stage.slow} />
    case 'printing':
      return <PrintingInPictures tickets={screen.stage.tickets} />
    case 'done':
      return <DoneInPictures stage={screen.stage} />
    case 'out-of-service':
      return <OutOfServiceInPictures cause={screen.cause} />
    case 'problem':
    case 'ended':
      return <EndInPictures screen={screen} />
    case 'print-problem':
    case 'refund-due':
    case 'needs-staff':
    case 'come-back':
    case 'collect':
      return <TroubleInPictures screen={screen} />
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

import type { ReactNode } from 'react'
import { CashScreen } from '../paying/cash-screen.tsx'
import type { Screen } from '../screen.ts'
import { PictogramCash, PictogramConfirming, PictogramNotes, PictogramPaying } from './paying.tsx'
import { PictogramEvents, PictogramOffers } from './choosing.tsx'
import { PictogramReview } from './review.tsx'
import { PictogramDone, PictogramPrinting } from './tickets.tsx'
import { PictogramEnd, PictogramOutOfService, PictogramError } from './troubles.tsx'

/** Returns the pictogram version of a screen; null for a screen that has no pictogram version. */
export function pictogramScreen(screen: Screen): ReactNode {
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

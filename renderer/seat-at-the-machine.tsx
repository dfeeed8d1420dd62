import { lazy, Suspense } from 'react'
import type { Connection } from './bridge.ts'
import { KioskApp } from './kiosk/kiosk-app.tsx'
import { useKioskState } from './kiosk/kiosk-context.tsx'

const CashierApp = lazy(async () => ({ default: (await import('./cashier/cashier-app.tsx')).CashierApp }))

/** Who stands here is the machine's own setting: the main process tells it with its first answer. */
export function SeatAtTheMachine({ connection }: { connection: Connection }) {
  const { info } = useKioskState()
  if (info?.role !== 'cashier') return <KioskApp />
  return (
    <Suspense>
      <CashierApp connection={connection} />
    </Suspense>
  )
}

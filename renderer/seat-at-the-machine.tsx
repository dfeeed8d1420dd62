import { lazy, Suspense } from 'react'
import type { Connection } from './app/bridge.ts'
import { KioskApp } from './kiosk/kiosk-app.tsx'
import { useKioskState } from './kiosk/state/kiosk-context.tsx'

const CashierApp = lazy(async () => {
  const [desk, { Office }] = await Promise.all([import('./cashier/cashier-app.tsx'), import('./office/office.tsx')])
  return {
    default: ({ connection }: { connection: Connection }) => (
      <desk.CashierApp connection={connection} Office={Office} />
    ),
  }
})
const SetupApp = lazy(async () => ({ default: (await import('./setup/setup-app.tsx')).SetupApp }))

/** Who stands here is the machine's own setting: the main process tells it with its first answer. */
export function SeatAtTheMachine({ connection }: { connection: Connection }) {
  const { info, connection: state } = useKioskState()
  if (state !== 'set-up' && info?.role !== 'cashier') return <KioskApp />
  return (
    <Suspense>
      {state === 'set-up' ? <SetupApp connection={connection} /> : <CashierApp connection={connection} />}
    </Suspense>
  )
}

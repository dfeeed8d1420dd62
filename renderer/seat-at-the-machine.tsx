import type { Connection } from './bridge.ts'
import { CashierApp } from './cashier/cashier-app.tsx'
import { KioskApp } from './kiosk/kiosk-app.tsx'
import { useKioskState } from './kiosk/kiosk-context.tsx'

/** Who stands here is the machine's own setting: the main process tells it with its first answer. */
export function SeatAtTheMachine({ connection }: { connection: Connection }) {
  const { info } = useKioskState()
  return info?.role === 'cashier' ? <CashierApp connection={connection} /> : <KioskApp />
}

import { lazy, Suspense } from 'react'
import { flushSync } from 'react-dom'
import { connect, type Connection } from './app/client.ts'
import { keepKeys } from './app/keep-keys.ts'
import { createGuardedRoot } from './ui/guard/guarded-root.tsx'
import { suppressKeyRepeat } from './ui/hooks.ts'
import { typeDigitsByKey } from './ui/keypad.tsx'
import { CustomerDisplay } from './customer-display.tsx'
import { takePrerenderedPoster, type ServedPoster } from './kiosk/idle/served-poster.tsx'
import { KioskApp } from './kiosk/kiosk-app.tsx'
import { KioskProvider, useKioskState } from './kiosk/state/kiosk-context.tsx'
import { KioskStore } from './kiosk/state/kiosk-store.ts'
import './styles/every-screen.ts'

const connection = connect()
const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createGuardedRoot(element, connection)
let run = 0

/** Renders the screens, from scratch for each run of the main process. */
function show(run: number, store = new KioskStore(connection)): void {
  root.render(
    <KioskProvider key={run} store={store}>
      <Workplace connection={connection} />
    </KioskProvider>,
  )
}

/** Replaces the attract screen that was served with the page once the first screen is known. */
async function takeOver(served: ServedPoster): Promise<void> {
  const store = new KioskStore(connection)
  await served.whileItHolds(store.refresh())
  if (run === 0) await served.giveWayTo(() => flushSync(() => show(0, store)))
}

suppressKeyRepeat()
typeDigitsByKey()
if (location.hash === '#display') root.render(<CustomerDisplay connection={connection} />)
else {
  const served = takePrerenderedPoster()
  connection.subscribe((event) => {
    if (event.name !== 'restarted') return
    show((run += 1))
    served?.remove()
  })
  if (served) void takeOver(served)
  else {
    if (location.hash === '#kiosk') keepKeys()
    show(run)
  }
}

const CashierApp = lazy(async () => {
  const [desk, { Office }] = await Promise.all([import('./desk/cashier-app.tsx'), import('./office/office.tsx')])
  return {
    default: ({ connection }: { connection: Connection }) => (
      <desk.CashierApp connection={connection} Office={Office} />
    ),
  }
})
const SetupApp = lazy(async () => ({ default: (await import('./setup/setup-app.tsx')).SetupApp }))

/** Shows a kiosk, a cashier's desk or the set-up, depending on the role that the main process reports. */
function Workplace({ connection }: { connection: Connection }) {
  const { info, connection: state } = useKioskState()
  if (state !== 'set-up' && info?.role !== 'cashier') return <KioskApp />
  return (
    <Suspense>
      {state === 'set-up' ? <SetupApp connection={connection} /> : <CashierApp connection={connection} />}
    </Suspense>
  )
}

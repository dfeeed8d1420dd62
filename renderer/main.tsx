import '@fontsource/atkinson-hyperlegible-next/400.css'
import '@fontsource/atkinson-hyperlegible-next/600.css'
import '@fontsource/atkinson-hyperlegible-next/800.css'
import '@fontsource/noto-sans-arabic/arabic-400.css'
import '@fontsource/noto-sans-arabic/arabic-600.css'
import '@fontsource/noto-sans-arabic/arabic-800.css'
import './styles/plain-zero.css'
import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { connect } from './app/bridge.ts'
import { actOncePerPress } from './components/one-press.ts'
import { CustomerDisplay } from './customer-display/customer-display.tsx'
import { keepKeys } from './app/keep-keys.ts'
import { KioskProvider } from './kiosk/state/kiosk-context.tsx'
import { createKioskStore } from './kiosk/state/kiosk-store.ts'
import { SeatAtTheMachine } from './seat-at-the-machine.tsx'

const connection = connect()
const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

/** The screens of one run of the main process: those of the next one know nothing of it. */
function show(run: number): void {
  root.render(
    <KioskProvider key={run} store={createKioskStore(connection)}>
      <SeatAtTheMachine connection={connection} />
    </KioskProvider>,
  )
}

actOncePerPress()
if (location.hash === '#kiosk') keepKeys()
if (location.hash === '#display') root.render(<CustomerDisplay connection={connection} />)
else {
  let run = 0
  connection.subscribe((event) => {
    if (event.name === 'restarted') show((run += 1))
  })
  show(run)
}

import '@fontsource/atkinson-hyperlegible-next/400.css'
import '@fontsource/atkinson-hyperlegible-next/600.css'
import '@fontsource/atkinson-hyperlegible-next/800.css'
import '@fontsource/noto-sans-arabic/arabic-400.css'
import '@fontsource/noto-sans-arabic/arabic-600.css'
import '@fontsource/noto-sans-arabic/arabic-800.css'
import './styles/tokens.css'
import './styles/base.css'
import { createRoot } from 'react-dom/client'
import { connect } from './bridge.ts'
import { CustomerDisplay } from './customer-display/customer-display.tsx'
import { KioskProvider } from './kiosk/kiosk-context.tsx'
import { createKioskStore } from './kiosk/kiosk-store.ts'
import { SeatAtTheMachine } from './seat-at-the-machine.tsx'

const connection = connect()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  location.hash === '#display' ? (
    <CustomerDisplay connection={connection} />
  ) : (
    <KioskProvider store={createKioskStore(connection)}>
      <SeatAtTheMachine connection={connection} />
    </KioskProvider>
  ),
)

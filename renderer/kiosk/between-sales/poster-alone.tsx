import { I18nProvider } from '../../i18n/i18n-context.tsx'
import { Counter, Glass } from '../glass.tsx'
import { KioskProvider } from '../state/kiosk-context.tsx'
import { createKioskStore } from '../state/kiosk-store.ts'
import type { KioskState } from '../state/kiosk-state.ts'
import { Tools } from '../tools.tsx'
import { AttractScreen } from './attract-screen.tsx'

const nobody = {
  invoke: () => Promise.reject(new Error('drawn once')),
  subscribe: () => () => undefined,
  onLost: () => () => undefined,
  onReopened: () => () => undefined,
}

/** The poster and what lies beside it, as the kiosk shows them in this state, without anybody who listens. */
export function PosterAlone({ state }: { state: KioskState }) {
  const { language, info } = state
  return (
    <KioskProvider store={createKioskStore(nobody, state)}>
      <I18nProvider language={language} numerals={info?.numerals} tenderNames={info?.tenderNames}>
        <Glass data-reach="full">
          <Counter>
            <Tools screen={{ name: 'attract' }} />
            <AttractScreen />
          </Counter>
        </Glass>
      </I18nProvider>
    </KioskProvider>
  )
}

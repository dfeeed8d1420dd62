import { err, ok } from '../../shared/domain/result.ts'
import type { ScreenMeasure } from '../../shared/kiosk-api/views.ts'
import type { StaffCommands } from './access/access.ts'
import type { Ports } from './ports/ports.ts'

export interface ScreenSettings {
  /** Keeps what staff measured at the screen; throws where it cannot. */
  readonly saveScreen: (measure: ScreenMeasure) => void
}

/** The screen as the running kiosk knows it. */
export interface MeasuredScreen {
  measure(): ScreenMeasure
  /** Tells the screens. */
  measured(measure: ScreenMeasure): void
}

/** How staff measure the machine's own screen: kept first, then taken, then journalled. */
export function screenCommands(
  { clock, ledger, log }: Pick<Ports, 'clock' | 'ledger' | 'log'>,
  { saveScreen }: ScreenSettings,
  screen: MeasuredScreen,
): Pick<StaffCommands, 'measureScreen'> {
  return {
    async measureScreen({ pixelsPerMillimetre, screenFootMillimetres }, { staffId }) {
      const before = screen.measure()
      const measure = { pixelsPerMillimetre, screenFootMillimetres }
      try {
        saveScreen(measure)
      } catch (error) {
        log.error('the measure of the screen was not saved', error)
        return err({ type: 'not-saved' })
      }
      screen.measured(measure)
      ledger.note('SCREEN_MEASURED', { before, measure }, clock.now(), staffId)
      return ok(null)
    },
  }
}

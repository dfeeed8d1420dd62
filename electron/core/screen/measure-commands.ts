import { err, ok } from '../../../shared/domain/result.ts'
import type { ScreenMeasure } from '../../../shared/kiosk-api/views.ts'
import type { StaffCommands } from '../access/access.ts'
import type { Ports } from '../ports/ports.ts'

export interface MeasureSettings {
  /** As it was measured when the program started. */
  readonly screen: ScreenMeasure
  /** Keeps what staff measured at the screen; throws where it cannot. */
  readonly saveScreen: (measure: ScreenMeasure) => void
}

/** The size of the machine's own screen, and how staff measure it: kept first, then taken, then journalled. */
export function measureCommands(
  { clock, ledger, log }: Pick<Ports, 'clock' | 'ledger' | 'log'>,
  { screen, saveScreen }: MeasureSettings,
  onChange: (measure: ScreenMeasure) => void,
): Pick<StaffCommands, 'measureScreen'> & { readonly measure: () => ScreenMeasure } {
  let known = screen
  return {
    measure: () => known,
    async measureScreen({ pixelsPerMillimetre, screenFootMillimetres }, { staffId }) {
      const before = known
      const measure = { pixelsPerMillimetre, screenFootMillimetres }
      try {
        saveScreen(measure)
      } catch (error) {
        log.error('screen-measure.save-failed', error)
        return err({ type: 'not-saved' })
      }
      known = measure
      onChange(measure)
      ledger.note('SCREEN_MEASURED', { before, measure }, clock.now(), staffId)
      return ok(null)
    },
  }
}

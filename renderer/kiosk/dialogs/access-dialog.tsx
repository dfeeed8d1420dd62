import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import type { IconName } from '../../components/icon.tsx'
import { useSpoken } from '../../components/speech/speech.tsx'
import { useCanSpeak } from '../../components/speech/use-speaker.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { Dialog } from './dialog.tsx'
import dialogStyles from './dialogs.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { HearingChoices } from '../speaking/hearing-choices.tsx'
import { scanSpeeds } from '../keys/scan.ts'
import { useWheelchairPlaces } from '../choosing/use-wheelchair-places.ts'
import { valueOf } from '../state/remote.ts'
import { isVisit, type VisitStep } from '../state/steps.ts'
import type { Aid } from '../state/kiosk-state.ts'
import { reachablePixels } from '../../app/reach.ts'

const icons: Readonly<Record<Aid, IconName>> = {
  largeText: 'letters',
  contrast: 'contrast',
  lowReach: 'lower',
  calm: 'calm',
  spoken: 'speaker',
  pictures: 'pictures',
}

/** Everything that makes this screen easier for one person; the next one finds it as it was. */
export function AccessDialog() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { aids, info, tongue } = useKioskState()
  const canSpeak = useCanSpeak(tongue, info?.speech)
  const glass = useGlassHeight()
  const offered: Readonly<Record<Aid, boolean>> = {
    largeText: true,
    contrast: true,
    lowReach: aids.lowReach || (info !== null && reachablePixels(info) < glass),
    calm: true,
    spoken: canSpeak,
    pictures: true,
  }
  const asking = useAskingStep()
  useSpoken('screen', `${t.access.title}. ${t.access.lead}`)
  return (
    <Dialog
      title={t.access.title}
      role="dialog"
      actions={
        <Button kind="primary" icon="check" onPress={store.closeDialog}>
          {t.access.done}
        </Button>
      }
    >
      <p className={dialogStyles.lead}>{t.access.lead}</p>
      <ul className={dialogStyles.choices}>
        {(Object.keys(icons) as Aid[])
          .filter((aid) => offered[aid])
          .map((aid) => (
            <li key={aid}>
              <Choice chosen={aids[aid]} icon={icons[aid]} onPress={() => store.toggleAid(aid)}>
                <strong>{t.access.aid[aid]}</strong>
                <span>{t.access.about[aid]}</span>
              </Choice>
            </li>
          ))}
        <OneButton />
        {asking && (
          <li>
            <Choice
              chosen={asking.wishes.wheelchair}
              icon="wheelchair"
              onPress={() => {
                store.closeDialog()
                if (!asking.wishes.wheelchair) store.askWheelchairPlace('offers')
              }}
            >
              <strong>{t.wheelchair.ask}</strong>
              <span>{t.wheelchair.about}</span>
            </Choice>
          </li>
        )}
        {aids.spoken && canSpeak && <HearingChoices />}
      </ul>
    </Dialog>
  )
}

/** For who has a single button: choices are lit turn by turn, as fast as they like. */
function OneButton() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { scanMs } = useKioskState()
  return (
    <>
      <li>
        <Choice chosen={scanMs !== null} icon="button" onPress={() => store.scan(scanMs === null ? 2500 : null)}>
          <strong>{t.keys.oneButton}</strong>
          <span>{t.keys.oneButtonAbout}</span>
        </Choice>
      </li>
      {scanMs !== null && (
        <li>
          <div className={dialogStyles.speeds} role="group" aria-label={t.keys.speed}>
            {scanSpeeds.map((speed) => (
              <Choice key={speed} chosen={speed === scanMs} onPress={() => store.scan(speed)}>
                <strong>{t.keys.every[speed]}</strong>
              </Choice>
            ))}
          </div>
        </li>
      )}
    </>
  )
}

/** Where a place for a wheelchair may be asked for: while seats are being chosen, and such places are left. */
function useAskingStep(): VisitStep | null {
  const { step, sale, busy } = useKioskState()
  const choosing = isVisit(step) && !busy && (sale === null || sale.stage.name === 'choosing') ? step : null
  const places = useWheelchairPlaces((choosing && valueOf(choosing.visit)?.saleId) ?? null)
  return places === 'left' ? choosing : null
}

function useGlassHeight(): number {
  const [height, setHeight] = useState(window.innerHeight)
  useEffect(() => {
    const measure = (): void => setHeight(window.innerHeight)
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return height
}

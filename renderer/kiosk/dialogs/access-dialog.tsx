import { useEffect, useState } from 'react'
import { reachablePixels } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { useCanSpeak } from '../../ui/speech/speaker.ts'
import { useSpoken } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useWheelchairPlaces } from '../choosing/other-ways.tsx'
import { scanSpeeds } from '../keys/scan.ts'
import { LOUDEST, paces } from '../speech/hearing.ts'
import { keysInWords } from '../speech/speaking.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import type { Aid } from '../state/kiosk-state.ts'
import { isVisit, valueOf, type VisitStep } from '../state/steps.ts'
import { Dialog } from './dialog.tsx'
import styles from './dialogs.module.css'

const icons: Readonly<Record<Aid, IconName>> = {
  largeText: 'letters',
  contrast: 'contrast',
  lowReach: 'lower',
  calm: 'calm',
  spoken: 'speaker',
  pictures: 'pictures',
}

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
      <p className={styles.lead}>{t.access.lead}</p>
      <ul className={styles.choices}>
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
                if (!asking.wishes.wheelchair) store.askWheelchairPlace()
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

/** Settings for customers who use a single button: choices are highlighted in turn, at a selectable speed. */
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
          <div className={styles.speeds} role="group" aria-label={t.keys.speed}>
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

/**
 * Returns the step at which a wheelchair space can be requested; null if seat selection is over or no space is left.
 */
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

function HearingChoices() {
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const { hearing, headphones, info } = useKioskState()
  const { volume, pace, dark, aloud } = hearing
  const { speaking } = t
  const at = paces.indexOf(pace)
  return (
    <>
      <li className={styles.whole}>
        <div className={styles.steps}>
          <div role="group" aria-label={speaking.volume(volume, LOUDEST)}>
            <Button icon="minus" label={speaking.quieter} onPress={() => store.hearBy('quieter')} />
            <output>{speaking.volume(volume, LOUDEST)}</output>
            <Button icon="plus" label={speaking.louder} onPress={() => store.hearBy('louder')} />
          </div>
          <div role="group" aria-label={speaking.pace(at + 1, paces.length)}>
            <Button icon="minus" label={speaking.slower} onPress={() => store.hearBy('slower')} />
            <output>{speaking.pace(at + 1, paces.length)}</output>
            <Button icon="plus" label={speaking.faster} onPress={() => store.hearBy('faster')} />
          </div>
        </div>
      </li>
      <li>
        <Choice chosen={dark} icon="contrast" onPress={() => store.hearBy('dark')}>
          <strong>{speaking.dark.title}</strong>
          <span>{speaking.dark.about}</span>
        </Choice>
      </li>
      {headphones !== 'in' && headphones !== 'always' && (
        <li>
          <Choice chosen={aloud} icon="speaker" onPress={() => store.hear({ aloud: !aloud })}>
            <strong>{speaking.aloud.title}</strong>
            <span>{speaking.aloud.about}</span>
          </Choice>
        </li>
      )}
      <li className={styles.whole}>
        <p className={styles.keys}>{keysInWords(i18n, info?.keypad).join(' ')}</p>
      </li>
    </>
  )
}

import { useState } from 'react'
import { languages } from '../../../shared/domain/language.ts'
import { setupProfiles } from '../../../shared/domain/mode.ts'
import type { ScreenMeasure } from '../../../shared/api/kiosk/views.ts'
import { USUAL_FOOT_MM } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { MeasureSheet } from '../../ui/sheets/measure-sheet.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { nameOf } from '../../i18n/languages.ts'
import { ChoiceGroup, FormSheet, MachineCoupon, StepSheet, TextField } from '../forms.tsx'
import { ProblemOfSetup, useSetup, useTyped } from '../setup-context.tsx'
import styles from '../setup.module.css'

export function DeviceStep() {
  const { t, language } = useI18n()
  const { view, goOn } = useSetup()
  const { answers } = view
  const [name, setName] = useTyped('device.name', answers.deviceId ?? view.suggestedName)
  const [offered, setOffered] = useState<readonly (typeof languages)[number][]>(
    answers.languages ?? [...new Set([language, 'fr', 'en'] as const)],
  )
  const [locked, setLocked] = useState(answers.locked ?? true)
  const words = t.setup.device
  const isKiosk = answers.profile === 'kiosk'
  const spoken = languages.filter((each) => each === language || offered.includes(each))
  const next = (): void =>
    void goOn({
      deviceId: name,
      languages: [language, ...spoken.filter((each) => each !== language)],
      ...(isKiosk && { locked }),
    })
  return (
    <FormSheet title={words.title} lead={words.lead} onNext={next}>
      <TextField label={words.name} value={name} first onChange={setName} />
      <ChoiceGroup
        legend={words.languages}
        options={languages}
        render={nameOf}
        ofLanguages
        isChosen={(each) => spoken.includes(each)}
        isFixed={(each) => each === language}
        onChoose={(each) =>
          setOffered(spoken.includes(each) ? spoken.filter((one) => one !== each) : [...spoken, each])
        }
      />
      {isKiosk && (
        <Choice chosen={locked} onPress={() => setLocked(!locked)}>
          <strong>{words.locked}</strong>
          <span>{words.lockedAbout}</span>
        </Choice>
      )}
    </FormSheet>
  )
}

const drawings = { kiosk: 'ticket', cashier: 'person', demo: 'calendar', hub: 'globe' } as const satisfies Record<
  (typeof setupProfiles)[number],
  IconName
>

export function ProfileStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  return (
    <StepSheet title={t.setup.profile.title}>
      <ul className={styles.profiles}>
        {setupProfiles.map((profile) => (
          <li key={profile}>
            <button
              type="button"
              className={styles.profile}
              aria-pressed={view.answers.profile === profile}
              onClick={() => void goOn({ profile })}
            >
              <Icon name={drawings[profile]} />
              <strong>{t.setup.profile.names[profile]}</strong>
              <span>{t.setup.profile.about[profile]}</span>
            </button>
          </li>
        ))}
      </ul>
    </StepSheet>
  )
}

/** Default for a screen that was not measured. */
const usual: ScreenMeasure = { pixelsPerMillimetre: 4, screenBottomMillimetres: USUAL_FOOT_MM }

export function ScreenStep() {
  const { t } = useI18n()
  const { view, problem, busy, goOn, onBack } = useSetup()
  const { screen: measured = usual } = view.answers
  const isAsBefore = ({ pixelsPerMillimetre, screenBottomMillimetres }: ScreenMeasure): boolean =>
    pixelsPerMillimetre === measured.pixelsPerMillimetre && screenBottomMillimetres === measured.screenBottomMillimetres
  return (
    <MeasureSheet
      measure={measured}
      saved={false}
      notice={problem && <ProblemOfSetup problem={problem} />}
      busy={busy}
      wayOn={t.setup.next}
      coupon={<MachineCoupon />}
      onSave={(screen) => void goOn(isAsBefore(screen) ? undefined : { screen })}
      onBack={onBack}
    />
  )
}

export function WelcomeStep() {
  const { t, language } = useI18n()
  const { view, problem, answer, goOn, busy, leave } = useSetup()
  return (
    <Sheet
      title={t.setup.welcome.title}
      lead={view.again ? t.setup.welcome.again : t.setup.welcome.lead}
      notice={problem && <ProblemOfSetup problem={problem} />}
      background={
        <div className={styles.ornament}>
          <Guilloche seed="guichet" rings={30} />
        </div>
      }
      coupon={<MachineCoupon />}
      actions={
        <>
          <Button kind="primary" icon="arrow-right" disabled={busy} onPress={() => void goOn({ language })}>
            {t.setup.next}
          </Button>
          {view.again && (
            <Button kind="quiet" disabled={busy} onPress={leave}>
              {t.setup.leave}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.welcome} role="group" aria-label={t.tools.language}>
        {languages.map((each) => (
          <Choice key={each} lang={each} chosen={each === language} onPress={() => void answer({ language: each })}>
            <strong>{nameOf(each)}</strong>
          </Choice>
        ))}
      </div>
    </Sheet>
  )
}

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { languages } from '../../shared/domain/language.ts'
import type { SetupAnswers, SetupView } from '../../shared/api/kiosk/setup.ts'
import type { ManualName } from '../../shared/manual.ts'
import type { Connection } from '../app/client.ts'
import { useDocument, useIdle, useTapGuard } from '../ui/hooks.ts'
import { Icon } from '../ui/icon.tsx'
import { ManualSheet } from '../ui/manual/manual.tsx'
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx'
import { createI18n } from '../i18n/i18n.ts'
import { directionOf, nameOf } from '../i18n/languages.ts'
import kiosk from '../styles/glass.module.css'
import { Holder, StepSheet } from './forms.tsx'
import { CodesStep } from './pages/codes-step.tsx'
import { DeviceStep, ProfileStep, ScreenStep, WelcomeStep } from './pages/first-steps.tsx'
import { FleetStep, HubStep } from './pages/fleet-step.tsx'
import { PartnerStep, SigningStep } from './pages/partner-step.tsx'
import { PaymentStep } from './pages/payment-step.tsx'
import { PeopleStep } from './pages/people-step.tsx'
import { PrinterStep } from './pages/printer-step.tsx'
import { SellerStep, TermsStep } from './pages/seller-step.tsx'
import { HealthCheckStep, SummaryStep } from './pages/summary-step.tsx'
import {
  type AskSetup,
  createAsk,
  type SetupProblem,
  SetupProvider,
  type SetupState,
  useSetup,
} from './setup-context.tsx'
import styles from './setup.module.css'
import { isReachable, ownNames, stateOf, type StepName, stepsOf } from './steps.ts'

const AGAIN_MS = 1000

/** Milliseconds without input after which the set-up ends and the previous settings apply again. */
const ABANDONED_MS = 10 * 60_000

const screens = {
  welcome: WelcomeStep,
  profile: ProfileStep,
  hub: HubStep,
  device: DeviceStep,
  partner: PartnerStep,
  signing: SigningStep,
  examination: HealthCheckStep,
  fleet: FleetStep,
  codes: CodesStep,
  payment: PaymentStep,
  printer: PrinterStep,
  screen: ScreenStep,
  people: PeopleStep,
  seller: SellerStep,
  terms: TermsStep,
  summary: SummaryStep,
} as const satisfies Record<StepName, () => ReactNode>

/** Set-up with one question at a time. The main process stores the answers; the page stores only the current step. */
export function SetupApp({ connection }: { connection: Connection }) {
  const [view, setView] = useSetupView(connection)
  const [step, setStep] = useState<StepName>('welcome')
  const [problem, setProblem] = useState<SetupProblem | null>(null)
  const ask = useMemo(() => createAsk(connection, setProblem), [connection])
  const [aside, setAside] = useState<ManualName | 'steps' | null>(null)
  const [typed] = useState(() => new Map<string, string>())
  const furthest = useRef(0)
  const settling = useTapGuard(`${step} ${aside === 'steps'}`)
  const language = view?.answers.language ?? 'fr'
  const title = useMemo(() => createI18n(language).t.setup.name, [language])
  useDocument(language, { text: 'setup', theme: 'system', title })
  const { pixelsPerMillimetre } = view?.answers.screen ?? { pixelsPerMillimetre: 4 }
  useEffect(() => document.documentElement.style.setProperty('--mm', `${pixelsPerMillimetre}px`), [pixelsPerMillimetre])

  const names = useMemo(() => view && ownNames(view.answers), [view])
  const { busy, answer } = useAnswering(ask, setView, setProblem)

  const leave = (): void => void ask('leaveSetup', {}).then((reply) => reply.ok && location.reload())
  useIdle(view?.again || view?.written ? ABANDONED_MS : undefined, leave)

  if (!view) return <div className={kiosk.kiosk} />
  const steps = stepsOf(view.answers)
  const at = Math.max(0, steps.indexOf(step))
  const turnTo = (to: StepName | undefined): void => {
    setProblem(null)
    if (to) setStep(to)
  }
  const freshView = async (): Promise<SetupView | null> => {
    const reply = await ask('viewSetup', {})
    return reply.ok ? reply.value : null
  }
  const state: SetupState = {
    view,
    problem,
    busy,
    ask,
    answer: async (answers) => (await answer(answers)) !== null,
    async goOn(answers) {
      const after = answers ? await answer(answers) : await freshView()
      if (!after) return
      const next = nextStep(step, after, furthest.current)
      furthest.current = Math.max(furthest.current, stepsOf(after.answers).indexOf(next))
      turnTo(next)
    },
    onBack: () => turnTo(steps[at - 1]),
    openManual: setAside,
    turnTo,
    typed,
    meet: setProblem,
    leave,
  }
  const Screen = screens[step]
  const manual = aside === 'steps' ? null : aside
  return (
    <I18nProvider language={language} tenderNames={names ?? undefined}>
      <SetupProvider value={state}>
        <div className={kiosk.kiosk} data-screen={`setup-${step}`} data-settling={settling}>
          <div className={kiosk.counter} inert={manual !== null}>
            <SetupTools
              at={at + 1}
              of={steps.length}
              onManual={() => setAside('installing')}
              onList={() => setAside(aside === 'steps' ? null : 'steps')}
            />
            {aside === 'steps' ? <StepList at={step} onDone={() => setAside(null)} /> : <Screen key={step} />}
          </div>
          {manual !== null && <ManualSheet first={manual} onClose={() => setAside(null)} />}
        </div>
      </SetupProvider>
    </I18nProvider>
  )
}

/** Sends answers one at a time. Resolves to null if an answer is rejected or another answer is pending. */
function useAnswering(
  ask: AskSetup,
  onView: (view: SetupView) => void,
  onProblem: (problem: SetupProblem | null) => void,
) {
  const [busy, setBusy] = useState(false)
  const pending = useRef(false)
  const answer = useCallback(
    async (answers: SetupAnswers): Promise<SetupView | null> => {
      if (pending.current) return null
      pending.current = true
      setBusy(true)
      const reply = await ask('answerSetup', answers)
      pending.current = false
      setBusy(false)
      if (!reply.ok) return null
      onProblem(null)
      onView(reply.value)
      return reply.value
    },
    [ask, onView, onProblem],
  )
  return { busy, answer }
}

/** Returns the next step. If the user went back to an earlier step, skips the steps that are already complete. */
function nextStep(step: StepName, view: SetupView, furthest: number): StepName {
  const steps = stepsOf(view.answers)
  const next = steps.indexOf(step) + 1
  const left = steps.findIndex((each, index) => index >= next && (index >= furthest || stateOf(each, view) === 'to-do'))
  return steps[left] ?? step
}

/** Returns the state of the set-up as last reported by the main process; null before the first report. */
function useSetupView(connection: Connection) {
  const ask = useMemo(() => createAsk(connection, () => undefined), [connection])
  const [view, setView] = useState<SetupView | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(
    () => connection.subscribe((event) => event.name === 'setup-changed' && setView(event.payload)),
    [connection],
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    void ask('viewSetup', {}).then((reply) => {
      if (reply.ok) return setView(reply.value)
      // The reply `forbidden` means that the set-up is complete, so a reload opens the screens of the running program.
      timer = setTimeout(() => (reply.error.type === 'forbidden' ? location.reload() : setTries(tries + 1)), AGAIN_MS)
    })
    return () => clearTimeout(timer)
  }, [ask, tries])
  return [view, setView] as const
}

interface SetupToolsProps {
  readonly at: number
  readonly of: number
  readonly onManual: () => void
  readonly onList: () => void
}

function SetupTools({ at, of, onManual, onList }: SetupToolsProps) {
  const { t, language } = useI18n()
  const { answer, view } = useSetup()
  const speak = (chosen: (typeof languages)[number]): void => {
    const offered = view.answers.languages
    void answer({ language: chosen, ...(offered && { languages: [...new Set([chosen, ...offered])] }) })
  }
  return (
    <header className={styles.tools}>
      <button type="button" className={styles.progress} onClick={onList}>
        <span>
          <strong>{t.setup.name}</strong> <span>{t.setup.step(at, of)}</span> <Icon name="list" /> {t.setup.steps.way}
        </span>
        <span className={styles.track} aria-hidden="true">
          {Array.from({ length: of }, (_, index) => (
            <i key={index} data-done={index < at} />
          ))}
        </span>
      </button>
      <div className={styles.languages}>
        <button type="button" onClick={onManual}>
          {t.office.manual.open}
        </button>
      </div>
      <div className={styles.languages} role="group" aria-label={t.tools.language}>
        {languages.map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            dir={directionOf(each)}
            aria-pressed={each === language}
            onClick={() => speak(each)}
          >
            {nameOf(each)}
          </button>
        ))}
      </div>
    </header>
  )
}

function StepList({ at, onDone }: { at: StepName; onDone: () => void }) {
  const { t } = useI18n()
  const { view, turnTo } = useSetup()
  const words = t.setup.steps
  const said = { done: words.done, 'to-do': words.toDo, optional: words.optional } as const
  return (
    <StepSheet title={words.title} lead={words.lead} onBack={onDone}>
      <ol className={styles.steps}>
        {stepsOf(view.answers).map((step) => {
          const state = stateOf(step, view)
          return (
            <li key={step}>
              <Holder
                title={words.names[step]}
                chosen={state === 'done'}
                aria-current={step === at ? 'step' : undefined}
                disabled={!isReachable(step, view)}
                onPress={() => {
                  turnTo(step)
                  onDone()
                }}
                {...(step !== 'summary' && { state: said[state] })}
              />
            </li>
          )
        })}
      </ol>
    </StepSheet>
  )
}

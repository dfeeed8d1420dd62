import { type SyntheticEvent, useEffect, useId, useState } from 'react'
import { isOnlySpoken, type Language, languages } from '../../shared/domain/language.ts'
import { type Counting, joiners, moneyUnits, nounPlaces } from '../../shared/speech/grammar.ts'
import type { RecordingLine, RecordingView } from '../../shared/speech/line.ts'
import { useDocument } from '../ui/hooks.ts'
import { LanguageSelect } from '../ui/choice.tsx'
import { nameOf } from '../i18n/languages.ts'
import { LevelMeter } from './line-card.tsx'
import { LinesDesk, useMissing } from './lines-desk.tsx'
import { introduce, readRecording, recordingCatalogues, useWords, WordsContext } from './recording-client.ts'
import styles from './recording.module.css'
import { type Verdict, verdictOn } from './sound/phrase.ts'
import { type Microphone, openMicrophone } from './sound/microphone.ts'

const KEPT = 'guichet-recording-language'

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages.map((each) => each.slice(0, 2)), 'fr']
  return wanted.flatMap((each) => languages.find((language) => language === each) ?? [])[0] ?? 'fr'
}

export function RecordingApp() {
  const [language, setLanguage] = useState(firstLanguage)
  const words = recordingCatalogues[language]
  useDocument(language, { title: `Guichet · ${words.title}` })
  const choose = (chosen: Language): void => {
    localStorage.setItem(KEPT, chosen)
    setLanguage(chosen)
  }
  return (
    <WordsContext value={words}>
      <Recording language={language} onLanguage={choose} />
    </WordsContext>
  )
}

interface RecordingProps {
  readonly language: Language
  readonly onLanguage: (language: Language) => void
}

type Step = 'introduction' | 'microphone' | 'lines'

function Recording({ language, onLanguage }: RecordingProps) {
  const words = useWords()
  const [view, setView] = useState<RecordingView | null>(null)
  const [asked, setAsked] = useState<Step>('microphone')
  const [microphone, setMicrophone] = useState<Microphone | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    readRecording().then(setView, () => setLost(true))
  }, [])
  const step: Step | null = view && (view.introduction ? asked : 'introduction')

  function keptLine(line: RecordingLine): void {
    setView((before) => before && { ...before, lines: withLine(before.lines, line) })
  }

  return (
    <div className={styles.page} data-step={step ?? 'none'}>
      <header className={styles.top}>
        <p className={styles.brand}>Guichet</p>
        <h1>
          {words.title}
          {view && (
            <span lang={view.tongue} className={styles.tongue}>
              {nameOf(view.tongue)}
            </span>
          )}
        </h1>
        <div className="row wrap gap-60">
          {step === 'lines' && (
            <>
              <button type="button" className={styles.tool} onClick={() => setAsked('microphone')}>
                {words.microphone}
              </button>
              <button type="button" className={styles.tool} onClick={() => setAsked('introduction')}>
                {words.settings}
              </button>
            </>
          )}
          <LanguageChoice language={language} onLanguage={onLanguage} />
        </div>
      </header>
      {isLost && (
        <p role="alert" className={styles.closed}>
          {words.closed}
        </p>
      )}
      {view && step === 'introduction' && (
        <IntroductionForm
          view={view}
          onDone={(told) => {
            setView(told)
            setAsked(microphone ? 'lines' : 'microphone')
          }}
        />
      )}
      {step === 'microphone' && (
        <LevelCheck microphone={microphone} onOpened={setMicrophone} onDone={() => setAsked('lines')} />
      )}
      {view && step === 'lines' && microphone && <LinesDesk view={view} microphone={microphone} onKept={keptLine} />}
    </div>
  )
}

function withLine(lines: readonly RecordingLine[], line: RecordingLine): readonly RecordingLine[] {
  const at = lines.findIndex(({ keys }) => keys[0] === line.keys[0])
  return at < 0 ? [...lines, line] : lines.with(at, line)
}

function LanguageChoice({ language, onLanguage }: RecordingProps) {
  const words = useWords()
  return <LanguageSelect className={styles.tool} label={words.language} {...{ language, onLanguage }} />
}

function IntroductionForm({ view, onDone }: { view: RecordingView; onDone: (view: RecordingView) => void }) {
  const words = useWords()
  const [nameId, licenceId] = [useId(), useId()]
  const [counting, setCounting] = useState(view.counting)
  const [isLost, setLost] = useState(false)
  const { introduction } = words
  const { field, notice, setMissing } = useMissing(introduction.missing)

  async function send(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    setMissing(text('by') === '')
    if (text('by') === '') return
    const told = { by: text('by'), licence: text('licence') }
    try {
      onDone(await introduce(isOnlySpoken(view.tongue) ? { ...told, counting } : told))
    } catch {
      setLost(true)
    }
  }

  return (
    <main className={styles.sheetPlace}>
      <form className={styles.sheet} onSubmit={(event) => void send(event)}>
        <h2>{introduction.title}</h2>
        <p className={styles.quiet}>{introduction.lead}</p>
        <label htmlFor={nameId}>{introduction.by}</label>
        <input
          id={nameId}
          name="by"
          className={styles.field}
          defaultValue={view.introduction?.by ?? ''}
          maxLength={200}
          {...field}
        />
        {notice}
        <label htmlFor={licenceId}>{introduction.licence}</label>
        <select
          id={licenceId}
          name="licence"
          className={styles.field}
          defaultValue={view.introduction?.licence ?? 'CC-BY-4.0'}
        >
          {Object.entries(introduction.licences).map(([licence, about]) => (
            <option key={licence} value={licence}>
              {about}
            </option>
          ))}
        </select>
        {isOnlySpoken(view.tongue) && <CountingFields counting={counting} onCounting={setCounting} />}
        {isLost && (
          <p role="alert" className={styles.bad}>
            {words.closed}
          </p>
        )}
        <button type="submit" className={styles.go}>
          {introduction.go}
        </button>
      </form>
    </main>
  )
}

function CountingFields({ counting, onCounting }: { counting: Counting; onCounting: (counting: Counting) => void }) {
  const { counting: words } = useWords()
  return (
    <fieldset className={styles.rules}>
      <legend>{words.title}</legend>
      <p className={styles.quiet}>{words.lead}</p>
      {rules.map(([rule, about, says, choices]) => (
        <label key={rule}>
          <span>{words[about]}</span>
          <select
            className={styles.field}
            value={String(counting[rule])}
            onChange={({ target }) => onCounting({ ...counting, [rule]: choices[target.selectedIndex] })}
          >
            {choices.map((choice) => (
              <option key={choice} value={String(choice)}>
                {(words[says] as Readonly<Record<string, string>>)[choice]}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  )
}

/** For each counting rule: the property of `Counting`, the keys of the two texts, and the choices. */
const rules = [
  ['joiner', 'joiner', 'joiners', joiners],
  ['counted', 'counted', 'places', nounPlaces],
  ['moneyUnit', 'money', 'units', moneyUnits],
] as const

interface LevelCheckProps {
  readonly microphone: Microphone | null
  readonly onOpened: (microphone: Microphone) => void
  readonly onDone: () => void
}

function LevelCheck({ microphone, onOpened, onDone }: LevelCheckProps) {
  const words = useWords()
  const [isMissing, setMissing] = useState(false)
  const [onMissing] = useState(() => () => setMissing(true))
  return (
    <main className={styles.sheetPlace}>
      <section className={styles.sheet}>
        <h2>{isMissing ? words.level.none : words.level.title}</h2>
        <p className={styles.quiet}>{isMissing ? words.level.noneBody : words.level.lead}</p>
        {!microphone && !isMissing && <Opening onOpened={onOpened} onMissing={onMissing} />}
        {microphone && <Judging microphone={microphone} onDone={onDone} />}
        {isMissing && (
          <button type="button" className={styles.go} onClick={() => setMissing(false)}>
            {words.level.retry}
          </button>
        )}
      </section>
    </main>
  )
}

/** Requests the microphone each time the component appears. */
function Opening({ onOpened, onMissing }: Pick<LevelCheckProps, 'onOpened'> & { onMissing: () => void }) {
  useEffect(() => {
    let late = false
    openMicrophone().then(
      (opened) => (late ? opened.close() : onOpened(opened)),
      () => late || onMissing(),
    )
    return () => {
      late = true
    }
  }, [onOpened, onMissing])
  return null
}

function Judging({ microphone, onDone }: { readonly microphone: Microphone; readonly onDone: () => void }) {
  const { level } = useWords()
  const [verdict, setVerdict] = useState<Verdict>('listening')
  useEffect(() => {
    let pieces = 0
    return microphone.listen(() => {
      pieces += 1
      if (pieces % 10 === 0) setVerdict(verdictOn(microphone.lately(), microphone.rate))
    })
  }, [microphone])
  const isGood = verdict === 'good'
  return (
    <>
      <LevelMeter microphone={microphone} />
      <p role="status" className={isGood ? styles.good : verdict === 'listening' ? styles.quiet : styles.bad}>
        {level.verdicts[verdict]}
      </p>
      <button type="button" className={isGood ? styles.go : styles.quietGo} data-verdict={verdict} onClick={onDone}>
        {isGood ? level.go : level.anyway}
      </button>
    </>
  )
}

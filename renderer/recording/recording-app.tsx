import { useEffect, useState } from 'react'
import { languages, type Language } from '../../shared/domain/language.ts'
import type { RecordingLine, RecordingView } from '../../shared/speech/line.ts'
import { directionOf, nameOf } from '../i18n/languages.ts'
import { LanguageSelect } from '../components/choice.tsx'
import { IntroductionForm } from './introduction-form.tsx'
import { LevelCheck } from './level-check.tsx'
import { LinesDesk } from './lines-desk.tsx'
import { readRecording } from './recording-client.ts'
import { recordingCatalogues, useWords, WordsContext } from './recording-texts.ts'
import styles from './recording.module.css'
import type { Microphone } from './sound/microphone.ts'

const KEPT = 'guichet-recording-language'

/** What was chosen here before, else the browser's, else French. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages.map((each) => each.slice(0, 2)), 'fr']
  return wanted.flatMap((each) => languages.find((language) => language === each) ?? [])[0] ?? 'fr'
}

/** The page on which people record what the screens say, one text after the other. */
export function RecordingApp() {
  const [language, setLanguage] = useState(firstLanguage)
  const words = recordingCatalogues[language]
  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
    document.title = `Guichet · ${words.title}`
  }, [language, words])
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
        <div className={styles.tools}>
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

/** In its place, or behind all others where it is a new name. */
function withLine(lines: readonly RecordingLine[], line: RecordingLine): readonly RecordingLine[] {
  const at = lines.findIndex(({ keys }) => keys[0] === line.keys[0])
  return at < 0 ? [...lines, line] : lines.with(at, line)
}

function LanguageChoice({ language, onLanguage }: RecordingProps) {
  const words = useWords()
  return <LanguageSelect className={styles.tool} label={words.language} {...{ language, onLanguage }} />
}

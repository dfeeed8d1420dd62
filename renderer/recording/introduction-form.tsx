import { useId, useState, type SyntheticEvent } from 'react'
import { isOnlySpoken } from '../../shared/domain/language.ts'
import { joiners, moneyUnits, nounPlaces, type Counting } from '../../shared/speech/grammar.ts'
import type { RecordingView } from '../../shared/speech/line.ts'
import { introduce } from './recording-client.ts'
import { useMissing } from './name-form.tsx'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'

export interface IntroductionFormProps {
  readonly view: RecordingView
  readonly onDone: (view: RecordingView) => void
}

/** Asks once for the speaker, the licence, and how the language counts. The answers can be changed later. */
export function IntroductionForm({ view, onDone }: IntroductionFormProps) {
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

interface CountingFieldsProps {
  readonly counting: Counting
  readonly onCounting: (counting: Counting) => void
}

/** What nobody can know who does not speak the language. */
function CountingFields({ counting, onCounting }: CountingFieldsProps) {
  const { counting: words } = useWords()
  return (
    <fieldset className={styles.rules}>
      <legend>{words.title}</legend>
      <p className={styles.quiet}>{words.lead}</p>
      <RuleField
        about={words.joiner}
        choices={joiners}
        says={words.joiners}
        chosen={counting.joiner}
        onChosen={(joiner) => onCounting({ ...counting, joiner })}
      />
      <RuleField
        about={words.counted}
        choices={nounPlaces}
        says={words.places}
        chosen={counting.counted}
        onChosen={(counted) => onCounting({ ...counting, counted })}
      />
      <RuleField
        about={words.money}
        choices={moneyUnits}
        says={words.units}
        chosen={counting.moneyUnit}
        onChosen={(moneyUnit) => onCounting({ ...counting, moneyUnit })}
      />
    </fieldset>
  )
}

interface RuleFieldProps<T extends string | number> {
  readonly about: string
  readonly choices: readonly T[]
  readonly says: Readonly<Record<T, string>>
  readonly chosen: T
  readonly onChosen: (choice: T) => void
}

function RuleField<T extends string | number>({ about, choices, says, chosen, onChosen }: RuleFieldProps<T>) {
  return (
    <label>
      <span>{about}</span>
      <select
        className={styles.field}
        value={String(chosen)}
        onChange={({ target }) => onChosen(choices[target.selectedIndex] ?? chosen)}
      >
        {choices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {says[choice]}
          </option>
        ))}
      </select>
    </label>
  )
}

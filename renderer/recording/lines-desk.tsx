import { type SyntheticEvent, useId, useState } from 'react'
import {
  isNeeded,
  type LineGroup,
  lineGroups,
  type RecordingLine,
  type RecordingView,
} from '../../shared/speech/line.ts'
import { createI18n } from '../i18n/i18n.ts'
import { LineCard } from './line-card.tsx'
import { useWords } from './recording-client.ts'
import styles from './recording.module.css'
import type { Microphone } from './sound/microphone.ts'
import { type Playing, usePlaying } from './sound/use-playing.ts'

interface LinesDeskProps {
  readonly view: RecordingView
  readonly microphone: Microphone
  readonly onKept: (line: RecordingLine) => void
}

const keyOf = ({ keys }: RecordingLine): string => keys[0] ?? ''
const isLacking = ({ file }: RecordingLine): boolean => file === undefined

export function LinesDesk({ view, microphone, onKept }: LinesDeskProps) {
  const { lines } = view
  const playing = usePlaying(view)
  const [shown, setShown] = useState<{ readonly group: LineGroup; readonly key: string }>(() => {
    const first = lines.find((line) => isNeeded(line) && isLacking(line)) ?? lines[0]
    return { group: first?.group ?? 'screens', key: first ? keyOf(first) : '' }
  })
  const [added, setAdded] = useState<readonly RecordingLine[]>([])
  const isKept = (line: RecordingLine): boolean => lines.some((each) => keyOf(each) === keyOf(line))
  const all = [...lines, ...added.filter((line) => !isKept(line))]
  const ofGroup = all.filter(({ group }) => group === shown.group)
  const at = Math.max(
    0,
    ofGroup.findIndex((line) => keyOf(line) === shown.key),
  )
  const line = ofGroup[at]

  const show = (chosen: RecordingLine | undefined): void => {
    if (chosen) setShown({ group: chosen.group, key: keyOf(chosen) })
  }
  /** Next missing text in the group, otherwise the first required text that is missing. */
  const nextLacking = [...ofGroup.slice(at + 1), ...all.filter(isNeeded)].find(isLacking)

  const addName = (text: string): void => {
    const name: RecordingLine = { keys: [text], text, group: 'names' }
    setAdded([...added, name])
    show(name)
  }
  const nameForm = shown.group === 'names' && <NameForm onName={addName} />

  return (
    <main className={styles.desk}>
      <Groups lines={all} shown={shown.group} onGroup={(group) => setShown({ group, key: '' })} />
      <div className={styles.work}>
        {line ? (
          <LineCard
            key={keyOf(line)}
            line={line}
            microphone={microphone}
            playing={playing}
            onKept={onKept}
            onPrevious={at > 0 ? () => show(ofGroup[at - 1]) : null}
            onNext={at < ofGroup.length - 1 ? () => show(ofGroup[at + 1]) : null}
            onNextLacking={nextLacking ? () => show(nextLacking) : null}
          />
        ) : (
          <section className={styles.card}>{nameForm}</section>
        )}
        <aside className="column gap-90 shrinks">
          {line && nameForm}
          <LineList lines={ofGroup} shown={line} onShow={show} />
          {(shown.group === 'money' || shown.group === 'numbers' || shown.group === 'dates') && (
            <Examples playing={playing} />
          )}
        </aside>
      </div>
    </main>
  )
}

interface GroupsProps {
  readonly lines: readonly RecordingLine[]
  readonly shown: LineGroup
  readonly onGroup: (group: LineGroup) => void
}

function Groups({ lines, shown, onGroup }: GroupsProps) {
  const words = useWords()
  const needed = lines.filter(isNeeded)
  const lacking = needed.filter(isLacking).length
  return (
    <nav className="row wrap middle gap-50">
      {lineGroups.map((group) => {
        const own = lines.filter((line) => line.group === group)
        const done = own.filter((line) => !isLacking(line)).length
        return (
          <button
            key={group}
            type="button"
            className={styles.group}
            aria-pressed={group === shown}
            style={{ '--share': own.length === 0 ? 0 : done / own.length }}
            onClick={() => onGroup(group)}
          >
            <b>{words.groups[group]}</b>
            <span>{words.progress(done, own.length)}</span>
          </button>
        )
      })}
      <p className={styles.total} role="status" data-lacking={lacking}>
        {lacking === 0 ? words.whole : words.lacking(lacking)}
      </p>
    </nav>
  )
}

const { money, date } = createI18n('fr')

/** Amounts and a time, spoken by combining recordings, so that a speaker of the language can check them. */
const examples: readonly string[] = [
  money(25_500, 'GNF'),
  money(137_000, 'GNF'),
  money(1_250_000, 'GNF'),
  date('2026-06-14T20:30').full,
]

function Examples({ playing }: { readonly playing: Playing }) {
  const { examples: words } = useWords()
  const [partly, setPartly] = useState<readonly string[]>([])
  async function hear(text: string): Promise<void> {
    const isWhole = await playing.example(text)
    setPartly((before) => [...before.filter((each) => each !== text), ...(isWhole ? [] : [text])])
  }
  return (
    <section className={styles.examples}>
      <h3>{words.title}</h3>
      <p className={styles.quiet}>{words.lead}</p>
      {examples.map((text) => (
        <button key={text} type="button" className={styles.tool} onClick={() => void hear(text)}>
          {text}
          {partly.includes(text) && <small>{words.partly}</small>}
        </button>
      ))}
    </section>
  )
}

interface LineListProps {
  readonly lines: readonly RecordingLine[]
  readonly shown: RecordingLine | undefined
  readonly onShow: (line: RecordingLine) => void
}

function LineList({ lines, shown, onShow }: LineListProps) {
  const words = useWords()
  return (
    <ol className={styles.list} aria-label={words.line.list}>
      {lines.map((line) => {
        const isShown = line.keys[0] === shown?.keys[0]
        return (
          <li key={line.keys[0]} ref={isShown ? intoSight : undefined}>
            <button type="button" tabIndex={-1} aria-current={isShown} onClick={() => onShow(line)}>
              <span>{line.text}</span>
              <i
                data-done={line.file !== undefined}
                aria-label={line.file === undefined ? words.line.lacksStill : words.line.kept}
              >
                {line.file === undefined ? '' : '✓'}
              </i>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

const intoSight = (item: HTMLElement | null): void => item?.scrollIntoView({ block: 'nearest' })

export function useMissing(sentence: string) {
  const id = useId()
  const [isMissing, setMissing] = useState(false)
  return {
    setMissing,
    field: isMissing && { 'aria-invalid': true, 'aria-describedby': id },
    notice: isMissing && (
      <p id={id} role="alert" className={styles.bad}>
        {sentence}
      </p>
    ),
  }
}

function NameForm({ onName }: { readonly onName: (text: string) => void }) {
  const { names } = useWords()
  const id = useId()
  const { field, notice, setMissing } = useMissing(names.missing)
  const add = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    const isName = typeof name === 'string' && /\p{L}/u.test(name)
    setMissing(!isName)
    if (!isName) return
    event.currentTarget.reset()
    onName(name.trim())
  }
  return (
    <form className={styles.names} onSubmit={add}>
      <p className={styles.quiet}>{names.lead}</p>
      <label htmlFor={id}>{names.name}</label>
      <span>
        <input id={id} name="name" className={styles.field} maxLength={100} {...field} />
        <button type="submit" className={styles.quietGo}>
          {names.add}
        </button>
      </span>
      {notice}
    </form>
  )
}

import { useState } from 'react'
import {
  isNeeded,
  type LineGroup,
  lineGroups,
  type RecordingLine,
  type RecordingView,
} from '../../shared/speech/line.ts'
import { Examples } from './examples.tsx'
import { LineCard } from './line-card.tsx'
import { LineList } from './line-list.tsx'
import { NameForm } from './name-form.tsx'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'
import type { Microphone } from './sound/microphone.ts'
import { usePlaying } from './sound/use-playing.ts'

export interface LinesDeskProps {
  readonly view: RecordingView
  readonly microphone: Microphone
  readonly onKept: (line: RecordingLine) => void
}

const keyOf = ({ keys }: RecordingLine): string => keys[0] ?? ''
const isLacking = ({ file }: RecordingLine): boolean => file === undefined

/** All that is to be said, in groups; one text at a time stands on the card. It begins where somebody left off. */
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
  /** From here on in this group, else the first of all that lacks. */
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
        <aside className={styles.aside}>
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

/** How much of each group is there, and how much of all that a whole pack has. */
function Groups({ lines, shown, onGroup }: GroupsProps) {
  const words = useWords()
  const needed = lines.filter(isNeeded)
  const lacking = needed.filter(isLacking).length
  return (
    <nav className={styles.groups}>
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

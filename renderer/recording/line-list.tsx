import type { RecordingLine } from '../../shared/speech/line.ts'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'

export interface LineListProps {
  readonly lines: readonly RecordingLine[]
  readonly shown: RecordingLine | undefined
  readonly onShow: (line: RecordingLine) => void
}

/** The texts of a group; one that is recorded has a tick. */
export function LineList({ lines, shown, onShow }: LineListProps) {
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

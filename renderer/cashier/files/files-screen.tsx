import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { keyName, usualShortcuts } from '../../../shared/domain/desk/shortcuts.ts'
import { digitsInNumber } from '../../../shared/domain/keypad.ts'
import { mayDo } from '../../../shared/kiosk-api/contract.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from '../cashier-app.module.css'
import { DeskNoticeLine } from '../desk-notice.tsx'
import { useDesk } from '../state/desk-context.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import { actsOf } from '../state/shortcuts.ts'
import { actsOn, type FileAct } from './after-sale-acts.ts'
import { AfterSaleForm } from './after-sale-form.tsx'
import { FilePanel } from './file-panel.tsx'
import { FoundList } from './found-list.tsx'
import { type SaleFiles, useSaleFiles } from './use-sale-files.ts'

/** What was sold here before: found again, looked at, printed again, given back. On the keyboard, too. */
export function FilesScreen({ who }: { who: SignedIn }) {
  const { t } = useI18n()
  const { toggleFiles } = useDesk().store
  const files = useSaleFiles(who.credentials)
  const { file, named, found, chosen, asksWhich, choose, forget } = files
  const [act, setAct] = useState<FileAct | null>(null)
  const [text, setText] = useState('')
  const [done, setDone] = useState('')

  // Keys as soon as they are seen.
  useLayoutEffect(() => {
    const acts = file && !act ? actsOn(file) : []
    const onKey = (event: KeyboardEvent): void => {
      const named = acts.find(({ key }) => key === event.key)
      if (event.key !== 'Escape' && !named) return
      event.preventDefault()
      event.stopImmediatePropagation()
      forget()
      setDone('')
      if (named) setAct(named.act)
      else if (act) setAct(null)
      else toggleFiles()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  })

  const ended = (now: SaleFile, words: string): void => {
    files.changed(now)
    setAct(null)
    setDone(words)
  }

  return (
    <>
      <main className={styles.work}>
        <div className={styles.search}>
          {act && file ? (
            <AfterSaleForm
              key={`${act.type} ${file.saleId}`}
              who={who}
              file={file}
              named={named}
              act={act}
              onDone={ended}
            />
          ) : (
            <SearchLine files={files} text={text} onText={setText} onAsked={() => setDone('')}>
              {done !== '' && (
                <p className={styles.stage} role="status">
                  {done}
                </p>
              )}
            </SearchLine>
          )}
          {!act && asksWhich && (
            <p className={styles.stage} role="status">
              {t.files.severalEvents}
            </p>
          )}
          {!act && found && <FoundList found={found} chosen={chosen} onChoose={choose} />}
        </div>
        <FilePanel file={file} />
      </main>
      <FileKeys who={who} file={file} act={act} onAct={setAct} />
    </>
  )
}

interface SearchLineProps {
  readonly files: SaleFiles
  readonly text: string
  readonly onText: (text: string) => void
  readonly onAsked: () => void
  readonly children: ReactNode
}

function SearchLine({ files, text, onText, onAsked, children }: SearchLineProps) {
  const { t } = useI18n()
  const { found, chosen, choose, lookFor, notice } = files
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <form
      className={styles.command}
      onSubmit={(event) => {
        event.preventDefault()
        onAsked()
        lookFor(digitsInNumber(text))
        // What is typed next takes its place.
        input.current?.select()
      }}
    >
      <input
        ref={input}
        aria-label={t.files.search}
        placeholder={t.files.hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          const count = found?.length ?? 0
          const from = chosen < 0 && event.key === 'ArrowUp' ? 0 : chosen
          if (count > 0) choose((from + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
        }}
      />
      {notice && <DeskNoticeLine notice={notice} />}
      {children}
    </form>
  )
}

interface FileKeysProps {
  readonly who: SignedIn
  readonly file: SaleFile | null
  readonly act: FileAct | null
  readonly onAct: (act: FileAct | null) => void
}

function FileKeys({ who, file, act, onAct }: FileKeysProps) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { toggleFiles } = store
  const shortcuts = { ...usualShortcuts, ...state.info?.shortcuts }
  const acts = actsOf(store)
  const office = mayDo('listOpenSales', who.person.role) ? (['office'] as const) : []
  return (
    <footer className={styles.keys}>
      <span>
        <kbd>{t.desk.enter}</kbd> {act ? t.files.confirm : t.files.find}
      </span>
      {file &&
        !act &&
        actsOn(file).map(({ key, act: named }) => (
          <button key={key} type="button" tabIndex={-1} onClick={() => onAct(named)}>
            <kbd>{key}</kbd> {t.files.acts[named.type]}
          </button>
        ))}
      <button type="button" tabIndex={-1} onClick={() => (act ? onAct(null) : toggleFiles())}>
        <kbd>{keyName('Escape')}</kbd> {act ? t.desk.commands['go-back'] : t.files.close}
      </button>
      {([...office, 'files', 'switch', 'lock'] as const).map((command) => (
        <button key={command} type="button" tabIndex={-1} onClick={acts[command]}>
          <kbd>{keyName(shortcuts[command])}</kbd> {command === 'files' ? t.files.close : t.desk.commands[command]}
        </button>
      ))}
    </footer>
  )
}

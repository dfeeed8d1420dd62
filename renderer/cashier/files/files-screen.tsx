import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SaleFile, SaleSummary } from '../../../shared/domain/sale/sale-file.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { AfterSaleForm } from './after-sale-form.tsx'
import { actsOn, type FileAct } from './after-sale-acts.ts'
import styles from '../cashier-app.module.css'
import { useDesk } from '../state/desk-context.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import { atHand } from '../state/work.ts'
import { DeskNoticeLine } from '../desk-notice.tsx'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { FilePanel } from './file-panel.tsx'
import { FoundList } from './found-list.tsx'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'

/** What was sold here before: found again, looked at, printed again, given back. SystemTools on the keyboard, too. */
export function FilesScreen({ who }: { who: SignedIn }) {
  const { credentials } = who
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { invoke } = store
  const [text, setText] = useState('')
  /** An object of its own each time: the same words can be looked for again. */
  const [asked, setAsked] = useState({ text: '' })
  const [found, setFound] = useState<readonly SaleSummary[] | null>(null)
  const [chosen, setChosen] = useState(0)
  const [opened, setOpened] = useState<SaleFile | null>(null)
  const [act, setAct] = useState<FileAct | null>(null)
  const [notice, setNotice] = useState<DeskNotice | null>(null)
  const [done, setDone] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const summary = found?.[chosen]
  const saleId = summary?.saleId
  const file = opened?.saleId === saleId ? opened : null

  // A sale just made still prints: it is looked up again at each of its steps.
  const stage = atHand(state.work).sale?.stage.name
  const [seenStage, setSeenStage] = useState(stage)
  if (seenStage !== stage) {
    setSeenStage(stage)
    setAsked({ ...asked })
  }

  useEffect(() => {
    let awaited = true
    void invoke('findSales', { ...credentials, text: asked.text }).then((reply) => {
      if (!awaited) return
      setNotice(reply.ok ? null : reply.error)
      if (!reply.ok) return
      setFound(reply.value)
    })
    return () => {
      awaited = false
    }
  }, [invoke, credentials, asked])

  useEffect(() => {
    if (!summary) return undefined
    let awaited = true
    void invoke('openSaleFile', { ...credentials, saleId: summary.saleId }).then((reply) => {
      if (!awaited) return
      if (reply.ok) setOpened(reply.value)
      else setNotice(reply.error)
    })
    return () => {
      awaited = false
    }
  }, [invoke, credentials, summary])

  // Keys as soon as they are seen.
  useLayoutEffect(() => {
    if (!act) input.current?.focus()
  }, [act])

  useLayoutEffect(() => {
    const acts = file && !act ? actsOn(file) : []
    const onKey = (event: KeyboardEvent): void => {
      const named = acts.find(({ key }) => key === event.key)
      if (event.key !== 'Escape' && !named) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setNotice(null)
      setDone('')
      if (named) setAct(named.act)
      else if (act) setAct(null)
      else store.toggleFiles()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [store, file, act])

  const ended = (now: SaleFile, words: string): void => {
    setOpened(now)
    setAct(null)
    setDone(words)
    setFound(
      (all) =>
        all &&
        all.map((each) => (each.saleId === now.saleId ? { ...each, returned: now.returned, owed: now.owed } : each)),
    )
  }

  return (
    <>
      <main className={styles.work}>
        <div className={styles.search}>
          {act && file ? (
            <AfterSaleForm key={act.type} who={who} file={file} act={act} onDone={ended} />
          ) : (
            <form
              className={styles.command}
              onSubmit={(event) => {
                event.preventDefault()
                setDone('')
                setChosen(0)
                setAsked({ text })
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
                onChange={({ target }) => setText(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
                  event.preventDefault()
                  const count = found?.length ?? 0
                  if (count > 0) setChosen((chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
                }}
              />
              {notice && <DeskNoticeLine notice={notice} />}
              {done !== '' && (
                <p className={styles.stage} role="status">
                  {done}
                </p>
              )}
            </form>
          )}
          {!act && found && <FoundList found={found} chosen={chosen} onChoose={setChosen} />}
        </div>
        <FilePanel file={file} />
      </main>
      <footer className={styles.keys}>
        <span>
          <kbd>{t.desk.enter}</kbd> {act ? t.files.confirm : t.files.find}
        </span>
        {file &&
          !act &&
          actsOn(file).map(({ key, act: named }) => (
            <button key={key} type="button" tabIndex={-1} onClick={() => setAct(named)}>
              <kbd>{key}</kbd> {t.files.acts[named.type]}
            </button>
          ))}
        <button type="button" tabIndex={-1} onClick={() => (act ? setAct(null) : store.toggleFiles())}>
          <kbd>{keyName('Escape')}</kbd> {act ? t.desk.commands['go-back'] : t.files.close}
        </button>
      </footer>
    </>
  )
}

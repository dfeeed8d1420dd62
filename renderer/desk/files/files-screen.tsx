import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keyName, shortcutsWith } from '../../../shared/domain/desk/shortcuts.ts'
import { digitsInNumber } from '../../../shared/domain/keypad.ts'
import { isCash } from '../../../shared/domain/money/tender.ts'
import { collectionCode, inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { mayDo } from '../../../shared/api/kiosk/contract.ts'
import { TribuneBand } from '../../ui/illustrations/tribune.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from '../cashier-app.module.css'
import { DeskNoticeLine } from '../desk-bar.tsx'
import { nextAnswer, said, type SignedIn } from '../state/desk-state.ts'
import { useDesk } from '../state/desk-store.tsx'
import { SaleMessages } from '../ticket-page-dialog.tsx'
import { AfterSaleForm, type AfterSaleFormProps } from './after-sale-form.tsx'
import { CorrectionForm } from './correction-form.tsx'
import own from './files.module.css'
import { FoundList, purchaseActs, PurchaseForm, PurchasePanel } from './found-list.tsx'
import { InvoiceForm, InvoiceLines } from './invoice-form.tsx'
import {
  actsOn,
  type FileAct,
  isInvoiceAct,
  type SaleFiles,
  useSaleFiles,
  useCorrectionTenders,
} from './use-sale-files.ts'

/** Screen of earlier sales: search, details, reprint and refund. */
export function FilesScreen({ who }: { who: SignedIn }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { invoicing } = state
  const rightTenders = useCorrectionTenders()
  const files = useSaleFiles(who.credentials, invoicing && invoicing.file)
  const { file, named, found, purchases, purchase, chosen, asksWhich, choose, forget } = files
  const [act, setAct] = useState<FileAct | null>(invoicing && invoicing.act)
  const [text, setText] = useState('')
  const [done, setDone] = useState('')

  const acts = act ? [] : file ? actsOn(file, rightTenders) : purchase ? purchaseActs : []

  useFilePlaces(act ? null : file)
  // A layout effect is used so that the keys work as soon as their labels are visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const named = acts.find(({ key }) => key === event.key)
      if (event.key !== 'Escape' && !named) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // A code is in front of this screen.
      if (!named && store.closeCode()) return
      forget()
      setDone('')
      if (named) setAct(named.act)
      else if (act) setAct(null)
      else store.acts.files()
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
            <FileForm key={`${act.type} ${file.saleId}`} {...{ who, file, named, act }} onDone={ended} />
          ) : act && purchase ? (
            <PurchaseForm
              key={purchase.orderId}
              who={who}
              purchase={purchase}
              onDone={(words) => {
                setAct(null)
                setDone(words)
              }}
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
          {!act && purchases === null && (
            <p className={styles.stage} role="status">
              {t.staffDesk.hubAway}
            </p>
          )}
          {!act && found && <FoundList found={found} purchases={purchases ?? []} chosen={chosen} onChoose={choose} />}
        </div>
        {purchase && !file ? <PurchasePanel purchase={purchase} /> : <FilePanel file={file} />}
      </main>
      <FileKeys who={who} acts={acts} act={act} onAct={setAct} />
    </>
  )
}

interface FileFormProps extends Pick<AfterSaleFormProps, 'who' | 'file' | 'named' | 'onDone'> {
  readonly act: FileAct
}

function FileForm({ act, ...of }: FileFormProps) {
  const { who, file, onDone } = of
  if (isInvoiceAct(act)) return <InvoiceForm credentials={who.credentials} file={file} act={act} onDone={onDone} />
  return act.type === 'correct' ? (
    <CorrectionForm who={who} file={file} onDone={onDone} />
  ) : (
    <AfterSaleForm {...of} act={act} />
  )
}

/** Reports the places of the open sale to the desk, so that a key can request the same seats. */
function useFilePlaces(file: SaleFile | null): void {
  const { store } = useDesk()
  useEffect(() => store.set({ filePlaces: file?.tickets.map(({ place }) => place) ?? [] }), [store, file])
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
  const { count, chosen, choose, lookFor, notice } = files
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <form
      className={styles.command}
      onSubmit={(event) => {
        event.preventDefault()
        onAsked()
        lookFor(digitsInNumber(text))
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
  /** Keys of the actions on the selected sale or purchase; empty during an action. */
  readonly acts: ReturnType<typeof actsOn>
  readonly act: FileAct | null
  readonly onAct: (act: FileAct | null) => void
}

function FileKeys({ who, acts, act, onAct }: FileKeysProps) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const shortcuts = shortcutsWith(state.info?.shortcuts)
  const office = mayDo('listOpenSales', who.person.role) ? (['office'] as const) : []
  const call = nextAnswer(state.info) ? (['call'] as const) : []
  const again = !act && state.work.step === 'seats' && state.filePlaces.length > 0 ? (['repeat'] as const) : []
  return (
    <footer className={styles.keys}>
      <span>
        <kbd>{t.desk.enter}</kbd> {act ? t.files.confirm : t.files.find}
      </span>
      {acts.map(({ key, act: named }) => (
        <button key={key} type="button" tabIndex={-1} onClick={() => onAct(named)}>
          <kbd>{key}</kbd> {t.files.acts[named.type]}
        </button>
      ))}
      <button type="button" tabIndex={-1} onClick={() => (act ? onAct(null) : store.acts.files())}>
        <kbd>{keyName('Escape')}</kbd> {act ? t.desk.commands['go-back'] : t.files.close}
      </button>
      {([...again, ...office, ...call, 'files', 'switch', 'lock'] as const).map((command) => (
        <button key={command} type="button" tabIndex={-1} onClick={store.acts[command]}>
          <kbd>{keyName(shortcuts[command])}</kbd>{' '}
          {command === 'files' ? t.files.close : command === 'repeat' ? t.files.sameSeats : t.desk.commands[command]}
        </button>
      ))}
    </footer>
  )
}

interface Filed {
  readonly file: SaleFile
}

function FilePanel({ file }: { file: SaleFile | null }) {
  const { t, date } = useI18n()
  if (!file) return <aside className={styles.sale} aria-live="polite" />
  return (
    <aside className={styles.sale} aria-live="polite" aria-label={t.files.file}>
      <header>
        <h2>{file.eventTitle}</h2>
        <p className={styles.quiet}>{date(file.startsAt).full}</p>
        <p className={own.number} data-code>
          {t.desk.reference} <b dir="ltr">{inHalves(collectionCode(file.saleId))}</b>
        </p>
        <p className={own.number} data-code>
          {file.orderId ?? file.ownerRef}
        </p>
        {file.customer && (
          <p>
            {t.desk.customer.label} · <b>{said(file.customer)}</b>
          </p>
        )}
      </header>
      <Tickets file={file} />
      <MoneyLines file={file} />
      <InvoiceLines file={file} />
      <Cancellations file={file} />
      <SaleMessages key={file.saleId} saleId={file.saleId} />
      <Story file={file} />
    </aside>
  )
}

function Tickets({ file }: Filed) {
  const { t, money } = useI18n()
  const tribunes = Map.groupBy(file.tickets, ({ place }) => place.tribune.code)
  const returnOf = (ticketId: string) => file.returns.find(({ ticketIds }) => ticketIds.includes(ticketId))
  const isVoid = (ticketId: string): boolean =>
    returnOf(ticketId) !== undefined || (file.cancelled?.includes(ticketId) ?? false)
  const state = ({ ticketId, papers }: FiledTicket): string => {
    const back = returnOf(ticketId)
    if (back) return t.files.back[back.kind]
    if (file.cancelled?.includes(ticketId)) return t.files.cancelledThere
    const last = papers.at(-1)
    return last ? t.files.paper(last.copyNumber, t.files.papers[last.state]) : ''
  }
  return [...tribunes.values()].map((tickets) => {
    const [first] = tickets
    return (
      first && (
        <section key={first.place.tribune.code} className={styles.place}>
          <TribuneBand tribune={first.place.tribune} />
          <ul className={own.tickets}>
            {tickets.map((ticket) => (
              <li key={ticket.ticketId} data-returned={isVoid(ticket.ticketId)}>
                <b data-code>
                  {ticket.place.sector} {ticket.place.row} {ticket.place.seatNumber}
                </b>
                <span data-code>{ticket.ticketNumber}</span>
                <span>{state(ticket)}</span>
                <span>{money(ticket.price, file.currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
}

function MoneyLines({ file: { payments, corrections, returns, currency } }: Filed) {
  const { t, money } = useI18n()
  return (
    <ul className={own.lines}>
      {payments.map(({ reference, kind, state: outcome, amount, received, change, approval }) => (
        <li key={reference}>
          <span>
            {t.desk.tenders[kind]} · {t.files.payments[outcome as keyof typeof t.files.payments] ?? outcome}
            {approval && !isCash(kind) && ` · ${approval}`}
            {change ? ` · ${t.files.change(money(change, currency))}` : ''}
          </span>
          <b>{money(received ?? amount, currency)}</b>
        </li>
      ))}
      {corrections.map(({ reference, was, is, staffId, second, reason }) => (
        <li key={reference}>
          <span>
            {t.files.told.TENDER_CORRECTED} · {t.files.correction(t.desk.tenders[was.kind], t.desk.tenders[is.kind])} ·{' '}
            {t.files.by(staffId ?? '', second)} · {reason}
          </span>
          <b>{money(is.amount, currency)}</b>
        </li>
      ))}
      {returns.flatMap(({ reference, kind, staffId, second, reason, back }) =>
        back.map((way) => (
          <li key={`${reference} ${way.kind}`}>
            <span>
              {t.files.back[kind]} · {t.desk.tenders[way.kind]} · {way.paid ? t.files.paid : t.files.owed} ·{' '}
              {second !== null && `${t.files.by(staffId ?? '', second)} · `}
              {reason}
            </span>
            <b dir="ltr">−{money(way.amount, currency)}</b>
          </li>
        )),
      )}
    </ul>
  )
}

function Cancellations({ file: { returns } }: Filed) {
  const { t } = useI18n()
  const said = new Set(
    returns.flatMap(({ kind, cancellation }) =>
      kind === 'unsold' ? [] : cancellation === 'cancelled' || cancellation === 'asked' ? cancellation : 'none',
    ),
  )
  return [...said].map((answer) => <p key={answer}>{t.files.cancellation[answer]}</p>)
}

/** Lists the actions on the sale and the staff members responsible. */
function Story({ file }: Filed) {
  const { t, instant } = useI18n()
  const told = file.acts.flatMap(({ seq, code, atUtc, staffId }) => {
    const words = t.files.told[code as keyof typeof t.files.told] as string | undefined
    return words === undefined ? [] : [{ seq, words, atUtc, staffId }]
  })
  return (
    <details open>
      <summary>{t.files.story}</summary>
      <ol className={own.lines}>
        {told.map(({ seq, words, atUtc, staffId }) => (
          <li key={seq}>
            <span>{words}</span>
            <small>
              {instant(atUtc)}
              {staffId !== null && ` · ${t.files.who(staffId)}`}
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}

import { isCash } from '../../../shared/domain/money/tender.ts'
import { useEffect, useRef, useState } from 'react'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Problem } from '../../app/problem.ts'
import { type FileAct, ticketsLeft } from './after-sale-acts.ts'
import styles from '../cashier-app.module.css'
import { useDesk } from '../state/desk-context.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import { DeskNoticeLine } from '../desk-notice.tsx'
import own from './files.module.css'

type Outcome = { readonly file: SaleFile; readonly words: string } | { readonly problem: Problem }

/** What one act on a sale asks for: which tickets, why, and who answers for it beside the one who asks. */
export function AfterSaleForm({
  who,
  file,
  act,
  onDone,
}: {
  who: SignedIn
  file: SaleFile
  act: FileAct
  onDone: (file: SaleFile, words: string) => void
}) {
  const { t, money } = useI18n()
  const { store, state } = useDesk()
  const left = ticketsLeft(file)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(left.map(({ ticketId }) => ticketId)))
  const [reason, setReason] = useState('')
  const [receipt, setReceipt] = useState('')
  const [second, setSecond] = useState({ staff: '', pin: '' })
  const [over, setOver] = useState(file.payments.find((each) => each.state === 'approved')?.kind)
  const [slip, setSlip] = useState(file.slips.at(-1)?.reference ?? '')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { saleId, currency } = file
  const chosen = act.type === 'void' ? left : left.filter(({ ticketId }) => picked.has(ticketId))
  const amount = act.type === 'pay' ? owedOf(act) : chosen.reduce((sum, { price }) => sum + price, 0)
  const ways = [...new Set(file.payments.filter((each) => each.state === 'approved').map(({ kind }) => kind))]
  const returning = act.type === 'refund' || act.type === 'void'
  const nothingPicked = (returning || act.type === 'reprint') && chosen.length === 0

  async function carryOut(credentials: CommandInput<'signIn'>): Promise<Outcome> {
    const ticketIds = chosen.map(({ ticketId }) => ticketId)
    if (act.type === 'reprint') {
      const reply = await store.invoke('reprintTickets', { ...credentials, saleId, ticketIds, reason })
      if (!reply.ok) return { problem: reply.error }
      const out = reply.value.tickets.filter(
        ({ ticketId, papers }) => picked.has(ticketId) && papers.at(-1)?.state === 'printed',
      )
      return { file: reply.value, words: t.files.copiesOut(out.length, ticketIds.length) }
    }
    if (act.type === 'pay') {
      const { owed, kind } = act
      const reply = await store.invoke('payReturn', {
        ...credentials,
        saleId,
        reference: owed.reference,
        kind,
        receipt,
      })
      return reply.ok ? { file: reply.value, words: t.files.paid } : { problem: reply.error }
    }
    if (act.type === 'slip') {
      const reply = await store.invoke('reprintSlip', { ...credentials, saleId, reference: slip, reason })
      return reply.ok ? { file: reply.value.file, words: t.files.slips[reply.value.paper] } : { problem: reply.error }
    }
    const reply = await store.invoke('returnTickets', {
      ...credentials,
      saleId,
      ticketIds,
      kind: act.type,
      ...(act.type === 'refund' && over && { over }),
      reason,
      second: { ...(second.staff !== '' && { staff: second.staff }), pin: second.pin },
    })
    if (!reply.ok) return { problem: reply.error }
    return { file: reply.value.file, words: t.files.granted(money(amount, currency), t.files.slips[reply.value.paper]) }
  }

  const { info } = state
  const other = info?.demoStaff?.find(({ role, number }) => role === 'supervisor' && number !== who.credentials.staff)
  const hint = other
    ? t.people.demoSecond(`${other.number} ${other.name}`, other.pin)
    : info?.demoPin && t.people.withoutNumber(info.demoPin)

  async function submit(): Promise<void> {
    if (busy || nothingPicked) return
    setBusy(true)
    setProblem(null)
    const outcome = await carryOut(who.credentials)
    setBusy(false)
    setSecond({ ...second, pin: '' })
    if ('problem' in outcome) setProblem(outcome.problem)
    else onDone(outcome.file, outcome.words)
  }

  return (
    <form
      className={own.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2>{t.files.acts[act.type]}</h2>
      {returning && <p>{t.files.honest}</p>}
      {(act.type === 'reprint' || act.type === 'refund') && (
        <fieldset>
          <legend>{t.files.which}</legend>
          {left.map(({ ticketId, place, price }) => (
            <label key={ticketId}>
              <input
                type="checkbox"
                checked={picked.has(ticketId)}
                onChange={({ target }) => {
                  const next = new Set(picked)
                  if (target.checked) next.add(ticketId)
                  else next.delete(ticketId)
                  setPicked(next)
                }}
              />
              <span>
                {place.sector} {place.row} {place.seatNumber}
              </span>
              <b>{money(price, currency)}</b>
            </label>
          ))}
        </fieldset>
      )}
      {act.type === 'refund' && ways.length > 1 && (
        <label>
          <span>{t.files.over}</span>
          <select value={over} onChange={({ target }) => setOver(ways.find((way) => way === target.value))}>
            {ways.map((way) => (
              <option key={way} value={way}>
                {t.staffDesk.tender(way)}
              </option>
            ))}
          </select>
        </label>
      )}
      {act.type === 'slip' && file.slips.length > 1 && (
        <label>
          <span>{t.files.whichSlip}</span>
          <select value={slip} onChange={({ target }) => setSlip(target.value)}>
            {file.slips.map(({ reference }) => (
              <option key={reference}>{reference}</option>
            ))}
          </select>
        </label>
      )}
      {act.type === 'pay' ? (
        isCash(act.kind) ? (
          <p>{t.files.handOver}</p>
        ) : (
          <label>
            <span>{t.files.receipt}</span>
            <input
              ref={first}
              value={receipt}
              maxLength={100}
              required
              onChange={({ target }) => setReceipt(target.value)}
            />
          </label>
        )
      ) : (
        <label>
          <span>{t.files.reason}</span>
          <input
            ref={first}
            value={reason}
            maxLength={200}
            required
            list="reasons"
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
          <datalist id="reasons">
            {t.files.reasons[act.type].map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
        </label>
      )}
      {returning && (
        <fieldset className={own.second}>
          <legend>{t.files.second}</legend>
          <label>
            <span>{t.people.number}</span>
            <input
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={second.staff}
              onChange={({ target }) => setSecond({ ...second, staff: target.value.replaceAll(/\D/gu, '') })}
            />
          </label>
          <label>
            <span>{t.desk.pin}</span>
            <input
              type="password"
              inputMode="numeric"
              autoComplete="off"
              required
              minLength={4}
              maxLength={8}
              value={second.pin}
              onChange={({ target }) => setSecond({ ...second, pin: target.value.replaceAll(/\D/gu, '') })}
            />
          </label>
          {hint && <p className={styles.quiet}>{hint}</p>}
        </fieldset>
      )}
      {problem && <DeskNoticeLine notice={problem} />}
      {(returning || act.type === 'pay') && (
        <p className={styles.figure}>
          <span>{t.files.toGiveBack}</span>
          <strong>{money(amount, currency)}</strong>
        </p>
      )}
      <button
        type="submit"
        className={styles.enter}
        disabled={busy || nothingPicked}
        ref={act.type === 'pay' && isCash(act.kind) ? focusOnce : null}
      >
        {t.files.confirm}
      </button>
    </form>
  )
}

function owedOf(act: Extract<FileAct, { type: 'pay' }>): number {
  return act.owed.back.find(({ kind }) => kind === act.kind)?.amount ?? 0
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus()
}

import { useState } from 'react'
import { readSlipCode, slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import type { Second } from '../../components/drawer/drawer-entry.ts'
import type { Problem } from '../../app/problem.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useAsked, useOffice } from '../office-context.tsx'
import { DataTable, OfficeButton } from '../office-page.tsx'
import { SecondPerson } from '../second-person.tsx'
import styles from '../office.module.css'

/** Credit slips that this machine owes; one is paid out in cash to who brings it, by two people. */
export function SlipsPanel({ onPaid }: { onPaid: (problem: Problem | null) => void }) {
  const { t, money, instant } = useI18n()
  const { invoke, who, may } = useOffice()
  const slips = useAsked('listSlips', who)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const [done, setDone] = useState('')
  const words = t.office.slips
  const slip = typed.trim()
  const pay = async (second: Second): Promise<void> => {
    const reply = await invoke('payOutSlip', { ...who, slip, second })
    onPaid(reply.ok ? null : reply.error)
    if (!reply.ok) return
    setDone(words.paid(money(reply.value.amount, reply.value.currency)))
    setTyped('')
    setAsked(false)
    slips.again()
  }
  const open = slips.value ?? []
  return (
    <section className={styles.part} aria-label={t.office.openSlips}>
      <h2>{t.office.openSlips}</h2>
      {done !== '' && (
        <p className={styles.good} role="status">
          {done}
        </p>
      )}
      {open.length === 0 ? (
        <p className={styles.quiet}>{words.none}</p>
      ) : (
        <DataTable
          caption={t.office.openSlips}
          head={[words.number, t.office.amount, words.since]}
          figures={[1]}
          rows={open.map(({ slipId, amount, currency, issuedUtc, doubtful }) => [
            slipInHalves(slipId),
            money(amount, currency),
            doubtful ? `${instant(issuedUtc)} · ${words.doubtful}` : instant(issuedUtc),
          ])}
        />
      )}
      {may('payOutSlip') && (
        <div className={styles.field}>
          <input
            aria-label={words.number}
            placeholder={words.number}
            autoComplete="off"
            maxLength={500}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <OfficeButton disabled={slip === ''} onPress={() => setAsked(true)}>
            {words.payOut}
          </OfficeButton>
        </div>
      )}
      {asked && <p className={styles.quiet}>{shown(slip)}</p>}
      {asked && <SecondPerson onConfirm={(second) => void pay(second)} />}
    </section>
  )
}

/** What was scanned is long: its number says which it is. */
function shown(slip: string): string {
  const claim = readSlipCode(slip)
  return claim ? slipInHalves(claim.slipId) : slip
}

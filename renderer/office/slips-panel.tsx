import { useState } from 'react'
import { inHalves } from '../../shared/domain/sale/collection-code.ts'
import { readSlipCode, readSlipNumber } from '../../shared/domain/money/credit-voucher.ts'
import type { Result } from '../../shared/domain/result.ts'
import type { CreditSlipView, SlipCopyView } from '../../shared/api/kiosk/office-views.ts'
import type { Problem } from '../app/problem.ts'
import type { Second } from '../ui/drawer.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { I18n } from '../i18n/i18n.ts'
import { slipCopyText, slipFacts } from '../i18n/records.ts'
import { useQuery, useCommand, useOffice } from './office-context.tsx'
import { DataTable, Done, OfficeButton, OfficeInput, ApproverForm } from './office-page.tsx'
import styles from './office.module.css'

/** Lists the open vouchers. A voucher can be paid out in cash with an approver, or reprinted if lost. */
export function SlipsPanel({ onPaid }: { onPaid: (problem: Problem | null) => void }) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke, who, may } = useOffice()
  const slips = useQuery('listSlips', who)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const { busy, send } = useCommand()
  const [done, setDone] = useState('')
  const words = t.office.slips
  const slip = typed.trim()
  const pay = async (second: Second): Promise<void> => {
    const reply = await send(invoke('payOutSlip', { ...who, slip, second }))
    onPaid(reply.ok ? null : reply.error)
    if (!reply.ok) return
    setDone(words.paid(money(reply.value.amount, reply.value.currency)))
    setTyped('')
    setAsked(false)
    slips.again()
  }
  return (
    <section className={styles.part} aria-label={t.office.openSlips}>
      <h2>{t.office.openSlips}</h2>
      <Done>{done}</Done>
      <OpenSlips
        slips={slips.value ?? []}
        onCopied={(reply) => {
          onPaid(reply.ok ? null : reply.error)
          setDone(reply.ok ? slipCopyText(i18n, reply.value) : '')
          slips.again()
        }}
      />
      {may('payOutSlip') && (
        <div className={styles.field}>
          <OfficeInput label={words.number} maxLength={500} value={typed} onTyped={setTyped} />
          <OfficeButton
            disabled={slip === ''}
            onPress={() => {
              setDone('')
              setAsked(true)
            }}
          >
            {words.payOut}
          </OfficeButton>
        </div>
      )}
      {asked && <p>{shown(i18n, slip, slips.value ?? [])}</p>}
      {asked && <ApproverForm busy={busy} onConfirm={(second) => void pay(second)} />}
    </section>
  )
}

interface OpenSlipsProps {
  readonly slips: readonly CreditSlipView[]
  readonly onCopied: (reply: Result<SlipCopyView, Problem>) => void
}

function OpenSlips({ slips, onCopied }: OpenSlipsProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke, who, may } = useOffice()
  const { busy, send } = useCommand()
  const words = t.office.slips
  const mayCopy = may('reprintCreditSlip')
  const { paper, print } = t.shift.slipCopy
  return (
    <DataTable
      caption={t.office.openSlips}
      head={[words.number, t.office.amount, words.since, ...(mayCopy ? [paper] : [])]}
      figures={[1]}
      empty={words.none}
      rows={slips.map((slip) => [
        <bdi key="number">{inHalves(slip.slipId)}</bdi>,
        money(slip.amount, slip.currency),
        slipFacts(i18n, slip),
        ...(mayCopy
          ? [
              <OfficeButton
                key="copy"
                disabled={busy || slip.elsewhere === 'spent'}
                onPress={() => void send(invoke('reprintCreditSlip', { ...who, slip: slip.slipId })).then(onCopied)}
              >
                {print}
              </OfficeButton>,
            ]
          : []),
      ])}
    />
  )
}

/** Returns a voucher's number instead of its long scanned code, followed by the amount if the voucher is in `owed`. */
function shown({ money }: Pick<I18n, 'money'>, slip: string, owed: readonly CreditSlipView[]): string {
  const number = readSlipCode(slip)?.slipId ?? readSlipNumber(slip)
  const known = owed.find(({ slipId }) => slipId === number)
  const words = number === null ? slip : inHalves(number)
  return known ? `${words} · ${money(known.amount, known.currency)}` : words
}

import { useState } from 'react'
import type { LedgerView } from '../../shared/fleet-api/contract.ts'
import { settleLedger } from './fleet-client.ts'
import styles from './fleet.module.css'
import { useWords } from './fleet-texts.ts'

export interface LedgerDoubtProps {
  readonly deviceId: string
  readonly ledger: LedgerView
  readonly onSettled: () => Promise<void>
}

/** What the hub remembers of a ledger, what the machine tells instead, and the button that takes it for true; nothing where they agree. */
export function LedgerDoubt({ deviceId, ledger: { head, doubt }, onSettled }: LedgerDoubtProps) {
  const { t, time } = useWords()
  const [changed, setChanged] = useState(false)
  if (doubt === null) return null
  const { type, told } = doubt
  const settle = async (): Promise<void> => {
    const reply = await settleLedger(deviceId, told)
    setChanged(reply.type !== 'ok')
    await onSettled()
  }
  const answer = told === null ? t.ledger.seen : type === 'another-key' ? t.ledger.vouch : t.ledger.accept
  return (
    <div className={styles.ledger}>
      <p>
        {t.ledger.last} <bdi>{head.seq}</bdi> · <bdi>{inFours(head.hash.slice(0, 16))}</bdi> ·{' '}
        <bdi>{time(head.atUtc)}</bdi>
      </p>
      {told !== null && (
        <p>
          {t.ledger.told} <bdi>{told.seq}</bdi> · <bdi>{inFours(told.hash.slice(0, 16))}</bdi>
        </p>
      )}
      {told !== null && type === 'another-key' && (
        <p>
          {t.ledger.key} <bdi>{inFours(told.keyId)}</bdi>
        </p>
      )}
      {changed && <p role="alert">{t.ledger.changed}</p>}
      <button type="button" className={styles.field} onClick={() => void settle()}>
        {answer}
        <span className="unseen"> {deviceId}</span>
      </button>
    </div>
  )
}

const inFours = (hex: string): string => hex.replace(/.{4}(?=.)/gu, '$& ')

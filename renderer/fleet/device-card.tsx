import type { Judgement } from '../../shared/domain/fleet/fleet.ts'
import type { DeviceState, DeviceView } from '../../shared/fleet-api/contract.ts'
import styles from './fleet.module.css'
import { useWords } from './fleet-texts.ts'
import { LedgerDoubt } from './ledger-doubt.tsx'
import { LevelMark } from './level-mark.tsx'

export interface JudgedDevice {
  readonly deviceId: string
  readonly device: DeviceView
  readonly judgement: Judgement
}

export interface DeviceCardProps {
  readonly judged: JudgedDevice
  readonly nowMs: number
  readonly onSettings: (device: DeviceView) => void
  readonly onAsk: () => Promise<void>
}

/** One machine: what is the matter, what to do, and what it said of itself. */
export function DeviceCard({ judged, nowMs, onSettings, onAsk }: DeviceCardProps) {
  const { t, ago, bytes, time } = useWords()
  const { device, judgement } = judged
  const { level, troubles } = judgement
  const { deviceId, group, seenUtc, state, settings, ledger } = device
  const { running = 0, waits = null } = settings ?? {}
  const told = settingsState(device)
  const since = (ms: number): string => ago(nowMs - ms)
  return (
    <li className={styles.card} data-level={level}>
      <header className={styles.cardHead}>
        <LevelMark level={level} />
        <h3>
          <bdi data-code>{deviceId}</bdi>
        </h3>
        {group !== null && (
          <span className={styles.group}>
            <bdi>{group}</bdi>
          </span>
        )}
        <span className={styles.seen}>{seenUtc !== null && `${t.seen} ${since(Date.parse(seenUtc))}`}</span>
      </header>
      {troubles.length > 0 && (
        <ul className={styles.troubles}>
          {troubles.map((trouble) => {
            const { what, todo } = t.advice(trouble, { ago: since, bytes })
            return (
              <li key={what}>
                <strong>{what}</strong>
                <span>{todo}</span>
              </li>
            )
          })}
        </ul>
      )}
      {ledger && <LedgerDoubt deviceId={deviceId} ledger={ledger} onSettled={onAsk} />}
      {state && <Facts state={state} brief={level === 'green'} />}
      <p className={styles.foot}>
        <button type="button" className={styles.field} onClick={() => onSettings(device)}>
          {t.settings.open}
          <span className="unseen"> {deviceId}</span>
        </button>
        {told !== null && (
          <span>
            {t.settings.states[told]}
            {(told === 'waiting' || told === 'filed') &&
              waits !== null &&
              `, ${t.settings.waitsFor(t.settings.waits[waits])}`}
          </span>
        )}
        {running > 0 && (
          <span>
            {t.settings.inForce} <bdi>{time(new Date(running).toISOString())}</bdi>
          </span>
        )}
      </p>
    </li>
  )
}

/** How far the hub's settings have come; null: it set none. */
function settingsState({ settings, wanted }: DeviceView): 'waiting' | 'filed' | 'running' | 'refused' | null {
  if (wanted === null) return null
  if (settings?.refused?.version === wanted) return 'refused'
  if ((settings?.filed ?? 0) < wanted) return 'waiting'
  return settings?.running === settings?.filed ? 'running' : 'filed'
}

/** Of a machine that is well, less: there are many of them, and nothing to do. */
function Facts({ state, brief }: { readonly state: DeviceState; readonly brief: boolean }) {
  const { t, bytes, time } = useWords()
  const { role, mode, open, serving, version, printers, lastSaleUtc, queue, freeBytes } = state
  const openness = open === null ? null : open ? t.open : t.closed
  const words = [t.roles[role], mode === 'demo' ? t.demo : null, openness, serving ? t.serving : null]
  const lastSale = lastSaleUtc === null ? t.noSale : time(lastSaleUtc)
  const facts: readonly (readonly [string, string])[] = [
    [t.lastSale, lastSale],
    [t.queue, String(queue)],
    [t.disk, bytes(freeBytes)],
    [t.version, version],
  ]
  return (
    <>
      <p className={styles.words}>{words.filter((word) => word !== null).join(' · ')}</p>
      {brief ? (
        <p>
          <span className={styles.name}>{t.lastSale}</span> <bdi>{lastSale}</bdi>
        </p>
      ) : (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
          {printers.length > 0 && (
            <div className={styles.wide}>
              <dt>{t.printers}</dt>
              {printers.map(({ name, state: how }) => (
                <dd key={name}>
                  <span className={styles.name}>
                    <bdi>{name}</bdi>
                  </span>{' '}
                  {t.printerStates[how]}
                </dd>
              ))}
            </div>
          )}
        </dl>
      )}
    </>
  )
}

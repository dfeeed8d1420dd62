import { useEffect, useState } from 'react'
import {
  assessMachine,
  compareByUrgency,
  type MachineHealth,
  type HealthLevel,
  walletNames,
} from '../../shared/domain/fleet/fleet.ts'
import type { Language } from '../../shared/domain/language.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import type { DeviceState, DeviceView, LedgerView } from '../../shared/api/fleet/contract.ts'
import { localeOf } from '../i18n/languages.ts'
import { LanguageSelect } from '../ui/choice.tsx'
import { useRinging } from '../ui/hooks.ts'
import { play } from '../ui/sound.ts'
import { answerCall, type Calls, type Fleet, revokeBadge, settleLedger, signOut, useWords } from './fleet-client.ts'
import styles from './fleet.module.css'
import { SettingsSheet } from './settings-sheet.tsx'

const levels: readonly HealthLevel[] = ['red', 'amber', 'green']

interface BoardProps {
  readonly fleet: Fleet
  /** Kiosks' calls for an agent; null if unknown. */
  readonly calls: Calls | null
  /** Time at which the fleet was read, in milliseconds of `Date.now()` in the browser. */
  readonly readMs: number
  /** True if the hub has not responded since the fleet was read. */
  readonly silent: boolean
  readonly onLanguage: (language: Language) => void
  readonly onAsk: () => Promise<void>
}

export function Board({ fleet, calls, readMs, silent, onLanguage, onAsk }: BoardProps) {
  const { t, ago } = useWords()
  const [wanted, setWanted] = useState<Wanted>({ text: '', group: '' })
  const [hidden, setHidden] = useState<ReadonlySet<HealthLevel>>(new Set())
  const [settingsOf, setSettingsOf] = useState<DeviceView | null>(null)
  const sinceRead = Math.max(0, useNow() - readMs)
  const nowMs = Date.parse(fleet.nowUtc) + sinceRead
  const all = fleet.devices
    .map((device): JudgedDevice => ({ deviceId: device.deviceId, device, judgement: assessMachine(device, nowMs) }))
    .toSorted(compareByUrgency)
  const groups = [...new Set(fleet.devices.flatMap((device) => device.group ?? []))].toSorted(compareLabels)
  const found = all.filter(({ device }) => isWanted(device, wanted))
  return (
    <div className={styles.board}>
      <header className={styles.top}>
        <div className={styles.headline}>
          <p className={styles.brand}>Guichet</p>
          <h1>{t.title}</h1>
        </div>
        <p className={styles.fresh} role="status">
          {silent ? t.hubSilent(ago(sinceRead)) : t.upToDate(ago(sinceRead))}
        </p>
        <div className="row gap-60">
          <LanguageChoice onLanguage={onLanguage} />
          <button type="button" className={styles.field} onClick={() => void signOut().then(onAsk)}>
            {t.signOut}
          </button>
        </div>
        <LevelCounts found={found} hidden={hidden} onHidden={setHidden} />
        <Search wanted={wanted} groups={groups} onWanted={setWanted} />
      </header>
      <main className={styles.machines}>
        {calls && <WaitingCustomers calls={calls} nowMs={nowMs} />}
        <WalletNotices notices={fleet.wallets} />
        {all.length === 0 && (
          <div className={styles.empty}>
            <h2>{t.empty.what}</h2>
            <p>{t.empty.todo}</p>
          </div>
        )}
        {all.length > 0 && found.length === 0 && <p className={styles.empty}>{t.noneFound}</p>}
        {levels.map((level) => {
          const here = found.filter(({ judgement }) => judgement.level === level)
          if (here.length === 0 || hidden.has(level)) return null
          return (
            <section key={level} aria-label={t.levels[level]}>
              <h2 className={styles.sectionTitle} data-level={level}>
                {t.levels[level]} <span>{t.machines(here.length)}</span>
              </h2>
              <ul className={styles.cards} data-level={level}>
                {here.map((judged) => (
                  <DeviceCard
                    key={judged.deviceId}
                    judged={judged}
                    nowMs={nowMs}
                    onSettings={setSettingsOf}
                    onAsk={onAsk}
                  />
                ))}
              </ul>
            </section>
          )
        })}
        {calls && <Badges badges={calls.badges} />}
      </main>
      {settingsOf && (
        <SettingsSheet device={settingsOf} set={fleet.set} onClose={() => setSettingsOf(null)} onSent={onAsk} />
      )}
    </div>
  )
}

function WalletNotices({ notices }: { readonly notices: Fleet['wallets'] }) {
  const { t, language } = useWords()
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' })
  return notices.map(({ wallet, untilUtc, isOff }) => {
    const name = walletNames[wallet]
    const text = isOff ? t.wallets.expired : t.wallets.expires
    return (
      <p key={wallet} className={styles.notice} role="status">
        {untilUtc === null ? t.wallets.off(name) : text(name, date.format(new Date(untilUtc)))}
      </p>
    )
  })
}

/** Volume of the call sound, in percent. */
const VOLUME = 60

/** Lists the kiosks that call an agent, and rings until staff accept each call. `nowMs`: time of the hub's clock. */
function WaitingCustomers({ calls: { calls }, nowMs }: { readonly calls: Calls; readonly nowMs: number }) {
  const { t, ago } = useWords()
  const [isUnsent, setUnsent] = useState(false)
  useRinging(calls, () => play('attention', VOLUME))
  if (calls.length === 0) return null
  const answer = async (...[call, how]: Parameters<typeof answerCall>): Promise<void> =>
    setUnsent((await answerCall(call, how)).type === 'unreachable')
  return (
    <section className={styles.calls} aria-label={t.calls.title} role="alert" data-calls>
      <h2>{t.calls.title}</h2>
      {isUnsent && <p>{t.signIn.unreachable}</p>}
      <ul>
        {calls.map((call) => (
          <li key={call.callId} data-coming={call.coming !== null || undefined}>
            <b>
              <bdi data-code>{call.deviceId}</bdi>
            </b>
            <span>{t.calls.reasons[call.reason]}</span>
            <span aria-hidden>{ago(nowMs - Date.parse(call.sinceUtc))}</span>
            {call.coming !== null && <span>{t.calls.coming(call.coming)}</span>}
            {call.coming === null && (
              <button type="button" className={styles.field} onClick={() => void answer(call, 'coming')}>
                {t.calls.go}
                <span className="unseen"> {call.deviceId}</span>
              </button>
            )}
            <button type="button" className={styles.field} onClick={() => void answer(call, 'done')}>
              {t.calls.done}
              <span className="unseen"> {call.deviceId}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Badges({ badges }: Pick<Calls, 'badges'>) {
  const { t, time } = useWords()
  if (badges.length === 0) return null
  return (
    <section className={styles.badges} aria-label={t.badges.title}>
      <h2>{t.badges.title}</h2>
      <ul>
        {badges.map((badge) => (
          <li key={`${badge.desk} ${badge.id}`}>
            <b>
              <bdi>{badge.staff}</bdi> · <bdi>{badge.name}</bdi>
            </b>
            <span>
              {badge.permanent && `${t.badges.permanent} · `}
              {t.badges.issued(badge.desk, time(badge.issuedUtc))}
            </span>
            <button type="button" className={styles.field} onClick={() => void revokeBadge(badge)}>
              {t.badges.revoke}
              <span className="unseen"> {badge.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LevelCountsProps {
  readonly found: readonly JudgedDevice[]
  readonly hidden: ReadonlySet<HealthLevel>
  readonly onHidden: (hidden: ReadonlySet<HealthLevel>) => void
}

function LevelCounts({ found, hidden, onHidden }: LevelCountsProps) {
  const { t } = useWords()
  function toggle(level: HealthLevel): void {
    const next = new Set(hidden)
    if (!next.delete(level)) next.add(level)
    onHidden(next)
  }
  return (
    <div className={styles.counts} role="group" aria-label={t.show}>
      {levels.map((level) => (
        <button
          key={level}
          type="button"
          className={styles.count}
          data-level={level}
          aria-pressed={!hidden.has(level)}
          onClick={() => toggle(level)}
        >
          <LevelMark level={level} />
          <b>{found.filter(({ judgement }) => judgement.level === level).length}</b>
          <span>{t.levels[level]}</span>
        </button>
      ))}
    </div>
  )
}

/** Search text and group; an empty group matches all machines. */
interface Wanted {
  readonly text: string
  readonly group: string
}

function isWanted({ deviceId, group: its }: DeviceView, { text, group }: Wanted): boolean {
  return (group === '' || its === group) && `${deviceId} ${its ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())
}

interface SearchProps {
  readonly wanted: Wanted
  readonly groups: readonly string[]
  readonly onWanted: (wanted: Wanted) => void
}

function Search({ wanted, groups, onWanted }: SearchProps) {
  const { t } = useWords()
  return (
    <div className={styles.filters} role="search">
      <input
        type="search"
        className={styles.field}
        placeholder={t.search}
        aria-label={t.search}
        value={wanted.text}
        onChange={({ target }) => onWanted({ ...wanted, text: target.value })}
      />
      {groups.length > 0 && (
        <select
          className={styles.field}
          aria-label={t.group}
          value={wanted.group}
          onChange={({ target }) => onWanted({ ...wanted, group: target.value })}
        >
          <option value="">{t.allGroups}</option>
          {groups.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </div>
  )
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

interface JudgedDevice {
  readonly deviceId: string
  readonly device: DeviceView
  readonly judgement: MachineHealth
}

interface DeviceCardProps {
  readonly judged: JudgedDevice
  readonly nowMs: number
  readonly onSettings: (device: DeviceView) => void
  readonly onAsk: () => Promise<void>
}

function DeviceCard({ judged, nowMs, onSettings, onAsk }: DeviceCardProps) {
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
      {ledger && <LedgerMismatch deviceId={deviceId} ledger={ledger} onSettled={onAsk} />}
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

/** Returns whether a machine has applied the hub's settings; null if the hub has set none. */
function settingsState({ settings, wanted }: DeviceView): 'waiting' | 'filed' | 'running' | 'refused' | null {
  if (wanted === null) return null
  if (settings?.refused?.version === wanted) return 'refused'
  if ((settings?.filed ?? 0) < wanted) return 'waiting'
  return settings?.running === settings?.filed ? 'running' : 'filed'
}

/** Shows fewer facts for a healthy machine, which needs no action. */
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

interface LedgerMismatchProps {
  readonly deviceId: string
  readonly ledger: LedgerView
  readonly onSettled: () => Promise<void>
}

function LedgerMismatch({ deviceId, ledger: { head, doubt }, onSettled }: LedgerMismatchProps) {
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

/** One shape for each health level, so that colour is not the only cue: octagon, triangle, disc. */
const forms: Readonly<Record<HealthLevel, { readonly outline: string; readonly sign: string }>> = {
  red: { outline: 'M8 2h8l6 6v8l-6 6H8l-6-6V8z', sign: 'M8.5 8.5l7 7M15.5 8.5l-7 7' },
  amber: { outline: 'M12 2.2L23 21.5H1z', sign: 'M12 9v6M12 18.2v.1' },
  green: { outline: 'M12 1.8a10.2 10.2 0 1 0 0 20.4 10.2 10.2 0 0 0 0-20.4z', sign: 'M7 12.5l3.5 3.5 6.5-7.5' },
}

function LevelMark({ level }: { readonly level: HealthLevel }) {
  const { outline, sign } = forms[level]
  return (
    <svg className={styles.mark} data-level={level} viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.markOutline} d={outline} />
      <path className={styles.markSign} d={sign} />
    </svg>
  )
}

export function LanguageChoice({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { language, t } = useWords()
  return <LanguageSelect className={styles.field} label={t.language} {...{ language, onLanguage }} />
}

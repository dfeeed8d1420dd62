import { useEffect, useState } from 'react'
import { byNeed, type Level } from '../../shared/domain/fleet/fleet.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { type DeviceView, judgeDevice } from '../../shared/fleet-api/contract.ts'
import type { Language } from '../../shared/domain/language.ts'
import { DeviceCard, type JudgedDevice } from './device-card.tsx'
import { type Fleet, signOut } from './fleet-client.ts'
import styles from './fleet.module.css'
import { useWords } from './fleet-texts.ts'
import { LanguageChoice } from './language-choice.tsx'
import { LevelMark } from './level-mark.tsx'
import { SettingsSheet } from './settings-sheet.tsx'

const levels: readonly Level[] = ['red', 'amber', 'green']

export interface BoardProps {
  readonly fleet: Fleet
  /** When that was, by this page's clock. */
  readonly readMs: number
  /** The hub has not answered since. */
  readonly silent: boolean
  readonly onLanguage: (language: Language) => void
  /** Reads the fleet again. */
  readonly onAsk: () => Promise<void>
}

/** Every machine at a glance, those that need a person first. */
export function Board({ fleet, readMs, silent, onLanguage, onAsk }: BoardProps) {
  const { t, ago } = useWords()
  const [wanted, setWanted] = useState<Wanted>({ text: '', group: '' })
  const [hidden, setHidden] = useState<ReadonlySet<Level>>(new Set())
  const [settingsOf, setSettingsOf] = useState<DeviceView | null>(null)
  const sinceRead = Math.max(0, useNow() - readMs)
  const nowMs = Date.parse(fleet.nowUtc) + sinceRead
  const all = fleet.devices
    .map((device): JudgedDevice => ({ deviceId: device.deviceId, device, judgement: judgeDevice(device, nowMs) }))
    .toSorted(byNeed)
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
        <div className={styles.tools}>
          <LanguageChoice onLanguage={onLanguage} />
          <button type="button" className={styles.field} onClick={() => void signOut().then(onAsk)}>
            {t.signOut}
          </button>
        </div>
        <LevelCounts found={found} hidden={hidden} onHidden={setHidden} />
        <Search wanted={wanted} groups={groups} onWanted={setWanted} />
      </header>
      <main className={styles.machines}>
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
      </main>
      {settingsOf && (
        <SettingsSheet device={settingsOf} set={fleet.set} onClose={() => setSettingsOf(null)} onSent={onAsk} />
      )}
    </div>
  )
}

interface LevelCountsProps {
  readonly found: readonly JudgedDevice[]
  readonly hidden: ReadonlySet<Level>
  readonly onHidden: (hidden: ReadonlySet<Level>) => void
}

/** How many machines are how well, and which of them are shown. */
function LevelCounts({ found, hidden, onHidden }: LevelCountsProps) {
  const { t } = useWords()
  function toggle(level: Level): void {
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

/** What is looked for; an empty group is every one. */
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

/** This page's clock, each second. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

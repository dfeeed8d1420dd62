import { useId, useState } from 'react'
import { type DeskCommandName, keyName } from '../../shared/domain/desk/shortcuts.ts'
import { decimalIn, readDecimal } from '../../shared/domain/desk/typed-numbers.ts'
import { inWesternDigits } from '../../shared/domain/language.ts'
import { settingParts, type SettingValue, type SettingView } from '../../shared/api/kiosk/office-views.ts'
import type { Problem } from '../app/problem.ts'
import { digitKeys } from '../ui/keypad.tsx'
import { NoticeCode } from '../ui/notice.tsx'
import { isolated, sentence, typedTime } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { commandName } from '../i18n/names.ts'
import { noticeText } from '../i18n/notice-text.ts'
import { useQuery, useCommand, useOffice } from './office-context.tsx'
import { DataTable, OfficePage } from './office-page.tsx'
import styles from './office.module.css'

/** Lists the changeable settings. A valid change takes effect at the next start. */
export function SettingsPage() {
  const { t } = useI18n()
  const { invoke, who } = useOffice()
  const said = useSettingInWords()
  const settings = useQuery('viewSettings', who)
  const [changed, setChanged] = useState<readonly SettingView[] | null>(null)
  const { busy, problem, send } = useCommand()
  const [changedKey, setChangedKey] = useState('')
  const shown = changed ?? settings.value
  const change = async (key: string, value: SettingValue | null): Promise<void> => {
    const reply = await send(invoke('changeSetting', { ...who, key, value }))
    setChangedKey(key)
    if (reply.ok) setChanged(reply.value)
  }
  const names: Readonly<Record<string, string>> = t.office.settings
  const leads: Readonly<Record<string, string>> = t.office.settingWords.leads
  const row = (setting: SettingView) => {
    const { key, kind, running, filed } = setting
    const command = commandOf(key)
    const ofKey = command && commandName(t.desk, command)
    return [
      ofKey === null ? (
        (names[key] ?? key)
      ) : (
        <span key="name" className={styles.command}>
          {ofKey}
        </span>
      ),
      kind === 'text' ? <bdi key="running">{said(setting, running)}</bdi> : said(setting, running),
      <SettingField
        key={`${key} ${JSON.stringify(filed)}`}
        setting={setting}
        name={ofKey === null ? (names[key] ?? key) : t.office.settingWords.keyOf(ofKey)}
        busy={busy}
        problem={changedKey === key ? problem : null}
        onChange={(value) => void change(key, value)}
      />,
    ]
  }
  return (
    <OfficePage title={t.office.pages.settings} lead={t.office.settingsLead} problem={settings.problem}>
      {shown === null && <p className={styles.quiet}>{t.common.wait}</p>}
      {shown !== null &&
        settingParts.map((part) => (
          <section key={part} className={`${styles.part} ${styles.settings}`}>
            <h2>{t.office.settingWords.parts[part]}</h2>
            {part in leads && <p className={styles.quiet}>{leads[part]}</p>}
            <DataTable
              caption={t.office.settingWords.parts[part]}
              head={[t.office.setting, t.office.nowIs, t.office.nextIs]}
              rows={shown.filter((setting) => setting.part === part).map(row)}
            />
          </section>
        ))}
    </OfficePage>
  )
}

/** Returns the command whose shortcut the setting defines; null for other settings. */
function commandOf(key: string): DeskCommandName | null {
  return key.startsWith('shortcuts.') ? (key.slice('shortcuts.'.length) as DeskCommandName) : null
}

interface SettingFieldProps {
  readonly setting: SettingView
  readonly name: string
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onChange: (value: SettingValue | null) => void
}

function SettingField({ setting, name, busy, problem, onChange }: SettingFieldProps) {
  const i18n = useI18n()
  const refusalId = useId()
  const refusal = problem && noticeText(i18n, problem)
  const { kind, filed } = setting
  const [draft, setDraft] = useState(filed)
  const value = cleaned(kind, draft)
  const changed = JSON.stringify(value) !== JSON.stringify(filed)
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && !busy) onChange(value)
      }}
    >
      <SettingControl
        setting={setting}
        name={name}
        value={draft}
        onChange={setDraft}
        said={refusal ? { 'aria-invalid': true, 'aria-describedby': refusalId } : {}}
      />
      {changed && (
        <button type="submit" className={styles.strong} aria-disabled={busy}>
          {i18n.t.office.record}
        </button>
      )}
      {problem && refusal && (
        <span id={refusalId} className={styles.notice} role="alert">
          <strong>{sentence(refusal.title)}</strong> {refusal.body}
          <NoticeCode type={problem.type} />
        </span>
      )}
    </form>
  )
}

/** Returns the typed draft as a value to save. Null for a blank draft, so that the setting is left unset. */
function cleaned(kind: SettingView['kind'], draft: SettingValue | null): SettingValue | null {
  if (typeof draft === 'string') return (kind === 'time' ? typedTime(draft) : draft.trim()) || null
  if (draft === null || typeof draft !== 'object') return draft
  if ('from' in draft) {
    const hours = { from: typedTime(draft.from), to: typedTime(draft.to) }
    return hours.from === '' && hours.to === '' ? null : hours
  }
  return kind === 'ranked' && draft.length === 0 ? null : draft
}

interface SettingControlProps {
  readonly setting: SettingView
  readonly name: string
  /** Value as currently typed; null if the setting is unset. */
  readonly value: SettingValue | null
  readonly onChange: (value: SettingValue | null) => void
  /** ARIA attributes that link the control to the message about its problem. */
  readonly said: { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string }
}

function SettingControl(props: SettingControlProps) {
  switch (props.setting.kind) {
    case 'choice':
    case 'switch':
      return <OneOf {...props} />
    case 'several':
      return <Several {...props} />
    case 'ranked':
      return <Ranked {...props} />
    case 'hours':
      return <Hours {...props} />
    default:
      return <Typed {...props} />
  }
}

/** Returns the text for an unset setting, which names the default value if there is one. */
function useUnset({ setting }: SettingControlProps): string {
  const { t } = useI18n()
  const said = useSettingInWords()
  return setting.usual === null ? t.office.unset : t.office.settingWords.usual(said(setting, setting.usual))
}

function OneOf(props: SettingControlProps) {
  const { setting, name, value, onChange, said } = props
  const inWords = useSettingInWords()
  const unset = useUnset(props)
  const { kind, choices, filed } = setting
  // A value that is not among the choices, such as a display number in the settings file, is shown unchanged.
  const values: readonly SettingValue[] =
    kind === 'switch' ? [true, false] : filed === null || choices.includes(plain(filed)) ? choices : [...choices, filed]
  return (
    <select
      {...said}
      aria-label={name}
      value={plain(value)}
      onChange={({ target }) => onChange(values.find((each) => plain(each) === target.value) ?? null)}
    >
      <option value="">{unset}</option>
      {values.map((each) => (
        <option key={plain(each)} value={plain(each)}>
          {inWords(setting, each)}
        </option>
      ))}
    </select>
  )
}

function Typed(props: SettingControlProps) {
  const { setting, name, value, onChange, said } = props
  const unset = useUnset(props)
  const figures = setting.kind === 'number'
  const isDecimal = setting.key === 'seller.taxRate'
  // The typed text is retained, because a number cannot represent an unfinished decimal such as `5,`.
  const [typed, setTyped] = useState('')
  const text = figures && readDecimal(typed) === value ? typed : plain(value)
  return (
    <input
      {...said}
      {...((figures || setting.kind === 'time') && digitKeys)}
      aria-label={name}
      dir={text === '' ? undefined : 'auto'}
      inputMode={isDecimal ? 'decimal' : figures ? 'numeric' : 'text'}
      placeholder={unset}
      value={text}
      maxLength={300}
      onChange={({ target }) => {
        const figure = isDecimal ? decimalIn(target.value) : digitsIn(target.value)
        setTyped(figure)
        onChange(figures ? readDecimal(figure) : target.value === '' ? null : target.value)
      }}
    />
  )
}

const digitsIn = (typed: string): string => inWesternDigits(typed).replaceAll(/\D/gu, '')

function Hours({ name, value, onChange, said }: SettingControlProps) {
  const { t } = useI18n()
  const hours = value !== null && typeof value === 'object' && 'from' in value ? value : { from: '', to: '' }
  const { opens, closes } = t.office.settingWords
  return (
    <span className={styles.field} role="group" aria-label={name}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {end === 'from' ? opens : closes}{' '}
          <input
            {...said}
            {...digitKeys}
            className={styles.time}
            inputMode="text"
            placeholder={t.office.unset}
            value={hours[end]}
            maxLength={20}
            onChange={({ target }) => onChange({ ...hours, [end]: target.value })}
          />
        </label>
      ))}
    </span>
  )
}

function Several({ setting, name, value, onChange, said }: SettingControlProps) {
  const inWords = useSettingInWords()
  const { choices, usual } = setting
  const chosen = listOf(value ?? usual)
  return (
    <span className={styles.ticks} role="group" aria-label={name} {...said}>
      {choices.map((choice) => (
        <label key={choice} className={styles.tick}>
          <input
            type="checkbox"
            checked={chosen.includes(choice)}
            onChange={({ target }) =>
              onChange(choices.filter((each) => (each === choice ? target.checked : chosen.includes(each))))
            }
          />{' '}
          {inWords(setting, choice)}
        </label>
      ))}
    </span>
  )
}

/** Selects printers in order of priority. A printer is used if all earlier printers cannot print. */
function Ranked({ setting, name, value, onChange, said }: SettingControlProps) {
  const { t } = useI18n()
  const { orElse, nobody, rank } = t.office.settingWords
  const chosen = listOf(value)
  const choices = [...new Set([...setting.choices, ...chosen])]
  if (choices.length === 0) return <span className={styles.quiet}>{t.office.noPrinters}</span>
  const slots = chosen.length < choices.length ? [...chosen, ''] : chosen
  return (
    <span className={styles.field} role="group" aria-label={name}>
      {slots.map((printer, slot) => (
        <span key={slot} className={styles.rank}>
          {slot > 0 && <span className={styles.quiet}>{orElse}</span>}
          <select
            {...said}
            aria-label={rank(name, slot + 1)}
            value={printer}
            onChange={({ target }) => onChange(slots.with(slot, target.value).filter((each) => each !== ''))}
          >
            <option value="">{chosen.length === 0 ? t.office.unset : nobody}</option>
            {choices
              .filter((each) => each === printer || !chosen.includes(each))
              .map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
          </select>
        </span>
      ))}
    </span>
  )
}

/** Returns the value as text for a form; empty for an unset value. */
function plain(value: SettingValue | null): string {
  return value === null || typeof value === 'object' ? '' : String(value)
}

function listOf(value: SettingValue | null): readonly string[] {
  return value !== null && typeof value === 'object' && !('from' in value) ? value : []
}

/** Returns a function that describes a setting's value or choice; null stands for an unset setting. */
export function useSettingInWords(): (setting: Pick<SettingView, 'kind'>, value: SettingValue | null) => string {
  const { t } = useI18n()
  const { choices, settingWords, onOff, unset } = t.office
  const names: Readonly<Record<string, string>> = { ...choices, ...t.desk.tenders }
  return ({ kind }, value) => {
    if (value === null) return unset
    if (typeof value === 'boolean') return onOff(value)
    if (typeof value === 'number') return String(value)
    // Staff chose the printer's name, so it is not translated.
    if (typeof value === 'string') return kind === 'ranked' ? value : (names[value] ?? keyName(value))
    if ('from' in value) return settingWords.hours(value.from, value.to)
    if (value.length === 0) return unset
    return kind === 'ranked'
      ? value.map(isolated).join(`${t.common.comma}${settingWords.orElse} `)
      : value.map((name) => names[name] ?? name).join(t.common.comma)
  }
}

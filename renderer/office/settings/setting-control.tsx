import { inWesternDigits } from '../../../shared/domain/language.ts'
import type { SettingValue, SettingView } from '../../../shared/kiosk-api/office-views.ts'
import { digitKeys } from '../../components/keypad.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useSettingInWords } from './setting-in-words.ts'
import styles from '../office.module.css'

export interface SettingControlProps {
  readonly setting: SettingView
  readonly name: string
  /** As it is being typed; null: left out. */
  readonly value: SettingValue | null
  readonly onChange: (value: SettingValue | null) => void
  /** How a refusal is tied to what was refused. */
  readonly said: { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string }
}

export function SettingControl(props: SettingControlProps) {
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

/** What holds where the setting is left out. */
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
  // The file may say what only people with an editor write, such as the number of a display: it is shown as it is.
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
  const text = plain(value)
  return (
    <input
      {...said}
      {...((figures || setting.kind === 'time') && digitKeys)}
      aria-label={name}
      dir={text === '' ? undefined : 'auto'}
      inputMode={figures ? 'numeric' : 'text'}
      placeholder={unset}
      value={text}
      maxLength={300}
      onChange={({ target }) => {
        const typed = figures ? inWesternDigits(target.value).replaceAll(/\D/gu, '') : target.value
        onChange(typed === '' ? null : figures ? Number(typed) : typed)
      }}
    />
  )
}

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

/** One list after another, each for when the ones before cannot print. */
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

/** As a form has it; empty where it is left out. */
function plain(value: SettingValue | null): string {
  return value === null || typeof value === 'object' ? '' : String(value)
}

function listOf(value: SettingValue | null): readonly string[] {
  return value !== null && typeof value === 'object' && !('from' in value) ? value : []
}

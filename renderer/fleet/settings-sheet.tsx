import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react'
import { inWesternDigits } from '../../shared/domain/language.ts'
import { digitKeys } from '../ui/keypad.tsx'
import { typedTime } from '../i18n/dates.ts'
import type { DeviceView, SettingsTarget, SettingValues } from '../../shared/api/fleet/contract.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { expectedText } from '../i18n/problem-text.ts'
import { readTypedNumber, remoteSettings, type RemoteSettingView } from '../../shared/api/kiosk/settings.ts'
import { sendSettings, type Fleet, useWords } from './fleet-client.ts'
import styles from './fleet.module.css'

interface SettingsSheetProps {
  readonly device: DeviceView
  readonly set: Fleet['set']
  readonly onClose: () => void
  readonly onSent: () => Promise<void>
}

/** Form for the settings that the hub sets on a machine or on its group; sends only changed values. */
export function SettingsSheet({ device, set, onClose, onSent }: SettingsSheetProps) {
  const { t } = useWords()
  const { deviceId, group } = device
  const [ofGroup, setOfGroup] = useState(false)
  /** Settings that the hub rejected; empty if sending failed for another reason, null if nothing was sent. */
  const [unsent, setUnsent] = useState<readonly SettingFault[] | null>(null)
  const sheet = useRef<HTMLDialogElement>(null)
  const [titleId, targetId] = [useId(), useId()]
  const target: SettingsTarget = ofGroup && group !== null ? { group } : { device: deviceId }
  const before = set.find((one) => JSON.stringify(one.target) === JSON.stringify(target))?.values ?? {}

  useEffect(() => sheet.current?.showModal(), [])

  async function send(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const values: SettingValues = {}
    for (const { key, kind } of remoteSettings) {
      const value = readField(kind, form.get(key))
      if (value !== (before[key] ?? null)) values[key] = value
    }
    if (Object.keys(values).length === 0) return onClose()
    const done = await sendSettings(target, values)
    if (done.type !== 'ok') return setUnsent(done.type === 'invalid' ? done.faults : [])
    await onSent()
    onClose()
  }

  return (
    <dialog ref={sheet} className={styles.sheet} aria-labelledby={titleId} onClose={onClose}>
      <form key={String(ofGroup)} onSubmit={(event) => void send(event)}>
        <h2 id={titleId}>{t.settings.title(deviceId)}</h2>
        <p>{t.settings.note}</p>
        {group !== null && (
          <div className={styles.row}>
            <label htmlFor={targetId}>{t.settings.target}</label>
            <select
              id={targetId}
              className={styles.field}
              value={String(ofGroup)}
              onChange={({ target: chosen }) => setOfGroup(chosen.value === 'true')}
            >
              <option value="false">{t.settings.machine(deviceId)}</option>
              <option value="true">{t.settings.wholeGroup(group)}</option>
            </select>
          </div>
        )}
        {remoteSettings.map((setting) => (
          <Field key={setting.key} setting={setting} value={before[setting.key] ?? null} />
        ))}
        <p role="alert" className={styles.problem}>
          {unsent && [t.settings.unsent, ...unsent.map((fault) => expectedText(fault, t.settings.faults))].join(' ')}
        </p>
        <div className="row between gap-75">
          <button type="submit" className={styles.go}>
            {t.settings.send}
          </button>
          <button type="button" className={styles.field} onClick={onClose}>
            {t.settings.close}
          </button>
        </div>
      </form>
    </dialog>
  )
}

interface FieldProps {
  readonly setting: RemoteSettingView
  readonly value: string | number | boolean | null
}

function Field({ setting: { key: name, kind, ...setting }, value }: FieldProps) {
  const { t } = useWords()
  const id = useId()
  const choices = kind === 'switch' ? ['true', 'false'] : setting.choices
  const { choices: choiceNames, onOff, unset } = t.settings.office
  const words: Readonly<Record<string, string>> = { ...choiceNames, true: onOff(true), false: onOff(false) }
  const labels: Readonly<Record<string, string>> = {
    ...t.settings.office.settings,
    'updates.openingHours.from': t.settings.openingFrom,
    'updates.openingHours.to': t.settings.openingTo,
  }
  const shared = { id, name, className: styles.field, defaultValue: value === null ? '' : String(value) }
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{labels[name]}</label>
      {choices ? (
        <select {...shared}>
          <option value="">{unset}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {words[choice] ?? choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          {...((kind === 'number' || kind === 'time') && digitKeys)}
          type="text"
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          placeholder={unset}
        />
      )}
    </div>
  )
}

/**
 * Returns the typed value of a field, or its text if the value is invalid. Null for an empty field: the hub then leaves
 * the setting unset.
 */
function readField(kind: RemoteSettingView['kind'], text: FormDataEntryValue | null): string | number | boolean | null {
  const typed = typeof text === 'string' ? text.trim() : ''
  if (typed === '') return null
  if (kind === 'time') return typedTime(typed)
  if (kind === 'switch') return typed === 'true'
  return kind === 'number' ? readTypedNumber(inWesternDigits(typed)) : typed
}

import { type ButtonHTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react'
import type { SetupPrinter } from '../../shared/api/kiosk/setup.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { TicketStub } from '../ui/illustrations/paper.tsx'
import { digitKeys } from '../ui/keypad.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Sheet, type SheetProps } from '../ui/sheets/sheet.tsx'
import { OnScreenKeyboard } from '../ui/on-screen-keyboard.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { ProblemOfSetup, useSetup } from './setup-context.tsx'
import styles from './setup.module.css'

interface StepSheetProps extends Pick<SheetProps, 'title' | 'lead' | 'leadRole' | 'background' | 'turn'> {
  /** Buttons of the step, starting with the button that leads to the next step. */
  readonly actions?: ReactNode
  readonly onBack?: () => void
  readonly children?: ReactNode
}

/** Sheet of a set-up step, with a ticket that shows the answers given so far. */
export function StepSheet({ actions, onBack, children, ...sheet }: StepSheetProps) {
  const { t } = useI18n()
  const state = useSetup()
  return (
    <Sheet
      {...sheet}
      notice={state.problem && <ProblemOfSetup problem={state.problem} />}
      coupon={<MachineCoupon />}
      actions={
        <>
          {actions}
          <Button kind="quiet" icon="arrow-left" disabled={state.busy} onPress={onBack ?? state.onBack}>
            {t.common.back}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}

interface FormSheetProps extends Omit<StepSheetProps, 'actions'> {
  readonly onNext: () => void
  /** False if an answer is missing. */
  readonly ready?: boolean
  /** False for a form without text fields. Such a form needs no on-screen keyboard. */
  readonly typed?: boolean
  /** Content shown above the form. */
  readonly remark?: ReactNode
}

export function FormSheet({ onNext, ready = true, typed = true, remark, children, ...sheet }: FormSheetProps) {
  return (
    <StepSheet {...sheet} actions={<NextButton disabled={!ready} onPress={onNext} />}>
      {remark}
      <StepForm onNext={onNext}>{children}</StepForm>
      {typed && <OnScreenKeyboard />}
    </StepSheet>
  )
}

export function MachineCoupon() {
  const { t } = useI18n()
  const { answers, people, hasMachinePin } = useSetup().view
  const { profile, deviceId, partner, printer } = answers
  const words = t.setup.coupon
  const live = profile === undefined || profile === 'kiosk' || profile === 'cashier'
  return (
    <TicketStub
      label={words.label}
      toFill={words.toFill}
      fields={[
        { label: words.profile, value: profile ? t.setup.profile.names[profile] : null, strong: true },
        ...(profile === 'hub' ? [] : [{ label: words.device, value: deviceId ?? null }]),
        ...(live
          ? [
              { label: words.partner, value: partner ? hostOf(partner.baseUrl) : null },
              { label: words.printer, value: printer ? printerName(printer) : null },
              { label: words.people, value: hasMachinePin || people.length > 0 ? '✓' : null },
            ]
          : []),
      ]}
    />
  )
}

/** Returns the printer's queue or address as displayed, or `PDF` if there is no printer. */
export function printerName(printer: SetupPrinter): string {
  if (printer.kind === 'none') return 'PDF'
  return printer.kind === 'queue' ? printer.queue : printer.address.replace(/^tcp:\/\//u, '')
}

/** Returns the host of an address, or any other text unchanged. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

export function NextButton({ onPress, disabled = false }: { onPress: () => void; disabled?: boolean }) {
  const { t } = useI18n()
  const { busy } = useSetup()
  return (
    <Button kind="primary" icon="arrow-right" disabled={busy || disabled} onPress={onPress}>
      {t.setup.next}
    </Button>
  )
}

export function StepForm({ onNext, children }: { onNext: () => void; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      {children}
      <input type="submit" value={t.setup.next} hidden />
    </form>
  )
}

export interface Fact {
  readonly label: string
  readonly value: string
  readonly remark?: string
  /** True if the item is not completely set up. */
  readonly open?: boolean
}

export function SummaryList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.summary}>
      {facts.map(({ label, value, remark, open }) => (
        <div key={label} data-open={open}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
            {remark && <span>{remark}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ChoiceGroupProps<T> {
  readonly legend: string
  readonly options: readonly T[]
  readonly keyOf?: (option: T) => string
  /** Text of an option. Default: the option itself. */
  readonly render?: (option: T) => ReactNode
  readonly isChosen: (option: T) => boolean
  readonly isFixed?: (option: T) => boolean
  readonly ofLanguages?: boolean
  readonly onChoose: (option: T) => void
  readonly className?: string | undefined
  readonly children?: ReactNode
}

export function ChoiceGroup<T>({
  legend,
  options,
  keyOf = String,
  render = keyOf,
  isChosen,
  isFixed = () => false,
  ofLanguages = false,
  onChoose,
  className = styles.row,
  children,
}: ChoiceGroupProps<T>) {
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={className}>
        {options.map((each) => (
          <Choice
            key={keyOf(each)}
            {...(ofLanguages && { lang: keyOf(each) })}
            chosen={isChosen(each)}
            disabled={isFixed(each)}
            onPress={() => onChoose(each)}
          >
            {render(each)}
          </Choice>
        ))}
      </div>
      {children}
    </fieldset>
  )
}

interface HolderProps extends Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'disabled' | 'aria-current' | 'aria-pressed'
> {
  readonly icon?: IconName
  readonly title: string
  readonly about?: string
  readonly chosen: boolean
  /** Text at the end of the button; the button of a chosen option shows a tick before the text. */
  readonly state?: string
  readonly onPress: () => void
}

export function Holder({ icon, title, about, chosen, state, onPress, ...button }: HolderProps) {
  return (
    <button type="button" className={styles.holder} data-chosen={chosen} {...button} onClick={onPress}>
      {icon && <Icon name={icon} />}
      {about === undefined ? (
        <strong>{title}</strong>
      ) : (
        <span>
          <strong>{title}</strong>
          <span>{about}</span>
        </span>
      )}
      {state !== undefined && (
        <em>
          {chosen && <Icon name="check" />}
          {state}
        </em>
      )}
    </button>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly example?: string
  /** Text shown below the field. */
  readonly remark?: string
  readonly secret?: boolean
  readonly digits?: boolean
  /** True for several lines, such as a key in PEM format. */
  readonly long?: boolean
  /** True for text in a natural language, which is displayed in the direction of its script. */
  readonly words?: boolean
  /** True if the field receives the focus when the step appears. */
  readonly first?: boolean
  readonly onChange: (value: string) => void
}

/**
 * Text field for a keyboard or the on-screen keyboard. Addresses and codes run from left to right in every language.
 */
export function TextField({
  label,
  value,
  example,
  remark,
  secret,
  digits,
  long,
  words,
  first,
  onChange,
}: TextFieldProps) {
  const described = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useEffect(() => {
    if (first) field.current?.focus()
  }, [first])
  const common = {
    ref: field,
    ...(digits && digitKeys),
    value,
    dir: words ? 'auto' : 'ltr',
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    placeholder: example,
    'aria-describedby': remark ? described : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  } as const
  return (
    <div className={styles.field}>
      <label>
        <span>{label}</span>
        {long ? <textarea {...common} rows={4} /> : <input {...common} type={secret ? 'password' : 'text'} />}
      </label>
      {remark && <small id={described}>{remark}</small>}
    </div>
  )
}

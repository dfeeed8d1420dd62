import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { SetupPrinter } from '../../shared/kiosk-api/setup.ts'
import { Button } from '../components/button.tsx'
import { Coupon } from '../components/drawn/paper.tsx'
import { digitKeys } from '../components/keypad.tsx'
import { Sheet, type SheetProps } from '../components/sheets/sheet.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { ProblemOfSetup, useSetup } from './setup-context.tsx'
import styles from './setup.module.css'

interface StepSheetProps extends Pick<SheetProps, 'title' | 'lead' | 'leadRole' | 'background' | 'turn'> {
  /** The way on, first. */
  readonly actions?: ReactNode
  readonly onBack?: () => void
  readonly children?: ReactNode
}

/** A step of the set-up: the machine's own ticket, filled in as it goes. */
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

/** What the machine is by now. */
export function MachineCoupon() {
  const { t } = useI18n()
  const { answers, people, hasMachinePin } = useSetup().view
  const { profile, deviceId, partner, printer } = answers
  const words = t.setup.coupon
  const live = profile === undefined || profile === 'kiosk' || profile === 'cashier'
  return (
    <Coupon
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

/** As its technician named it. */
export function printerName(printer: SetupPrinter): string {
  if (printer.kind === 'none') return 'PDF'
  return printer.kind === 'queue' ? printer.queue : printer.address.replace(/^tcp:\/\//u, '')
}

/** Without what stands before and after every address. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

/** The way on. */
export function NextButton({ onPress, disabled = false }: { onPress: () => void; disabled?: boolean }) {
  const { t } = useI18n()
  const { busy } = useSetup()
  return (
    <Button kind="primary" icon="arrow-right" disabled={busy || disabled} onPress={onPress}>
      {t.setup.next}
    </Button>
  )
}

/** Fields of a step: Enter in any of them is the way on. */
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

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly example?: string
  /** Under the field. */
  readonly remark?: string
  /** What is typed is not shown. */
  readonly secret?: boolean
  /** A number. */
  readonly digits?: boolean
  /** Several lines, as a key in PEM has them. */
  readonly long?: boolean
  /** Words in a language, which run as their script does. */
  readonly words?: boolean
  /** Has the keys when the step comes up. */
  readonly first?: boolean
  readonly onChange: (value: string) => void
}

/** A line to type, by a keyboard or the board on the screen. Addresses of machines and codes run from left to right in every language. */
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

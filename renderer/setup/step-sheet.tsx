import type { ReactNode } from 'react'
import type { SetupPrinter } from '../../shared/kiosk-api/setup.ts'
import { Button } from '../components/button.tsx'
import { Coupon } from '../components/drawn/paper.tsx'
import { Sheet, type SheetProps } from '../components/sheets/sheet.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { ProblemOfSetup } from './problem-of-setup.tsx'
import { useSetup } from './setup-context.tsx'

export interface StepSheetProps extends Pick<SheetProps, 'title' | 'lead' | 'leadRole' | 'background' | 'turn'> {
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

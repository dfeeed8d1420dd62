import { Sheet } from '../../components/sheets/sheet.tsx'
import { Waiting } from '../../components/drawn/waiting.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'

/** The money is in, the tickets are asked for: nothing to do but to stay. */
export function ConfirmingScreen({ slow }: { slow: boolean }) {
  const { t } = useI18n()
  return (
    <Sheet title={t.confirming.title} coupon={<SaleCoupon countdown={false} />} picture={<HeldPlaces />}>
      <Waiting
        label={slow ? t.confirming.slowTitle : t.confirming.body}
        {...(slow && { detail: t.confirming.slowBody })}
      />
    </Sheet>
  )
}

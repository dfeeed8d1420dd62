import type { ReactNode } from 'react'
import type { SupportCase } from '../../../app/problem.ts'
import { moneyOf, type SaleMoney } from '../../../app/sale-money.ts'
import { Button } from '../../../components/button.tsx'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { ReferenceCard } from '../../collecting/reference-card.tsx'
import { useDeviceCode } from '../../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import { StaffPerson } from '../drawings/people.tsx'
import { MoneyMoved } from '../money-moved.tsx'
import { PictureSheet } from '../picture-sheet.tsx'
import { Said } from '../said.tsx'
import styles from './trouble-in-pictures.module.css'

export interface TroubleProps {
  readonly title: string
  readonly lead: string
  /** What happened. */
  readonly icon: IconName
  /** Default: of the sale on the screen. */
  readonly money?: SaleMoney
  /** The case whose code is shown. */
  readonly about: SupportCase
  /** For staff, and to come back with. */
  readonly reference?: string
  /** Staff are to come: their drawing, and their way in. */
  readonly staff?: boolean
  readonly onYes?: () => void
  readonly onNo?: () => void
  readonly children?: ReactNode
}

/** Whether money moved; null: it may have, and nobody pays again. Undefined: there is nothing to say about it. */
const drawnAs: Readonly<Record<SaleMoney, boolean | null | undefined>> = {
  'no-sale': undefined,
  none: false,
  'left-open': null,
  pending: null,
  partly: true,
  paid: true,
  owed: true,
  closed: undefined,
}

/** What happened, whether money moved, and whom to turn to: three drawings, each of which can be heard. */
export function TroubleInPictures({
  title,
  lead,
  icon,
  money,
  about,
  reference,
  staff = false,
  onYes,
  onNo,
  children,
}: TroubleProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const device = useDeviceCode(about)
  const { sale } = useKioskState()
  const paid = drawnAs[money ?? moneyOf(sale)]
  return (
    <PictureSheet title={title} lead={lead} leadRole="alert" countdown={false} onYes={onYes} onNo={onNo}>
      <div className={styles.trouble}>
        <div className={styles.drawings}>
          <Said words={title} look={styles.drawing}>
            <Icon name={icon} />
          </Said>
          {paid !== undefined && (
            <Said
              words={paid === null ? t.pictures.dontPayTwice : paid ? t.pictures.paid : t.pictures.notPaid}
              look={styles.drawing}
            >
              <MoneyMoved paid={paid} />
            </Said>
          )}
          {staff && (
            <>
              <span className={styles.arrow}>
                <Icon name="arrow-right" />
              </span>
              <Said words={t.pictures.staff} look={styles.staff}>
                <StaffPerson />
              </Said>
            </>
          )}
        </div>
        {children}
        {reference !== undefined && <ReferenceCard reference={reference} />}
        <div className={styles.foot}>
          <p>{device}</p>
          {staff && (
            <Button kind="quiet" icon="person" onPress={store.openStaff}>
              {t.staff.enter}
            </Button>
          )}
        </div>
      </div>
    </PictureSheet>
  )
}

import type { ReactNode } from 'react'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { Sheet, type SheetProps } from '../../components/sheets/sheet.tsx'
import { sentence } from '../../i18n/sentence.ts'
import { AnswerBar, type AnswerBarProps } from './answer-bar.tsx'
import { ChosenSoFar } from './chosen-so-far.tsx'

export interface PictureSheetProps
  extends Pick<SheetProps, 'title' | 'turn' | 'lead' | 'notice' | 'leadRole'>, Omit<AnswerBarProps, 'question'> {
  /** What has been chosen before, on the stub; of a sale it is known. */
  readonly event?: EventOffer
  readonly count?: number
  /** False once the money is in. */
  readonly countdown?: boolean
  /** Small and quiet, beside the heading: other pages, and when this one goes. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** The sheet of every screen that shows pictures first: a question that is said, pictures, and the answers. */
export function PictureSheet({
  event,
  count,
  countdown,
  aside,
  onYes,
  ready,
  onNo,
  children,
  ...sheet
}: PictureSheetProps) {
  const question = sheet.lead ? `${sentence(sheet.title)} ${sheet.lead}` : sheet.title
  return (
    <Sheet
      {...sheet}
      coupon={<ChosenSoFar event={event} count={count} countdown={countdown} />}
      options={aside}
      actions={<AnswerBar question={question} onYes={onYes} ready={ready} onNo={onNo} />}
    >
      {children}
    </Sheet>
  )
}

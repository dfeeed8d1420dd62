import type { ReactNode } from 'react'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { SaleStage } from '../../../shared/api/kiosk/views.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Guilloche } from '../../ui/illustrations/guilloche.tsx'
import { QrCode } from '../../ui/illustrations/paper.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { holding, useSpoken } from '../../ui/speech/speech.tsx'
import type { Catalogue } from '../../i18n/fr/catalogue.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { CallAgentButton } from '../paying/agent-call.tsx'
import { ProblemNotice, useDeviceCode } from '../problem-notice.tsx'
import { SaleStub } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import styles from './collecting.module.css'

const ways = ['code', 'lost'] as const

/** Asks whether the customer wants to collect paid tickets or has lost printed tickets. */
export function CollectionWaysScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const words = t.collecting.ways
  return (
    <Sheet title={t.collecting.open} lead={words.lead}>
      <div className={styles.ways}>
        {ways.map((way) => (
          <button key={way} type="button" className={styles.way} onClick={() => store.collectBy(way)}>
            <span className={styles.picture}>{way === 'code' ? <SlipDrawing /> : <LostTicketDrawing />}</span>
            <span className={styles.name}>
              <b>{words[way].name}</b>
              <Icon name="arrow-right" />
            </span>
            <span className={styles.about}>{words[way].about}</span>
          </button>
        ))}
      </div>
      <div className={styles.foot}>
        <Button kind="quiet" icon="arrow-left" onPress={store.backToAttract}>
          {t.common.back}
        </Button>
        <Button kind="quiet" icon="person" onPress={store.openSearch}>
          {t.staff.enter}
        </Button>
      </div>
    </Sheet>
  )
}

type LostTicketFact = keyof Catalogue['collecting']['lost']['facts']

const EXAMPLE = 'K7M 4XT'

/** Details by which staff can find a sale without its ticket, each with an icon and an example. */
const facts: readonly (readonly [LostTicketFact, IconName, string])[] = [
  ['reference', 'slip', EXAMPLE],
  ['seat', 'ticket', 'S5 · F · 12'],
  ['time', 'clock', '16:02'],
  ['amount', 'cash', '80 000'],
  ['phone', 'telephone', '… 54 32'],
]

/** Directs a customer without tickets to staff, because only staff may reprint tickets. */
export function LostTicketScreen() {
  const { t } = useI18n()
  const store = useKioskStore()
  const { info } = useKioskState()
  const words = t.collecting.lost
  const where = info ? words.where(t.tools.device(info.deviceId)) : ''
  useSpoken('fact', [words.bring, ...facts.map(([fact]) => `${words.facts[fact]}.`), where].join(' '))
  return (
    <Sheet
      title={words.title}
      lead={words.body}
      coupon={
        <div className={styles.aside}>
          <LostTicketDrawing />
        </div>
      }
      actions={
        <>
          <Button kind="primary" onPress={store.backToAttract}>
            {t.done.finish}
          </Button>
          <CallAgentButton reason="help" />
          <Button kind="quiet" icon="arrow-left" onPress={() => store.collectBy(null)}>
            {t.common.back}
          </Button>
          <Button kind="quiet" icon="person" onPress={store.openSearch}>
            {t.staff.enter}
          </Button>
        </>
      }
    >
      <div className={styles.lost} data-said>
        <h2>{words.bring}</h2>
        <ul className={styles.facts}>
          {facts.map(([fact, icon, example]) => (
            <li key={fact} className={styles.fact}>
              <Icon name={icon} />
              <span>{words.facts[fact]}</span>
              <b aria-hidden="true" dir="ltr" data-code={fact === 'reference' || fact === 'seat' || undefined}>
                {example}
              </b>
            </li>
          ))}
          <li className={styles.fact}>
            <Icon name="info" />
            <span>{where}</span>
          </li>
        </ul>
      </div>
    </Sheet>
  )
}

/** Drawing of a collection slip with its reference highlighted. */
export function SlipDrawing() {
  return (
    <svg className={styles.drawing} viewBox="44 0 232 236" aria-hidden="true">
      <path className={styles.paper} d="M60 10h200v210l-20-10-20 10-20-10-20 10-20-10-20 10-20-10-20 10-20-10-20 10z" />
      <path d="M84 34h96M84 142h152M84 162h120M84 182h136" />
      <rect className={styles.mark} x="76" y="54" width="168" height="66" rx="8" />
      <g className={styles.signs}>
        {Array.from(EXAMPLE, (sign, index) => (
          <text key={index} x={97 + index * 24 - (index > 3 ? 16 : 0)} y="98">
            {sign}
          </text>
        ))}
      </g>
    </svg>
  )
}

function LostTicketDrawing() {
  return (
    <svg className={styles.drawing} viewBox="24 44 272 156" aria-hidden="true">
      <path className={styles.gone} d="M40 60h240v44a18 18 0 0 0 0 36v44H40v-44a18 18 0 0 0 0-36zM214 70v104" />
      <path className={styles.question} d="M104 102c2-30 48-26 44 4-2 14-19 16-19 30M129 156v1" />
    </svg>
  )
}

/** Screen for a payment that was confirmed late. Nothing is printed before the customer confirms. */
export function CollectScreen({ stage }: { stage: Extract<SaleStage, { name: 'print-problem' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  const words = t.collecting.ready
  return (
    <Sheet
      title={words.title}
      lead={words.body}
      leadRole="alert"
      notice={problem && <ProblemNotice notice={problem} />}
      coupon={<SaleStub countdown={false} />}
      actions={
        <>
          <Button kind="primary" icon="printer" disabled={busy} onPress={store.retryPrint}>
            {words.print}
          </Button>
          <Button kind="quiet" disabled={busy} onPress={() => store.leave('cancelled')}>
            {words.later}
          </Button>
        </>
      }
    >
      <ReferenceCard reference={stage.reference} />
    </Sheet>
  )
}

interface ReferenceCardProps {
  readonly reference: string
  /** Label of the reference. Default: the label of a sale's reference. */
  readonly label?: string
  /** Further details below the reference, to be included in the customer's photograph. */
  readonly children?: ReactNode
}

/** Number of characters of a sale's reference. The number of a voucher is longer. */
const COLLECTION_CODE = 6

/** Size of the QR code on the smallest screen, in millimetres. The code is drawn larger if there is space. */
const QR_MM = 24

/** Reference of a sale as text and as a QR code, for the customer to photograph. */
export function ReferenceCard({ reference, label, children }: ReferenceCardProps) {
  const { t } = useI18n()
  const { info } = useKioskState()
  return (
    <div className={styles.card} data-long={reference.length > COLLECTION_CODE}>
      <span className={styles.ornament}>
        <Guilloche seed={reference} />
      </span>
      <dl className={styles.cardFacts}>
        <div>
          <dt>{label ?? t.staff.reference}</dt>
          <dd className={styles.cardReference} dir="ltr" {...holding('reference')}>
            {inHalves(reference)}
          </dd>
        </div>
        {children}
      </dl>
      <span className={styles.code}>
        <QrCode
          text={reference}
          label={t.staff.qr}
          pixelsPerMillimetre={info?.pixelsPerMillimetre ?? 4}
          millimetres={QR_MM}
        />
      </span>
    </div>
  )
}

interface ComeBackScreenProps {
  readonly stage: Extract<SaleStage, { name: 'needs-staff' }>
}

/** Screen while the payment status is unknown. The customer may leave and return with the code. */
export function CollectLaterScreen({ stage }: ComeBackScreenProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const device = useDeviceCode('payment-unconfirmed')
  const words = t.collecting
  return (
    <Sheet
      title={words.comeBack.title}
      lead={words.comeBack.body}
      coupon={<SaleStub countdown={false} />}
      actions={
        <>
          <Button kind="primary" onPress={() => store.leave('cancelled')}>
            {t.staff.finish}
          </Button>
          <Button kind="quiet" icon="person" onPress={store.openStaff}>
            {t.staff.enter}
          </Button>
        </>
      }
    >
      <div className={styles.leaving}>
        <ReferenceCard reference={stage.reference} />
        <p className={styles.todo} role="status">
          {words.slip[stage.slip ?? 'none']}
        </p>
        <p>{words.comeBack.later}</p>
        <p className={styles.device}>{device}</p>
      </div>
    </Sheet>
  )
}

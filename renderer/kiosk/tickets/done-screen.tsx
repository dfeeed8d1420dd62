import { shownGate } from '../../../shared/domain/venue/way.ts'
import { useEffect, useState } from 'react'
import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { TribuneMark } from '../../components/drawn/tribune-mark.tsx'
import { inkOn } from '../../components/drawn/tribune-colors.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './done-screen.module.css'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { OwedSlips } from '../paying/owed-slips.tsx'
import { gatesOf, placeGroups, type PlaceGroup } from '../place-groups.ts'
import { HeldPlaces } from '../place-picture.tsx'
import { Route } from '../place-table.tsx'
import { DemoTickets, TicketsLink } from './demo-tickets.tsx'
import { useSecondsLeft } from '../../app/use-countdown.ts'

/** Who listens, or looks for a button by keys, has longer. */
const SHOWN_MS = { usually: 30_000, byEar: 120_000, demo: 120_000 }

/** The last look: take the paper, and walk to this gate. */
export function DoneScreen({ stage }: { stage: Extract<SaleStage, { name: 'done' }> }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, aids, byKeys, info } = useKioskState()
  const shown = info?.demoTickets ? 'demo' : aids.spoken || byKeys ? 'byEar' : 'usually'
  const [endsAt] = useState(() => performance.now() + SHOWN_MS[shown])
  const seconds = useSecondsLeft(endsAt) ?? 0
  useEffect(() => {
    if (seconds === 0) store.leave('idle')
  }, [seconds, store])
  if (!sale) return null
  const groups = placeGroups(sale.seats)
  const change = sale.paid?.change ?? 0
  return (
    <Sheet
      title={t.done.title(stage.tickets.length)}
      coupon={
        <div className={styles.aside}>
          <p className={styles.wish}>{sale.event.homeTeam === '' ? t.done.wishShow : t.done.wish}</p>
          {change > 0 && (
            <p>
              <span>{t.done.change}</span>
              <strong>{money(change, sale.currency)}</strong>
            </p>
          )}
          <OwedSlips />
        </div>
      }
      picture={info?.demoTickets ? undefined : <HeldPlaces />}
      actions={
        <>
          <Button kind="primary" onPress={() => store.leave('cancelled')}>
            {t.done.finish}
          </Button>
          <TicketsLink saleId={sale.saleId} />
          <p className={styles.closing} role="timer">
            {t.done.closesIn(seconds)}
          </p>
        </>
      }
    >
      {info?.demoTickets ? (
        <div className={styles.demo}>
          <Gates groups={groups} />
          <DemoTickets sale={sale} tickets={stage.tickets} />
        </div>
      ) : (
        <Gates groups={groups} />
      )}
    </Sheet>
  )
}

/** What people look for next, as large as it goes, in the colour of the tribune they walk to. */
function Gates({ groups }: { groups: readonly PlaceGroup[] }) {
  const { t } = useI18n()
  const gates = gatesOf(groups)
  return (
    <ul className={styles.gates}>
      {gates.map((gate) => {
        const shown = shownGate(gate)
        const group = groups.find((each) => shownGate(each.gate) === shown)
        if (!group) return null
        const { tribune, sector, rows, route } = group
        return (
          <li
            key={shown}
            className={styles.gate}
            style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}
          >
            <span className={styles.band}>
              <TribuneMark tribune={tribune} />
            </span>
            <p className={styles.label}>{t.done.gate}</p>
            <p className={styles.figure} style={{ '--letters': Math.max(1, shown.length) }}>
              <span>{shown}</span>
            </p>
            <div className={styles.way}>
              <p className={styles.name}>{tribune.name}</p>
              {rows.map(({ row, numbers }) => (
                <p key={row}>
                  {t.offers.place(sector, row)}
                  {t.common.comma}
                  {t.offers.seats(numbers)}
                </p>
              ))}
              <Route steps={route} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

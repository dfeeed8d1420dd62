import { shownGate } from '../../../../shared/domain/venue/way.ts'
import { inkOn } from '../../../components/drawn/tribune-colors.ts'
import { TribuneMark } from '../../../components/drawn/tribune-mark.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { PlaceGroup } from '../../place-groups.ts'
import { Walker } from '../drawings/people.tsx'
import { GateDrawing, RowDrawing, SeatDrawing } from '../drawings/places.tsx'
import { Said } from '../said.tsx'
import styles from './way-tiles.module.css'

/** The way on foot, one drawing after the other: the gate, the sector in its tribune's colour, the row, the seats. */
export function WayTiles({ group }: { group: PlaceGroup }) {
  const { t } = useI18n()
  const { gate, tribune, sector, rows } = group
  const shown = shownGate(gate)
  return (
    <ol className={styles.way} style={{ '--tribune': tribune.color, '--on-tribune': inkOn(tribune.color) }}>
      <li className={styles.start}>
        <Said words={t.pictures.walk} look={styles.tile}>
          <Walker />
        </Said>
        <Icon name="arrow-right" />
      </li>
      <li>
        <Said words={`${t.review.gate} ${shown}`} look={styles.tile}>
          <GateDrawing name={shown} />
        </Said>
        <Icon name="arrow-right" />
      </li>
      <li>
        <Said words={`${tribune.name}. ${t.review.sector} ${sector}`} look={styles.tile}>
          <span className={styles.sector}>
            <TribuneMark tribune={tribune} />
            <b>{sector}</b>
          </span>
        </Said>
        <Icon name="arrow-right" />
      </li>
      {rows.map(({ row, numbers }) => (
        <li key={row}>
          <Said words={t.offers.row(row)} look={styles.tile}>
            <RowDrawing name={row} />
          </Said>
          <Icon name="arrow-right" />
          <Said words={t.offers.seats(numbers)} look={styles.seats}>
            {numbers.map((number) => (
              <SeatDrawing key={number} name={number} />
            ))}
          </Said>
        </li>
      ))}
    </ol>
  )
}

import { useId, useMemo } from 'react'
import { crestDesign, emblemDesign, type CrestDesign, type EmblemDesign } from './crest-design.ts'
import styles from './crest.module.css'

const SHIELD = 'M6 9Q28 13 50 4Q72 13 94 9V58C94 84 72 101 50 109C28 101 6 84 6 58Z'
/** Below the initials. */
const FIELD_TOP = 47

const fields: Readonly<Record<CrestDesign['pattern'], string>> = {
  stripes: 'M19 47h12v65h-12zM44 47h12v65h-12zM69 47h12v65h-12z',
  hoops: 'M0 58h100v12H0zM0 82h100v12H0z',
  halves: 'M50 47h50v65H50z',
  sash: 'M4 47h30L96 96v24z',
  chevron: 'M0 100L50 60L100 100V124L50 84L0 124z',
  quarters: 'M50 47h50v30H50zM0 77h50v35H0z',
}

/** A shield in the two colours of a team, with its initials: for teams whose own crest is not here. A picture beside their name. `host`: whom it stands next to. */
export function Crest({ team, host = '' }: { team: string; host?: string }) {
  const { deep, light, pattern, initials } = useMemo(() => crestDesign(team, host), [team, host])
  const clip = useId()
  return (
    <svg className={styles.crest} viewBox="0 0 100 112" aria-hidden="true" data-crest={team}>
      <clipPath id={clip}>
        <path d={SHIELD} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="100" height="112" fill={deep} />
        <path d={fields[pattern]} fill={light} />
        <rect y={FIELD_TOP - 4} width="100" height="4" fill={light} />
      </g>
      <path d={SHIELD} className={styles.rim} stroke={light} strokeWidth="9" clipPath={`url(#${clip})`} />
      <path d={SHIELD} className={styles.rim} stroke={deep} strokeWidth="3.5" />
      <text className={styles.initials} x="50" y="27" fill={light} data-letters={initials.length}>
        {initials}
      </text>
    </svg>
  )
}

const CENTRE = 56

/** A seal in two colours, for an event that no teams play. */
export function Emblem({ title }: { title: string }) {
  const { deep, light, pattern } = useMemo(() => emblemDesign(title), [title])
  return (
    <svg className={styles.crest} viewBox="0 0 112 112" aria-hidden="true">
      <circle cx={CENTRE} cy={CENTRE} r="54" fill={deep} />
      <circle cx={CENTRE} cy={CENTRE} r="49" fill={light} />
      <circle cx={CENTRE} cy={CENTRE} r="45" fill={deep} />
      <path d={seals[pattern]} fill={light} fillRule="evenodd" />
      <circle cx={CENTRE} cy={CENTRE} r="12" fill={deep} />
      <circle cx={CENTRE} cy={CENTRE} r="6" fill={light} />
    </svg>
  )
}

const seals: Readonly<Record<EmblemDesign['pattern'], string>> = {
  rays: wedges(12),
  rings: [40, 33, 26, 19].map(ring).join(''),
  waves: wedges(6) + [34, 22].map(ring).join(''),
}

function ring(radius: number): string {
  return `M${CENTRE - radius} ${CENTRE}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

/** Every second slice of a disc. */
function wedges(count: number): string {
  const at = (slice: number): string => {
    const angle = (slice / (2 * count)) * 2 * Math.PI
    return `${(CENTRE + 40 * Math.sin(angle)).toFixed(2)} ${(CENTRE - 40 * Math.cos(angle)).toFixed(2)}`
  }
  return Array.from(
    { length: count },
    (_, each) => `M${CENTRE} ${CENTRE}L${at(2 * each - 0.5)}A40 40 0 0 1 ${at(2 * each + 0.5)}z`,
  ).join('')
}

import { useId, useMemo } from 'react'
import styles from './crest.module.css'

const SHIELD = 'M6 9Q28 13 50 4Q72 13 94 9V58C94 84 72 101 50 109C28 101 6 84 6 58Z'
/** Top of the pattern, below the initials. */
const FIELD_TOP = 47

const fields: Readonly<Record<CrestDesign['pattern'], string>> = {
  stripes: 'M19 47h12v65h-12zM44 47h12v65h-12zM69 47h12v65h-12z',
  hoops: 'M0 58h100v12H0zM0 82h100v12H0z',
  halves: 'M50 47h50v65H50z',
  sash: 'M4 47h30L96 96v24z',
  chevron: 'M0 100L50 60L100 100V124L50 84L0 124z',
  quarters: 'M50 47h50v30H50zM0 77h50v35H0z',
}

/**
 * Shield with a team's initials, for a team without a crest of its own. `host`: team whose crest is shown next to this
 * one.
 */
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

/** Returns the path of every second slice of a disc. */
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

const crestPatterns = ['stripes', 'hoops', 'halves', 'sash', 'chevron', 'quarters'] as const
const emblemPatterns = ['rays', 'rings', 'waves'] as const

/** Two contrasting colours, like those of a flag or a shirt. */
interface Colours {
  /** Colour dark enough for white text. */
  readonly deep: string
  readonly light: string
}

interface CrestDesign extends Colours {
  readonly pattern: (typeof crestPatterns)[number]
  /** At most three letters, as on a scoreboard; empty if the name has no letters. */
  readonly initials: string
}

interface EmblemDesign extends Colours {
  readonly pattern: (typeof emblemPatterns)[number]
}

const DEEP = [
  '#8f0d1f',
  '#b3001b',
  '#0b3d91',
  '#0a5c36',
  '#17224d',
  '#51207a',
  '#141414',
  '#7a3300',
  '#00566b',
] as const
const LIGHT = ['#ffffff', '#ffd23f', '#a8dcff', '#f6e7c6', '#ffb347'] as const

/**
 * Returns a crest design derived only from the name, so that a team has the same crest on every kiosk. If the host's
 * crest has the same colour, the team gets another colour.
 */
export function crestDesign(name: string, host = ''): CrestDesign {
  const hash = hashOf(plain(name))
  const isAlike = host !== '' && hashOf(plain(host)) % DEEP.length === hash % DEEP.length
  const deep = pick(DEEP, isAlike ? hash + 2 : hash)
  return { deep, light: lightOf(hash), pattern: pick(crestPatterns, hash >>> 20), initials: initialsOf(name) }
}

export function emblemDesign(title: string): EmblemDesign {
  const hash = hashOf(plain(title))
  return { deep: pick(DEEP, hash), light: lightOf(hash), pattern: pick(emblemPatterns, hash >>> 20) }
}

function lightOf(hash: number): string {
  return pick(LIGHT, hash >>> 10)
}

function pick<T>(all: readonly [T, ...T[]], hash: number): T {
  return all[hash % all.length] ?? all[0]
}

/** Returns the name in a normal form, without differences in Unicode form, spaces and capitals. */
function plain(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLocaleLowerCase('fr')
}

const unsaid = new Set(['de', 'du', 'des', 'da', 'do', 'dos', 'la', 'le', 'les', 'el', 'al', 'et', 'the', 'of', 'and'])

/** Returns the initials: `Hamana AC` → `HAC`, `Sénégal` → `SEN`, `République démocratique du Congo` → `RDC`. */
function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !unsaid.has(word.toLocaleLowerCase('fr')))
  const [first = '', ...others] = telling.length > 0 ? telling : words
  // Separated letters of a joined script such as Arabic look broken, so only the first letter is used.
  if (!/^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(first)) return Array.from(first.replace(/^ال/u, '')).at(0) ?? ''
  const letters = others.length === 0 ? bare(first) : [first, ...others].map(shortened).join('')
  // The capital form of one letter may have two or three letters.
  return Array.from(letters.toLocaleUpperCase('fr')).slice(0, 3).join('')
}

/** Returns a short word in capitals such as `AC` unchanged, any other word as its first letter. */
function shortened(word: string): string {
  return /^\p{Lu}{2,3}$/u.test(word) ? word : (Array.from(bare(word)).at(0) ?? '')
}

function bare(word: string): string {
  return word.normalize('NFD').replace(/\p{M}+/gu, '')
}

/** Returns a 32-bit hash of a text (FNV-1a). The hash never changes, so a drawing based on it always looks the same. */
export function hashOf(text: string): number {
  let hash = 2166136261
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619) >>> 0
  return hash
}

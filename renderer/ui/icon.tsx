import styles from './icon.module.css'

const paths = {
  'arrow-right': 'M4 12h15M13 6l6 6-6 6',
  'arrow-left': 'M20 12H5M11 6l-6 6 6 6',
  'arrow-down': 'M12 4v15M6 13l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M4.5 12.5l5 5L19.5 7',
  cross: 'M6 6l12 12M18 6L6 18',
  again: 'M5 12a7 7 0 1 0 2.2-5.1M7.5 3v4.2h4.2',
  filter: 'M4 7h16M4 12h16M4 17h16M9 4.5v5M15.5 9.5v5M8 14.5v5',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  map: 'M3 7l6-3 6 3 6-3v13l-6 3-6-3-6 3zM9 4v13M15 7v13',
  card: 'M3 6.5h18v11H3zM3 10.5h18M6.5 14.5h4',
  telephone: 'M7.5 2.5h9v19h-9zM11 18.5h2',
  scan: 'M3.5 8V3.5H8M16 3.5h4.5V8M20.5 16v4.5H16M8 20.5H3.5V16M8 8h3v3H8zM13 8h3v3h-3zM8 13h3v3H8zM13 13h.01M16 16h.01',
  cash: 'M2.5 6.5h19v11h-19zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M6 12h.01M18 12h.01',
  notes: 'M2.5 9h15v9h-15zM5.5 9V6h16v9h-4M10 11.6a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8',
  printer: 'M7 9V3.5h10V9M7 17.5H3.5V9h17v8.5H17M7 14h10v6.5H7z',
  ticket: 'M3 7.5h18v3a1.8 1.8 0 0 0 0 3.6v2.9H3v-2.9a1.8 1.8 0 0 0 0-3.6zM15 8.5v1.5M15 12v1.5M15 15.5v1',
  slip: 'M5 3.5h14v17l-2.3-1.6-2.4 1.6-2.3-1.6-2.3 1.6-2.4-1.6L5 20.5zM8.5 8h7M8.5 12h4',
  document: 'M6 3.5h8.5l4 4v13H6zM14 3.5v4.5h4.5M9 12h6.5M9 15.5h6.5',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  alert: 'M12 8v5M12 16.5h.01M12 3l9.5 17h-19z',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 11v5.5M12 7.5h.01',
  calm: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9.5l5 5M20.5 9.5l-5 5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  erase: 'M9 5h11.5v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5',
  bell: 'M5 17h14l-1.6-2.6V10a5.4 5.4 0 0 0-10.8 0v4.4zM10 20a2.2 2.2 0 0 0 4 0M12 3v1.6',
  badge:
    'M4.5 8h15v12.5h-15zM9.5 8V4.5h5V8M12 11.2a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4M8.8 18c.3-1.6 1.6-2.4 3.2-2.4s2.9.8 3.2 2.4',
  button: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  access:
    'M12 3.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2M4.5 8.6c2.6.7 5 1 7.5 1s4.9-.3 7.5-1M9.8 9.5v5l-2 6.5M14.2 9.5v5l2 6.5M9.8 14.5h4.4',
  letters: 'M1.5 19.5l4-9.5 4 9.5M3 16.5h5M11 19.5l6-15 6 15M13.2 14.5h7.6',
  contrast: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 3.5v17M12 7.5h6.8M12 11.5h8.4M12 15.5h7.6',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  lower: 'M12 3.5v11M7 9.8l5 5 5-5M4 20h16',
  speaker: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  pictures: 'M2.5 6h11.5v12H2.5zM2.5 15.5l4-4.5 3 3 1.5-1.5 3 3M10.5 9h.01M17 9.5a4 4 0 0 1 0 5M19.5 7a8 8 0 0 1 0 10',
  ruler: 'M3 8.5h18v7H3zM7 8.5v3M11 8.5v4M15 8.5v3M19 8.5v0',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  person: 'M12 4a3.7 3.7 0 1 0 0 7.4A3.7 3.7 0 0 0 12 4M4.5 20.5c.6-4 3.6-6.1 7.5-6.1s6.9 2.1 7.5 6.1',
  wheelchair:
    'M10 2.8a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2M10 8.5v6.3h5.6l2.6 5.4M10 11.3h5.2M7.4 12.4a4.9 4.9 0 1 0 6.9 6.3',
  ramp: 'M3 19.5h18v-8h-4L3 19.5M8 8.5h11M15.5 5l3.5 3.5L15.5 12',
} as const

export type IconName = keyof typeof paths

/** Icons that point in the reading direction and are mirrored in right-to-left text. */
const pointing: readonly IconName[] = ['arrow-left', 'arrow-right', 'list', 'erase', 'speaker', 'calm', 'pictures']

/** Icon beside a text with the same content, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={`${styles.icon} ${pointing.includes(name) ? styles.pointing : ''}`}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

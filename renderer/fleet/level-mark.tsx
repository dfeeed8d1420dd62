import type { Level } from '../../shared/domain/fleet/fleet.ts'
import styles from './fleet.module.css'

/** A form for each level, so that nobody has to tell colours apart: octagon, triangle, disc. */
const forms: Readonly<Record<Level, { readonly outline: string; readonly sign: string }>> = {
  red: { outline: 'M8 2h8l6 6v8l-6 6H8l-6-6V8z', sign: 'M8.5 8.5l7 7M15.5 8.5l-7 7' },
  amber: { outline: 'M12 2.2L23 21.5H1z', sign: 'M12 9v6M12 18.2v.1' },
  green: { outline: 'M12 1.8a10.2 10.2 0 1 0 0 20.4 10.2 10.2 0 0 0 0-20.4z', sign: 'M7 12.5l3.5 3.5 6.5-7.5' },
}

export function LevelMark({ level }: { readonly level: Level }) {
  const { outline, sign } = forms[level]
  return (
    <svg className={styles.mark} data-level={level} viewBox="0 0 24 24" aria-hidden="true">
      <path className={styles.markOutline} d={outline} />
      <path className={styles.markSign} d={sign} />
    </svg>
  )
}

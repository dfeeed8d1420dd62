import styles from './recording.module.css'

const BARS = 160

/** A recording as it looks: where it is loud, and that it neither begins late nor ends early. */
export function Wave({ samples }: { readonly samples: Float32Array }) {
  const length = Math.max(1, Math.floor(samples.length / BARS))
  const heights = Array.from({ length: BARS }, (_, bar) =>
    samples.subarray(bar * length, (bar + 1) * length).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  )
  const bars = heights.map(
    (height, bar) => `M${bar + 0.5} ${50 - Math.max(0.5, height * 49)}V${50 + Math.max(0.5, height * 49)}`,
  )
  return (
    <svg className={styles.wave} viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  )
}

import styles from './office.module.css'

/** One figure, large, under its name. */
export function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

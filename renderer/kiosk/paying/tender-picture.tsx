import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { KioskInfo } from '../../../shared/kiosk-api/views.ts'
import styles from './tender-picture.module.css'

/** The venue's own picture of a way to pay, by whose name its file goes; null: it has none. */
export function pictureOf(info: KioskInfo | null, kind: TenderKind): string | null {
  const file = info?.pictures?.find((name) => name === `${kind}.svg` || name === `${kind}.png`)
  return file === undefined ? null : `/brand/${file}`
}

/** Beside a text that says the same. */
export function TenderPicture({ source }: { readonly source: string }) {
  return <img className={styles.picture} src={source} alt="" />
}

import styles from './tender-picture.module.css'

/** The venue's own picture of a way to pay, by whose name its file goes, beside a text that says the same. */
export function TenderPicture({ source }: { readonly source: string }) {
  return <img className={styles.picture} src={source} alt="" />
}

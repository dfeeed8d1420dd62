/** A title that other words follow: with a full stop, unless it asks or exclaims. */
export function sentence(title: string): string {
  return /[.…!?؟]$/u.test(title) ? title : `${title}.`
}

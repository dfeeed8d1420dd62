import type { Headphones } from '../../../shared/kiosk-api/views.ts'
import type { HeadphoneJack } from '../ports/headphone-jack.ts'

/** What the screens are to know of headphones; the listener hears of each plug. Undefined: there are none. */
export function watchHeadphones(
  jack: HeadphoneJack | 'always' | undefined,
  onChange: (headphones: Headphones) => void,
  stopping: AbortSignal,
): () => Headphones | undefined {
  if (jack === undefined || jack === 'always') return () => jack
  let known: Headphones = 'out'
  jack.watch((plugged) => {
    known = plugged ? 'in' : 'out'
    onChange(known)
  }, stopping)
  return () => known
}

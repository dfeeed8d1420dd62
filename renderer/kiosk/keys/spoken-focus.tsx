import { useSpoken } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'

/** Says what a key came to, in place of what was still being said of the one before. PINs and what is staff's are never said. */
export function SpokenFocus({ control }: { control: HTMLElement }) {
  const { t } = useI18n()
  const name = nameOf(control)
  const states = [
    control.ariaPressed === 'true' && t.keys.chosen,
    control.ariaDisabled === 'true' && t.keys.unavailable,
  ].filter((state) => state !== false)
  useSpoken('screen', control.closest('[data-unsaid]') ? '' : [name, ...states].join(', '))
  return null
}

/** As a screen reader has it: the label, or the words on it. */
function nameOf(control: HTMLElement): string {
  return control.ariaLabel ?? control.innerText.replaceAll(/\s*\n\s*/gu, ', ').trim()
}

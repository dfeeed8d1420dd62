import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface ChoiceProps {
  readonly chosen: boolean
  readonly disabled?: boolean
  readonly icon?: IconName
  /** Of the words, where it is not that of the screen. */
  readonly lang?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

/** One of several, or a switch: ink turned round, and a tick, when chosen. */
export function Choice({ chosen, disabled = false, icon, lang, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={styles.choice}
      lang={lang}
      aria-pressed={chosen}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.words}>{children}</span>
      {chosen && <Icon name="check" />}
    </button>
  )
}

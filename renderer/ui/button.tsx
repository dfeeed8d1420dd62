import type { ReactNode } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps {
  /** `primary`: the main action, one on each screen. `secondary`: another action. `quiet`: back and cancel. */
  readonly kind?: 'primary' | 'secondary' | 'quiet'
  readonly icon?: IconName | undefined
  readonly onPress: () => void
  readonly disabled?: boolean
  /** Accessible name, if the button shows only an icon or a shorter text. */
  readonly label?: string
  readonly children?: ReactNode
}

/** Button at least 20 mm high. A disabled button remains in place and retains the focus. */
export function Button({ kind = 'secondary', icon, onPress, disabled = false, label, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[kind]}`}
      data-back={(icon === 'arrow-left' && label === undefined) || undefined}
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onPress}
    >
      {icon && icon !== 'arrow-right' && <Icon name={icon} />}
      {children && <span>{children}</span>}
      {icon === 'arrow-right' && <Icon name={icon} />}
    </button>
  )
}

interface ButtonLinkProps {
  readonly href: string
  readonly icon: IconName
  readonly children: ReactNode
}

/** Link that looks like a secondary button and opens an address of the program in another window. */
export function ButtonLink({ href, icon, children }: ButtonLinkProps) {
  return (
    <a className={`${styles.button} ${styles.secondary}`} href={href} target="_blank" rel="noopener">
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  )
}

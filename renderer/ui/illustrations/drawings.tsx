import type { ReactNode } from 'react'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Guilloche } from './guilloche.tsx'
import styles from './drawings.module.css'

export function PhoneDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 320 300" aria-hidden="true">
      <g className={styles.terminal}>
        <rect x="92" y="6" width="136" height="288" rx="18" />
        <rect className={styles.display} x="104" y="34" width="112" height="220" rx="5" />
        <path d="M146 274h28" />
      </g>
      <g className={styles.card}>
        <rect x="118" y="92" width="84" height="92" rx="9" />
        <path d="M132 120h56M132 138h36" />
        <path d="M134 164h.01M152 164h.01M170 164h.01M188 164h.01" />
      </g>
    </svg>
  )
}

interface StaticPanelProps {
  readonly icon: IconName
  /** Seed of the fine lines around the icon. */
  readonly seed: string
  readonly children?: ReactNode
}

/** Sheet without controls: one icon in a seal of fine lines, as on security paper. */
export function StaticPanel({ icon, seed, children }: StaticPanelProps) {
  return (
    <div className={styles.still}>
      <div className={styles.place} aria-hidden="true">
        <div className={styles.seal}>
          <Guilloche seed={seed} />
          <Icon name={icon} />
        </div>
      </div>
      {children && <p className={styles.print}>{children}</p>}
    </div>
  )
}

export function TerminalDrawing({ phase = 'present-card' }: { phase?: DevicePhase | undefined }) {
  return (
    <svg className={styles.drawing} data-phase={phase} viewBox="0 0 320 340" aria-hidden="true">
      <g className={styles.card}>
        <rect x="92" y="6" width="136" height="86" rx="9" />
        <path className={styles.stripe} d="M92 26h136v16H92z" />
        <path d="M106 66h34M106 78h20" />
        <path className={styles.waves} d="M196 60c6 6 6 16 0 22M205 54c9 9 9 25 0 34" />
      </g>
      <g className={styles.telephone}>
        <rect x="124" y="2" width="72" height="100" rx="10" />
        <path d="M148 12h24M140 52l14 14 26-26" />
      </g>
      <g className={styles.terminal}>
        <rect x="76" y="110" width="168" height="184" rx="16" />
        <rect className={styles.display} x="94" y="128" width="132" height="58" rx="5" />
        <g className={styles.dots}>
          {[0, 1, 2].map((dot) => (
            <circle key={dot} cx={136 + dot * 24} cy="157" r="5" style={{ animationDelay: `${dot / 4}s` }} />
          ))}
        </g>
        <path className={styles.question} d="M150 148c2-12 22-10 20 2-1 6-10 7-10 14M160 172v1" />
        <path className={styles.cross} d="M148 145l24 24M172 145l-24 24" />
        <g className={styles.keys}>
          {[0, 1, 2].flatMap((row) =>
            [0, 1, 2].map((column) => (
              <rect key={`${row} ${column}`} x={100 + column * 44} y={202 + row * 28} width="32" height="18" rx="4" />
            )),
          )}
        </g>
        <path className={styles.slot} d="M112 294h96" />
      </g>
    </svg>
  )
}

/** Progress indicator that becomes visible only during a longer wait. */
export function Waiting({ label, detail }: { label: string; detail?: string }) {
  return (
    <div className={styles.waiting} role="status" data-waiting>
      <span className={styles.mark} aria-hidden="true">
        {[0, 0.15, 0.3, 0.45, 0.6].map((seconds) => (
          <i key={seconds} style={{ animationDelay: `${seconds}s` }} />
        ))}
      </span>
      <p className={styles.label}>{label}</p>
      {detail && <p>{detail}</p>}
    </div>
  )
}

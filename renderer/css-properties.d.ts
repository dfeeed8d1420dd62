import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that styles read. */
    readonly [property: `--${string}`]: string | number | undefined
  }
}

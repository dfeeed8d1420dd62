import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that are used in styles. */
    readonly [property: `--${string}`]: string | number | undefined
  }
}

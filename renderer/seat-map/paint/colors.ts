/** `#rrggbb` in, `#rrggbb` out. */
export function mixed(a: string, b: string, shareOfB: number): string {
  const channel = (from: number): string => {
    const [x, y] = [Number.parseInt(a.slice(from, from + 2), 16), Number.parseInt(b.slice(from, from + 2), 16)]
    return Math.round(x + (y - x) * shareOfB)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05]
  return Math.max(x, y) / Math.min(x, y)
}

function luminance(color: string): number {
  const channel = (from: number): number => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** The colour moved towards `ink` just far enough to stand out against `ground` by `ratio`. */
export function standingOut(color: string, ground: string, ink: string, ratio: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(color, ink, share)
    if (contrast(candidate, ground) >= ratio) return candidate
  }
  return ink
}

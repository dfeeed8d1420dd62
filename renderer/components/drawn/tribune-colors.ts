/** Ink or paper, whichever is the more legible on a colour (`#rrggbb`); always at least 4.5:1 (WCAG 2.2, 1.4.3). */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const luminance = relativeLuminance(color)
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}

/** WCAG 2.2, "relative luminance". */
function relativeLuminance(color: string): number {
  const channel = (from: number): number => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

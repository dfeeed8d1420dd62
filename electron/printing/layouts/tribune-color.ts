import { ink, paper, type Paint } from '../pdf/canvas.ts'

/** `#rgb` or `#rrggbb` as a paint; a colour of any other form prints as a middle grey rather than not at all. */
export function paintOf(color: string): Paint {
  const long = /^#[0-9a-f]{3}$/iu.test(color) ? color.replace(/[0-9a-f]/giu, '$&$&') : color
  if (!/^#[0-9a-f]{6}$/iu.test(long)) return 0.5
  const part = (start: number): number => Number.parseInt(long.slice(start, start + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/**
 * Ink or paper, whichever is further from the colour. Pure black and white keep at least 4.58:1 against every colour
 * (WCAG 2.2, relative luminance and contrast ratio).
 */
export function readableOn(background: Paint): Paint {
  const luminance = luminanceOf(background)
  return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? paper : ink
}

function luminanceOf(paint: Paint): number {
  const [red, green, blue] = (typeof paint === 'number' ? [paint, paint, paint] : paint).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

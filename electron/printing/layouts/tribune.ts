import { patternOf, type TribunePattern, tribunePatterns } from '../../../shared/domain/seats/place.ts'
import { type Box, type Canvas, ink, type Paint, paper } from '../pdf/canvas.ts'

export { patternOf, tribunePatterns, type TribunePattern }

/** Fills a box with whole motifs about `step` apart, because a cut motif looks like another pattern. */
export function drawPattern(canvas: Canvas, pattern: TribunePattern, box: Box, step: number, paint: Paint): void {
  const length = pattern === 'bands' || pattern === 'waves' ? box.height : box.width
  // Bars begin and end with ink, so the box contains an additional half step.
  const half = pattern === 'bars' || pattern === 'bands' ? 0.5 : 0
  const motifsInside = Math.max(1, Math.round(length / step - half)) + half
  canvas.unmirrored(box, (there) => motifs[pattern](canvas, there, length / motifsInside, paint))
}

type Draw = (canvas: Canvas, box: Box, step: number, paint: Paint) => void

function eachCell(
  { x, y, width, height }: Box,
  step: number,
  draw: (x: number, y: number, odd: boolean) => void,
): void {
  for (let row = 0; row * step < height; row++) {
    for (let column = -1; column * step < width; column++) draw(x + column * step, y + row * step, row % 2 === 1)
  }
}

function slanted(rise: 1 | -1): Draw {
  return (canvas, { x, y, width, height }, step, paint) => {
    const band = step * 0.5
    for (let start = x - height - step; start < x + width + height; start += step) {
      const [top, bottom] = rise === 1 ? [start + height, start] : [start, start + height]
      canvas.fillPolygon(
        [
          [bottom, y + height],
          [bottom + band, y + height],
          [top + band, y],
          [top, y],
        ],
        paint,
      )
    }
  }
}

const motifs: Readonly<Record<TribunePattern, Draw>> = {
  bars: (canvas, { x, y, width, height }, step, paint) => {
    for (let at = x; at < x + width; at += step) canvas.fillRect({ x: at, y, width: step * 0.5, height }, paint)
  },
  bands: (canvas, { x, y, width, height }, step, paint) => {
    for (let at = y; at < y + height; at += step) canvas.fillRect({ x, y: at, width, height: step * 0.5 }, paint)
  },
  rising: slanted(1),
  falling: slanted(-1),
  checks: (canvas, box, step, paint) => {
    const side = step
    eachCell(box, side, (x, y, odd) => {
      if ((Math.round((x - box.x) / side) % 2 === 0) === odd)
        canvas.fillRect({ x, y, width: side, height: side }, paint)
    })
  },
  dots: (canvas, box, step, paint) => {
    eachCell(box, step, (x, y, odd) => {
      canvas.fillCircle(x + (odd ? step : step / 2), y + step / 2, step * 0.3, paint)
    })
  },
  rings: (canvas, box, step, paint) => {
    eachCell(box, step, (x, y) => {
      const radius = step * 0.32
      const ring = { x: x + step / 2 - radius, y: y + step / 2 - radius, width: radius * 2, height: radius * 2 }
      canvas.strokeRounded(ring, radius, paint, step * 0.16)
    })
  },
  diamonds: (canvas, box, step, paint) => {
    eachCell(box, step, (x, y) => {
      const [middle, centre] = [x + step / 2, y + step / 2]
      const reach = step * 0.5
      canvas.fillPolygon(
        [
          [middle, centre - reach],
          [middle + reach * 0.7, centre],
          [middle, centre + reach],
          [middle - reach * 0.7, centre],
        ],
        paint,
      )
    })
  },
  lattice: (canvas, { x, y, width, height }, step, paint) => {
    const thick = step * 0.2
    for (let at = x + step / 2; at < x + width; at += step) canvas.fillRect({ x: at, y, width: thick, height }, paint)
    for (let at = y + step / 2; at < y + height; at += step) canvas.fillRect({ x, y: at, width, height: thick }, paint)
  },
  pennants: (canvas, box, step, paint) => {
    eachCell(box, step, (x, y) => {
      canvas.fillTriangle([x, y + step * 0.05], [x + step, y + step * 0.05], [x + step / 2, y + step * 0.95], paint)
    })
  },
  chevrons: (canvas, { x, y, width, height }, step, paint) => {
    // Chevrons are steeper than slanted bars, because half a chevron could be confused with a bar.
    const point = height * 0.3
    for (let at = x - point; at < x + width; at += step) {
      const band = step * 0.5
      canvas.fillPolygon(
        [
          [at, y],
          [at + band, y],
          [at + band + point, y + height / 2],
          [at + band, y + height],
          [at, y + height],
          [at + point, y + height / 2],
        ],
        paint,
      )
    }
  },
  waves: (canvas, { x, y, width, height }, step, paint) => {
    for (let at = y; at < y + height + step; at += step) {
      const points: [number, number][] = []
      for (let turn = 0; x + (turn * step) / 2 <= x + width + step; turn++) {
        points.push([x + (turn * step) / 2, at + (turn % 2 === 0 ? 0 : -step * 0.5)])
      }
      canvas.strokePath(points, paint, step * 0.3)
    }
  },
}

/** Parses `#rgb` or `#rrggbb`. A colour in any other format becomes a printable middle grey. */
export function paintOf(color: string): Paint {
  const long = /^#[0-9a-f]{3}$/iu.test(color) ? color.replace(/[0-9a-f]/giu, '$&$&') : color
  if (!/^#[0-9a-f]{6}$/iu.test(long)) return 0.5
  const part = (start: number): number => Number.parseInt(long.slice(start, start + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** Returns ink or paper, whichever has the higher contrast with the colour: at least 4.58:1 (WCAG 2.2). */
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

/** How one thing grows with another. */
export interface Curve {
  readonly title: string
  /** What grows, from left to right, on a scale of powers of ten. */
  readonly across: string
  readonly points: readonly {
    readonly at: number
    readonly value: number
    readonly low?: number
    readonly high?: number
  }[]
}

const [WIDTH, HEIGHT] = [300, 220]
const frame = { left: 50, right: 20, top: 48, bottom: 44 }
const INK = '#1b2420'
const LINE = '#1d4f9c'

/** Side by side; upwards each begins at nothing, so that what is flat looks flat. */
export function drawCurves(curves: readonly Curve[]): string {
  const panels = curves.map((curve, index) => `<g transform="translate(${index * WIDTH} 0)">${panel(curve)}</g>`)
  const size = `width="${curves.length * WIDTH}" height="${HEIGHT}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="11" fill="${INK}">
<rect ${size} fill="#fff"/>
${panels.join('\n')}
</svg>
`
}

function panel({ title, across, points }: Curve): string {
  const [least, most] = [Math.log10(points[0]?.at ?? 1), Math.log10(points.at(-1)?.at ?? 10)]
  const top = 1.15 * Math.max(...points.map(({ value, high = value }) => high))
  const [wide, high] = [WIDTH - frame.left - frame.right, HEIGHT - frame.top - frame.bottom]
  const x = (at: number): number => round(frame.left + (wide * (Math.log10(at) - least)) / (most - least))
  const y = (value: number): number => round(frame.top + high * (1 - value / top))
  const path = points.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
  const marks = points.map(({ at, value, low = value, high: up = value }) => {
    const dot = `<circle cx="${x(at)}" cy="${y(value)}" r="3.5" fill="${LINE}"/>`
    const spread = `<path d="M${x(at)} ${y(low)}V${y(up)}" stroke="${LINE}" stroke-opacity=".35" stroke-width="5"/>`
    return spread + dot + text(x(at), y(up) - 8, short(value)) + text(x(at), HEIGHT - frame.bottom + 16, short(at))
  })
  return [
    `<text x="${frame.left}" y="24" font-weight="600" font-size="12">${title}</text>`,
    `<path d="M${frame.left} ${y(0)}H${WIDTH - frame.right}" stroke="${INK}"/>`,
    `<path d="${path}" fill="none" stroke="${LINE}" stroke-width="2"/>`,
    ...marks,
    text(frame.left + wide / 2, HEIGHT - 10, across),
  ].join('\n')
}

const text = (x: number, y: number, what: string): string =>
  `<text x="${x}" y="${y}" text-anchor="middle">${what}</text>`
const round = (value: number): number => Math.round(value * 10) / 10
const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6} M` : Math.round(value).toLocaleString('en').replaceAll(',', '\u00a0')

import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PNG } from 'pngjs'

type Colour = readonly [red: number, green: number, blue: number, alpha: number]
type Shape = (x: number, y: number) => boolean

const sizes = [16, 24, 32, 48, 64, 128, 256, 512]
const samples = 4

const transparent: Colour = [0, 0, 0, 0]
const green: Colour = [11, 83, 69, 255]
const paper: Colour = [255, 250, 240, 255]

const roundedBox =
  (centreX: number, centreY: number, halfWidth: number, halfHeight: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(
      Math.max(Math.abs(x - centreX) - halfWidth + radius, 0),
      Math.max(Math.abs(y - centreY) - halfHeight + radius, 0),
    ) <= radius
const disc =
  (centreX: number, centreY: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - centreX, y - centreY) <= radius
const any =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))

const stub = 0.34
const plate = roundedBox(0.5, 0.5, 0.48, 0.48, 0.2)
const ticket = roundedBox(0.5, 0.5, 0.38, 0.24, 0.05)
const notches = any(disc(stub, 0.26, 0.055), disc(stub, 0.74, 0.055))
const perforation = any(...[0.38, 0.46, 0.54, 0.62].map((y) => roundedBox(stub, y, 0.012, 0.022, 0.012)))
/** Three corners and two modules are recognisable as a QR code even at 24 pixels. */
const code = any(
  ...[
    [0.5, 0.39],
    [0.72, 0.39],
    [0.5, 0.61],
    [0.61, 0.5],
    [0.72, 0.61],
  ].map(([x = 0, y = 0]) => roundedBox(x, y, 0.05, 0.05, 0.012)),
)

function colourAt(x: number, y: number): Colour {
  if (!plate(x, y)) return transparent
  const onPaper = ticket(x, y) && !notches(x, y) && !perforation(x, y) && !code(x, y)
  return onPaper ? paper : green
}

function pixel(column: number, row: number, size: number): Colour {
  const sum = [0, 0, 0, 0]
  for (let sample = 0; sample < samples * samples; sample++) {
    const x = (column + ((sample % samples) + 0.5) / samples) / size
    const y = (row + (Math.floor(sample / samples) + 0.5) / samples) / size
    const [red, green, blue, alpha] = colourAt(x, y)
    for (const [index, part] of [red * alpha, green * alpha, blue * alpha, alpha].entries()) {
      sum[index] = (sum[index] ?? 0) + part
    }
  }
  const [red = 0, green = 0, blue = 0, alpha = 0] = sum
  return alpha === 0 ? transparent : [red / alpha, green / alpha, blue / alpha, alpha / (samples * samples)]
}

const folder = fileURLToPath(new URL('../resources/icons/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const size of sizes) {
  const image = new PNG({ width: size, height: size })
  for (let index = 0; index < size * size; index++) {
    const colour = pixel(index % size, Math.floor(index / size), size).map(Math.round)
    image.data.set(colour, index * 4)
  }
  writeFileSync(`${folder}${size}x${size}.png`, PNG.sync.write(image))
}

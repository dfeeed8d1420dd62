import { describe, expect, test } from 'vitest'
import { paintOf, patternOf, readableOn, tribunePatterns } from '../../electron/printing/layouts/tribune.ts'
import { contrast } from '../support/contrast.ts'
import { drawPdf } from '../support/pdf.ts'
import { inkShare, lightnessAt, pixelsOf } from './paper.ts'
import { renderTickets, sampleTicket } from './ticket-samples.ts'

describe('pattern', () => {
  test.each([
    ['N', 'S', 'E', 'O'],
    ['N', 'S', 'E', 'W'],
    ['NORD', 'SUD', 'EST', 'OUEST'],
    ['Tribune Nord', 'Tribune Sud', 'Tribune Est', 'Tribune Ouest'],
    ['North', 'South', 'East', 'West'],
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'],
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  ])('the tribunes of one stadium differ: %s %s %s %s', (...codes) => {
    expect(new Set(codes.map(patternOf)).size).toBe(codes.length)
  })

  test('however a side is written, it is the same side', () => {
    for (const code of ['n', 'Nord', 'NORD', 'north', 'TRIB-NORD', 'Tribune Nord'])
      expect(patternOf(code)).toBe(patternOf('N'))
  })

  test('any code has a pattern', () => {
    for (const code of ['', '—', 'VIP', 'tribune d’honneur', 'ملعب', '9'.repeat(400)])
      expect(tribunePatterns).toContain(patternOf(code))
  })

  test('on a thermal roll the patterns differ from each other and are black and white', async () => {
    const codes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']
    const tickets = codes.map((code) =>
      sampleTicket({ eventTitle: 'Match', place: { tribune: { code, name: 'Tribune', color: '#888888' } } }),
    )
    const pages = await drawPdf(await renderTickets(tickets, { paper: 'roll-80', language: 'fr' }))
    const area = { x: 5, y: 25, width: 20, height: 14 }
    const shares = pages.map((page) => inkShare(page, area))
    for (const share of shares) expect(share).toBeGreaterThan(0.15)
    for (const share of shares) expect(share).toBeLessThan(0.85)
    const pictures = pages.map((page) => {
      const { left, top, right, bottom } = pixelsOf(page, area)
      let [picture, grey] = ['', 0]
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const lightness = lightnessAt(page.image, x, y)
          picture += lightness < 128 ? '#' : '.'
          if (lightness > 60 && lightness < 195) grey++
        }
      }
      // Only the smoothed edges of the patterns may be grey.
      expect(grey / picture.length).toBeLessThan(0.1)
      return picture
    })
    for (const [index, one] of pictures.entries()) {
      for (const other of pictures.slice(index + 1)) {
        const differing = Array.from(one).filter((dot, at) => dot !== other[at]).length
        expect(differing / one.length).toBeGreaterThan(0.25)
      }
    }
  })
})

describe('colour', () => {
  test('text on any colour keeps a contrast of 4.5 : 1', () => {
    const steps = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'))
    const colours = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
    const textOn = (hex: string): string => (readableOn(paintOf(hex)) === 1 ? '#ffffff' : '#000000')
    expect(colours.filter((hex) => contrast(hex, textOn(hex)) < 4.5)).toEqual([])
  })

  test.each([
    ['#fff', [1, 1, 1]],
    ['#F80', [1, 136 / 255, 0]],
    ['#ff8000', [1, 128 / 255, 0]],
    ['red', 0.5],
    ['', 0.5],
    ['#12345', 0.5],
  ])('%s', (written, paint) => {
    expect(paintOf(written)).toEqual(paint)
  })
})

import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Keyword of the PNG text chunk with the hash of the photographed screen (PNG, third edition, 11.3.3.2). */
const KEYWORD = 'Screen hash'
/** Grid size in pixels. Small rendering differences do not change positions on the grid. */
const GRID = 8
const SIGNATURE_BYTES = 8
/** Bytes of a chunk around its data: length and type before the data, the checksum after it. */
const HEAD_BYTES = 8
const CHECKSUM_BYTES = 4

/** Returns the SHA-256, in hexadecimal, of the lines that `contentInSight` returns for the page. */
export async function screenHash(page: Page): Promise<string> {
  const content = await page.evaluate(contentInSight, GRID)
  return createHash('sha256').update(content.join('\n')).digest('hex')
}

export function hashIn(png: Uint8Array): string | null {
  const text = chunksOf(png).find(({ type, data }) => type === 'tEXt' && data.startsWith(`${KEYWORD}\0`))
  return text ? text.data.slice(KEYWORD.length + 1) : null
}

export function withHash(png: Uint8Array, hash: string): Buffer {
  const body = Buffer.from(`tEXt${KEYWORD}\0${hash}`, 'latin1')
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(CHECKSUM_BYTES)]
  length.writeUInt32BE(body.length - 4)
  checksum.writeUInt32BE(crc32(body))
  const end = png.length - HEAD_BYTES - CHECKSUM_BYTES
  return Buffer.concat([png.subarray(0, end), length, body, checksum, png.subarray(end)])
}

function chunksOf(png: Uint8Array): readonly { readonly type: string; readonly data: string }[] {
  const bytes = Buffer.from(png)
  const chunks: { type: string; data: string }[] = []
  for (let at = SIGNATURE_BYTES; at < bytes.length;) {
    const data = at + HEAD_BYTES
    const end = data + bytes.readUInt32BE(at)
    chunks.push({ type: bytes.toString('latin1', at + 4, data), data: bytes.toString('latin1', data, end) })
    at = end + CHECKSUM_BYTES
  }
  return chunks
}

/**
 * Runs in the page. Returns a line for each visible text, button, field and drawing, with its text and the positions of
 * its edges in grid steps. Every digit of a countdown is replaced by 0.
 */
function contentInSight(grid: number): readonly string[] {
  const drawn = 'button, input, select, textarea, img, svg, canvas'
  const lines: string[] = []
  const note = (element: Element, box: DOMRect, words: string): void => {
    const { left, top, right, bottom } = box
    const isInSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && left < right && top < bottom
    if (!isInSight || element.closest('.unseen')) return
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    const shown = words.replaceAll(/\s+/gu, ' ').trim()
    const still = element.closest('[role="timer"]') ? shown.replaceAll(/\p{Nd}/gu, '0') : shown
    lines.push(`${[left, top, right, bottom].map((edge) => Math.round(edge / grid)).join(' ')} ${still}`)
  }
  const valueOf = (element: Element): string => {
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? ''
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return element.value || element.placeholder
    return ''
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (node.matches(drawn)) note(node, node.getBoundingClientRect(), `<${node.localName}> ${valueOf(node)}`)
    } else if (node.parentElement && node.textContent?.trim()) {
      range.selectNodeContents(node)
      note(node.parentElement, range.getBoundingClientRect(), node.textContent)
    }
  }
  return lines
}

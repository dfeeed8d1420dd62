const mediaBox = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/u
const millimetresPerPoint = 25.4 / 72

/** The size of the first page of a PDF made here. */
export function pageSizeOf(document: Uint8Array): { readonly widthMm: number; readonly heightMm: number } {
  const [, width, height] = mediaBox.exec(Buffer.from(document).toString('latin1')) ?? []
  if (width === undefined || height === undefined) throw new RangeError('a document without a page size')
  return { widthMm: Number(width) * millimetresPerPoint, heightMm: Number(height) * millimetresPerPoint }
}

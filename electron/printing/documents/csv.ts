/** A field of a table as RFC 4180 has it; a text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvText(value: string): string {
  const safe = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines of fields as a file: UTF-8 with a mark, so that spreadsheets read the accents. */
export function csvFile(lines: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${lines.map((fields) => `${fields.join(',')}\r\n`).join('')}`
}

// node scripts/house-count.mjs [project folder] [--json] [--path] [--areas]: counts files, lines and imports, to
// measure a refactoring.
// `seatPathStops`: number of files that define the operations in `stops`. If a pattern matches nothing, `LOST` is
// printed and the pattern must be corrected.
// `reach`: code files that the files of `stops` import directly or indirectly, without type imports and text
// catalogues.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const [folder = '.', ...flags] = process.argv.slice(2)
const CODE = /\.(?:tsx?|mts|mjs)$/u
const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 })
const known = git('ls-files', '-z')
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(folder, path)))
const textOf = new Map()
const read = (path) => {
  if (!textOf.has(path)) textOf.set(path, readFileSync(join(folder, path), 'utf8'))
  return textOf.get(path)
}
const linesOf = (path) => read(path).split('\n').length - 1
const sum = (paths) => paths.reduce((all, path) => all + linesOf(path), 0)

const product = known.filter(
  (path) => /^(?:shared|electron|renderer)\//u.test(path) && /\.(?:tsx?|mts|mjs|css|html|sql)$/u.test(path),
)
const code = product.filter((path) => CODE.test(path) && !path.endsWith('.d.ts'))
const isProduct = new Set(product)
const tests = known.filter((path) => path.startsWith('tests/') && CODE.test(path))
const docs = known.filter((path) => path.endsWith('.md'))

function target(from, specifier) {
  if (!specifier.startsWith('.')) return null
  const path = posix.join(posix.dirname(from), specifier.split('?')[0])
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((each) => isProduct.has(each)) ?? null
}

function importsOf(path) {
  const text = read(path)
  const all = new Set()
  const real = new Set()
  const take = (specifier, isType) => {
    const to = target(path, specifier)
    if (to === null || to === path) return
    all.add(to)
    if (!isType) real.add(to)
  }
  for (const [, , type, clause = '', specifier] of text.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s+)?((?:[^'";]*?)\sfrom\s+)?'([^']+)'/gu,
  )) {
    const named = /^\{([\s\S]*)\}/u.exec(clause.trim())?.[1]
    const names = named
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    take(specifier, type !== undefined || (names?.length > 0 && names.every((name) => name.startsWith('type '))))
  }
  for (const [, specifier] of text.matchAll(/import\(\s*'([^']+)'\s*\)|new URL\(\s*'(\.[^']+)'/gu))
    if (specifier) take(specifier, false)
  return { all, real }
}

const imports = new Map(code.map((path) => [path, importsOf(path)]))
const importers = new Map(product.map((path) => [path, new Set()]))
for (const [path, { all }] of imports) for (const to of all) importers.get(to)?.add(path)

const factories = code.flatMap((path) =>
  [...read(path).matchAll(/^(?:export )?(?:(?:async )?function|const) (create[A-Z]\w*)/gmu)].map(
    ([, name]) => `${path}:${name}`,
  ),
)

// Operations from the tap on a seat to the printed ticket, each with the pattern of its definition.
const stops = [
  ['touch gestures on the map', /^export function listenToGestures/mu],
  ['point of the touch on the map', /^export class MapView/mu],
  ['section map', /^export function SectionMap\(/mu],
  ['seat at a point', /^export class SectionScene/mu],
  ['spatial index of seats', /^export class SeatIndex/mu],
  ['seat choice of the screen', /^export function useSectionChoice/mu],
  ['seats that a tap selects', /^export function pickSeat/mu],
  ['single seats left over', /^export function orphanSeatsAfter/mu],
  ['seat map component', /^export function SeatMap\(/mu],
  ['map screen', /^export function MapScreen/mu],
  ['next step of the visit', /^export function stepAfter/mu],
  ['state of the kiosk page', /^export class KioskStore/mu],
  ['command client', /^export function createInvoke/mu],
  ['connection to the main process', /^export function connect\(/mu],
  ['host of the kiosk', /^export async function serveKiosk/mu],
  ['dispatch of a command', /^export async function dispatch/mu],
  ['table of commands', /^export const commands = [\s\S]*holdSeats: /mu],
  ['fields of a command', /^export const wireId/mu],
  ['permissions', /^export function admit\(/mu],
  ['presence of the customer', /^export class PresenceTracker/mu],
  ['commands of a screen', /^export function serveScreens/mu],
  ['commands of a visit', /^export function visitCommands/mu],
  ['check of the chosen seats', /^export function chosenSeats/mu],
  ['sale of a screen', /^export abstract class SaleScreen/mu],
  ['sale service', /^export class SaleService/mu],
  ['running sale', /^class LiveSale/mu],
  ['record before the effect', /^  async #record\(event/mu],
  ['transition of a sale', /^export function transition/mu],
  ['ledger', /^export async function openLedger/mu],
  ['guarded transaction', /^export class Guard\b/mu],
  ['ledger file', /^class StoreFile\b/mu],
  ['ledger store', /^export function openStore\(/mu],
  ['payload of a step', /^export function stepOf/mu],
  ['ledger entries of a step', /^function entriesOf/mu],
  ['postings', /^function postingsOf\(previous/mu],
  ['body of a row', /^export function bodyOf/mu],
  ['references to earlier rows', /^export class SaleParts\b/mu],
  ['canonical JSON', /^export function canonicalJson/mu],
  ['journal row', /^export class Journal\b/mu],
  ['projection', /^export class Projection\b/mu],
  ['projection of a step', /^  #writeStep\(/mu],
  ['anchor file', /^export class Anchor\b/mu],
  ['journal mirror', /^export class JournalMirror\b/mu],
  ['next effect', /^export function nextEffect/mu],
  ['effect loop', /^  async #drive\(first/mu],
  ['effects', /^export async function performEffect/mu],
  ['partner availability', /^export function watchPartner/mu],
  ['partner client', /^export class PartnerClient/mu],
  ['hold request', /^export async function holdSeats/mu],
  ['body of the hold request', /^export function fillHoldBody/mu],
  ['table of operations', /^export const operations[\s\S]*openSession: /mu],
  ['transport of a request', /^export (?:async )?function carryOut\([\s\S]*PartnerConnection/mu],
  ['HTTP client', /^export class HttpClient/mu],
  ['request signature', /^export function requestSigner/mu],
  [
    'reading of a reply',
    /^export const openedSessionReading|^export function openedSessionReading|openedSessionReading =/mu,
  ],
  ['mapping of a reply', /^export (?:const|function) ticketReadBackOf/mu],
  ['view of a sale', /^export function saleView/mu],
  ['pay', /^export function paymentCommands/mu],
  ['payment gate', /^export function paymentGate/mu],
  ['start of a tender', /^export async function beginTender/mu],
  ['outcome of a tender', /^export (?:async )?function outcomeEvent/mu],
  ['the purchase', /^export async function sendPurchase|^export function composePurchase/mu],
  ['content of a ticket document', /^export function ticketDocument/mu],
  ['print queue', /^class PrintQueue/mu],
  ['ticket issuer', /^export class PaperTickets\b/mu],
  ['printer pool', /^export class PrinterPool\b/mu],
  ['ticket renderer', /^export class TicketRenderer\b/mu],
  ['content of a ticket', /^export function contentOf/mu],
  ['text catalogues', /^export const catalogues/mu],
  ['choice of a layout', /^export function layoutOf/mu],
  ['layout of a roll', /^export function drawColumn/mu],
  ['text blocks', /^export function setBlock/mu],
  ['QR code', /^export function qrSymbolOf/mu],
  ['QR code in printer dots', /^export class TicketCodes\b/mu],
  ['typesetting', /^export class Typesetter/mu],
  ['canvas', /^export class Canvas|^export interface Canvas|^export class Form/mu],
  ['PDF document', /^export class PdfDocument/mu],
  ['check that codes are readable', /^export async function faultOfPages/mu],
  ['ESC/POS printer', /^export class EscPosPrinter\b/mu],
  ['rasterising', /^export async function rasterisePage/mu],
  ['PDF library', /^export (?:async )?function loadPdfium|^export const loadPdfium/mu],
  ['bitmap', /^export function bitmapOfGrey/mu],
  ['printer commands', /^export function\*? ?rasterBands|^export const rasterBands/mu],
  ['printer session', /^export class Session \{/mu],
  ['acknowledgement of the paper', /^ {2}async acknowledged\(/mu],
  ['printer connection', /^export class TcpTransport\b/mu],
]

const path = stops.map(([what, pattern]) => ({ what, files: code.filter((file) => pattern.test(read(file))) }))
const lost = path.filter(({ files }) => files.length === 0).map(({ what }) => what)
const doubtful = path.filter(({ files }) => files.length > 1).map(({ what, files }) => `${what}: ${files.join(', ')}`)
const stopFiles = [...new Set(path.flatMap(({ files }) => files.slice(0, 1)))]
const toHold = path.findIndex(({ what }) => what === 'pay')
const stopFilesToHold = new Set(
  path.slice(0, toHold < 0 ? path.length : toHold).flatMap(({ files }) => files.slice(0, 1)),
)
const reach = new Set()
for (const waiting = [...stopFiles]; waiting.length > 0;) {
  const file = waiting.pop()
  if (reach.has(file) || /(?:^|\/)i18n\//u.test(file) || !CODE.test(file)) continue
  reach.add(file)
  waiting.push(...(imports.get(file)?.real ?? []))
}

const sizes = code.map(linesOf).sort((a, b) => a - b)
const at = (part) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * part))]
const single = code.filter((file) => importers.get(file).size === 1)
const areas = {}
for (const file of product) {
  const [part, below, ...rest] = file.split('/')
  const area = rest.length > 0 ? `${part}/${below}` : part
  areas[area] ??= { files: 0, lines: 0 }
  if (CODE.test(file) && !file.endsWith('.d.ts')) areas[area].files += 1
  areas[area].lines += linesOf(file)
}

const counted = {
  commit: git('rev-parse', '--short', 'HEAD').trim(),
  productFiles: code.length,
  productLines: sum(product),
  ofThoseStyleLines: sum(product.filter((file) => file.endsWith('.css'))),
  styleFiles: product.filter((file) => file.endsWith('.css')).length,
  filesOfAtMost40Lines: code.filter((file) => linesOf(file) <= 40).length,
  singleImporterFiles: single.length,
  singleImporterFilesOfAtMost60Lines: single.filter((file) => linesOf(file) <= 60).length,
  seatPathStops: stopFiles.length,
  seatPathStopsToHold: stopFilesToHold.size,
  seatPathReach: reach.size,
  createFactories: factories.length,
  medianFileLines: at(0.5),
  p90FileLines: at(0.9),
  largestFileLines: at(1),
  testFiles: tests.length,
  testLines: sum(tests),
  testSpecFiles: tests.filter((file) => /\.test\.tsx?$/u.test(file)).length,
  docsFiles: docs.length,
  docsLines: sum(docs),
}

if (flags.includes('--json')) console.log(JSON.stringify({ ...counted, lost, areas }, null, 2))
else {
  const width = Math.max(...Object.keys(counted).map((name) => name.length))
  for (const [name, value] of Object.entries(counted)) console.log(name.padEnd(width + 2), value)
  for (const what of lost) console.log(`LOST: ${what}`)
  for (const what of doubtful) console.log(`MORE THAN ONE: ${what}`)
  if (flags.includes('--path')) for (const { what, files } of path) console.log(what.padEnd(36), files[0] ?? '–')
  if (flags.includes('--areas'))
    for (const [area, { files, lines }] of Object.entries(areas).sort(([a], [b]) => (a < b ? -1 : 1)))
      console.log(area.padEnd(28), String(files).padStart(5), String(lines).padStart(7))
}

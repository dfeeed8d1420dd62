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
  ['a finger on the canvas', /^export function listenToGestures/mu],
  ['the view tells where', /^export class MapView/mu],
  ['the section map takes the tap', /const onTap = \(at: Point\)/u],
  ['which seat lies there', /^export class SectionScene/mu],
  ['…by its index', /^export class SeatIndex/mu],
  ['the seat is pressed', /^export function useSectionChoice/mu],
  ['which seats that picks', /^export function pickSeat/mu],
  ['whether one is left alone', /^export function orphanSeatsAfter/mu],
  ['the map gives them on', /^export function SeatMap\(/mu],
  ['the screen keeps them', /^export function MapScreen/mu],
  ['the step that has them', /^export function stepAfter/mu],
  ['the store of the screen', /^export class KioskStore/mu],
  ['a command is sent', /^export function createInvoke/mu],
  ['over the bridge', /^export function connect\(/mu],
  ['a host hears it', /^export async function serveKiosk/mu],
  ['admission', /^export async function dispatch/mu],
  ['what the command takes', /^export const commands = [\s\S]*holdSeats: /mu],
  ['…its fields', /^export const wireId/mu],
  ['who may', /^export function admit\(/mu],
  ['it is under way', /^export class PresenceTracker/mu],
  ['which command does it', /^export function serveScreens/mu],
  ['seats of this visit', /^export function visitCommands/mu],
  ['are they of the section, and free', /^export function chosenSeats/mu],
  ['the sale on the screen', /^export abstract class SaleScreen/mu],
  ['the sale takes the event', /^export class SaleService/mu],
  ['a live sale', /^class LiveSale/mu],
  ['written down first', /^  async #record\(event/mu],
  ['the next state', /^export function transition/mu],
  ['the ledger keeps it', /^export async function openLedger/mu],
  ['a durable transaction', /^export class Guard\b/mu],
  ['…on the file', /^class StoreFile\b/mu],
  ['one step', /^export function openStore\(/mu],
  ['what the step says', /^export function stepOf/mu],
  ['what it adds to the books', /^function entriesOf/mu],
  ['…in accounts', /^function postingsOf\(previous/mu],
  ['the state as text', /^export function bodyOf/mu],
  ['what stands in earlier rows', /^export class SaleParts\b/mu],
  ['in one way of writing', /^export function canonicalJson/mu],
  ['a row of the chain', /^export class Journal\b/mu],
  ['the tables follow', /^export class Projection\b/mu],
  ['…step by step', /^  #writeStep\(/mu],
  ['the end outside the file', /^export class Anchor\b/mu],
  ['…and every row', /^export class JournalMirror\b/mu],
  ['what is to be done', /^export function nextEffect/mu],
  ['the loop does it', /^  async #drive\(first/mu],
  ['which effect', /^export async function performEffect/mu],
  ['is the service there', /^export function watchPartner/mu],
  ['ask the service', /^export class PartnerClient/mu],
  ['how it holds seats', /^export async function holdSeats/mu],
  ['in which words', /^export function fillHoldBody/mu],
  ['at which address', /^export const operations[\s\S]*openSession: /mu],
  ['over which connection', /^export (?:async )?function carryOut\([\s\S]*PartnerConnection/mu],
  ['…by HTTP', /^export class HttpClient/mu],
  ['…signed', /^export function requestSigner/mu],
  [
    'what it answers',
    /^export const openedSessionReading|^export function openedSessionReading|openedSessionReading =/mu,
  ],
  ['…in our words', /^export (?:const|function) ticketReadBackOf/mu],
  ['what the screen is told', /^export function saleView/mu],
  ['pay', /^export function paymentCommands/mu],
  ['may one pay now', /^export function paymentGate/mu],
  ['the tender begins', /^export async function beginTender/mu],
  ['what its end means', /^export (?:async )?function outcomeEvent/mu],
  ['the purchase', /^export async function sendPurchase|^export function composePurchase/mu],
  ['what a ticket says', /^export function ticketDocument/mu],
  ['tickets take turns', /^class PrintQueue/mu],
  ['the issuer', /^export class PaperTickets\b/mu],
  ['which printer', /^export class PrinterPool\b/mu],
  ['the renderer', /^export class TicketRenderer\b/mu],
  ['what stands on it', /^export function contentOf/mu],
  ['in which words', /^export const catalogues/mu],
  ['on which layout', /^export function layoutOf/mu],
  ['…of a roll', /^export function drawColumn/mu],
  ['in blocks', /^export function setBlock/mu],
  ['its code', /^export function qrSymbolOf/mu],
  ['…as dots', /^export class TicketCodes\b/mu],
  ['type is set', /^export class Typesetter/mu],
  ['on a canvas', /^export class Canvas|^export interface Canvas|^export class Form/mu],
  ['into a document', /^export class PdfDocument/mu],
  ['could a gate read it', /^export async function faultOfPages/mu],
  ['a printer of receipts', /^export class EscPosPrinter\b/mu],
  ['the page as dots', /^export async function rasterisePage/mu],
  ['…by a reader of PDF', /^export (?:async )?function loadPdfium|^export const loadPdfium/mu],
  ['dots in rows', /^export function bitmapOfGrey/mu],
  ['the printer’s commands', /^export function\*? ?rasterBands|^export const rasterBands/mu],
  ['talking with it', /^export class Session \{/mu],
  ['did it come out', /^ {2}async acknowledged\(/mu],
  ['bytes go to the paper', /^export class TcpTransport\b/mu],
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

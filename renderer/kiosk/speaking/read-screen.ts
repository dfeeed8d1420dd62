import { sentence } from '../../i18n/dates.ts'
import { mayBeSaid } from '../../components/speech/speech.tsx'

/** What stands in one place, in words. */
export interface ReadLine {
  readonly text: string
  /** Lines of one item, such as a label and its value, are one sentence. */
  readonly item: Element
  /** On the coupon, which repeats what is chosen on every screen. */
  readonly coupon: boolean
  /** It counts, and is said when it matters. */
  readonly counts: boolean
}

interface Reading {
  /** The screen, or what lies over it. */
  readonly scope: Element
  /** Nobody else hears. */
  readonly privately: boolean
  /** What its own words have said already, too: title, what to do, and what happened. */
  readonly whole: boolean
}

/** What is pressed is said when a key comes to it, unless it is a whole screen. */
const PRESSED = 'button:not([data-reads]), a, input, select, textarea'
const SAID = 'h1, [data-said], [role="alert"]'
const ITEMS = 'p:not(li p), li, dl > div, h2, [data-item]'
/** Its blocks are parts of one line: a date with the day above the month. */
const PHRASE = '[data-phrase]'

/** All that is written there and is not to be pressed, in the order in which it is read. */
export function readScreen({ scope, privately, whole }: Reading): readonly ReadLine[] {
  const isRead = (element: Element): boolean =>
    !element.closest(`${PRESSED}, .unseen[role="status"]`) &&
    (whole || !element.closest(SAID)) &&
    element.closest('[lang]')?.getAttribute('lang') === document.documentElement.lang &&
    mayBeSaid(element, privately)
  return blocksIn(scope, isRead).map(({ text, block }) => ({
    text,
    item: block.closest(ITEMS) ?? block,
    coupon: block.closest('[data-part="stub"]') !== null,
    counts: block.closest('[role="timer"]') !== null,
  }))
}

/** Each item as a sentence: `Porte, A.` */
export function inSentences(lines: readonly ReadLine[]): readonly string[] {
  return [...Map.groupBy(lines, ({ item }) => item).values()].map((parts) =>
    sentence(parts.map(({ text }) => text).join(', ')),
  )
}

/** What a control is called, as a screen reader has it: the label, or the words on it. */
export function nameOf(control: HTMLElement): string {
  const words = () => blocksIn(control, () => true).map(({ text }) => text.replace(/\.$/u, ''))
  return control.dataset['name'] ?? control.ariaLabel ?? words().join(', ')
}

interface Block {
  readonly text: string
  readonly block: Element
}

/** The texts in sight, those of one block together. */
function blocksIn(scope: Element, isRead: (element: Element) => boolean): readonly Block[] {
  const found: { texts: string[]; block: Element }[] = []
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element } = node
    const text = (node.textContent ?? '').replaceAll(/\s+/gu, ' ').trim()
    if (!element || text === '' || !isWritten(element) || !isRead(element)) continue
    const block = element.closest(PHRASE) ?? blockOf(element)
    const last = found.at(-1)
    if (last?.block === block) last.texts.push(text)
    else found.push({ texts: [text], block })
  }
  return found.map(({ texts, block }) => ({ text: texts.join(' '), block }))
}

function isWritten(element: Element): boolean {
  if (element.closest('[aria-hidden="true"], svg, style')) return false
  return element.checkVisibility({ visibilityProperty: true })
}

function blockOf(element: Element): Element {
  let block = element
  while (block.parentElement && /^(?:inline$|contents)/u.test(getComputedStyle(block).display))
    block = block.parentElement
  return block
}

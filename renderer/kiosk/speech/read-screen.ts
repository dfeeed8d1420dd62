import { sentence } from '../../i18n/dates.ts'
import { mayBeSaid } from '../../ui/speech/speech.tsx'

export interface ReadLine {
  readonly text: string
  /** Item to which the line belongs. Lines of one item, such as a label and its value, form one sentence. */
  readonly item: Element
  /** True if the line is on the ticket stub, which repeats the choices on every screen. */
  readonly coupon: boolean
  /** True for a timer, whose value is only spoken at relevant times. */
  readonly counts: boolean
}

interface Reading {
  /** The element to read: the screen, or the dialog above it. */
  readonly scope: Element
  /** True if only the customer can hear the output. */
  readonly privately: boolean
  /** True to include the texts that the screen itself has spoken: title, instructions and messages. */
  readonly whole: boolean
}

/** Selects controls, which are spoken on focus, except a button that fills the whole screen. */
const PRESSED = 'button:not([data-reads]), a, input, select, textarea'
const SAID = 'h1, [data-said], [role="alert"]'
const ITEMS = 'p:not(li p), li, dl > div, h2, [data-item]'
/** Selects elements whose blocks form one line, such as a date with the day above the month. */
const PHRASE = '[data-phrase]'

/** Returns all visible text that is not a control, in reading order. */
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

/** Returns one sentence for each item, such as `Porte, A.` */
export function inSentences(lines: readonly ReadLine[]): readonly string[] {
  return [...Map.groupBy(lines, ({ item }) => item).values()].map((parts) =>
    sentence(parts.map(({ text }) => text).join(', ')),
  )
}

/** Returns the accessible name of a control: its label, or else its text. */
export function nameOf(control: HTMLElement): string {
  const words = () => blocksIn(control, () => true).map(({ text }) => text.replace(/\.$/u, ''))
  return control.dataset['name'] ?? control.ariaLabel ?? words().join(', ')
}

interface Block {
  readonly text: string
  readonly block: Element
}

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

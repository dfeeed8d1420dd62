import type { eventDate } from '../../renderer/i18n/dates.ts'
import type { Language } from '../../shared/domain/language.ts'

interface Size {
  readonly mm: number
  readonly text: string
}

/** Runs in the page. Measures the smallest capital letter, the smallest button, and the excess width of the page. */
export function measure({ pixelsPerMillimetre, capHeight }: { pixelsPerMillimetre: number; capHeight: number }) {
  const shown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.unseen, [aria-hidden="true"]') &&
    getComputedStyle(element).clipPath === 'none'
  const smallest = (all: readonly Size[]): Size =>
    all.reduce((least, each) => (each.mm < least.mm ? each : least), { mm: Infinity, text: '' })
  const texts = [...document.querySelectorAll('#root *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    .filter(shown)
    .map((element) => ({
      mm: (Number.parseFloat(getComputedStyle(element).fontSize) * capHeight) / pixelsPerMillimetre,
      text: element.textContent ?? '',
    }))
  const targets = (selector: string): Size[] =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && !element.closest('[data-level]'))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        return { mm: Math.min(width, height) / pixelsPerMillimetre, text: element.textContent ?? '' }
      })
  return {
    capital: smallest(texts),
    target: smallest(targets('main button, dialog button')),
    tool: smallest(targets('header button')),
    tooWide: document.documentElement.scrollWidth - window.innerWidth,
  }
}

/** Runs in the page. Returns each text and accessible name, without texts in other languages, such as greetings. */
export function textsOnScreen(): readonly string[] {
  const { lang } = document.documentElement
  const isOwn = (element: Element | null): boolean =>
    (element?.closest('[lang]')?.getAttribute('lang') ?? lang) === lang
  const texts: string[] = []
  const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isOwn(node.parentElement)) texts.push(node.textContent ?? '')
  for (const named of document.querySelectorAll('#root [aria-label]'))
    if (isOwn(named)) texts.push(named.getAttribute('aria-label') ?? '')
  return texts
}

interface Stop {
  readonly isSomewhere: boolean
  readonly part: number
  /** Width of the focus ring in pixels. 0 if the ring is elsewhere. `colors`: the two colours of the ring. */
  readonly ring: number
  readonly colors: readonly string[]
}

/** Runs in the page. Presses the key until all controls were reached or the focus returns to the start. */
export async function walkByKeys(key: string) {
  const scope = [...document.querySelectorAll('dialog[open]'), document.querySelector('[data-screen]')][0]
  const touchable = [...(scope?.querySelectorAll<HTMLElement>('button, a[href], [role="button"]') ?? [])].filter(
    (each) =>
      each.getClientRects().length > 0 &&
      getComputedStyle(each).visibility === 'visible' &&
      !each.closest('[inert]') &&
      each.ariaDisabled !== 'true',
  )
  const parts = ['content', 'options', 'stub', 'tools']
  const hex = (color = ''): string =>
    '#' +
    (color.match(/\d+/gu) ?? [])
      .slice(0, 3)
      .map((each) => Number(each).toString(16).padStart(2, '0'))
      .join('')
  const stopHere = async (): Promise<Stop> => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const here = document.activeElement as HTMLElement
    const ring = document.querySelector<HTMLElement>('[data-ring]:popover-open')
    const style = ring && getComputedStyle(ring)
    const [frame, framed] = [ring?.getBoundingClientRect(), here.getBoundingClientRect()]
    const middle = { x: (framed.left + framed.right) / 2, y: (framed.top + framed.bottom) / 2 }
    const isRound = (r: DOMRect): boolean =>
      r.left <= middle.x && middle.x <= r.right && r.top <= middle.y && middle.y <= r.bottom && r.bottom <= innerHeight
    return {
      isSomewhere: here !== document.body,
      part: parts.indexOf(here.closest<HTMLElement>('[data-part]')?.dataset['part'] ?? 'content'),
      ring: style && frame && isRound(frame) ? Number.parseFloat(style.borderTopWidth) : 0,
      colors: style ? [hex(style.borderTopColor), hex(/rgb\([^)]*\)/u.exec(style.boxShadow)?.[0])] : [],
    }
  }
  const first = await stopHere()
  const stops = [first]
  const seen = new Set<Element | null>([document.activeElement])
  const left = new Set<Element>(touchable.filter((each) => each !== document.activeElement))
  while (left.size > 0 && stops.length < touchable.length + 80) {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }),
    )
    if (seen.has(document.activeElement)) break
    seen.add(document.activeElement)
    if (document.activeElement) left.delete(document.activeElement)
    stops.push(await stopHere())
  }
  // The keys also scroll a list to its end, so its "more" button may disappear without being reached.
  const missed = [...left].filter((each) => each.isConnected)
  return { begins: first.isSomewhere, stops, missed: missed.map((each) => each.textContent ?? '') }
}

/**
 * Runs in the page. Describes everything in the view that a customer cannot read or press: cut or overlapping text, cut
 * or covered buttons, and scrolling without `data-more`. Content beyond the edge of an element with `data-more` or
 * `data-paged` counts as reachable.
 */
export function cutOff(): readonly string[] {
  const SLACK = 2
  const MORE = 6
  interface Box {
    readonly left: number
    readonly top: number
    readonly right: number
    readonly bottom: number
  }
  const glass: Box = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
  const shared = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const isIn = (inner: Box, outer: Box): boolean =>
    inner.left >= outer.left - SLACK &&
    inner.right <= outer.right + SLACK &&
    inner.top >= outer.top - SLACK &&
    inner.bottom <= outer.bottom + SLACK
  const overlap = (a: Box, b: Box): boolean => {
    const { left, top, right, bottom } = shared(a, b)
    return right - left > SLACK && bottom - top > SLACK
  }
  const scrolls = (element: Element): boolean => /auto|scroll/u.test(getComputedStyle(element).overflowY)
  const clips = (element: Element): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element)
    return overflowX !== 'visible' || overflowY !== 'visible'
  }
  const inside = (element: Element): Box => {
    const { left, top } = element.getBoundingClientRect()
    const x = left + element.clientLeft
    const y = top + element.clientTop
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight }
  }
  const parents = (element: Element): Element[] =>
    element.parentElement ? [element.parentElement, ...parents(element.parentElement)] : []

  /** Returns the edges that clip an element, up to its first scrolling parent, which is returned separately. */
  function frame(element: Element): { readonly cut: Box; readonly scroller: Element | null } {
    let cut: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
    for (const parent of parents(element)) {
      if (parent === document.body) break
      if (scrolls(parent)) {
        const { left, right } = inside(parent)
        return { cut: shared(cut, { left, right, top: -Infinity, bottom: Infinity }), scroller: parent }
      }
      if (clips(parent)) cut = shared(cut, inside(parent))
      if (getComputedStyle(parent).position === 'fixed') break
    }
    return { cut: shared(cut, glass), scroller: null }
  }

  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.unseen, svg, canvas, [data-more], [data-paged]') &&
    getComputedStyle(element).clipPath === 'none'

  // If a dialog is open, everything below it is inactive.
  const root = document.querySelector('dialog[open]') ?? document.querySelector('#root')!
  const named = (text: string): string => `"${text.replaceAll(/\s+/gu, ' ').trim().slice(0, 60)}"`

  /** Returns the lines of a text by their inked area, because the space for descenders may extend beyond an edge. */
  const pen = document.createElement('canvas').getContext('2d')!
  function inkOf(element: Element, node: Text): Box[] {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { font } = getComputedStyle(element)
    pen.font = font
    const ink = pen.measureText(node.data)
    return [...range.getClientRects()]
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, right, top, bottom }) => {
        const baseline = top + (bottom - top - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2
        const at = baseline + ink.fontBoundingBoxAscent
        return { left, right, top: at - ink.actualBoundingBoxAscent, bottom: at + ink.actualBoundingBoxDescent }
      })
  }

  const faults = new Set<string>()
  const lines: { readonly element: Element; readonly text: string; readonly box: Box; readonly shown: Box }[] = []
  for (const element of root.querySelectorAll('*')) {
    if (!isSeen(element)) continue
    if (getComputedStyle(element).webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + SLACK)
      faults.add(`cut off: ${named(element.textContent)}`)
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || !node.data.trim()) continue
      const { cut, scroller } = frame(element)
      const button = element.closest('button, a')
      for (const box of inkOf(element, node)) {
        const text = named(node.data)
        if (!isIn(box, cut)) faults.add(`cut off: ${text}`)
        else if (button && !isIn(box, button.getBoundingClientRect())) faults.add(`out of its button: ${text}`)
        lines.push({ element, text, box, shown: scroller ? shared(box, shared(inside(scroller), glass)) : box })
      }
    }
  }
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1))
      if (one.element !== other.element && overlap(one.shown, other.shown))
        faults.add(`over one another: ${one.text} and ${other.text}`)

  for (const button of root.querySelectorAll('button, input, a[href]')) {
    if (!isSeen(button)) continue
    const box = button.getBoundingClientRect()
    const { cut, scroller } = frame(button)
    const name = named(button.getAttribute('aria-label') ?? button.textContent ?? '')
    if (!isIn(box, cut)) {
      faults.add(`button cut off: ${name}`)
      continue
    }
    const view = scroller ? shared(inside(scroller), glass) : glass
    const x = (box.left + box.right) / 2
    const y = (box.top + box.bottom) / 2
    const isInView = x > view.left + SLACK && x < view.right - SLACK && y > view.top + SLACK && y < view.bottom - SLACK
    if (!isInView) continue
    const top = document.elementFromPoint(x, y)
    if (top && !button.contains(top) && !top.contains(button) && !top.closest('[data-more]'))
      faults.add(`button under ${top.tagName}.${top.className}: ${name}`)
  }

  for (const element of [document.documentElement, ...root.querySelectorAll('*'), root]) {
    if (element !== document.documentElement && (!scrolls(element) || !element.checkVisibility())) continue
    const name = element === document.documentElement ? 'the page' : `${element.tagName} ${named(element.textContent)}`
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element
    if (scrollWidth - clientWidth > MORE) faults.add(`scrolls sideways: ${name}`)
    if (scrollHeight - clientHeight <= MORE) continue
    const sign = element.querySelector(':scope > [data-more="below"] button')
    if (!sign?.checkVisibility() || !isIn(sign.getBoundingClientRect(), inside(element)))
      faults.add(`scrolls without a sign: ${name}`)
  }
  return [...faults]
}

interface DatesOf {
  readonly lang: Language
  readonly dir: string
  readonly dates: readonly ReturnType<typeof eventDate>[]
}

/** Shows each date in `block` in turn. Returns the words that are wider than the block. */
export async function wordsTooWide(block: Element, { lang, dir, dates }: DatesOf): Promise<readonly string[]> {
  Object.assign(document.documentElement, { lang, dir })
  const [weekday, , month] = block.querySelectorAll('span')
  const { paddingLeft, paddingRight } = getComputedStyle(block)
  const width = block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  const tooWide = (date: DatesOf['dates'][number]): readonly string[] => {
    weekday!.textContent = date.weekday
    month!.textContent = date.month
    return [weekday!, month!].filter((word) => word.scrollWidth > width).map((word) => word.textContent ?? '')
  }
  // The first word in another script loads its font.
  tooWide(dates[0]!)
  await document.fonts.ready
  return dates.flatMap(tooWide)
}

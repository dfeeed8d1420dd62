/** Parts of a screen in the order in which keys walk through them: what is chosen from comes first, on every screen. */
const parts = ['content', 'options', 'stub', 'tools'] as const
type Part = (typeof parts)[number]

const CONTROLS = 'button, a[href], input, select, textarea, [tabindex="0"]'

/** Where keys go: into the uppermost dialog, else over the whole screen. */
export function scopeOf(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]')
  return dialogs[dialogs.length - 1] ?? document.querySelector<HTMLElement>('[data-screen]')
}

/** Everything that can be pressed there, in the order of the walk. */
export function controlsIn(scope: HTMLElement): readonly HTMLElement[] {
  const all = [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(isThere)
  return parts.flatMap((part) => all.filter((control) => partOf(control) === part))
}

export function partOf(control: Element): Part {
  const named = control.closest<HTMLElement>('[data-part]')?.dataset['part']
  return parts.find((part) => part === named) ?? 'content'
}

export function isThere(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
}

/** What says which screen, sheet or dialog it is; where keys begin. */
export function headingOf(scope: HTMLElement): HTMLElement | null {
  return scope.querySelector<HTMLElement>('h1[tabindex], h2[tabindex]')
}

/** What makes one face of the screen another: what was under the focus is then something else. */
export function faceOf(scope: HTMLElement): string {
  return `${scope.dataset['screen'] ?? 'dialog'} ${headingOf(scope)?.textContent ?? ''}`
}

/** A screen that has just come up is not to be pressed yet. */
export function isSettling(): boolean {
  return document.querySelector('[data-settling="true"]') !== null
}

/** Keys that delete or move: held down they go on, as in every program. */
const goesOn: ReadonlySet<string> = new Set([
  'Backspace',
  'Delete',
  'Tab',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/**
 * One press of a key is one step. A key that is held down writes, deletes and moves, but acts once: Enter held over four
 * screens would find, hold, take cash and print. To be called before anything else listens to keys.
 */
export function actOncePerPress(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat || goesOn.has(event.key) || writes(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}

/** A space writes only where text is typed; elsewhere it presses a button. */
function writes({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || altKey || metaKey) return false
  return key !== ' ' || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

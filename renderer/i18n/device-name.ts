/** `Caisse 3`; an id that begins with the word itself is not told twice: `caisse-3`. */
export function deviceName(word: string, id: string): string {
  return id.toLowerCase().startsWith(word.toLowerCase()) ? id : `${word} ${id}`
}

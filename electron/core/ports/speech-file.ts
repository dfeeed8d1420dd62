/** A file of a speech pack for the screens: `fr/manifest.json`, `fr/names/badia.opus`. */
export interface SpeechFile {
  readonly name: string
  readonly path: string
}

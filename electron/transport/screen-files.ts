import type { BrandPicture, SpeechFile } from '../kiosk/ports/ports.ts'
import { createStaticFiles, type PageReply } from './static-files.ts'

// `npm run dev` builds scripts/dev-screens.ts instead of this file. That file contains all restrictions that are
// relaxed in development.

/**
 * True if the prebuilt attract screen may be served. False in development, because its page refers to the built files.
 */
export const servesBuiltScreens = true

export interface ScreenPlaces {
  readonly rendererDirectory: string
  readonly brand?: readonly BrandPicture[] | undefined
  readonly speech?: (() => readonly SpeechFile[]) | undefined
}

/** Replies to a page that requests this URL path; `query` is empty or begins with `?`. */
export type ScreenFiles = (pathname: string, query: string) => PageReply | Promise<PageReply>

/** Serves the files of the built screens as a kiosk's page requests them. */
export function createScreenFiles({ rendererDirectory, brand, speech }: ScreenPlaces): ScreenFiles {
  return createStaticFiles(rendererDirectory, brand, speech)
}

/** Returns whether a page in a window may request this URL. `ownUrl`: address of the program's screens. */
export function mayRequest(url: string, ownUrl: string): boolean {
  return [ownUrl, 'devtools:', 'data:', 'blob:'].some((start) => url.startsWith(start))
}

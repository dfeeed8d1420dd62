import type { BrandPicture, SpeechFile } from '../kiosk/ports/ports.ts'
import { StaticFiles, type PageReply } from './static-files.ts'

// `npm run dev` replaces this module with `scripts/dev-screens.ts`, which relaxes restrictions for development.

/** False in development, because the page of the prebuilt attract screen refers to the built files. */
export const servesBuiltScreens = true

export interface ScreenPlaces {
  readonly rendererDirectory: string
  readonly brand?: readonly BrandPicture[] | undefined
  readonly speech?: (() => readonly SpeechFile[]) | undefined
}

/** Returns the reply for a URL path. `query` is empty or begins with `?`. */
export type ScreenFiles = (pathname: string, query: string) => PageReply | Promise<PageReply>

export function createScreenFiles({ rendererDirectory, brand, speech }: ScreenPlaces): ScreenFiles {
  return new StaticFiles(rendererDirectory, brand, speech).reply
}

/** Returns whether a page in a window may request the URL. `ownUrl`: address of the program's screens. */
export function mayRequest(url: string, ownUrl: string): boolean {
  return [ownUrl, 'devtools:', 'data:', 'blob:'].some((start) => url.startsWith(start))
}

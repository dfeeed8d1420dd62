import { readPicture, type Picture } from './pdf/picture.ts'
import type { VenueBrand } from './ticket-renderer.ts'

/** What the settings say of the venue's own on its paper. */
export interface BrandSettings {
  readonly logo?: string | undefined
  readonly sponsor?: string | undefined
  readonly notice: VenueBrand['notice']
}

/** Reads the venue's pictures. Rejects with the setting, the file and what is wrong with it. */
export async function readBrand({ notice, ...files }: BrandSettings): Promise<VenueBrand> {
  const read = async (key: 'logo' | 'sponsor'): Promise<Picture | null> => {
    const path = files[key]
    if (path === undefined) return null
    const picture = await readPicture(path)
    if (!picture.ok) throw new Error(`tickets.${key}: ${path}: ${picture.error.detail}`)
    return picture.value
  }
  return { logo: await read('logo'), sponsor: await read('sponsor'), notice }
}

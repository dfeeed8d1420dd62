/** A picture of the venue's own for the screens: the file `name` in the folder `brand` of its data. */
export interface BrandPicture {
  readonly name: string
  readonly path: string
}

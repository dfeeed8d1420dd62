import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The party that is responsible for a release. Only package.json names the vendor. */
export interface Vendor {
  readonly name: string
  /** `Name <address>`, as in Debian control files. */
  readonly maintainer: string
  readonly homepage: string
  readonly securityContact: string
}

type Fields = Readonly<Record<'author' | 'homepage' | 'securityContact', string>>

const mailbox = /^(?<name>[^<>]+) <[^<>@\s]+@[^<>@\s]+>$/u

/** Reads the vendor from package.json. Throws if a field is missing or malformed. */
export function readVendor(root: string): Vendor {
  const { author, homepage, securityContact } = fieldsOf(root)
  const name = mailbox.exec(author ?? '')?.groups?.['name']
  if (!author || !name) throw new Error('package.json: author has to be "Name <address@domain>"')
  if (!homepage || !URL.canParse(homepage))
    throw new Error('package.json: homepage has to be an address such as https://tickets.org')
  if (!securityContact || !/^[^@\s]+@[^@\s]+$/u.test(securityContact))
    throw new Error('package.json: securityContact has to be an e-mail address')
  return { name, maintainer: author, homepage, securityContact }
}

/**
 * Returns the reasons not to publish a release: an unreachable domain (`.example`, RFC 2606), or a security page that
 * names another contact. Throws in the same cases as `readVendor`.
 */
export function vendorFaults(root: string): readonly string[] {
  const { maintainer, homepage, securityContact } = readVendor(root)
  const domains = [
    ['homepage', homepage, new URL(homepage).hostname],
    ['author', maintainer, maintainer.slice(maintainer.lastIndexOf('@') + 1, -1)],
    ['securityContact', securityContact, securityContact.slice(securityContact.lastIndexOf('@') + 1)],
  ] as const
  const page = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  return [
    ...domains
      .filter(([, , domain]) => /(?:^|\.)example$/iu.test(domain))
      .map(
        ([field, value]) =>
          `package.json: ${field} "${value}" ends in .example: write the vendor’s own there before --publish`,
      ),
    ...(page.includes(`<${securityContact}>`)
      ? []
      : [`SECURITY.md: does not give the securityContact of package.json, ${securityContact}`]),
  ]
}

const fieldsOf = (root: string): Partial<Fields> =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Partial<Fields>

/** What a property says of itself. Each section has a call of its own; what it carries is the vendor's to say. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type { ContentSection, PropertyContent } from '../../connector-kit/property-content-operations.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { hotelIdIn } from './calls.ts'

interface Section extends ContentSection {
  reads?: { path: string; field?: string }
  writes?: { method: 'put' | 'post'; path: string }
}

const property = '/property-api/properties/{id}'

/** `{id}` stands for the property. NOTES.md says where each call is from. */
const table = {
  description: {
    shape: 'object',
    reads: { path: property, field: 'descriptions' },
    writes: { method: 'put', path: `${property}/description` },
  },
  settings: {
    shape: 'object',
    reads: { path: `${property}/settings` },
    writes: { method: 'post', path: `${property}/settings` },
  },
  facilities: {
    shape: 'list',
    reads: { path: '/facilities-api/properties/{id}' },
    writes: { method: 'put', path: '/facilities-api/properties/{id}' },
  },
  contacts: {
    shape: 'object',
    reads: { path: '/contacts-api/properties/{id}/contacts' },
    writes: { method: 'put', path: '/contacts-api/properties/{id}/contacts' },
  },
  checkin_methods: {
    shape: 'object',
    reads: { path: '/checkin-methods-api/properties/{id}' },
    writes: { method: 'post', path: '/checkin-methods-api/properties/{id}' },
  },
  photos: {
    shape: 'object',
    reads: { path: '/photo-api/properties/{id}/photos' },
    writes: { method: 'post', path: '/photo-api/properties/{id}/pending/photos' },
  },
  licences: {
    shape: 'object',
    reads: { path: '/licenses/rules/properties/{id}' },
    unwritable: 'the call by which licences are sent is not known',
  },
  policies: {
    shape: 'object',
    unreadable: 'the form in which policies are told is not known',
    unwritable: 'the whole of what a policy has to say is not known',
  },
} as const satisfies Record<string, Section>

const sections: Readonly<Record<string, Section>> = table

function sectionOf(name: string): Section {
  const section = sections[name]
  if (!section) throw new Error(`there is no section ${name}`)
  return section
}

const pathIn = (context: VendorContext, path: string) =>
  path.replace('{id}', encodeURIComponent(hotelIdIn(context)))

const none = (why: string | undefined) => new VendorError('rejected', why ?? 'there is no such call')

export const propertyContent: PropertyContent = {
  sections,

  async read(context, name) {
    const { reads, unreadable } = sectionOf(name)
    if (!reads) throw none(unreadable)
    const data = fieldOf(await context.http.get(pathIn(context, reads.path)), 'data')
    return (reads.field === undefined ? data : fieldOf(data, reads.field)) ?? null
  },

  async write(context, name, body) {
    const { writes, unwritable } = sectionOf(name)
    if (!writes) throw none(unwritable)
    const answer = await context.http[writes.method](pathIn(context, writes.path), { body })
    return fieldOf(answer, 'data') ?? null
  },
}

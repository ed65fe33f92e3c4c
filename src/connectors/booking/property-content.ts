/** Each section of a property's content has a call of its own; the vendor defines what is in it. */
import { fieldOf, orNull } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type {
  PropertyContentSection,
  PropertyContent,
} from '../../connector-kit/property-content-operations.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { hotelIdIn } from './calls.ts'
import { readPolicies, writePolicies } from './policies.ts'
import { policyProblem, type WantedPolicy } from './policy-body.ts'

interface ContentSectionSource extends PropertyContentSection {
  reads?: { path: string; field?: string } | ((context: VendorContext) => Promise<unknown>)
  writes?:
    | { method: 'put' | 'post'; path: string }
    | ((context: VendorContext, content: unknown) => Promise<unknown>)
}

type Sections = Readonly<Record<string, ContentSectionSource>>

const property = '/property-api/properties/{id}'

/** `{id}` is replaced by the property's id. NOTES.md gives the source of each call. */
const documented = {
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
} as const satisfies Sections

const requirements = '/licenses/rules/properties/{id}'
const licence = '/licenses/data/properties/{id}'
const reconstructed =
  'the call was put together from what third parties tell, and waits for `BOOKING_UNVERIFIED_CALLS`'

/** The vendor describes these calls. */
export const knownContent = contentOf({
  ...documented,
  licences: {
    shape: 'object',
    reads: async (context) => ({ requirements: await dataOf(context, requirements) }),
    unwritable: reconstructed,
  },
  policies: { shape: 'object', unreadable: reconstructed, unwritable: reconstructed },
})

/** These calls are reconstructed (`unverified.ts`). */
export const wholeContent = contentOf({
  ...documented,
  licences: {
    shape: 'object',
    reads: async (context) => ({
      requirements: await dataOf(context, requirements),
      licence: await orNull(dataOf(context, licence)),
    }),
    writes: { method: 'put', path: licence },
  },
  policies: {
    shape: 'object',
    problem: policyProblem,
    reads: readPolicies,
    writes: (context, content) =>
      writePolicies(context, (content as { policies: readonly WantedPolicy[] }).policies),
  },
})

const pathIn = (context: VendorContext, path: string) =>
  path.replace('{id}', encodeURIComponent(hotelIdIn(context)))

const dataOf = async (context: VendorContext, path: string): Promise<unknown> =>
  fieldOf(await context.http.get(pathIn(context, path)), 'data') ?? null

const none = (reason: string | undefined) => new VendorError('rejected', reason ?? 'there is no such call')

function contentOf(sections: Sections): PropertyContent {
  const sectionOf = (name: string): ContentSectionSource => {
    const section = sections[name]
    if (!section) throw new Error(`there is no section ${name}`)
    return section
  }
  return {
    sections,

    async read(context, name) {
      const { reads, unreadable } = sectionOf(name)
      if (!reads) throw none(unreadable)
      if (typeof reads === 'function') return reads(context)
      const data = await dataOf(context, reads.path)
      return (reads.field === undefined ? data : fieldOf(data, reads.field)) ?? null
    },

    async write(context, name, body) {
      const { writes, unwritable } = sectionOf(name)
      if (!writes) throw none(unwritable)
      if (typeof writes === 'function') return writes(context, body)
      const answer = await context.http[writes.method](pathIn(context, writes.path), { body: body as object })
      return fieldOf(answer, 'data') ?? null
    },
  }
}

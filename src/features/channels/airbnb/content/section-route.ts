/** Routes of sections, made from a description of each. */
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import { readOf } from '../../../../contract/channel-airbnb.ts'
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import { LinkFilter } from '../../../../contract/channel-content/written.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import type { DataFreshness } from '../../../../contract/freshness.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { DryRun } from '../../../../http/params/dry-run.ts'
import { idParams } from '../../../../http/params/path-id.ts'
import { route } from '../../../route.ts'
import { writeErrors } from '../errors.ts'
import { findLink, type AirbnbLink } from './find-link.ts'
import type { SectionTarget } from './open-section.ts'
import { sectionsFreshness, readSectionLive, readSection, type SectionReading } from './read-section.ts'
import type { AirbnbSection } from './section.ts'
import { writeSection, type SectionWriteAnswer } from './write-section.ts'

export const tag = 'Airbnb'
export const sectionUrl = (path: string) => `/v1/channels/airbnb/listings/:id/${path}`

export const LinkQuery = Type.Object({ airbnbConnectionId: LinkFilter }, { additionalProperties: false })
export const WriteQuery = Type.Object(
  { ...DryRun.properties, ...LinkQuery.properties },
  { additionalProperties: false },
)

export const typeQuery = <const T extends readonly string[]>(types: T, description: string) =>
  Type.Object(
    { type: Type.Optional(oneOfStrings(types, { description })), ...LinkQuery.properties },
    { additionalProperties: false },
  )

/** Errors of a section never read before. */
export const readErrors = [
  'airbnb_link_missing',
  'no_connection',
  'connection_reauth_required',
  'channel_not_supported',
  'airbnb_rejected',
  'airbnb_rate_limited',
  'airbnb_error',
] as const

export const changeErrors = [
  ...writeErrors.filter((code) => code !== 'listing_inactive'),
  'airbnb_link_missing',
  'listing_not_api_connected',
  'channel_not_supported',
] as const

/** What every route of a section's listing requires. */
export const onListing = {
  family: 'listings',
  ofListings: 'narrows',
  tag,
  params: idParams('listing'),
  listing: 'params.id',
} as const

interface LinkNamed {
  airbnbConnectionId?: string
}

interface SectionReadCall {
  services: Services
  scope: Scope
  params: { id: string }
  query: LinkNamed
}

export interface LinkedReading<S extends ContentSection> extends SectionReading<S> {
  link: AirbnbLink
  dataFreshness: DataFreshness
}

/** A section of the requested Airbnb listing, with its age. */
export async function readSectionOf<S extends ContentSection>(
  { services, scope, params, query }: SectionReadCall,
  section: S,
  { isLive = false }: { isLive?: boolean } = {},
): Promise<LinkedReading<S>> {
  const link = await findLink(services, scope, params.id, query.airbnbConnectionId)
  const read = await (isLive ? readSectionLive : readSection)(services, scope, link, section)
  return { ...read, link, dataFreshness: sectionsFreshness(services, scope, [{ link, readAt: read.readAt }]) }
}

/** The listing that a section write names. */
export const targetOf = (context: {
  params: { id: string }
  query: LinkNamed & { dry_run?: boolean }
}): SectionTarget => ({
  listingId: context.params.id,
  named: context.query.airbnbConnectionId,
  dryRun: context.query.dry_run === true,
})

/** How every answer to a write ends. */
export const endOf = ({ stored, dryRun }: { stored: boolean; dryRun?: true }) => ({
  stored,
  ...(dryRun ? { dryRun } : {}),
})

interface SectionRouteText {
  path: string
  /** The operation id. */
  id: string
  summary: string
  description: string
}

interface SectionReadSpec<
  S extends ContentSection,
  R extends TSchema,
  Q extends TObject,
> extends SectionRouteText {
  section: S
  /** Without it the query names the link only. */
  query?: Q
  queryAliases?: Record<string, string>
  isLive?(query: Static<Q>): boolean
  reply: R
  /** Without it the content is shown as it was read. */
  shown?(reading: LinkedReading<S>, query: Static<Q>): Static<R>
  errors?: readonly ErrorCode[]
}

/** GET of a section, as Airbnb was last read to have it. */
export function sectionReadRoute<
  S extends ContentSection,
  R extends TSchema,
  Q extends TObject = typeof LinkQuery,
>({ path, section, query: schema, isLive, reply, shown, errors = [], ...text }: SectionReadSpec<S, R, Q>) {
  return route({
    ...{ method: 'GET', url: sectionUrl(path), ...onListing, ...text },
    query: (schema ?? LinkQuery) as TObject,
    reply: readOf(reply) as TSchema,
    errors: [...readErrors, ...errors],
    statuses: { no_connection: 404 },
    async handle({ services, scope, params, query }) {
      const selector = query as Static<Q> & LinkNamed
      const call = { services, scope, params, query: selector }
      const reading = await readSectionOf(call, section, { isLive: isLive?.(selector) ?? false })
      const { content, dataFreshness } = reading
      return { data: shown ? shown(reading, selector) : content, dataFreshness }
    },
  })
}

interface SectionWriteSpec<
  S extends ContentSection,
  B extends TSchema,
  R extends TSchema,
  Q extends TObject,
> extends SectionRouteText {
  method?: 'PUT' | 'PATCH'
  section: AirbnbSection<S>
  /** Without it the query names the link, and whether it is a dry run. */
  query?: Q
  body: B
  reply: R
  errors?: readonly ErrorCode[]
  /** Throws for a body that contradicts itself. */
  check?(body: Static<B>): void
  change(body: Static<B>, query: Static<Q>): ContentSections[S]['change']
  shown(written: SectionWriteAnswer<S>, body: Static<B>, query: Static<Q>): Static<R> & object
}

/** Write of a section that is read back before it is answered. */
export function sectionWriteRoute<
  S extends ContentSection,
  B extends TSchema,
  R extends TSchema,
  Q extends TObject = typeof WriteQuery,
>({
  path,
  section,
  query: schema,
  reply,
  errors = [],
  check,
  change,
  shown,
  ...text
}: SectionWriteSpec<S, B, R, Q>) {
  return route({
    ...{ method: 'PUT', url: sectionUrl(path), ...onListing, ...text },
    query: (schema ?? WriteQuery) as TObject,
    reply: reply as TSchema,
    errors: [...changeErrors, ...errors],
    async handle(context) {
      const body = context.body as Static<B>
      const query = context.query as Static<Q> & LinkNamed & { dry_run?: boolean }
      check?.(body)
      const target = targetOf({ params: context.params, query })
      return writeSection(context, section, { ...target, change: change(body, query) }, (answer) =>
        shown(answer, body, query),
      )
    },
  })
}

/** Lookups shared by set-up actions: properties, listings and legal entities. */
import { ApiError } from '../../../platform/api-error.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import type { BookingSetupBody } from '../../../contract/channel-booking-setup.ts'
import type { RouteWriteContext } from '../../route.ts'
import { notConnectedError } from './errors.ts'
import { findHotel, listHotels } from './hotels.ts'
import { openProperty, type PropertyAccess } from './open-property.ts'
import { inviteOnce } from './setup-acts.ts'
import { builtListing, invitedEntities, type BuiltListing } from './setup-queries.ts'

export type SetupCall = PropertyAccess<'propertySetup'>

export interface SetupStep {
  context: Pick<RouteWriteContext, 'services' | 'scope' | 'idempotencyKey'>
  body: BookingSetupBody
}

/** The named property. Throws `not_found`, or an error where it cannot be called. */
export async function findNamedProperty({
  context,
  body,
}: SetupStep): Promise<SetupCall & { propertyId: string }> {
  const { services, scope } = context
  const hotel = await findHotel(services, scope, String(body.property_id), 'property_id')
  const call = await openProperty(services, scope, hotel, 'propertySetup')
  return { ...call, propertyId: hotel.external_account_id }
}

/** Calls that concern no property yet go through any connected one: the server is the same. */
export async function openAnyProperty({ context: { services, scope } }: SetupStep): Promise<SetupCall> {
  const hotels = await listHotels(services, scope)
  const hotel = hotels.find(({ status }) => status === 'active') ?? hotels[0]
  if (!hotel) throw notConnectedError('(none)')
  return openProperty(services, scope, hotel, 'propertySetup')
}

export async function findNamedListing({
  context: { services, scope },
  body,
}: SetupStep): Promise<BuiltListing> {
  const id = String(body.listing_id)
  const listing = await builtListing(services.db, scope, id)
  if (!listing) {
    throw new ApiError('not_found', `No listing ${id} in this workspace.`, {
      field: 'listing_id',
      value_received: id,
    })
  }
  await assertListingActive(services.db, scope, id)
  return listing
}

/** How many properties are asked for their legal entity. */
const mostAsked = 20

/** Throws unless the entity was invited from here or runs a connected property. */
export async function assertOwnEntity(
  step: SetupStep,
  call: SetupCall,
  id: string,
  field: string,
): Promise<void> {
  const { services, scope } = step.context
  const invited = await invitedEntities(services.db, scope)
  if (invited.some((entity) => entity.id === id)) return
  const hotels = (await listHotels(services, scope)).filter(({ status }) => status === 'active')
  for (const { external_account_id: propertyId } of hotels.slice(0, mostAsked)) {
    if ((await call.ask((vendor) => call.operation.entityOf(vendor, propertyId))) === id) return
  }
  throw new ApiError(
    'legal_entity_not_yours',
    `Legal entity ${id} was not made from this workspace and runs none of its properties.`,
    { field, value_received: id },
  )
}

/** The named entity, or a new one. Throws `legal_entity_required` where there is neither. */
export async function findOrInviteEntity(
  step: SetupStep,
  call: SetupCall,
): Promise<{ id: string; source: 'request' | 'created' }> {
  const { legal_entity_id: entityId, legal_entity: entity } = step.body
  if (entityId !== undefined) {
    await assertOwnEntity(step, call, String(entityId), 'legal_entity_id')
    return { id: String(entityId), source: 'request' }
  }
  if (entity !== undefined) return { id: await inviteEntity(call, entity), source: 'created' }
  const { services, scope } = step.context
  const known = await invitedEntities(services.db, scope)
  throw new ApiError('legal_entity_required', undefined, {
    field: 'legal_entity_id',
    valid_values: known.flatMap(({ id }) => (id === null ? [] : [id])),
  })
}

export async function inviteEntity(
  { access }: SetupCall,
  entity: NonNullable<BookingSetupBody['legal_entity']>,
): Promise<string> {
  const { id } = await inviteOnce(access, {
    companyName: entity.company_name,
    contactName: entity.legal_contact_name,
    contactEmail: entity.legal_contact_email,
    country: entity.country,
    city: entity.city,
  })
  return id
}

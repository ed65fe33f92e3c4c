/** Set-up actions as data: required and optional fields, and what each does. */
import type {
  BookingSetUp,
  BookingSetupAction,
  BookingSetupBody,
} from '../../../contract/channel-booking-setup.ts'
import { bookingSetupActions } from '../../../contract/channel-booking-setup.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { openProperty } from './open-property.ts'
import { parseChoice } from '../engine/invalid-body.ts'
import { findHotel } from './hotels.ts'
import { findSection } from './content-sections.ts'
import {
  openAnyProperty,
  assertOwnEntity,
  inviteEntity,
  findNamedProperty,
  type SetupStep,
} from './setup-context.ts'
import { addRoom, addUnit, createProperty } from './setup-create.ts'
import { invitedEntities } from './setup-queries.ts'

type SetupField = Exclude<keyof BookingSetupBody, 'action'>

interface SetupActionRule {
  needs: readonly SetupField[]
  /** Optional fields. */
  takes?: readonly SetupField[]
  /** The action creates something. */
  makes?: true
  run(step: SetupStep): Promise<Partial<BookingSetUp>>
}

const actions: Record<BookingSetupAction, SetupActionRule> = {
  'create-property': {
    needs: ['listing_id'],
    takes: ['legal_entity_id', 'legal_entity', 'target'],
    makes: true,
    run: createProperty,
  },
  'add-room': { needs: ['property_id', 'listing_id'], makes: true, run: addRoom },
  'add-unit': { needs: ['property_id', 'room_id'], takes: ['units'], run: addUnit },
  advance: {
    needs: ['property_id'],
    async run(step) {
      const { ask, operation, propertyId } = await findNamedProperty(step)
      const { blockers } = await ask((vendor) => operation.check(vendor, propertyId))
      if (blockers.length > 0) return { propertyId, checked: true, opened: false, sellable: false, blockers }
      const { sellable, status } = await ask((vendor) => operation.open(vendor, propertyId))
      return { propertyId, checked: true, opened: true, sellable, status, blockers }
    },
  },
  'create-legal-entity': {
    needs: ['legal_entity'],
    async run(step) {
      const call = await openAnyProperty(step)
      const { legal_entity: entity } = step.body
      if (entity === undefined) throw new Error('the legal entity was looked for before')
      return { legalEntity: { id: await inviteEntity(call, entity), source: 'created' } }
    },
  },
  'check-legal-status': { needs: ['leid'], run: legalStatus },
  'check-readiness': {
    needs: ['property_id'],
    async run(step) {
      const { ask, operation, propertyId } = await findNamedProperty(step)
      const { blockers, status } = await ask((vendor) => operation.check(vendor, propertyId))
      return { propertyId, ready: blockers.length === 0, blockers, status }
    },
  },
  'open-property': {
    needs: ['property_id'],
    async run(step) {
      const { ask, operation, propertyId } = await findNamedProperty(step)
      const { sellable, status } = await ask((vendor) => operation.open(vendor, propertyId))
      return { propertyId, opened: true, sellable, status }
    },
  },
  'set-contacts': { needs: ['property_id'], takes: ['contacts', 'contact'], run: setContacts },
  'set-policies': {
    needs: ['property_id', 'policyCode'],
    takes: ['prepaymentRequired'],
    run: setPolicies,
  },
}

async function legalStatus(step: SetupStep): Promise<Partial<BookingSetUp>> {
  const { services, scope } = step.context
  const id = String(step.body.leid)
  const call = await openAnyProperty(step)
  await assertOwnEntity(step, call, id, 'leid')
  const email = (await invitedEntities(services.db, scope)).find((entity) => entity.id === id)?.email
  const found = email ? await call.ask((vendor) => call.operation.findEntity(vendor, email)) : null
  if (!found) {
    throw new ApiError('not_found', `Booking.com does not tell how legal entity ${id} stands.`, {
      field: 'leid',
      value_received: id,
    })
  }
  const { signed, countries } = found
  return {
    legalEntity: { id, source: 'request' },
    contractSigned: signed,
    contractCountries: countries,
  }
}

async function setContacts({ context, body }: SetupStep): Promise<Partial<BookingSetUp>> {
  const { services, scope } = context
  const { contact, contacts } = body
  if ((contact === undefined) === (contacts === undefined))
    throw new ApiError('invalid_body', 'Either `contacts` or `contact` is required.', { field: 'contacts' })
  const hotel = await findHotel(services, scope, String(body.property_id), 'property_id')
  const { ask, operation } = await openProperty(services, scope, hotel, 'propertyContent')
  const entries = contacts ?? [
    {
      contact_profiles: [{ type: 'general' }],
      contact_person: { name: contact?.name, language_code: 'en-gb' },
      emails: [{ email: contact?.email }],
      phones: [{ phone_number: contact?.phone }],
    },
  ]
  await ask((vendor) => operation.write(vendor, 'contacts', { contacts: entries }))
  return { propertyId: hotel.external_account_id, success: true }
}

/** Adds a policy with the code unless the property has one. */
async function setPolicies({ context, body }: SetupStep): Promise<Partial<BookingSetUp>> {
  const { services, scope } = context
  const { policyCode, prepaymentRequired } = body
  const hotel = await findHotel(services, scope, String(body.property_id), 'property_id')
  const { ask, operation } = await openProperty(services, scope, hotel, 'propertyContent')
  findSection(operation, 'policies', 'unwritable')
  const guarantee =
    prepaymentRequired === undefined ? {} : { guarantee_payment: { required: prepaymentRequired } }
  const policies = [{ policy_code: policyCode, ...guarantee }]
  await ask((vendor) => operation.write(vendor, 'policies', { policies }))
  return { propertyId: hotel.external_account_id, success: true }
}

/** Throws `invalid_action`, and `invalid_body` for a missing or useless field. */
export function findAction(body: BookingSetupBody): { name: BookingSetupAction } & SetupActionRule {
  const name = parseChoice('action', body.action, bookingSetupActions)
  const action = actions[name]
  const fields = Object.keys(body).filter((field): field is SetupField => field !== 'action')
  const missing = action.needs.find((field) => body[field] === undefined)
  if (missing !== undefined)
    throw new ApiError('invalid_body', `\`${missing}\` is required with \`${name}\`.`, { field: missing })
  const known: readonly SetupField[] = [...action.needs, ...(action.takes ?? [])]
  const foreign = fields.find((field) => !known.includes(field))
  if (foreign === undefined) return { name, ...action }
  throw new ApiError('invalid_body', `\`${foreign}\` does not go with \`${name}\`.`, { field: foreign })
}

/** `POST /v1/guests`: finds the guest by contact and name or creates one; on request in a PMS first. */
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { isTellable } from '../../connector-kit/find-guest.ts'
import type { VendorGuestDraft } from '../../connector-kit/write-operations.ts'
import type { GuestCreateBody, GuestCreated } from '../../contract/guest-write.ts'
import { RouteReply } from '../../http/route.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openWrite } from '../../platform/outbox.ts'
import { onlyConnection, type Queryable, type Scope } from '../../platform/tenant.ts'
import { actKeyFor } from '../../upstream/acts/key.ts'
import { noConnection, unsupported, vendorFailure } from '../../upstream/errors.ts'
import { rehearse } from '../../platform/rehearse.ts'
import { actOnce, closeAct, relayAccess, unknownOutcome, type ActKinds } from '../../upstream/acts/public.ts'
import type { Services } from '../../services.ts'
import type { RouteWriteContext } from '../route.ts'
import type { ConnectionAccess } from '../../upstream/access.ts'
import { normalEmail, normalPhone } from '../../records/guests/contact-forms.ts'
import { planGuests, storeGuests } from '../../records/guests/plan.ts'
import { republishBookings } from './republish-bookings.ts'
import { pmsConnections, writtenGuest } from './write-queries.ts'
import { updatePreferences, updateGuestPms } from '../../records/guests/write-queries.ts'

/** Throws for invalid contacts. */
export function assertContacts({ email, phone }: { email?: string; phone?: string }): void {
  const wrong = (field: string, value: string) =>
    new ApiError('invalid_body', `\`${field}\` is no usable ${field === 'email' ? 'address' : 'number'}.`, {
      field,
      value_received: value.slice(0, 200),
    })
  if (email !== undefined && normalEmail(email) === null) throw wrong('email', email)
  if (phone !== undefined && normalPhone(phone) === null) throw wrong('phone', phone)
}

/** A guest without a stay belongs to one account, so a key for several must name it. */
function assertOneAccount({ connectionIds = [] }: Scope): void {
  if (connectionIds.length < 2) return
  throw new ApiError('invalid_body', 'This key is for several connections: name one by X-Account-Id.', {
    field: 'X-Account-Id',
    valid_values: connectionIds,
  })
}

/** The guest as a PMS gets it and as it is stored here. */
function draftOf({ firstName, lastName, email, phone, language }: GuestCreateBody): VendorGuestDraft {
  return {
    firstName,
    ...(lastName === undefined ? {} : { lastName }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(language === undefined ? {} : { language }),
  }
}

/** The PMS account in which the guest is created. */
async function accessFor(
  { services, scope }: RouteWriteContext,
  provider: string,
): Promise<ConnectionAccess> {
  const connector = services.connectors[provider]
  if (!connector) {
    throw new ApiError('invalid_body', `\`provider\` is no known PMS: ${provider}.`, {
      field: 'provider',
      value_received: provider,
      valid_values: Object.keys(services.connectors),
    })
  }
  if (!connector.operations.guestWrites?.create) throw unsupported(provider, 'create guests')
  const all = await pmsConnections(services.db, scope, provider)
  const [connection, ...others] = all
  if (!connection) throw noConnection(provider)
  if (others.length > 0) {
    throw new ApiError(
      'invalid_body',
      `Several accounts of ${provider} are connected: name one by X-Account-Id.`,
      {
        field: 'X-Account-Id',
        valid_values: all.map(({ connectionId }) => connectionId),
      },
    )
  }
  return relayAccess(services, scope, connection, 'guests')
}

interface StoredGuestReply {
  body: GuestCreated
  status: 200 | 201
}

interface PmsGuest {
  connectionId: string
  provider: string
  externalId: string
}

async function storeGuest(
  { services, scope }: { services: Services; scope: Scope },
  tx: Queryable,
  body: GuestCreateBody,
  pms: PmsGuest | undefined,
): Promise<StoredGuestReply> {
  const write = await openWrite(tx, scope, services.clock.now())
  const guest = { ...draftOf(body), ...(pms ? { externalId: pms.externalId } : {}) }
  const mention = { key: 'guest', guest, attachedId: null, usedAt: write.at.toISOString() }
  const plan = await planGuests(tx, scope, pms?.connectionId ?? onlyConnection(scope), [mention])
  const place = plan.guestOf.get(mention.key)
  const created = plan.drafts[place ?? -1]?.isNew === true
  const ids = await republishBookings(write, plan.touched, () => storeGuests(write, plan))
  const id = ids.get(mention.key)
  if (id === undefined) throw new Error('the guest was not stored')
  await updatePreferences(tx, scope, id, {
    currency: body.currency ?? null,
    isBusinessTraveler: body.isBusinessTraveler === true,
  })
  if (pms) await updateGuestPms(tx, scope, id, pms)
  const row = await writtenGuest(tx, scope, id)
  if (!row) throw new Error('the guest was not returned')
  return {
    status: created ? 201 : 200,
    body: {
      id,
      created,
      firstName: row.first_name ?? '',
      lastName: row.last_name,
      language: row.language,
      currency: row.currency,
      isBusinessTraveler: row.is_business_traveler,
      contacts: row.contacts,
      createdAt: row.created_at.toISOString(),
      ...(pms ? { pms: { provider: pms.provider, externalId: pms.externalId } } : {}),
    },
  }
}

/** The guest's id in this account, if contact and name match one known there. */
async function findInPms(
  { services, scope }: RouteWriteContext,
  connectionId: string,
  body: GuestCreateBody,
): Promise<string | null> {
  const mention = { key: 'guest', guest: draftOf(body), attachedId: null, usedAt: '' }
  const plan = await planGuests(services.db, scope, connectionId, [mention])
  return plan.drafts[plan.guestOf.get(mention.key) ?? -1]?.externalId ?? null
}

export async function createGuest(
  context: RouteWriteContext,
  body: GuestCreateBody,
  dryRun: boolean,
): Promise<GuestCreated | RouteReply<GuestCreated>> {
  const { services } = context
  assertContacts(body)
  const { provider } = body
  if (provider === undefined) assertOneAccount(context.scope)
  const access = provider === undefined ? undefined : await accessFor(context, provider)
  if (dryRun) {
    const { body: made } = await rehearse(services.db, (tx) => storeGuest(context, tx, body, undefined))
    const { id: _, ...rest } = made
    const shown = made.created ? rest : made
    return new RouteReply(
      {
        ...shown,
        ...(provider === undefined ? {} : { pms: { provider, externalId: null } }),
        dryRun: true as const,
      },
      { status: 200 },
    )
  }
  const key = actKeyFor(context.idempotencyKey)
  const pms = access && (await createInPms(context, access, body, key))
  return writeOnce(context, async (tx) => {
    const made = await storeGuest(context, tx, body, pms)
    await closeAct(tx, context.scope, key)
    return new RouteReply(made.body, { status: made.status })
  })
}

async function createInPms(
  context: RouteWriteContext,
  access: ConnectionAccess,
  body: GuestCreateBody,
  key: string,
): Promise<PmsGuest> {
  const { provider, id: connectionId } = access.connection
  const { externalId } = await actOnce<{ externalId: string }>(access, key, {
    kind: 'create_guest',
    request: body,
    kept: body,
    async send(vendor, { operations: { guestWrites } }) {
      const known = await findInPms(context, connectionId, body)
      if (known !== null) return { externalId: known }
      if (!guestWrites?.create) throw new Error('the connector creates no guests')
      return guestWrites.create(vendor, draftOf(body))
    },
    find: createFinder(access.connector, body),
    refused: (error) => vendorFailure(error, provider, 'guest'),
    unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
  })
  return { connectionId, provider, externalId }
}

/** undefined if the PMS cannot be searched for this guest. */
function createFinder({ operations: { guestWrites } }: Connector, body: GuestCreateBody) {
  const find = guestWrites?.find
  const draft = draftOf(body)
  if (!find || !isTellable(draft)) return undefined
  return (context: VendorContext, _: Connector, since: Date) => find(context, draft, since)
}

export const guestActs: Pick<ActKinds, 'create_guest'> = {
  create_guest: {
    find: async (context, connector, { request, asked_at: since }) =>
      createFinder(connector, request as GuestCreateBody)?.(context, connector, since),
    record: ({ services, scope, connection }, { key, request, result }) =>
      services.db.transaction().execute(async (tx) => {
        const { externalId } = result as { externalId: string }
        const pms = { connectionId: connection.id, provider: connection.provider, externalId }
        await storeGuest({ services, scope }, tx, request as GuestCreateBody, pms)
        await closeAct(tx, scope, key)
      }),
  },
}

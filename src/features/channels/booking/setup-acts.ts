/** Creates things at Booking.com once, however often requested: legal entities, properties, rooms. */
import { createHash } from 'node:crypto'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type {
  BuiltUnit,
  LegalEntityDraft,
  PropertyDraft,
  PropertySetup,
  UnitDraft,
} from '../../../connector-kit/property-setup-operations.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import {
  actOfKey,
  actOnce,
  closeAct,
  isUndone,
  type ActKind,
  type ActKinds,
  type ResolvedKind,
} from '../../../upstream/acts/public.ts'
import { failedCall } from '../../../upstream/errors.ts'
import { toBookingError } from './errors.ts'
import { provider } from './provider.ts'

type SetupActKind = Extract<
  ActKind,
  'invite_partner' | 'create_property' | 'create_property_unit' | 'add_property_unit'
>

interface SetupMaker<D, R> {
  make(setup: PropertySetup, context: VendorContext, draft: D): Promise<R>
  find(setup: PropertySetup, context: VendorContext, draft: D): Promise<R | null>
}

interface InvitedEntity {
  id: string
  email: string
}

const invite: SetupMaker<LegalEntityDraft, InvitedEntity> = {
  make: async (setup, context, draft) => ({
    id: (await setup.inviteEntity(context, draft)).id,
    email: draft.contactEmail,
  }),
  async find(setup, context, { contactEmail }) {
    const found = await setup.findEntity(context, contactEmail)
    return found && { id: found.id, email: contactEmail }
  },
}
const property: SetupMaker<PropertyDraft, { id: string }> = {
  make: (setup, context, draft) => setup.createProperty(context, draft),
  find: (setup, context, draft) => setup.findProperty(context, draft),
}
const unit: SetupMaker<UnitDraft, BuiltUnit> = {
  make: (setup, context, draft) => setup.createUnit(context, draft),
  find: (setup, context, draft) => setup.findUnit(context, draft),
}

interface UnitCount {
  propertyId: string
  roomId: string
  /** The total to set, so that repeating is harmless. */
  units: number
}
const oneMoreKind = 'add_property_unit'
const oneMore: SetupMaker<UnitCount, { units: number }> = {
  async make(setup, context, { propertyId, roomId, units }) {
    await setup.setUnits(context, propertyId, roomId, units)
    return { units }
  },
  async find(setup, context, { propertyId, roomId, units }) {
    const room = await setup.unit(context, propertyId, roomId)
    return room?.units === units ? { units } : null
  },
}

/** Marks what was created, at Booking.com and here. */
export const markerOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16)

const setupOf = ({ operations }: Connector): PropertySetup => {
  const { propertySetup } = operations
  if (!propertySetup) throw new Error('the channel builds no properties any more')
  return propertySetup
}

/** `about` identifies what may exist once. */
async function makeOnce<D, R>(
  access: ConnectionAccess,
  { kind, about, draft, making }: { kind: SetupActKind; about: string; draft: D; making: SetupMaker<D, R> },
): Promise<R> {
  const key = `${kind}:${about}`
  const result = await actOnce<R>(access, key, {
    kind,
    request: about,
    kept: draft,
    send: (context, connector) => making.make(setupOf(connector), context, draft),
    find: (context, connector) => making.find(setupOf(connector), context, draft),
    refused: toBookingError,
    unknown: (message, retryAfter) =>
      failedCall(
        provider,
        `Booking.com did not say what became of the request (${message}); it is looked for before it is asked for again.`,
        { retryAfter },
      ),
  })
  await closeAct(access.services.db, access.scope, key)
  return result
}

export const inviteOnce = (access: ConnectionAccess, draft: LegalEntityDraft) =>
  makeOnce(access, { kind: 'invite_partner', about: markerOf(draft.contactEmail), draft, making: invite })

export const createPropertyOnce = (access: ConnectionAccess, listingId: string, draft: PropertyDraft) =>
  makeOnce(access, { kind: 'create_property', about: listingId, draft, making: property })

export const createUnitOnce = (access: ConnectionAccess, listingId: string, draft: UnitDraft) =>
  makeOnce(access, {
    kind: 'create_property_unit',
    about: `${draft.propertyId}:${listingId}`,
    draft,
    making: unit,
  })

/** Key of the act with which a request adds a unit. */
export const unitKey = ({ propertyId, roomId }: Omit<UnitCount, 'units'>, key: string) =>
  `${oneMoreKind}:${propertyId}:${roomId}:${key}`

/** One unit per key: a repeated request means the count it meant first. */
export async function addUnitOnce(
  access: ConnectionAccess,
  key: string,
  count: UnitCount,
): Promise<{ units: number }> {
  const earlier = await actOfKey(access.services.db, access.scope, key)
  const draft = earlier?.request && !isUndone(earlier.state) ? (earlier.request as UnitCount) : count
  const about = key.slice(`${oneMoreKind}:`.length)
  return makeOnce(access, { kind: oneMoreKind, about, draft, making: oneMore })
}

const toResolvedKind = <D, R>(making: SetupMaker<D, R>, isNeverForgotten = true): ResolvedKind => ({
  find: (context, connector, { request }) => making.find(setupOf(connector), context, request as D),
  record: async ({ services: { db }, scope }, { key }) => void (await closeAct(db, scope, key)),
  ...(isNeverForgotten ? { isNeverForgotten: true as const } : {}),
})

export const setupActs: Pick<ActKinds, SetupActKind> = {
  invite_partner: toResolvedKind(invite),
  create_property: toResolvedKind(property),
  create_property_unit: toResolvedKind(unit),
  add_property_unit: toResolvedKind(oneMore, false),
}

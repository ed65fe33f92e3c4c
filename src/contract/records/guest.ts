import { Type, type Static } from 'typebox'
import { ExternalId, Text, strict } from './fields.ts'

export const GuestRecord = Type.Object(
  {
    /** Only when the vendor has a guest resource with ids of its own; otherwise guests are matched on contact and name. */
    externalId: Type.Optional(ExternalId),
    firstName: Type.Optional(Text),
    lastName: Type.Optional(Text),
    email: Type.Optional(Text),
    phone: Type.Optional(Text),
    language: Type.Optional(Text),
    country: Type.Optional(Text),
    avatarUrl: Type.Optional(Text),
  },
  strict,
)

export type GuestRecord = Static<typeof GuestRecord>

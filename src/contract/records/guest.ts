import { Type, type Static } from 'typebox'
import { ExternalId, Text, strict } from './fields.ts'

export const GuestRecord = Type.Object(
  {
    /** Set only if the vendor's guests have ids of their own; others are matched by contact and name. */
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

/** The parts of answers to writes that are read. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Amount, Flag, list, maybe, part, Text, TextId } from '../../connector-kit/vendor-fields.ts'
import { address, VendorMoney } from './vendor.ts'

export const VendorMade = Type.Object({ reservationId: TextId, confirmationCode: Text })

/** A row of the search; its id has another name than everywhere else, and was seen under the usual one. */
export const VendorFound = Type.Object({ reservationId: Text, _id: Text, confirmationCode: Text })

const Money = maybe(VendorMoney)
/** Where the money of a rate plan stands differs between what was seen: twice wrapped, once, or in the plan. */
export const VendorQuoted = Type.Object({
  rates: Type.Object({
    ratePlans: Type.Array(
      Type.Object({
        money: Type.Optional(
          Type.Union([Type.Intersect([VendorMoney, Type.Object({ money: Money })]), Type.Null()]),
        ),
        ratePlan: part({ money: Money }),
      }),
    ),
  }),
})
export type VendorQuoted = Static<typeof VendorQuoted>

export const VendorSent = Type.Object({
  _id: TextId,
  module: part({ type: Text }),
  createdAt: Text,
  sentAt: Text,
})

export const VendorTags = Type.Object({ tags: list(Type.String()) })

export const VendorAmenity = Type.Object({ name: Type.String({ minLength: 1 }) })

const Place = Type.Object({
  ...address,
  location: part({ lat: Amount, lng: Amount }),
})
export type VendorPlace = Static<typeof Place>

export const VendorAddress = Type.Object({
  address: Place,
  publishedAddress: maybe(Place),
  isPublishedAddressEnabled: Flag,
})

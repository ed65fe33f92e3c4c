/** What a change of a booking would cost, as the vendor writes it. */
import { Type, type Static } from 'typebox'

const Money = Type.Object({
  amount: Type.Union([Type.Number(), Type.String()]),
  currencyCode: Type.String(),
})

export const VendorPreview = Type.Object({
  updatePreviewToken: Type.String({ minLength: 1 }),
  previewTokenExpirationDateTimeUtc: Type.String(),
  amounts: Type.Object({
    totals: Type.Object({ currentTotalAmount: Money, postUpdateTotalAmount: Money }),
    difference: Type.Object({ total: Money, rent: Money, fees: Money, taxes: Money }),
  }),
})
export type VendorPreview = Static<typeof VendorPreview>

/**
 * A host changes bookings with these. Answers request only what is needed, so that nothing can fail after the
 * change.
 */

export const CancelBooking = `mutation CancelBooking($input: CancelVrboReservationInput!) {
  cancelVrboReservation(input: $input) { clientMutationId }
}`

export const PreviewChange = `mutation PreviewChange($input: GeneratePreviewVrboReservationUpdateInput!) {
  generatePreviewVrboReservationUpdate(input: $input) {
    updatePreviewToken
    previewTokenExpirationDateTimeUtc
    amounts {
      totals {
        currentTotalAmount { amount currencyCode }
        postUpdateTotalAmount { amount currencyCode }
      }
      difference {
        total { amount currencyCode }
        rent { amount currencyCode }
        fees { amount currencyCode }
        taxes { amount currencyCode }
      }
    }
  }
}`

export const ExecuteChange = `mutation ExecuteChange($input: ExecuteVrboReservationUpdateInput!) {
  executeVrboReservationUpdate(input: $input) { clientMutationId }
}`

export const RefundBooking = `mutation RefundBooking($input: RefundVrboReservationInput!) {
  refundVrboReservation(input: $input) { reservation { id } }
}`

export const ConfirmNotification = `mutation ConfirmNotification($input: ConfirmReservationNotificationInput!) {
  confirmReservationNotification(input: $input) { clientMutationId }
}`

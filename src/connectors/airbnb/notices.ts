/** The vendor's notices are only reasons to read a record: their content is not believed. */
import type { AccountNews } from '../../connector-kit/app-webhook.ts'
import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import type { InboundHint } from '../../connector-kit/connector.ts'
import { hint } from '../../connector-kit/hints.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'

type Notice = (content: unknown) => AccountNews[]

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const idIn = (value: unknown, ...names: string[]): string | null =>
  presentTexts(names.map((name) => fieldOf(value, name)))[0] ?? null

/** A booking was requested, made, changed, cancelled or paid. */
const ofBooking: Notice = (content) => {
  const booking = fieldOf(content, 'reservation')
  const hints = hint('reservations', fieldOf(booking, 'confirmation_code'))
  return [newsOf(idIn(booking, 'host_id'), [idIn(booking, 'listing_id_str', 'listing_id')], hints)]
}

/** The vendor reports our own messages too. An inquiry is a stay without a booking, known by its thread. */
const ofMessage: Notice = (content) => {
  const [thread, message] = [fieldOf(content, 'thread'), fieldOf(content, 'message')]
  const id = idIn(thread, 'id_str', 'id') ?? idIn(message, 'thread_id_str', 'thread_id')
  const attachment = fieldOf(thread, 'attachment')
  const details = fieldOf(attachment, 'booking_details')
  const code = presentText(fieldOf(details, 'reservation_confirmation_code'))
  const isInquiry = ['Inquiry', 'SpecialOffer'].includes(String(fieldOf(attachment, 'type')))
  const stay = code ?? (isInquiry ? id : null)
  return [
    newsOf(
      ownerOf(thread),
      [idIn(details, 'listing_id_str', 'listing_id')],
      [...hint('conversations', id), ...hint('reservations', stay)],
    ),
  ]
}

/** The host is among the users, or in the thread's attachment. */
function ownerOf(thread: unknown): string | null {
  const isOwner = (one: unknown) => fieldOf(one, 'role') === 'owner'
  const user = listOf(fieldOf(thread, 'users')).find(isOwner)
  const role = listOf(fieldOf(fieldOf(thread, 'attachment'), 'roles')).find(isOwner)
  return idIn(user, 'id_str', 'id') ?? presentTexts(listOf(fieldOf(role, 'user_ids')))[0] ?? null
}

const ofListings: Notice = (content) => {
  const rows = ['updates', 'mappings'].flatMap((name) => listOf(fieldOf(content, name)))
  const names = ['listing_id', 'updated_listing_id', 'after_mapping_listing_id']
  const values = rows.filter(isFields).flatMap((row) => names.map((name) => row[name]))
  const ids = presentTexts([
    fieldOf(content, 'listing_id'),
    ...listOf(fieldOf(content, 'listing_ids')),
    ...values,
  ])
  return [
    newsOf(
      idIn(content, 'host_id'),
      ids,
      ids.flatMap((id) => hint('listings', id)),
    ),
  ]
}

/** The notice alone does not prove that the host withdrew permission, so the vendor is called. */
const ofAccess: Notice = (content) =>
  ofListings(content).map((news) => ({ ...news, hints: [], isAboutAccess: true as const }))

const notices: Readonly<Record<string, Notice>> = {
  reservation_requested: ofBooking,
  reservation_acceptance_confirmation: ofBooking,
  reservation_alteration_confirmation: ofBooking,
  reservation_cancellation_confirmation: ofBooking,
  reservation_request_voided: ofBooking,
  payout_notification: ofBooking,
  message_added: ofMessage,
  listing_approval_status_changed: ofListings,
  listing_synchronization_settings_updated: ofListings,
  listings_mapped: ofListings,
  listings_unlinked: ofListings,
  authorization_revoked: ofAccess,
  test_notification: () => [],
}

/** An unknown action is accepted and changes nothing. */
export const newsIn = (action: string, content: unknown): AccountNews[] =>
  (Object.hasOwn(notices, action) ? notices[action]?.(content) : undefined) ?? []

const newsOf = (
  accountExternalId: string | null,
  listingExternalIds: readonly (string | null)[],
  hints: readonly InboundHint[],
): AccountNews => ({
  accountExternalId,
  listingExternalIds: listingExternalIds.filter((id) => id !== null).slice(0, mostListings),
  hints: hints.slice(0, mostListings),
})

/** No host has this many listings. */
const mostListings = 1000

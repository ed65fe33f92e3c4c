/** Lines of an export: conversations with their messages, inquiries, offers and reviews. */
import { Type } from 'typebox'
import { conversationPlatforms, conversationStatuses } from '../conversation.ts'
import {
  currencyOrNull,
  dateOnlyOrNull,
  flag,
  flagOrNull,
  nullable,
  oneOfStrings,
  text,
  textOrNull,
  timestamp,
} from '../fields.ts'
import { inquiryStatuses } from '../inquiry.ts'
import { reviewPlatforms } from '../review.ts'
import {
  count,
  createdAt,
  decimalOrNull,
  externalId,
  externalIdOrNull,
  line,
  momentOrNull,
  part,
  partOrNull,
  parts,
  refersTo,
  refersToOrNull,
  updatedAt,
  whole,
} from './fields.ts'

const source = {
  connectionId: refersToOrNull('connection', 'Account it was read from.'),
  accountId: refersToOrNull('account', 'The account it is shown under.'),
}

export const conversationLine = line(
  'conversation',
  {
    ...source,
    externalId: externalIdOrNull('the conversation'),
    platform: nullable(oneOfStrings(conversationPlatforms), { description: 'Channel it is on.' }),
    externalThreadId: textOrNull("The channel's id of the thread."),
    guestId: refersToOrNull('guest', 'The guest.'),
    listingId: refersToOrNull('listing', 'What it is about.'),
    reservationId: refersToOrNull('reservation', 'The reservation it is about.'),
    sourceReservationId: textOrNull("The source's id of that reservation or inquiry."),
    subject: textOrNull('Subject line.'),
    lastMessageAt: momentOrNull('When the latest message was sent.'),
    lastMessagePreview: textOrNull('Beginning of it.'),
    unreadCount: count('Messages of the guest not yet read.'),
    status: oneOfStrings(conversationStatuses, { description: 'Whether it is put away.' }),
    host: partOrNull('The host, as the channel names them.'),
    createdAt,
    updatedAt,
  },
  'A thread with a guest.',
)

export const messageLine = line(
  'message',
  {
    conversationId: refersTo('conversation', 'The thread.'),
    externalId: externalIdOrNull('the message'),
    direction: oneOfStrings(['inbound', 'outbound'], { description: '`inbound` comes from the guest.' }),
    senderType: textOrNull('Who sent it; an open set.'),
    senderName: textOrNull('Name of the sender.'),
    senderAvatar: textOrNull('Picture of the sender.'),
    channel: textOrNull('Channel it went over.'),
    body: text('Text.'),
    translatedBody: textOrNull('The text in English, when the channel translated it.'),
    attachments: parts('Files by their addresses; the files themselves are not in the export.'),
    isAutomated: flag('Sent by an automation.'),
    aiGenerated: flag('Written by a language model.'),
    sentAt: timestamp('When it was sent.'),
    deliveredAt: momentOrNull('When it reached the other side.'),
    readAt: momentOrNull('When it was read.'),
    createdAt,
  },
  'A message of a conversation.',
)

export const inquiryLine = line(
  'inquiry',
  {
    ...source,
    externalId: externalIdOrNull('the inquiry'),
    conversationId: refersToOrNull('conversation', 'Where it is discussed.'),
    listingId: refersToOrNull('listing', 'What is asked about.'),
    guestId: refersToOrNull('guest', 'Who asks.'),
    channel: text('Channel it came over.'),
    status: oneOfStrings(inquiryStatuses, { description: 'How far it got.' }),
    lapsesAt: momentOrNull('When it lapses by itself.'),
    lapseToldAt: momentOrNull('When that was told.'),
    checkIn: dateOnlyOrNull('First night asked about.'),
    checkOut: dateOnlyOrNull('Day of departure asked about.'),
    guests: partOrNull('How many would come.'),
    expectedPayoutAmount: decimalOrNull('What the host would be paid.'),
    expectedPayoutCurrency: currencyOrNull('Currency of it.'),
    reservationId: refersToOrNull('reservation', 'The reservation, once booked.'),
    relayedBy: textOrNull('PMS it came through.'),
    respondBy: momentOrNull('Until when the channel wants an answer.'),
    respondedAt: momentOrNull('When it was answered.'),
    sourceStatus: textOrNull("The source's own word for its state."),
    revision: whole('Counts its changes.', { minimum: 1 }),
    createdAt,
    updatedAt,
  },
  "A guest's question about a stay.",
)

export const offerLine = line(
  'special_offer',
  {
    connectionId: refersTo('connection', 'Account it was made through.'),
    externalId: externalId('the offer'),
    conversationId: refersTo('conversation', 'The thread.'),
    inquiryId: refersTo('inquiry', 'The inquiry it answers.'),
    listingId: refersToOrNull('listing', 'What is offered.'),
    channel: text('Channel it was made on.'),
    status: oneOfStrings(['active', 'accepted', 'declined', 'withdrawn'], { description: 'How far it got.' }),
    checkIn: dateOnlyOrNull('First night.'),
    checkOut: dateOnlyOrNull('Day of departure.'),
    guests: partOrNull('How many would come.'),
    price: part('What it costs; amounts as decimal text.'),
    currency: currencyOrNull('Currency of the amounts.'),
    message: textOrNull('Text with it.'),
    expiresAt: momentOrNull('Until when it stands.'),
    createdAt,
    updatedAt,
  },
  'A price that was offered to a guest.',
)

export const reviewLine = line(
  'review',
  {
    ...source,
    externalId: externalId('the review'),
    platform: nullable(oneOfStrings(reviewPlatforms), { description: 'Channel it was written on.' }),
    pms: textOrNull('PMS it was read through.'),
    listingId: refersToOrNull('listing', 'What it is about.'),
    providerPropertyId: textOrNull("The source's id of the property."),
    reservationId: refersToOrNull('reservation', 'The stay.'),
    reservationCode: textOrNull('Confirmation code of the stay.'),
    guestId: refersToOrNull('guest', 'The guest.'),
    guestName: textOrNull('Name of the guest.'),
    guestAvatar: textOrNull('Picture of the guest.'),
    reviewerRole: oneOfStrings(['guest', 'host'], { description: 'Who wrote it.' }),
    rating: nullable(Type.String({ pattern: '^[0-9]{1,2}(\\.[0-9]{1,2})?$', exact: true }), {
      description: 'From 0 to 5, as decimal text.',
    }),
    categories: parts('Ratings in detail.'),
    publicReview: textOrNull('Text everyone can read.'),
    privateFeedback: textOrNull('Text only the other side can read.'),
    isRevieweeRecommended: flagOrNull('Whether the other side is recommended.'),
    responseBody: textOrNull('The reply.'),
    responseSubmittedAt: momentOrNull('When it was given.'),
    submittedAt: momentOrNull('When it was written.'),
    expiresAt: momentOrNull('Until when it can be written or answered.'),
    hidden: flag('Not public yet.'),
    language: textOrNull('Language of the text.'),
    createdAt,
    updatedAt,
  },
  'A review of a stay.',
)

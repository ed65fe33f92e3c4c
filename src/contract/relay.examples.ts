/** These examples of writing to guests and about them are written by hand. */
import { at, entry } from './examples.ts'
import { GuestCreateBody, GuestCreated, GuestUpdateBody, GuestUpdated } from './guest-write.ts'
import { MessageSendBody, MessageSent } from './message-write.ts'
import {
  OfferWithdrawn,
  PreApprovalBody,
  PreApprovalWithdrawn,
  PreApproved,
  SpecialOffer,
  SpecialOfferBody,
} from './offer-write.ts'
import { GuestReviewBody, GuestReviewed, ReviewReplied, ReviewReplyBody } from './review-write.ts'

const sent: MessageSent = {
  id: '52011',
  conversationId: '3301',
  externalMessageId: '77120',
  channel: 'airbnb',
  status: 'sent',
  direction: 'outbound',
  contentRewritten: false,
  submittedContent: 'The key is in the box next to the door.',
  deliveredContent: 'The key is in the box next to the door.',
  statusReason: null,
  attachments: [],
  pms: { provider: 'hostaway', externalId: '77120' },
}

const offer: SpecialOffer = {
  id: '1004',
  conversationId: '3301',
  channel: 'airbnb',
  status: 'active',
  listingId: '4812',
  airbnbListingId: '50413377',
  checkIn: '2026-07-01',
  checkOut: '2026-07-05',
  nights: 4,
  guests: { total: 3, adults: 2, children: 1, infants: 0, pets: 0 },
  totalPrice: 480,
  currency: 'EUR',
  createdAt: at,
  expiresAt: '2026-05-15T09:30:00.000Z',
}

const contacts: GuestCreated['contacts'] = [
  { type: 'email', value: 'ada@example.com', isPrimary: true },
  { type: 'phone', value: '+385911234567', isPrimary: true },
]

export const relayExamples = {
  MessageSendBody: entry(
    MessageSendBody,
    { message: 'The key is in the box next to the door.' },
    { attachments: [{ url: 'https://files.example.com/key-box.jpg', filename: 'key-box.jpg' }] },
  ),
  MessageSent: entry(MessageSent, sent, {
    ...sent,
    attachments: [
      {
        url: 'https://api.example.com/files/17/messages/3Vq0fWm8yKc2LxTn5RbZh9Ja1DsGpEuo.jpg',
        type: 'image',
        contentType: 'image/jpeg',
        filename: 'key-box.jpg',
        sizeBytes: 184213,
        sourceUrl: 'https://files.example.com/key-box.jpg',
      },
    ],
    parts: [
      {
        attachmentIndexes: [0],
        hasText: true,
        sent: true,
        messageId: '52011',
        externalMessageId: '77120',
      },
    ],
  }),
  PreApprovalBody: entry(PreApprovalBody, {}, { message: 'You are welcome!' }),
  PreApproved: entry(PreApproved, {
    conversationId: '3301',
    channel: 'airbnb',
    status: 'pre_approved',
    blockInstantBooking: false,
    expiresAt: '2026-05-15T09:30:00.000Z',
    pms: { provider: 'guesty' },
  }),
  PreApprovalWithdrawn: entry(PreApprovalWithdrawn, {
    conversationId: '3301',
    channel: 'vrbo',
    status: 'withdrawn',
  }),
  SpecialOfferBody: entry(
    SpecialOfferBody,
    { checkIn: '2026-07-01', checkOut: '2026-07-05', guests: { adults: 2, children: 1 }, totalPrice: 480 },
    { rentalAmount: 400, fees: [{ type: 'cleaning', value: 80 }], damageDeposit: 200 },
  ),
  SpecialOffer: entry(SpecialOffer, offer),
  OfferWithdrawn: entry(OfferWithdrawn, {
    id: '1004',
    conversationId: '3301',
    channel: 'airbnb',
    status: 'withdrawn',
  }),
  ReviewReplyBody: entry(ReviewReplyBody, { message: 'Thank you, come again.' }),
  ReviewReplied: entry(ReviewReplied, {
    id: '881',
    platform: 'airbnb',
    pms: { provider: 'guesty' },
    response: { body: 'Thank you, come again.', submittedAt: at },
  }),
  GuestReviewBody: entry(GuestReviewBody, {
    publicReview: 'A pleasant guest.',
    isRevieweeRecommended: true,
    rating: 5,
    categoryRatings: [
      { category: 'cleanliness', rating: 5 },
      { category: 'communication', rating: 5, comment: 'Answered at once' },
      { category: 'respect_house_rules', rating: 5 },
    ],
  }),
  GuestReviewed: entry(GuestReviewed, { id: '882', externalReviewId: '99001', submitted: true }),
  GuestCreateBody: entry(GuestCreateBody, {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '+385911234567',
  }),
  GuestCreated: entry(GuestCreated, {
    id: '6001',
    created: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    language: 'en',
    currency: 'EUR',
    isBusinessTraveler: false,
    contacts,
    createdAt: at,
  }),
  GuestUpdateBody: entry(GuestUpdateBody, { email: 'ada@example.com' }),
  GuestUpdated: entry(GuestUpdated, {
    id: '6001',
    firstName: 'Ada',
    lastName: 'Lovelace',
    language: 'en',
    contacts,
    updatedAt: at,
    pms: [{ provider: 'mews', applied: ['email'] }],
  }),
}

/** These examples of guests, conversations, inquiries and reviews are written by hand. */
import { ConversationDetail, ConversationRow } from './conversation.ts'
import { at, account, entry } from './examples.ts'
import { GuestProfile, GuestRow } from './guest.ts'
import { Inquiry } from './inquiry.ts'
import { Message } from './message.ts'
import { Review } from './review.ts'

const guestRow: GuestRow = {
  id: '55',
  displayName: 'Ada',
  displayNameLong: 'Ada Byron',
  avatarUrl: null,
  language: 'en',
  country: null,
  phone: '+385911234567',
  email: 'ada@example.com',
  totalReservations: 3,
  totalRevenue: '1904.00',
  firstStayedAt: at,
  lastStayedAt: null,
  createdAt: at,
}

const guestProfile: GuestProfile = {
  id: '55',
  displayName: 'Ada',
  displayNameLong: 'Ada Byron',
  avatarUrl: null,
  language: 'en',
  country: 'GB',
  phone: null,
  email: null,
  totalReservations: 3,
  totalRevenue: '1904.00',
  currency: 'EUR',
  isBlacklisted: false,
  blacklistedReason: null,
  riskLevel: null,
  verificationLevel: null,
  createdAt: at,
  contacts: [{ type: 'email', value: 'ada@example.com', verified: false, isPrimary: true, lastUsed: null }],
  flags: [{ type: 'info', note: null, isActive: true, createdAt: at }],
  notes: [{ id: '1', body: 'Likes the quiet room.', category: null, createdAt: at, createdBy: null }],
  reservationsSummary: { total: 3, future: 1, past: 1, cancelled: 1 },
}

const conversationRow: ConversationRow = {
  id: '310',
  platform: 'airbnb',
  guestId: '55',
  listingId: '4812',
  reservationId: null,
  subject: null,
  lastMessageAt: at,
  lastMessagePreview: 'Is there a cot?',
  unreadCount: 1,
  status: 'open',
  createdAt: at,
  updatedAt: at,
  externalThreadId: '9918',
  guestName: 'Ada Byron',
  account,
}

const { account: _account, guestName: _guestName, ...conversation } = conversationRow
const conversationDetail: ConversationDetail = {
  ...conversation,
  host: { id: '2', airbnbId: '88123', firstName: 'Mia', displayName: 'Mia', avatarUrl: null },
  guest: {
    id: '55',
    displayName: 'Ada',
    avatarUrl: null,
    contacts: [{ type: 'phone', value: '+385911234567', isPrimary: true, isVerified: false }],
  },
  capabilities: {
    canPreApprove: false,
    canWithdraw: false,
    canSendOffer: false,
    offerPrice: null,
    canPreviewOffer: false,
  },
}

const message: Message = {
  id: '9001',
  externalMessageId: '771',
  direction: 'inbound',
  senderType: 'guest',
  senderName: 'Ada',
  senderAvatar: null,
  channel: 'airbnb',
  body: '',
  translatedBody: null,
  attachments: [
    {
      id: null,
      url: 'https://files.example.com/cot.jpg',
      imageUrl: 'https://files.example.com/cot.jpg',
      type: 'image',
      contentType: 'image/jpeg',
      createdAt: null,
    },
  ],
  isAutomated: false,
  aiGenerated: false,
  sentAt: at,
  deliveredAt: at,
  readAt: null,
  moderation: null,
}

const inquiry: Inquiry = {
  id: '640',
  conversationId: '310',
  listingId: '4812',
  channel: 'airbnb',
  status: 'open',
  checkIn: null,
  checkOut: null,
  guests: { total: 2, adults: 2, children: null, infants: null, pets: null },
  expectedPayout: { amount: null, currency: null },
  reservationId: null,
  relayedBy: 'hostaway',
  respondBy: at,
  respondedAt: null,
  createdAt: at,
  updatedAt: at,
}

const review: Review = {
  id: '5520',
  externalId: '40031',
  platform: 'airbnb',
  pms: 'hostaway',
  listingId: '4812',
  providerPropertyId: '80011',
  reservationId: '7001',
  reservationConfirmationCode: 'HM4X2KQ9',
  guestId: '55',
  guestName: 'Ada',
  guestAvatar: null,
  reviewerRole: 'guest',
  rating: 4.8,
  categories: [{ category: 'cleanliness', rating: 5, comment: null }],
  publicReview: 'Lovely.',
  privateFeedback: null,
  isRevieweeRecommended: null,
  response: { body: 'Thank you!', submittedAt: at },
  submittedAt: at,
  updatedAt: null,
  expiresAt: null,
  hidden: false,
  language: 'en',
}

export const inboxExamples = {
  GuestRow: entry(GuestRow, guestRow),
  GuestProfile: entry(GuestProfile, guestProfile),
  ConversationRow: entry(ConversationRow, conversationRow),
  ConversationDetail: entry(ConversationDetail, conversationDetail),
  Message: entry(Message, message),
  Inquiry: entry(Inquiry, inquiry),
  Review: entry(Review, review),
}

/** Every document that is sent, by the name of its operation. They are held against the vendor's schema where that is there. */
import * as bookingChanges from './booking-changes.ts'
import * as messages from './messages.ts'
import * as notifications from './notifications.ts'
import * as properties from './properties.ts'
import * as reservations from './reservations.ts'
import * as reviews from './reviews.ts'

export const documents = {
  ...bookingChanges,
  ...messages,
  ...notifications,
  ...properties,
  ...reservations,
  ...reviews,
} as const
export type DocumentName = keyof typeof documents

/** The fields at the root of those that change something. */
export const mutations: ReadonlySet<string> = new Set(
  Object.values<string>(documents).flatMap((text) => {
    const root = /^mutation [^{]*\{\s*(\w+)/.exec(text)?.[1]
    return root === undefined ? [] : [root]
  }),
)

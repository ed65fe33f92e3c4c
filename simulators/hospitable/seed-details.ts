import { nightsToClose } from '../kit/lay-stays.ts'
import { guestPhrases } from '../kit/phrases.ts'
import type { SeededRandom } from '../kit/random.ts'
import { inquiriesOf, type HospitableWorld } from './records.ts'

/** Adds what only this vendor has to a seeded world. */
export function seedDetails(world: HospitableWorld, random: SeededRandom): void {
  linkParents(world)
  for (const home of world.homes.all()) {
    world.setNights(home, nightsToClose(world.taken(home), world.today(), random), { isClosed: true })
  }
  // An inquiry begins with a message.
  for (const { id, inquiry_date } of inquiriesOf(world)) {
    const inquiry = world.stay(id)
    const atMs = Date.parse(inquiry_date ?? '') + 60_000
    if (world.threads.messagesIn(id).length === 0)
      world.threads.write(inquiry, { body: random.pick(guestPhrases), isIncoming: true, atMs })
  }
  for (const { stay, messages } of world.threads.all())
    stay.last_message_at = messages.at(-1)?.created_at ?? null
  // Only these platforms have reviews.
  for (const review of world.reviews.all())
    if (!['airbnb', 'direct'].includes(review.platform)) world.reviews.remove(review)
}

/** Every ninth home is a whole house whose two successors are its floors. */
function linkParents(world: HospitableWorld): void {
  const homes = world.homes.all()
  for (const [index, parent] of homes.entries()) {
    const parts = homes.slice(index + 1, index + 3)
    if (index % 9 !== 4 || parts.length < 2) continue
    const children = parts.map(({ id }) => id)
    parent.parent_child = { type: 'parent', parent: null, children, siblings: [] }
    for (const part of parts) {
      const siblings = children.filter((id) => id !== part.id)
      part.parent_child = { type: 'child', parent: parent.id, children: [], siblings }
    }
  }
}

import type { Person } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import type { Guest } from './reservation-record.ts'
import { instant } from './object-ids.ts'
import type { Store } from './store.ts'

/** A guest of the account; what the channels keep to themselves is missing. */
export function addGuest(store: Store, person: Person, atMs: number, random: SeededRandom): Guest {
  const hasEmail = random.chance(0.7)
  const hasPhone = random.chance(0.85)
  const id = store.ids.make(atMs)
  const picture = (size: string) => `//images.example.com/guests/${size}_${id}.jpg`
  const guest: Guest = {
    _id: id,
    firstName: person.firstName,
    lastName: person.lastName,
    fullName: `${person.firstName} ${person.lastName}`,
    ...(hasEmail ? { email: person.email, emails: [person.email] } : {}),
    ...(hasPhone ? { phone: person.phone, phones: [person.phone] } : {}),
    ...(random.chance(0.6) ? { hometown: person.city, preferredLanguage: person.locale } : {}),
    ...(random.chance(0.5)
      ? { address: { city: person.city, country: person.country, zipCode: person.zip } }
      : {}),
    ...(random.chance(0.3)
      ? {
          picture: {
            thumbnail: picture('thumbnail'),
            regular: picture('regular'),
            large: picture('large'),
          },
        }
      : {}),
    returningGuest: false,
    createdAt: instant(atMs),
  }
  store.guests.set(id, guest)
  return guest
}

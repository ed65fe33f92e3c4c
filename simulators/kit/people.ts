import type { SeededRandom } from './random.ts'

/** An invented person, with an address at a domain reserved for examples. */
export interface Person {
  firstName: string
  lastName: string
  email: string
  phone: string
  city: string
  country: string
  zip: string
  locale: string
}

interface Homeland {
  country: string
  locale: string
  dial: string
  cities: readonly string[]
  first: readonly string[]
  last: readonly string[]
}

const homelands: readonly Homeland[] = [
  {
    country: 'DE',
    locale: 'de',
    dial: '+4915',
    cities: ['Köln', 'Bremen', 'Leipzig', 'Würzburg'],
    first: ['Anke', 'Jürgen', 'Lena', 'Matthias', 'Sören', 'Käthe', 'Till', 'Frauke'],
    last: ['Brückner', 'Hoffmeister', 'Lindqvist', 'Schröder', 'Weiß', 'Petersen', 'Vogel'],
  },
  {
    country: 'FR',
    locale: 'fr',
    dial: '+336',
    cities: ['Lille', 'Nantes', 'Grenoble', 'Besançon'],
    first: ['Amélie', 'Benoît', 'Chloé', 'Étienne', 'Maëlle', 'Rémi', 'Solène', 'Hugo'],
    last: ['Beaulieu', 'Charpentier', 'D’Aubigné', 'Lefèvre', 'Moreau', 'Tessier'],
  },
  {
    country: 'GB',
    locale: 'en',
    dial: '+4477',
    cities: ['Leeds', 'Bath', 'Norwich', 'Dundee'],
    first: ['Alice', 'Callum', 'Fiona', 'Harriet', 'Niall', 'Owen', 'Priya', 'Tobias'],
    last: ['Ashworth', 'Fairclough', 'Kendrick', "O'Rourke", 'Patel', 'Wainwright'],
  },
  {
    country: 'US',
    locale: 'en',
    dial: '+1512555',
    cities: ['Austin', 'Duluth', 'Portland', 'Savannah'],
    first: ['Brandon', 'Carmen', 'Denise', 'Elijah', 'Jasmine', 'Marcus', 'Rosa', 'Tyler'],
    last: ['Calloway', 'Delgado', 'Fitzgerald', 'Nguyen', 'Okafor', 'Whitaker'],
  },
  {
    country: 'ES',
    locale: 'es',
    dial: '+346',
    cities: ['Cádiz', 'Gijón', 'Málaga', 'Vitoria'],
    first: ['Álvaro', 'Begoña', 'Íñigo', 'Lucía', 'Nuria', 'Pablo'],
    last: ['Castañeda', 'Gutiérrez Vega', 'Ibáñez', 'Núñez', 'Ortega'],
  },
  {
    country: 'JP',
    locale: 'ja',
    dial: '+8190',
    cities: ['Nagoya', 'Sendai', 'Fukuoka'],
    first: ['Haruka', 'Kenji', 'Miho', 'Ryota', 'Sakura', '陽菜'],
    last: ['Ishikawa', 'Kobayashi', 'Matsumoto', 'Yamada', '田中'],
  },
  {
    country: 'BR',
    locale: 'pt-BR',
    dial: '+55119',
    cities: ['São Paulo', 'Recife', 'Curitiba'],
    first: ['Beatriz', 'Conceição', 'Thiago', 'João', 'Larissa'],
    last: ['Almeida', 'Gonçalves', 'Pereira', 'Souza'],
  },
]

export function inventPerson(random: SeededRandom, index: number): Person {
  const home = random.pick(homelands)
  const firstName = random.pick(home.first)
  const lastName = random.pick(home.last)
  const mailbox = `${firstName}.${lastName}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9.]/g, '')
  return {
    firstName,
    lastName,
    email: `${mailbox.replace(/^\.+|\.+$/g, '') || 'guest'}.${index + 1}@example.com`,
    phone: `${home.dial}${random.digits(7)}`,
    city: random.pick(home.cities),
    country: home.country,
    zip: random.digits(5),
    locale: home.locale,
  }
}

/** Share of bookings by returning guests. */
const returning = 0.12

/** Invents a person for each booking; some of them are not used, because others return. */
export function inventPeople(bookings: number, random: SeededRandom): Person[] {
  return Array.from({ length: Math.max(1, bookings) }, (_, index) => inventPerson(random, index))
}

/** Picks who makes a booking: somebody new, or a returning guest. */
export function pickGuest(
  people: readonly unknown[],
  booking: number,
  random: SeededRandom,
  /** With `guests`, so many people book in turn. */
  guests?: number,
): number {
  if (guests !== undefined) return booking % guests
  const dice = random.next() / returning
  return dice < 1 ? Math.floor(dice ** 2 * people.length) : booking % people.length
}

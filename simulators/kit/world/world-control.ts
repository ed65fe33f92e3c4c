/** The control interface of a world, and its daily life. */
import { known } from '../asked.ts'
import { addDays } from '../clock.ts'
import { dailyLife } from '../daily-life.ts'
import type { ShownNight, VendorOperations, VendorRecord } from '../definition.ts'
import type { DayRange } from '../nights.ts'
import { operationsOf } from '../operations.ts'
import type { SeededRandom } from '../random.ts'
import type { WorldKinds } from './projection.ts'
import type { World } from './world.ts'

export interface WorldView<K extends WorldKinds> {
  /** A home's nights in the vendor's words. */
  calendar(home: K['home'], range: DayRange): unknown
  /** Shows rows whose id has another name than `id`. */
  home?(row: K['home']): VendorRecord
  stay?(row: K['stay']): VendorRecord
  /** Whether a home is among the listings that the state shows; all are by default. */
  isListed?(row: K['home']): boolean
  /** The address that a person enters; absent if webhooks are registered through the API. */
  webhook?: { set(input: unknown): VendorRecord }
  /** Returns the nights as guests of a channel see them; absent of vendors that are no channel. */
  shownNights?(home: K['home'], range: DayRange): readonly ShownNight[]
  /** Parts that the state contains only on request, beside the calendar. */
  parts?: Readonly<Record<string, () => unknown>>
}

export function worldOperations<K extends WorldKinds>(
  world: World<K>,
  {
    calendar,
    home = (row) => row,
    stay = (row) => row,
    isListed = () => true,
    webhook,
    shownNights,
    parts = {},
  }: WorldView<K>,
): VendorOperations {
  const { projection } = world
  const createMessage = (input: unknown) => {
    const { row, threadId } = world.write(input)
    return { ...row, conversationId: threadId }
  }
  const operations = operationsOf(world, {
    listing: home,
    stay,
    ...(projection.messages === undefined ? {} : { createMessage }),
    ...(webhook === undefined ? {} : { webhook }),
    state: () => ({
      listings: world.homes.all().filter(isListed).map(home),
      reservations: world.stays.all().map(stay),
      conversations: world.threads.all().map((thread) => ({
        id: thread.id,
        reservationId: projection.stays.idOf(thread.stay),
      })),
      messages: world.threads
        .all()
        .flatMap(({ id, messages }) => messages.map((row) => ({ ...row, conversationId: id }))),
      reviews: world.reviews.all(),
    }),
    parts: {
      ...parts,
      calendar: () => {
        const range = { from: world.today(), to: addDays(world.today(), 365) }
        return world.homes
          .all()
          .map((row) => ({ id: projection.homes.idOf(row), days: calendar(row, range) }))
      },
    },
  })
  if (shownNights === undefined) return operations
  return {
    ...operations,
    nights: (id, range) => shownNights(known(world.homes.get(id), `no listing ${id}`), range),
  }
}

/** Guests book, change their number, cancel and write; `more` are acts on a coming stay that only this vendor has. */
export function worldLife<K extends WorldKinds>(
  world: World<K>,
  random: SeededRandom,
  more: readonly (readonly [(stay: K['stay']) => unknown, number])[] = [],
): () => void {
  const { stays, messages } = world.projection
  const isComing = (stay: K['stay']) =>
    stays.isOfGuests(stay) && !stays.isCancelled(stay) && (world.daysOf(stay).arrival ?? '') >= world.today()
  const idOf = (stay: K['stay']) => String(stays.idOf(stay))
  const write = () => {
    return world.stays.all().some((stay) => world.canWrite(stay))
      ? world.write({ isIncoming: random.chance(0.7) })
      : world.book({})
  }
  const life = {
    account: world,
    isOpen: () => world.homes.size > 0,
    coming: () => world.stays.all().filter(isComing),
    acts: [
      [(stay: K['stay']) => world.change(idOf(stay), stays.toParty(random.int(1, 5), stay)), 3],
      [(stay: K['stay']) => world.cancel(idOf(stay)), 1],
      ...more,
    ] as const,
    ...(messages === undefined ? {} : { write }),
  }
  return dailyLife(life, random)
}

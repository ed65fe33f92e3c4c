/** A home that a platform sells which knows us by calendar files alone. */
import assert from 'node:assert/strict'
import { recordExchange } from '../history/record-calls.ts'
import type { GuestWish, PromiseLedger, SimulatedSale } from './life.ts'
import type { SimulatedHome, SimulatedWorld } from './world.ts'

/** From now on platforms read our files, which are judged. */
export function startFollowing(world: SimulatedWorld, ledger: PromiseLedger): void {
  for (const home of world.homes)
    if (home.calendar)
      home.calendar.platform.follow(home.calendar.exportUrl, judgeOfFiles(world, ledger, home))
}

/** It is called before a file is asked for. What was sold here by then, and is not given up meanwhile, must be closed in the file. */
export function judgeOfFiles(
  world: Pick<SimulatedWorld, 'day'>,
  ledger: PromiseLedger,
  home: SimulatedHome,
): () => (closed: ReadonlySet<string>) => void {
  const soldHere = () =>
    ledger.sales.filter((sale) => sale.home === home && sale.place === 'api' && !sale.isEnding)
  return () => {
    const before = soldHere()
    return (closed) => {
      const still = new Set(soldHere())
      for (const sale of before.filter((one) => still.has(one)))
        for (const night of nightsOf(world, sale))
          if (!closed.has(night)) ledger.broken.add(`our calendar file had ${night} of ${sale.code} open`)
    }
  }
}

const nightsOf = (world: Pick<SimulatedWorld, 'day'>, { from, to }: SimulatedSale): string[] =>
  Array.from({ length: to - from }, (_, night) => world.day(from + night))

/** A guest books at the platform. Returns the code in its file, or null if it shows one of the nights as taken. */
export async function bookByCalendar(
  { observed }: SimulatedWorld,
  { home, name, arrival, departure }: GuestWish,
): Promise<string | null> {
  const { platform } = home.calendar ?? assert.fail('the home is in no calendar file')
  const code = `HM${name.padStart(8, '0')}`
  if (!platform.book(code, arrival, departure)) return null
  // The checker of histories knows this address as one at which somebody books.
  const url = new URL('/_control/reservations', platform.url)
  const text = JSON.stringify({ code })
  recordExchange(
    observed,
    { method: 'POST', url, body: '', status: 200, text },
    { begin: performance.now(), key: undefined },
  )
  return code
}

/** The keeper decides where nights are written, so it is read before a transaction and again inside it. */

/** Throwing it inside the transaction rolls that back. */
export class KeeperMoved extends Error {
  constructor() {
    super('the listing was handed over meanwhile')
  }
}

/** Repeats the work from its beginning each time the listing was handed over meanwhile. */
export async function withSteadyKeeper<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof KeeperMoved)) throw error
    }
  }
}

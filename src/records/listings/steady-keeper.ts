/** Who keeps a listing decides where its nights are written; it is read before a transaction and again in it. */

/** Thrown in the transaction, which is taken back with it. */
export class KeeperMoved extends Error {
  constructor() {
    super('the listing was handed over meanwhile')
  }
}

/** The work once more, from its beginning, as often as a listing is handed over while it goes on. */
export async function withSteadyKeeper<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof KeeperMoved)) throw error
    }
  }
}

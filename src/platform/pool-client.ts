/**
 * A client of the database for pools. Files that the address names, as that of an authority, are read whenever one is made, and the driver throws
 * where one is not there: from a pool, that makes clients when it has time for whoever waits, nobody would catch it. This one fails to connect.
 */
import pg from 'pg'

type Connected = (error: Error) => void

export class PoolClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    let unreadable: Error | undefined
    try {
      super(options)
    } catch (error) {
      super()
      unreadable = error as Error
    }
    if (unreadable) this.connect = failing(unreadable)
  }
}

function failing(error: Error): pg.Client['connect'] {
  function connect(): Promise<pg.Client>
  function connect(done: Connected): void
  function connect(done?: Connected): Promise<pg.Client> | void {
    if (!done) return Promise.reject(error)
    setImmediate(done, error)
  }
  return connect
}

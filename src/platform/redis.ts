/**
 * The Redis client is loaded only when `REDIS_URL` is set, so that other servers start without the library.
 */

/** Only this part of the client is used here. */
export interface RedisClient {
  connect(): Promise<void>
  ping(): Promise<string>
  disconnect(): void
  on(event: 'ready' | 'close', listener: () => void): void
  on(event: 'error', listener: (error: Error) => void): void
}

const library: string = 'ioredis'
const longestReconnectMs = 2_000

interface Script {
  lua: string
  numberOfKeys: number
}

/** Returns a client that is not connected yet. Commands fail at once while disconnected; it reconnects by itself. */
export async function createRedis<Commands>(
  url: string,
  scripts: Record<keyof Commands, Script>,
): Promise<RedisClient & Commands> {
  const { Redis } = (await import(library)) as { Redis: new (url: string, options: object) => unknown }
  return new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, longestReconnectMs),
    scripts,
  }) as RedisClient & Commands
}

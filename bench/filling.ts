/** Workspaces are filled by a server of this process with a fixed date. */
import { createHttpServer } from '../src/features/http-server.ts'
import { fakeClock } from '../src/platform/clock.ts'
import { today, type Filling } from '../test/e2e/constant-cost/proven-list.ts'
import type { TestAnswer, CallOptions } from '../test/harness/app.ts'
import type { BenchContext } from './bench.ts'
import { benchServices } from './services.ts'

export async function openFilling({
  url,
}: Pick<BenchContext, 'url'>): Promise<Filling & { close(): Promise<void> }> {
  const clock = fakeClock(`${today}T12:00:00Z`)
  const services = benchServices(url, {}, clock)
  const { app } = await createHttpServer(services)
  const post = async (path: string, body?: unknown, { key }: CallOptions = {}): Promise<TestAnswer> => {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${key}` },
      payload: body as object,
    })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    return { status: answer.statusCode, body: answer.json(), headers: {}, text: answer.body }
  }
  const close = async () => {
    await app.close()
    await services.clients.close()
    await services.db.destroy()
  }
  return { db: services.db, clock, services, post, close }
}

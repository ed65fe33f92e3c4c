/** Compares what a workspace was counted with the requests that came with its key. */
import type { NetworkRequest } from './network.ts'
import type { StepOwner } from './scheduler.ts'
import type { SimulatedWorld } from './world.ts'

/** A server writes counts down every few seconds, and keeps them while PostgreSQL is away. */
const writtenAfterMs = 60_000

interface CountedRequest {
  server: StepOwner
  atMs: number
  /** Null if it was not answered. */
  status: number | null
}

export class RequestCounts {
  readonly #requests: CountedRequest[] = []

  /** A request has come to a server; what is returned hears of its answer. Those with another key than the workspace's count for nobody. */
  note(
    request: NetworkRequest,
    { server, atMs, key }: { server: StepOwner; atMs: number; key: string },
  ): (status: number) => void {
    const counted: CountedRequest = { server, atMs, status: null }
    if (request.headers['authorization'] === `Bearer ${key}`) this.#requests.push(counted)
    return (status) => void (counted.status = status)
  }

  /**
   * A server that finds no key while PostgreSQL is away counts nothing, and one that is lost takes its latest counts with it. Every other
   * request is counted once.
   */
  async findWrong({ parts: { control, scheduler }, workspaceId, move }: SimulatedWorld): Promise<string[]> {
    const [row] = await control.query<{ counted: number }>(
      'select coalesce(sum(requests), 0)::int as counted from usage_days where workspace_id = any($1::bigint[])',
      [[workspaceId, move?.workspaceId].filter(Boolean)],
    )
    const counted = row?.counted ?? 0
    const isCertain = ({ server, atMs, status }: CountedRequest) =>
      status !== null && status < 500 && atMs < (server.endedMs ?? scheduler.nowMs) - writtenAfterMs
    const least = this.#requests.filter(isCertain).length
    const most = this.#requests.length
    return counted >= least && counted <= most
      ? []
      : [`${counted} requests were counted, and from ${least} to ${most} came`]
  }
}

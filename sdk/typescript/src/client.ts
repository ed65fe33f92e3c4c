/** The client: a method for each kind of request, and iterators over lists, changes and events. */
import { warnOfDeprecation, watchDeprecations, type OnDeprecation } from './deprecations.ts'
import { eventsOf, type EventLogCall } from './event-log.ts'
import { changesOf, pagesOf, type Keeper, type Watermark } from './lists.ts'
import { request, type Call, type Connection } from './request.ts'
import type {
  CallArguments,
  CallOf,
  ChangePath,
  ListPath,
  Method,
  OperationAt,
  PathOf,
  RecordOf,
  ReplyOf,
  WebhookEvent,
} from './types.ts'

export interface LodgewireOptions {
  /** Address of the server, such as `https://api.example.com`. */
  baseUrl: string
  apiKey: string
  /** Times a call is sent again; 3 if left out. Writes carry a key, so a retry never does the same thing twice. */
  retries?: number
  /** Seconds of `Retry-After` that are waited for; 60 if left out. */
  longestWait?: number
  /** Seconds that one try may take; 30 if left out. */
  timeoutSeconds?: number
  /** Is called once for each operation that an answer calls deprecated; a warning of the console if left out. */
  onDeprecation?: OnDeprecation
  /** Stands in for the global `fetch`. */
  fetch?: typeof fetch
}

type Get<P extends PathOf<'get'>> = OperationAt<P, 'get'>

export class Lodgewire {
  readonly #connection: Connection

  constructor({
    baseUrl,
    apiKey,
    retries = 3,
    longestWait = 60,
    timeoutSeconds = 30,
    onDeprecation = warnOfDeprecation,
    fetch: send,
  }: LodgewireOptions) {
    if (!/^https?:\/\//.test(baseUrl))
      throw new TypeError(`baseUrl: "${baseUrl}" does not begin with https://.`)
    if (apiKey === '') throw new TypeError('apiKey: it is empty.')
    this.#connection = {
      baseUrl: baseUrl.replace(/\/+$/, ''),
      apiKey,
      fetch: send ?? ((...given) => fetch(...given)),
      retries: { most: retries, longestWait },
      timeoutMs: timeoutSeconds * 1000,
      watch: watchDeprecations(onDeprecation),
    }
  }

  get<P extends PathOf<'get'>>(path: P, ...[call]: CallArguments<Get<P>>): Promise<ReplyOf<Get<P>>> {
    return this.#send('get', path, call)
  }
  post<P extends PathOf<'post'>>(
    path: P,
    ...[call]: CallArguments<OperationAt<P, 'post'>>
  ): Promise<ReplyOf<OperationAt<P, 'post'>>> {
    return this.#send('post', path, call)
  }
  put<P extends PathOf<'put'>>(
    path: P,
    ...[call]: CallArguments<OperationAt<P, 'put'>>
  ): Promise<ReplyOf<OperationAt<P, 'put'>>> {
    return this.#send('put', path, call)
  }
  patch<P extends PathOf<'patch'>>(
    path: P,
    ...[call]: CallArguments<OperationAt<P, 'patch'>>
  ): Promise<ReplyOf<OperationAt<P, 'patch'>>> {
    return this.#send('patch', path, call)
  }
  delete<P extends PathOf<'delete'>>(
    path: P,
    ...[call]: CallArguments<OperationAt<P, 'delete'>>
  ): Promise<ReplyOf<OperationAt<P, 'delete'>>> {
    return this.#send('delete', path, call)
  }

  /** Every record of a list, page by page. */
  async *list<P extends ListPath>(
    path: P,
    ...[call]: CallArguments<Get<P>>
  ): AsyncGenerator<RecordOf<Get<P>>> {
    for await (const { data } of pagesOf(this.#connection, path, { ...call } as Call))
      yield* data as RecordOf<Get<P>>[]
  }

  /** Every record that changed since the last walk, oldest change first. `since` is where the first walk begins. */
  changes<P extends ChangePath>(
    path: P,
    call: CallOf<Get<P>> & { keeper: Keeper<Watermark>; since?: string },
  ): AsyncGenerator<RecordOf<Get<P>>> {
    const walk = call as Call & { keeper: Keeper<Watermark>; since?: string }
    return changesOf(this.#connection, path, walk) as AsyncGenerator<RecordOf<Get<P>>>
  }

  /** The event log of the workspace, from where the keeper says. */
  events(call: EventLogCall = {}): AsyncGenerator<WebhookEvent> {
    return eventsOf(this.#connection, call)
  }

  #send<Reply>(method: Method, path: string, call: unknown): Promise<Reply> {
    return request(this.#connection, method.toUpperCase(), path, (call ?? {}) as Call) as Promise<Reply>
  }
}

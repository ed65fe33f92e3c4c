/** Types of paths, queries, bodies and replies, read out of the description of the API. */
import type { components, paths, webhooks } from './schema.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that have an operation of this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, infer Operation>
    ? [Operation] extends [undefined]
      ? never
      : P
    : never
}[keyof paths]

export type OperationAt<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, infer Operation> ? Operation : never

type Parameters<O, Place extends 'query' | 'path'> = O extends { parameters: Record<Place, infer Values> }
  ? Values
  : O extends { parameters: Partial<Record<Place, infer Values>> }
    ? Values
    : never

export type QueryOf<O> = NonNullable<Parameters<O, 'query'>>
export type PathValuesOf<O> = NonNullable<Parameters<O, 'path'>>
export type BodyOf<O> = O extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never

type Success = 200 | 201 | 202 | 204
type ReplyBody<Response> = Response extends { content: { 'application/json': infer Body } }
  ? Body
  : Response extends { content: { 'image/*': unknown } }
    ? Blob
    : undefined
export type ReplyOf<O> = O extends { responses: infer Responses }
  ? { [S in keyof Responses & Success]: ReplyBody<Responses[S]> }[keyof Responses & Success]
  : never

/** A part of a call that the operation requires has to be given; the others may be. */
type Given<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: undefined }
  : Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

export interface CallSettings {
  /** Stops the call and its retries. */
  signal?: AbortSignal | undefined
  /**
   * Marks a write that is carried out once, however often it is sent. Made up if left out, which covers the retries of
   * this call; give one that you stored to repeat the write after a restart.
   */
  idempotencyKey?: string | undefined
  /** Narrows the call to one connected account: its id, or `provider:externalAccountId`. */
  account?: string | undefined
  /** Acts on a workspace that yours created. */
  workspace?: string | undefined
  headers?: Record<string, string> | undefined
}

export type CallOf<O> = CallSettings &
  Given<'path', PathValuesOf<O>> &
  Given<'query', QueryOf<O>> &
  Given<'body', BodyOf<O>>

/** The argument may be left out where nothing in it is required. */
export type CallArguments<O> =
  Record<string, never> extends Omit<CallOf<O>, keyof CallSettings> ? [call?: CallOf<O>] : [call: CallOf<O>]

/** The record of a list that answers pages. */
export type RecordOf<O> = ReplyOf<O> extends { data: (infer Item)[] } ? Item : never

/** The paths whose answer is a page of records. */
export type ListPath = {
  [P in PathOf<'get'>]: ReplyOf<OperationAt<P, 'get'>> extends {
    data: unknown[]
    pagination: { nextCursor: string | null }
  }
    ? P
    : never
}[PathOf<'get'>]

/** The lists that can be asked for what changed since a moment. */
export type ChangePath = {
  [P in ListPath]: 'updated_since' extends keyof QueryOf<OperationAt<P, 'get'>> ? P : never
}[ListPath]

export type ErrorCode = components['schemas']['ApiError']['code']
export type ErrorBody = components['schemas']['ApiError']

type EventBody<Kind extends keyof webhooks> = webhooks[Kind] extends {
  post: { requestBody: { content: { 'application/json': infer Body } } }
}
  ? Body & { event: Kind }
  : never

/** An event of any kind; `event` tells which, and narrows the type of `data`. */
export type WebhookEvent = { [Kind in keyof webhooks]: EventBody<Kind> }[keyof webhooks]
export type EventKind = WebhookEvent['event']
export type EventOf<Kind extends EventKind> = Extract<WebhookEvent, { event: Kind }>

/** A named schema of the description: `Schema<'Reservation'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

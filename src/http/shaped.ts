/** Answers in the shape of `X-Schema`. Stored text is parsed only for such requests. */
import type { FastifyRequest } from 'fastify'
import type { StoredAnswer } from '../platform/idempotency.ts'
import type { Scope } from '../platform/tenant.ts'
import type { Route } from './route.ts'

type ShapedRecord = Record<string, unknown>

export interface AnswerShape {
  name: string
  /** Set for a shape that can change under its name. */
  version?: string
  /** Renders a record as JSON. */
  render(record: ShapedRecord): string
}

/** Returns null for an unknown name, so that records stay as they are. */
export type ShapeFinder<Services> = (
  scope: Scope,
  name: string,
  route: Route<Services>,
) => Promise<AnswerShape | null>

const native = 'native'

/** Reshapes each record of a list and keeps the envelope; other answers are reshaped whole. */
function shapedText(text: string, { render }: AnswerShape, isList: boolean): string {
  const body = JSON.parse(text) as ShapedRecord
  if (!isList) return render(body)
  const parts = Object.entries(body).map(([name, value]) => {
    const part =
      name === 'data' ? `[${(value as ShapedRecord[]).map(render).join(',')}]` : JSON.stringify(value)
    return `${JSON.stringify(name)}:${part}`
  })
  return `{${parts.join(',')}}`
}

/** The shape is resolved before there is an answer. */
export interface RequestedShape {
  headers: Record<string, string>
  /** The tag differs for every state of the shape. */
  tag: string
  shaped(text: string): string
}

const wantedAs = (shape: AnswerShape | null, isList: boolean): RequestedShape => ({
  headers: { vary: 'X-Schema', 'x-schema': shape?.name ?? native },
  tag: shape ? `${shape.name} ${shape.version ?? ''}` : native,
  shaped: (text) => (shape ? shapedText(text, shape, isList) : text),
})

/** Most requests name no shape. */
const asStored = wantedAs(null, false)

/** Returns undefined for a route whose answers have one shape. */
export function shaperFor<Services>(route: Route<Services>, find: ShapeFinder<Services> | undefined) {
  if (!route.shaped || !find) return undefined
  const { properties } = route.reply as { properties?: object }
  const isList = properties !== undefined && 'pagination' in properties
  return (request: FastifyRequest, scope: Scope): Promise<RequestedShape> | RequestedShape => {
    const schemaName = request.headers['x-schema']
    if (typeof schemaName !== 'string' || schemaName === native) return asStored
    return find(scope, schemaName, route).then((shape) => wantedAs(shape, isList))
  }
}

export const inShape = (answer: StoredAnswer, { headers, shaped }: RequestedShape): StoredAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
  text: shaped(answer.text),
})

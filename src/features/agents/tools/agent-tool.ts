/** A tool is one value: texts, schemas, hints and what it does with the public API. */
import type { Static, TObject } from 'typebox'
import { Type } from 'typebox'
import type { ApiCaller } from './api-caller.ts'

export interface ToolContext {
  api: ApiCaller
  now(): Date
}

/** Clients show these to people before they let a tool run, so they must be true. */
export interface ToolHints {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  /** True where somebody outside of the server may notice the call. */
  openWorldHint: boolean
}

export interface AgentTool<I extends TObject = TObject, O extends TObject = TObject> {
  name: string
  title: string
  description: string
  input: I
  output: O
  hints: ToolHints
  /** Returns the question for the person, where the client can put it. */
  question?(context: ToolContext, input: Static<I>): Promise<string>
  run(context: ToolContext, input: Static<I>): Promise<Static<O>>
}

export const agentTool = <I extends TObject, O extends TObject>(definition: AgentTool<I, O>): AgentTool =>
  definition as unknown as AgentTool

export const readOnly: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Unknown arguments are refused, so that a mistyped filter does not find everything. */
export const inputOf = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const digits = '^[0-9]{1,19}$'
export const idInput = (description?: string) =>
  Type.String({ pattern: digits, ...(description === undefined ? {} : { description }) })
export const dateInput = (description?: string) =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', ...(description === undefined ? {} : { description }) })

/** The most rows of a page: more fill the context of a model and answer nothing. */
const mostRows = 25
export const usualRows = 10
export const pageInput = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: mostRows })),
  cursor: Type.Optional(Type.String({ description: 'next_cursor of the page before.' })),
}

export const TextOrNull = Type.Union([Type.String(), Type.Null()])
export const NumberOrNull = Type.Union([Type.Number(), Type.Null()])
export const nextCursor = { next_cursor: TextOrNull }

const dayMs = 86_400_000
export const civilDate = (at: Date): string => at.toISOString().slice(0, 10)
export const addDays = (date: string, days: number): string =>
  civilDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs))

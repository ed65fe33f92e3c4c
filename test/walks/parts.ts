/** A trace told in parts, each by what marks its beginning. */
import type { Statement, Trace } from './trace.ts'

export interface WalkPart {
  title: string
  statements: Statement[]
  /** Those passed here for the first time. */
  files: string[]
}

export interface Walk {
  title: string
  about: string
  parts: WalkPart[]
  /** Methods and paths, ids left out. */
  vendorCalls: string[]
  /** The same once the account was asked before. */
  warmCalls?: string[]
  /** Its statements are told as far as they differ from those of this one. */
  like?: Walk
}

/** `titleOf` says to which part a statement belongs; the same title in a row is one part. */
export function partsOf(trace: Trace, titleOf: (statement: Statement, index: number) => string): WalkPart[] {
  const parts: WalkPart[] = []
  trace.statements.forEach((statement, index) => {
    const title = titleOf(statement, index)
    let part = parts.at(-1)
    if (part?.title !== title) parts.push((part = { title, statements: [], files: [] }))
    part.statements.push(statement)
    part.files.push(...trace.files.filter(({ after }) => after === index).map(({ file }) => file))
  })
  const rest = trace.files.filter(({ after }) => after >= trace.statements.length)
  parts.at(-1)?.files.push(...rest.map(({ file }) => file))
  return parts
}

export const filesOf = ({ parts }: Walk) => parts.flatMap(({ files }) => files)
export const statementsOf = ({ parts }: Walk) => parts.flatMap(({ statements }) => statements)

/** What a statement does to which tables: `insert into events, update workspace_heads`. */
export function deedOf({ text }: Statement): string {
  const writes = [...text.matchAll(/\b(insert into|update|delete from) (?!set\b)"?(\w+)/g)]
    .map(([, verb, table]) => `${verb} ${table}`)
    .filter((deed) => !deed.endsWith(' of'))
  if (writes.length > 0) return [...new Set(writes)].join(', ')
  if (/^(begin|commit|rollback|savepoint|release)/.test(text)) return text
  const called = /\b(take_upstream_calls|next_id|nextval|pg_\w+)\(/.exec(text)?.[1]
  const named = new Set([...text.matchAll(/(\w+) as (?:materialized )?\(/g)].map(([, name]) => name))
  const table = [...text.matchAll(/\b(?:from|join) "?(\w+)\b"?(?! ?\()/g)]
    .map(([, name]) => name)
    .find((name) => !named.has(name))
  return `select ${called ?? table ?? text}${/ for update$/.test(text) ? ' for update' : ''}`
}

export function rowUpdates(walk: Walk, table: string): number {
  return statementsOf(walk).filter(({ text }) =>
    new RegExp(`\\b(update|delete from|insert into) "?${table}"?\\b`).test(text),
  ).length
}

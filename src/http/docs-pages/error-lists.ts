/** Renders an operation's errors: its own with their fixes, and those it shares with all others. */
import { errors, type ErrorCode } from '../../contract/errors.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { CodesByStatus, ErrorCodeSet } from '../openapi/error-responses.ts'
import type { OpenApiOperation } from '../openapi/operation.ts'
import { entriesOf, operationAddress, type OperationEntry } from './entries.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'

const setTitles: Record<ErrorCodeSet, string> = {
  every: 'Any request',
  key: 'Requests with a key',
  body: 'Requests with a body',
  write: 'Writes',
}

export const errorRows = (codes: CodesByStatus): { status: string; code: ErrorCode }[] =>
  Object.entries(codes).flatMap(([status, ofStatus]) => ofStatus.map((code) => ({ status, code })))

const codeTable = (codes: CodesByStatus): Html =>
  html`<ul class="codes">
    ${errorRows(codes).map(
      ({ status, code }) =>
        html`<li>
          <span class="status">${status}</span><a class="code" href="/docs/errors/${code}">${code}</a>
          <p>${inlineMarkdown(errors[code].when)}</p>
          <p class="fix"><strong>Fix:</strong> ${inlineMarkdown(errors[code].fix)}</p>
        </li>`,
    )}
  </ul>`

/** Finds the operations that answer a code, unless the code belongs to a set that all of them share. */
export const operationsOfCode = (code: string, document: OpenApiDocument): OperationEntry[] =>
  entriesOf(document).filter(({ operation }) =>
    errorRows(operation['x-error-codes'] ?? {}).some((row) => row.code === code),
  )

export function operationList(answering: readonly OperationEntry[]): Html | undefined {
  if (answering.length === 0) return undefined
  return html`<h2 id="operations">Operations that answer it</h2>
    <ul class="index">
      ${answering.map(
        ({ method, path, operation }) =>
          html`<li>
            <a href="${operationAddress(operation)}"
              ><span class="verb ${method}">${method}</span><span>${operation.summary}</span
              ><code>${path}</code></a
            >
          </li>`,
      )}
    </ul>`
}

/** The page shows these once, below its operations. */
export function sharedErrors(document: OpenApiDocument): Html {
  return html`<section class="shared" id="shared-errors">
    <h2><a href="#shared-errors">Errors of every operation</a></h2>
    ${Object.entries(document['x-error-code-sets']).map(
      ([name, codes]) =>
        html`<h3 id="shared-errors-${name}">${setTitles[name as ErrorCodeSet]}</h3>
          ${codeTable(codes)}`,
    )}
  </section>`
}

export function operationErrors({
  operationId,
  'x-error-code-sets': sets,
  'x-error-codes': own = {},
}: OpenApiOperation): Html {
  const count = errorRows(own).length
  return html`<h3 id="${operationId}.errors">Errors</h3>
    ${
      count > 0 &&
      html`<details>
        <summary>${count} of this operation</summary>
        ${codeTable(own)}
      </details>`
    }
    <p class="soft">
      ${count > 0 ? 'Besides: those of' : 'Those of'}
      ${sets.map(
        (name, i) =>
          html`${i > 0 ? ', ' : ''}<a href="#shared-errors-${name}">${setTitles[name].toLowerCase()}</a>`,
      )}.
    </p>`
}

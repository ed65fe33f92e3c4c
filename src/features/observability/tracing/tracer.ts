/** Maps our spans to those of the library. */
import type { TraceSpan, SpanAttributes, SpanKind, SpanStart, Tracer } from '../../../platform/spans.ts'
import type { LibraryContext, OpenTelemetryLibrary, LibrarySpan, LibraryTracer } from './library.ts'

const present = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value]],
    ),
  )

/** The clock may be set while a process runs; beyond this difference the new time counts. */
const trustedMs = 20

/** Fractional milliseconds since 1970, so that statements of one millisecond keep their order. */
function preciseClock(): () => number {
  let offset = Date.now() - performance.now()
  return () => {
    const precise = offset + performance.now()
    const wrong = Date.now() - precise
    if (Math.abs(wrong) < trustedMs) return precise
    offset += wrong
    return precise + wrong
  }
}

class OpenSpan implements TraceSpan {
  readonly #span: LibrarySpan
  readonly #parts: { now: () => number; errorCode: number }
  readonly traceId: string | null
  readonly context: LibraryContext

  constructor(span: LibrarySpan, context: LibraryContext, parts: { now: () => number; errorCode: number }) {
    this.#span = span
    this.#parts = parts
    this.context = context
    this.traceId = span.isRecording() ? span.spanContext().traceId : null
  }

  set(attributes: SpanAttributes): void {
    if (this.traceId !== null) this.#span.setAttributes(present(attributes))
  }

  end(error?: string | null): void {
    if (error) {
      this.#span.setAttributes({ 'error.type': error })
      this.#span.setStatus({ code: this.#parts.errorCode })
    }
    this.#span.end(this.#parts.now())
  }
}

export function createTracer({ api, core }: OpenTelemetryLibrary, library: LibraryTracer): Tracer {
  const now = preciseClock()
  const kinds: Record<SpanKind, number> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  }
  const contextOf = ({ parent, traceparent }: SpanStart): LibraryContext => {
    if (parent instanceof OpenSpan) return parent.context
    const caller = traceparent === undefined ? null : core.parseTraceParent(traceparent)
    return caller === null ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, caller)
  }
  return {
    start(about) {
      const { name, kind, attributes = {}, agoMs = 0 } = about
      const options = { kind: kinds[kind], attributes: present(attributes), startTime: now() - agoMs }
      const context = contextOf(about)
      const span = library.startSpan(name, options, context)
      return new OpenSpan(span, api.trace.setSpan(context, span), {
        now,
        errorCode: api.SpanStatusCode.ERROR,
      })
    },
  }
}

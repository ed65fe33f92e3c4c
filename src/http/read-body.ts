/** Reads a JSON body: it checks limits while the body arrives, and parses in steps between which others are served. */
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { yieldToOthers } from '../platform/yield-to-others.ts'
import { ApiError } from '../platform/api-error.ts'
import { JsonMeter, type JsonShape } from '../platform/json-meter.ts'
import { refusalOf, usualShape } from './body-shape.ts'
import type { Route } from './route.ts'

/** Larger bodies are read in steps. */
const stepBytes = 256 * 1024

type Payload = NodeJS.ReadableStream

const tooLarge = (limit: number) =>
  new ApiError(
    'payload_too_large',
    `The body is larger than ${limit} bytes, the most that this path takes; nothing was done.`,
    { limit },
  )

const wrongLength = () =>
  new ApiError('invalid_json', '`Content-Length` does not match the body that arrived; nothing was done.')

interface ArrivedBody {
  bytes: Buffer
  mayPoison: boolean
}

/** Collects all bytes; rejects at the first one over a limit, and discards the rest. */
function arrived(
  payload: Payload,
  { limit, shape, said }: { limit: number; shape: JsonShape; said: number },
): Promise<ArrivedBody> {
  const meter = new JsonMeter(shape)
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const leave = () => {
      payload.off('data', take).off('end', end).off('error', breakOff)
    }
    const refuse = (error: unknown) => {
      leave()
      reject(error as Error)
    }
    // A client that breaks off has sent an incomplete request.
    const breakOff = (error: Error) => refuse(Object.assign(error, { statusCode: 400 }))
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) return refuse(tooLarge(limit))
      try {
        meter.take(chunk)
      } catch (error) {
        return refuse(refusalOf(error, shape))
      }
      chunks.push(chunk)
    }
    const end = () => {
      leave()
      if (!Number.isNaN(said) && said !== size) return reject(wrongLength())
      resolve({ bytes: Buffer.concat(chunks, size), mayPoison: meter.mayPoison })
    }
    payload.on('data', take).on('end', end).on('error', breakOff)
    payload.resume()
  })
}

type Parse = (text: string, mayPoison: boolean) => unknown

export async function readBody(request: FastifyRequest, payload: Payload, parse: Parse): Promise<unknown> {
  const { config, bodyLimit: limit } = request.routeOptions
  const route = config.route as Route<never> | undefined
  const length = request.headers['content-length']
  const announced = length === undefined ? NaN : Number(length)
  if (announced > limit) throw tooLarge(limit)
  const shape = { ...usualShape, ...route?.bodyShape }
  const { bytes, mayPoison } = await arrived(payload, { limit, shape, said: announced })
  request.rawBody = bytes
  if (bytes.length === 0) return undefined
  const isLarge = bytes.length > stepBytes
  if (isLarge) await yieldToOthers()
  // Decoding invalid bytes would replace them, and other text would be stored than was sent.
  if (!isUtf8(bytes)) throw new ApiError('invalid_json', 'The body is not valid UTF-8; nothing was done.')
  if (isLarge) await yieldToOthers()
  const text = bytes.toString('utf8')
  if (isLarge) await yieldToOthers()
  const body = parse(text, mayPoison)
  if (isLarge) await yieldToOthers()
  return body
}

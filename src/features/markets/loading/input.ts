/** Turns faults of files and their names into API errors. */
import { ApiError } from '../../../platform/api-error.ts'
import type { AuditLine } from '../../../platform/audit.ts'
import { MarketFileError } from '../import/file-fault.ts'
import { NoMarket } from './no-market.ts'

export const operatorLine = (action: string): Pick<AuditLine, 'action' | 'actor'> => ({
  action,
  actor: { kind: 'operator', id: 'api' },
})

export async function asInput<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof MarketFileError ? answerTo(error) : error
  }
}

function answerTo(error: MarketFileError): ApiError {
  if (error instanceof NoMarket)
    return new ApiError(
      'not_found',
      error.message,
      { field: 'city' },
      { fix: 'Load the city first, with `PUT /v1/operator/markets/{city}`.' },
    )
  if (error.isBusy)
    return new ApiError('invalid_state', error.message, { field: 'city' }, { fix: 'Wait for its end.' })
  if (error.said !== null)
    return new ApiError(error.said === 'city' ? 'invalid_param' : 'invalid_params', error.message, {
      field: error.said,
    })
  const { file, line, column } = error.place ?? {}
  return new ApiError(
    'invalid_body',
    error.message,
    {
      ...(file === undefined ? {} : { field: file }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    },
    { fix: 'Correct what the message names and send all of it again: nothing was taken in.' },
  )
}

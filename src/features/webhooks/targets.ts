/** Checks that events may be sent to a URL. */
import { ApiError } from '../../platform/api-error.ts'
import { checkTarget, TargetRefused, targetRules } from '../../platform/outbound/target.ts'
import { stripCredentials } from './rules.ts'

const development = 'For development on this machine start the server with `ALLOW_PRIVATE_TARGETS=true`.'

const fixes: Record<keyof typeof targetRules, string> = {
  not_a_url: 'Send the full address of the receiver, such as `https://example.com/hooks`.',
  scheme: `Send an address that starts with \`https://\`. ${development}`,
  credentials: 'Leave the user name and password out; check the signature of each delivery instead.',
  private_address: `Send an address that can be reached from the public internet. ${development}`,
}

export async function assertAllowedTarget(url: string, allowPrivate: boolean): Promise<void> {
  try {
    await checkTarget(url, { allowPrivate })
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    const detail = error.message.replace(/^the target /, '')
    throw new ApiError(
      'invalid_body',
      `\`url\` ${detail}.`,
      { field: 'url', value_received: stripCredentials(url).slice(0, 200) },
      { cause: error, fix: fixes[error.rule] },
    )
  }
}
